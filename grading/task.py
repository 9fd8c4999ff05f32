"""Reads a task: the problem that students solve, and the points of each item."""
# SPDX-License-Identifier: BSD-2-Clause

import json
import os
import re
from collections import namedtuple
from math import inf, isfinite

from command import Refused

# The fields of a task that are options of the command, and what each must be.
OPTIONS = {"root": int, "destination": int, "bytes": (int, str), "ports": str, "duplex": str,
           "permutation": str, "broken": str}
OTHERS = {"collective": str, "network": str, "packet": (int, str), "machine": dict,
          "points": list, "title": str}
FIGURES = ("steps", "packets", "volume", "time", "links", "busiest", "redundant",
           "survives")
WORDS = ("right", "partial")
UNGRADED = ("scan", "exscan")  # whose delivery has no shares

Item = namedtuple("Item", "text figure relation factor beside points")
COMPARISON = re.compile(
    r"^(?P<figure>[a-z]+) *(?P<relation><=|>=|=) *"
    r"(?:(?P<factor>[0-9.]+(?:[eE][-+]?[0-9]+)?)(?: *\* *(?P<beside>best|bound))?|"
    r"(?P<alone>best|bound))$")


def refuse(what):
    """Refuses the task."""
    raise Refused(f"the task: {what}")


def is_number(value):
    """Returns whether a JSON value is a finite number, which true and false are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def read_item(entry):
    """Reads an item of the points, such as {"item": "steps <= 6", "points": 2}."""
    if not isinstance(entry, dict) or set(entry) != {"item", "points"}:
        refuse('each of "points" is an object with "item" and "points"')
    text, points = entry["item"], entry["points"]
    if not is_number(points) or not 0 < points < 1e6:
        refuse(f'"{text}": points are a number above 0')
    if text in WORDS:
        return Item(text, text, None, None, None, points)
    found = COMPARISON.match(text) if isinstance(text, str) else None
    if not found or found["figure"] not in FIGURES:
        refuse(f'there is no item "{text}"; there are {", ".join(WORDS)}, and comparisons by '
               f'<=, >= or = of {", ".join(FIGURES)} with a number, best or bound')
    beside = found["beside"] or found["alone"]
    if beside and found["figure"] != "time":
        refuse(f'"{text}": {beside} is a time')
    try:
        factor = float(found["factor"] or 1)
    except ValueError:
        factor = inf
    if not isfinite(factor):
        refuse(f'"{text}": {found["factor"]} is not a number')
    return Item(text, found["figure"], found["relation"], factor, beside, points)


def read_machine(machine):
    """Returns the options of the machine; without a machine each packet takes 1 s, as in steps."""
    if not set(machine) <= {"beta", "tau"} or not all(
            is_number(value) and value >= 0 for value in machine.values()):
        refuse('"machine" has "beta", seconds of a packet, and "tau", seconds of a byte')
    return [f"--beta={machine.get('beta', 0)}", f"--tau={machine.get('tau', 0)}"]


class Task:
    """A task, with the heading that all plans are judged by."""

    def __init__(self, fields, folder, command):
        self.fields = fields
        for name in ("collective", "network", "points"):
            if name not in fields:
                refuse(f'"{name}" is missing')
        for name, value in fields.items():
            kind = OPTIONS.get(name) or OTHERS.get(name)
            if kind is None:
                refuse(f'there is no field "{name}"; there are '
                       f'{", ".join(sorted({**OPTIONS, **OTHERS}))}')
            if not isinstance(value, kind) or isinstance(value, bool):
                refuse(f'"{name}" is of another type')
        self.collective = fields["collective"]
        self.network = fields["network"]
        if self.network.startswith("graph:"):
            self.network = "graph:" + os.path.join(folder, self.network[len("graph:"):])
        self.items = [read_item(entry) for entry in fields["points"]]
        if self.collective in UNGRADED and any(i.figure == "partial" for i in self.items):
            refuse(f"partial: a {self.collective} has no shares")
        self.machine = read_machine(fields.get("machine", {"beta": 1}))
        self.options = [f"--{name}={value}" for name, value in fields.items() if name in OPTIONS]
        if "bytes" not in fields:
            refuse('"bytes" is missing')
        self.read_heading(command)
        self.net = command.required("network", self.network, *(
            [f"--broken={fields['broken']}"] if "broken" in fields else []))

    def read_heading(self, command):
        """Has the command write a plan of its own for the task, for its heading."""
        # The heading of the command's plan has the ports that this plan needs, not the task's.
        models = {"ports": "all", "duplex": "full", "packet": 0}
        models = {name: self.fields.get(name, usual) for name, usual in models.items()}
        options = [f"--{name}={value}" for name, value in self.fields.items() if name in OPTIONS]
        plan = command.required("plan", self.collective, "auto", self.network, *options)
        self.heading = {name: value for name, value in plan.items()
                        if name not in ("algorithm", "order", "steps", "transfers", "nodes")}
        self.nodes = plan["nodes"]
        self.heading.update(models, packet=read_size(models["packet"]))
        if not self.heading["packet"]:
            del self.heading["packet"]

    def best_and_bound(self, command):
        """Returns the least time of the command's own plans, and the bound."""
        best = bound = None
        for algorithm in algorithms(command, self.collective):
            for packet in {"auto", str(self.fields.get("packet", "auto"))}:
                time, bound_found = self.time_of(command, algorithm, packet)
                bound = bound_found if bound_found is not None else bound
                best = min((t for t in (best, time) if t is not None), default=None)
        return best, bound

    def time_of(self, command, algorithm, packet):
        """Returns time and bound of a plan of the command; the time is None beyond the limit."""
        size = [] if packet == "auto" else [f"--packet={packet}"]
        status, found, _ = command.answer(
            "simulate", self.collective, algorithm, self.network, *self.options, *size,
            *self.machine)
        if status != 0 or found is None:
            return None, None
        limit = self.heading.get("packet")
        fits = not limit or found["packet"] <= limit
        return found["time_s"] if fits else None, found.get("bound_s")


def algorithms(command, collective):
    """Returns the names of all algorithms and tree families of a collective."""
    named = command.required("list", "algorithms")["algorithms"]
    names = [a["algorithm"] for a in named if a["collective"] == collective]
    trees = [tree["name"] for tree in command.required("list", "trees")["trees"]]
    return sorted((set(names) | set(trees)) - {"FAMILY", "A+B"})


def read_size(size):
    """Returns the bytes of 64, "64" or "64K"."""
    if isinstance(size, int) and not isinstance(size, bool):
        return size
    if not isinstance(size, str):
        refuse(f"{json.dumps(size)} is not a number of bytes")
    found = re.match(r"^([0-9]{1,15})([KMG]?)$", size)
    if not found:
        refuse(f'"{size}" is not a number of bytes')
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2]]


def read_object(name, refused):
    """Returns the fields of the JSON object in a file; `refused` says why there is none."""
    try:
        with open(name, encoding="utf-8-sig") as file:
            fields = json.load(file)
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"{name}: no JSON: {error}") from error
    if not isinstance(fields, dict):
        refused("is no JSON object")
    return fields


def read_task(name, command):
    """Reads the task of a file, and refuses what it cannot mean."""
    fields = read_object(name, refuse)
    return Task(fields, os.path.dirname(os.path.abspath(name)), command)
