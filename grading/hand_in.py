"""Reads what a student hands in, and puts the heading of the task instead of the student's."""
# SPDX-License-Identifier: BSD-2-Clause

import hashlib
import json
import os
import re
import stat
from collections import namedtuple

from task import read_size
from command import Refused

MOST_BYTES = 1 << 20  # of a file
MOST_FILES = 100000  # of a folder
COLLECTIVES = ("broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter",
               "allreduce", "alltoall", "send", "permute", "transpose", "histogram", "barrier",
               "scan", "exscan")

HandIn = namedtuple("HandIn", "student file path")


def names_in(folder):
    """Returns the names in a student's folder; an empty name stands for an empty folder, or for a
    folder that cannot be read."""
    try:
        return sorted(n for n in os.listdir(folder) if not n.startswith(".")) or [""]
    except OSError:
        return [""]


def files_below(folder):
    """Returns what was handed in: a file for each student, or a folder for each, by name."""
    found = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            found += [HandIn(name, file, os.path.join(path, file)) for file in names_in(path)]
        else:
            found.append(HandIn(os.path.splitext(name)[0], name, path))
        if len(found) > MOST_FILES:
            raise Refused(f"{folder}: more than {MOST_FILES} files")
    return found


def read_bytes(path):
    """Returns the bytes of a regular file, or None with the reason."""
    try:
        # A pipe or a device would block, a symbolic link could lead anywhere.
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        link = os.path.islink(path)
        return None, "a symbolic link is not followed" if link else error.strerror
    mode = os.fstat(file).st_mode
    if not stat.S_ISREG(mode):
        os.close(file)
        return None, "a folder without files" if stat.S_ISDIR(mode) else "is not a regular file"
    with os.fdopen(file, "rb") as stream:
        found = stream.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        return None, f"is larger than {MOST_BYTES >> 20} MiB"
    return found, None


def sha256(data):
    """Returns the hash of bytes as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def words_of(line):
    """Splits a heading into words, of which some stand between quotation marks."""
    return [word.strip('"') for word in re.findall(r'"[^"]*"|[^\s"#]+', line.split("#", 1)[0])]


def same(ours, theirs):
    """Returns whether a value of the student's heading is that of the task."""
    if isinstance(ours, int):
        try:
            return read_size(theirs) == ours
        except Refused:
            return False
    if isinstance(ours, list):
        return str(theirs).replace(" ", "").strip("[]") == ",".join(map(str, ours)) or (
            theirs == ours)
    return theirs == ours


def differences(task, given):
    """Returns what the student's heading says otherwise than the task."""
    told = []
    for name, theirs in given.items():
        ours = task.heading.get(name)
        if name in ("steps", "nodes", "links", "algorithm", "order", "transfers"):
            continue
        if name == "network" and str(theirs).startswith("graph:") and ours.startswith("graph:"):
            continue
        if ours is None and name == "packet" or same(ours, theirs):
            continue
        told.append(f"{name}={theirs} (the task has {'nothing' if ours is None else ours})")
    return "; ".join(told)


def heading_line(heading):
    """Returns the line with which a plan as text begins."""
    words = [heading["collective"], f'"{heading["network"]}"']
    for name, value in heading.items():
        if name == "links":
            value = ",".join(f"{u}-{v}" for u, v in value)
        elif isinstance(value, list):
            value = ",".join(map(str, value))
        if name not in ("collective", "network"):
            words.append(f"{name}={value}")
    return " ".join(words)


def given_in_text(words):
    """Returns the fields of a heading line."""
    bare = [word for word in words if "=" not in word]
    given = dict(word.split("=", 1) for word in words if "=" in word)
    given["collective"] = bare[0]
    given["network"] = bare[-1]
    return given


def of_text(task, text):
    """Returns the plan with the task's heading, and what differs; or None, and what is wrong."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        words = words_of(line)
        if not words:
            continue
        if words[0] not in COLLECTIVES:
            return None, f"line {i + 1}: the heading is missing"
        lines[i] = heading_line(task.heading)
        return "\n".join(lines), differences(task, given_in_text(words))
    return None, "the file is empty"


def transfers_of(text):
    """Returns the line of each transfer of a plan as JSON."""
    at = text.find("[", text.find('"transfers"'))
    decoder, lines = json.JSONDecoder(), []
    while at >= 0:
        found = re.compile(r"[\s,\[]*").match(text, at)
        at = found.end()
        if at >= len(text) or text[at] != "{":
            break
        lines.append(text.count("\n", 0, at) + 1)
        _, at = decoder.raw_decode(text, at)
    return lines


def write_json(heading, transfers):
    """Returns a plan as JSON, with a line for each transfer after the first line."""
    return json.dumps({**heading, "transfers": None})[:-len("null}")] + "[\n" + ",\n".join(
        json.dumps(each) for each in transfers) + "]}"


def of_json(task, text):
    """Does the same for a plan as JSON; also returns the lines of the transfers."""
    try:
        plan = json.loads(text)
        lines = transfers_of(text)
    except (ValueError, RecursionError) as error:
        return None, f"no JSON: {error}", []
    if not isinstance(plan, dict) or not isinstance(plan.get("transfers"), list):
        return None, 'the JSON object has no "transfers"', []
    return write_json(task.heading, plan["transfers"]), differences(task, plan), lines


def read_plan(task, data):
    """Returns the plan of a file for the command, what its heading says otherwise or why there is
    no plan, and a function from the command's lines to the file's."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None, "the text is not UTF-8", None
    if not text.lstrip().startswith("{"):
        plan, differs = of_text(task, text)
        return plan, differs, lambda line: line
    plan, differs, lines = of_json(task, text)
    return plan, differs, lambda line: lines[line - 2] if 2 <= line < len(lines) + 2 else None
