"""Validates JSON files against a schema: schema_check.py SCHEMA FILE..."""
# SPDX-License-Identifier: BSD-2-Clause

import json
import sys

from jsonschema import Draft202012Validator


def closed(part):
    """Returns the schema with each object closed, so that a field without a description fails."""
    if isinstance(part, list):
        return [closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    whole = {name: closed(item) for name, item in part.items()}
    if "properties" in part and part.get("type") == "object":
        whole["additionalProperties"] = False
    return whole


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(closed(schema))
    bad = False
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            for error in validator.iter_errors(json.load(file)):
                print(f"{name}: {error.json_path}: {error.message[:300]}")
                bad = True
    sys.exit(bad)


main()
