#!/usr/bin/env python3
"""Runs the example programs beside OpenMP's and MPI's, in turn and many times, and writes a table.

    perf/peers/programs/programs.py BUILD [SOURCE]      or: ninja programs

Each round launches each program once, in a random order. A ratio is that of one round, so a slow moment
of the machine is a moment of both programs. With SOURCE the rows replace those of the same programs in the
marked part of SOURCE/docs/programs.md. Settings, in the environment:

    PROGRAMS_ROUNDS=21          launches of each program
    PROGRAMS_ONLY=jacobi,sort   rows by the beginnings of their names
    PROGRAMS_LIMIT=60           seconds for a launch

Exit status: 0; 1 where a program failed or was wrong; 2 for wrong settings; 77 without two cores.
"""
# SPDX-License-Identifier: BSD-2-Clause

import os
import platform
import random
import re
import shlex
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

TARGET_OPENMP = 1.0
TARGET_SORT = 1 / 1.1  # within 1.1 of the best
BEGIN, END = "<!-- measured: written by `ninja programs-page` -->", "<!-- measured: end -->"
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


class Failure(Exception):
    """A program that failed, or that was wrong."""


@dataclass
class Row:
    """A program of several libraries: its arguments, and what its ratio should be."""
    name: str
    size: str
    grove: str
    peers: dict  # side -> program
    arguments: list
    ranks: int = 2
    target: float = 0.0  # of the ratio beside `beside`; 0: none was set
    beside: tuple = ()


def sort_row(keys, times):
    return Row("sample sort, C++", f"{keys:,} keys", "sample_sort",
               {"OpenMP": "sort_openmp", "MPI": "sort_mpi"}, [str(keys), "2", str(times)],
               target=TARGET_SORT, beside=("OpenMP", "MPI"))


ROWS = [
    Row("Jacobi", "64 x 64, a step", "jacobi", {"OpenMP": "jacobi_openmp", "MPI": "jacobi_mpi"},
        ["64", "2000"], target=TARGET_OPENMP, beside=("OpenMP",)),
    Row("logistic regression in `omp parallel`", "256 samples of 16, a step", "logistic",
        {"OpenMP": "logistic_openmp", "MPI": "logistic_mpi"}, ["256", "1000"]),
    Row("k-means in phases, C++", "2,000 points, a round", "kmeans_phased",
        {"OpenMP": "kmeans_openmp", "MPI": "kmeans_mpi"}, ["2000", "500"]),
    Row("sub-teams on a grid", "2 x 2 nodes, a product", "grid", {"MPI": "grid_mpi"},
        ["2", "2", "500"], ranks=4),
    sort_row(100_000, 15),
    sort_row(2_000_000, 3),
    sort_row(50_000_000, 1),
]


# ---- Launches ----

def setting(build, name):
    with open(os.path.join(build, "config.ninja"), encoding="utf-8") as file:
        found = re.search(rf"^{name} = (.*)$", file.read(), re.M)
    return found.group(1).strip() if found else ""


def command_of(build, side, row):
    """Best settings of each library: threads and ranks are bound to cores, and waiting threads spin. Where
    ranks share cores, waiting ranks yield."""
    program = os.path.join(build, "programs", row.grove if side == "grove" else row.peers[side])
    words = [program, *row.arguments]
    if side != "MPI":
        return words
    launcher = shlex.split(setting(build, "launcher_openmpi"))
    launcher += ["--allow-run-as-root"] if os.getuid() == 0 else []
    if row.ranks == 2:
        return [*launcher, "-n", "2", "--bind-to", "core", *words]
    return [*launcher, "-n", str(row.ranks), "--oversubscribe", "--bind-to", "none",
            "--mca", "mpi_yield_when_idle", "1", *words]


def environment():
    return dict(os.environ, OMP_NUM_THREADS="2", OMP_PROC_BIND="true", OMP_PLACES="cores",
                OMP_WAIT_POLICY="active", LC_ALL="C")


def seconds_of(text):
    """The time at the end of the line that a program prints. A wrong result has no time."""
    found = re.search(r"([0-9.]+) (us|ms|s)( a step| a round)?\s*$", text)
    if not found or re.search(r"\bwrong\b|not in order", text):
        raise Failure(text.strip() or "printed nothing")
    return float(found.group(1)) * UNITS[found.group(2)]


def launch(words, limit):
    """Returns the seconds that the program tells, or None where its library is not here."""
    try:
        done = subprocess.run(words, env=environment(), timeout=limit, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shlex.join(words)}: took more than {limit} s") from None
    if done.returncode == 77:
        return None
    if done.returncode:
        raise Failure(f"{shlex.join(words)}: status {done.returncode}: {done.stdout}{done.stderr}")
    return seconds_of(done.stdout)


def measure(build, row, rounds, limit):
    """Returns the times of each side, round by round."""
    sides = {"grove": [], **{side: [] for side in row.peers}}
    for _ in range(rounds):
        for side in random.sample(list(sides), len(sides)):
            taken = launch(command_of(build, side, row), limit)
            if taken is None:
                del sides[side]
            else:
                sides[side].append(taken)
    return sides


# ---- The table ----

def time_text(seconds):
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def best_ratio(times, sides):
    """The best time of the fastest of these sides divided by grove's best."""
    return min(min(times[side]) for side in sides) / min(times["grove"])


def ratio_text(times, side):
    ratios = ratios_beside(times, [side])
    low, high = quartiles(ratios)
    return f"{best_ratio(times, [side]):.2f}; {statistics.median(ratios):.2f} ({low:.2f} to {high:.2f})"


def ratios_beside(times, sides):
    """For each round, the time of the fastest of these sides divided by grove's."""
    return [min(peers) / own for own, *peers in zip(times["grove"], *(times[side] for side in sides))]


def verdict(row, times):
    sides = [side for side in row.beside if side in times]
    if not row.target or not sides:
        return "none", "-"
    met = best_ratio(times, sides) >= row.target
    return f"{row.target:.2f} beside {' and '.join(sides)}", "met" if met else "missed"


def line_of(row, times):
    cells = [row.name, row.size, str(len(times["grove"])), time_text(min(times["grove"]))]
    for side in ("OpenMP", "MPI"):
        if side in times:
            cells += [time_text(min(times[side])), ratio_text(times, side)]
        else:
            cells += ["-", "-"]
    return "| " + " | ".join([*cells, *verdict(row, times)]) + " |"


HEADING = ("| program | size | rounds | grove | OpenMP | ratio | MPI | ratio | target | |\n"
           "|---|---|---|---|---|---|---|---|---|---|")


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return re.search(r"model name\s*: (.*)", file.read()).group(1)
    except (OSError, AttributeError):
        return platform.machine()


def machine_text():
    load = os.getloadavg()[0]
    return (f"On two cores of {os.cpu_count()}, {processor()}, {platform.system()} {platform.release()}, "
            f"{time.strftime('%Y-%m-%d', time.gmtime())}, load average {load:.1f} with the programs.")


def key_of(line):
    """Program and size of a line of the table."""
    return tuple(cell.strip() for cell in line.split("|")[1:3])


def write_page(source, lines):
    """Rows that were not measured now keep their places in the page."""
    path = os.path.join(source, "docs", "programs.md")
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    old, behind = rest.split(END)
    known = {key_of(line): line for line in old.splitlines() + lines if line.startswith("| ")}
    table = [known[key] for key in ((row.name, row.size) for row in ROWS) if key in known]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([before + BEGIN, machine_text(), "", HEADING, *table, END]) + behind)


def whole(name, otherwise):
    text = os.environ.get(name, str(otherwise))
    if not re.fullmatch("[1-9][0-9]*", text):
        print(f"programs: {name}={text} is no number from 1", file=sys.stderr)
        sys.exit(2)
    return int(text)


def rows_asked():
    only = [word for word in os.environ.get("PROGRAMS_ONLY", "").split(",") if word]
    rows = [row for row in ROWS if not only or any(row.name.lower().startswith(word) or
                                                   row.grove.startswith(word) for word in only)]
    if not rows:
        print(f"programs: PROGRAMS_ONLY: there is no {','.join(only)}", file=sys.stderr)
        sys.exit(2)
    return rows


def main(build, source=None):
    rounds, limit = whole("PROGRAMS_ROUNDS", 21), whole("PROGRAMS_LIMIT", 60)
    if len(os.sched_getaffinity(0)) < 2:
        print("programs: two cores are needed")
        return 77
    lines = []
    print(HEADING)
    for row in rows_asked():
        try:
            lines.append(line_of(row, measure(build, row, rounds, limit)))
        except Failure as failure:
            print(f"programs: {failure}", file=sys.stderr)
            return 1
        print(lines[-1], flush=True)
    if source:
        write_page(source, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
