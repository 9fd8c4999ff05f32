"""Judges a plan by the command: right or wrong, figures, and the share that is delivered."""
# SPDX-License-Identifier: BSD-2-Clause

import json
import re
from collections import Counter, namedtuple
from fractions import Fraction

from command import last_line
from faultless import faultless
from hand_in import write_json

Verdict = namedtuple("Verdict", "right rule step line text figures share transfers faults")
Fault = namedtuple("Fault", "rule step line text")
NONE = Verdict(False, "format", None, None, "", {}, Fraction(0), None, ())


def unjudged(text, rule="format"):
    """Returns the verdict of a file that holds no plan."""
    found = re.search(r"line ([0-9]+)", text)
    line = int(found[1]) if found else None
    return NONE._replace(rule=rule, text=text, line=line, faults=(Fault(rule, None, line, text),))


def transfers_of(command, plan):
    """Returns the transfers of a plan in the command's order, or None."""
    status, found, _ = command.answer("plan", "-", text=plan)
    return found["transfers"] if status == 0 and found else None


def figures_of(command, task, plan, verdict):
    """Returns the figures of a right plan by the names of a task's items."""
    _, found, _ = command.answer("simulate", "-", *task.machine, text=plan)
    if found is None:
        return {}
    notes = {note["note"]: note for note in verdict.get("notes", [])}
    survives = found.get("survives_link_failures")
    return {"steps": found["steps"], "packets": found["packets"], "volume": found["volume_bytes"],
            "time": found["time_s"], "bound": found.get("bound_s"), "links": found["links_used"],
            "busiest": found["busiest_link_bytes"],
            "redundant": notes.get("redundant", {}).get("packets", 0),
            "survives": survives if survives is not None else 0}


def judge(command, task, plan, line_of):
    """Returns the verdict on a plan that has the heading of the task."""
    status, found, said = command.answer("verify", "-", text=plan)
    if found is None:
        what = last_line(said) if status in (1, 2) else f"could not be judged: {last_line(said)}"
        return unjudged(what, "unjudged")
    if found.get("rule") == "format":
        return unjudged(found["text"].split(": ", 1)[-1])
    transfers = transfers_of(command, plan)
    if found["ok"]:
        figures = figures_of(command, task, plan, found)
        return Verdict(True, None, None, None, "", figures, Fraction(1), transfers, ())
    share = share_of(command, task, transfers)
    faults = tuple(fault_of(each, line_of) for each in found["violations"])
    return Verdict(False, *faults[0], {}, share, transfers, faults)


def fault_of(violation, line_of):
    """Returns a broken rule with the lines of the student's file."""
    def place(found):
        line = line_of(int(found[0]))
        return str(line) if line else "?"

    said = re.sub(r"\blines? [0-9]+(?: and [0-9]+)?",
                  lambda lines: re.sub("[0-9]+", place, lines[0]), violation["text"])
    line = line_of(violation["line"]) if violation["line"] else None
    step = violation["step"] if violation["step"] >= 0 else None
    return Fault(violation["rule"], step, line, said)


# The nodes that a collective promises a block to, and that lack it in the beginning.
PROMISES = {
    "broadcast": lambda t, v, b: v != t.root,
    "reduce": lambda t, v, b: v == t.root,
    "allreduce": lambda t, v, b: True,
    "barrier": lambda t, v, b: True,
    "scatter": lambda t, v, b: v == b != t.root,
    "gather": lambda t, v, b: v == t.root != b,
    "allgather": lambda t, v, b: v != b,
    "reducescatter": lambda t, v, b: v == b,
    "alltoall": lambda t, v, b: v == b % t.nodes != b // t.nodes,
    "send": lambda t, v, b: v == t.destination != t.root,
    "permute": lambda t, v, b: v == t.permutation[b] != b,
}
Promise = namedtuple("Promise", "nodes root destination permutation")


def promise_of(task):
    """Returns the values of the heading that say who gets what."""
    heading = task.heading
    return Promise(task.nodes, heading.get("root", 0),
                   heading.get("destination", task.nodes - 1), heading.get("permutation"))


def blocks_of(task):
    """Returns the number of blocks of a problem."""
    single = ("broadcast", "reduce", "allreduce", "barrier", "send")
    count = task.nodes
    return {"alltoall": count * count}.get(
        task.collective, 1 if task.collective in single else count)


def whole_of(task, promised, counted):
    """Returns the bytes to deliver; where nodes combine, once for each contribution."""
    promise = promise_of(task)
    pairs = sum(1 for b in range(blocks_of(task)) for v in range(task.nodes)
                if promised(promise, v, b))
    return pairs * size_of(task) * ((task.nodes - 1) if counted else 1)


def size_of(task):
    """Returns the bytes of a block; the news of a barrier count as one byte."""
    return task.heading["bytes"] or 1


def share_of(command, task, transfers):
    """Returns the share of all (node, byte) that arrive without the packets that break a rule.
    Where nodes combine, a contribution that is there exactly once counts, instead of the byte."""
    promised = PROMISES.get(task.collective)
    if not transfers or promised is None:
        return Fraction(0)
    left = faultless(command, task.heading, transfers)
    if not left:
        return Fraction(0)
    status, out, _ = command.run("plan", "-", "--holds", "--json",
                                 text=write_json(task.heading, left))
    if status != 0:
        return Fraction(0)
    held = json.loads(out)
    promise, delivered = promise_of(task), 0
    for (v, thing), others in last_of(held).items():
        block, begin, end = held["things"][thing]
        if promised(promise, v, block):
            delivered += max(end - begin, task.heading["bytes"] == 0) * (
                others if held["contributors"] else 1)
    whole = whole_of(task, promised, held["contributors"])
    return min(Fraction(1), Fraction(delivered, whole)) if whole else Fraction(1)


def last_of(held):
    """Returns what each node holds in the end: (node, thing) to the number of other nodes'
    contributions that are there once."""
    state = {}
    for entries in [held["begin"]] + [step["arrived"] for step in held["steps"]]:
        for v, thing, *contributors in entries:
            times = Counter(contributors)
            state[v, thing] = sum(1 for u, count in times.items() if u != v and count == 1)
    return state
