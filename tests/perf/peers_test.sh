#!/bin/sh
# The report of `ninja compare` from made-up rows: medians, sides, limits, targets, tables, pictures.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.}
command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
PYTHONPATH=$(cd "$source" && pwd)/perf/peers exec python3 -B "$source/tests/perf/peers_checks.py"
