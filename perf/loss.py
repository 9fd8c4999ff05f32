#!/usr/bin/env python3
"""Prints how far the model's predictions are off, and how much time the choices of auto lose.

    perf/loss.py GROVE COLLECTIVE[,..] NET[,..] [OPTION]...

GROVE is the command. OPTIONs are those of `grove bench`, such as -m 8:4M or --iterations 20. Each
collective is measured by all its algorithms and by auto, for data in each state, forwarded by copy
and by reference, unless --data or --forward is among the options. Rows during which the cores moved
do not count.

error: how many times a prediction is off, the geometric mean and the 95th percentile; loss: how many
times longer auto's choice takes than the fastest algorithm, the geometric mean and the worst.
"""
# SPDX-License-Identifier: BSD-2-Clause

import json
import math
import subprocess
import sys

KEYS = ("all", "collective", "network", "bytes", "data", "forward")
WORST = 10


def measure(grove, words, options):
    """Returns the rows of a benchmark that have a time; none where a request is refused."""
    command = [grove, "bench", *words, *options, "--no-limits", "--check", "off", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 2):
        sys.exit(f"loss: {' '.join(command)}: status {done.returncode}")
    rows = json.loads(done.stdout)["results"] if done.stdout else []
    return [r for r in rows if "error" not in r and "moved" not in r["flags"]
            and r["time_s"]["median"]]


def ways(options):
    """Lists the options for each state of the data and way of forwarding."""
    states = ["fresh", "resident", "cold"] if "--data" not in options else [None]
    forwards = ["copy", "reference"] if "--forward" not in options else [None]
    for state in states:
        for forward in forwards:
            yield (["--data", state] if state else []) + (["--forward", forward] if forward else [])


def point_of(row):
    return tuple(row[key] for key in ("collective", "network", "bytes", "data", "forward"))


def algorithm_of(row):
    return f"{row['algorithm']} {row.get('order', '')}".strip()


def error_of(row):
    ratio = row["predicted_s"] / row["time_s"]["median"]
    return max(ratio, 1 / ratio)


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def losses_of(rows, chosen):
    """Returns a pair of each of auto's choices: its row, and its time over the least time."""
    least = {}
    for row in rows + chosen:
        at = point_of(row)
        least[at] = min(least.get(at, math.inf), row["time_s"]["median"])
    return [(row, row["time_s"]["median"] / least[point_of(row)]) for row in chosen]


def print_groups(rows, losses):
    print(f"{'group':24} {'rows':>5} {'error':>7} {'95 %':>7} {'points':>6} {'loss':>6} {'worst':>6}")
    for key in KEYS:
        def name(row, key=key):
            return row.get(key, "all")

        for group in sorted({name(row) for row in rows}):
            errors = sorted(error_of(row) for row in rows if name(row) == group and row["predicted_s"])
            lost = [loss for row, loss in losses if name(row) == group]
            high = errors[math.ceil(0.95 * len(errors)) - 1] if errors else math.nan
            print(f"{group!s:24} {len(errors):5} {mean(errors):7.2f} {high:7.2f} {len(lost):6} "
                  f"{mean(lost):6.2f} {max(lost, default=math.nan):6.2f}")


def print_worst(rows):
    print("\nthe largest errors")
    for row in sorted((r for r in rows if r["predicted_s"]), key=error_of)[: -WORST - 1 : -1]:
        print(f"{row['collective']} {algorithm_of(row)} {row['network']} {row['bytes']} {row['data']} "
              f"{row['forward']}: predicted {1e6 * row['predicted_s']:.3g} us, measured "
              f"{1e6 * row['time_s']['median']:.3g} us, {error_of(row):.2f}")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    grove, collectives, networks, *options = sys.argv[1:]
    rows, chosen = [], []
    for way in ways(options):
        for collective in collectives.split(","):
            for network in networks.split(","):
                rows += measure(grove, [collective, "all", network], options + way)
                chosen += measure(grove, [collective, "auto", network], options + way)
    print_groups(rows, losses_of(rows, chosen))
    print_worst(rows)


main()
