#!/usr/bin/env python3
"""Runs the example programs beside OpenMP's and MPI's, in turn and many times, and writes two tables.

    perf/peers/programs/programs.py BUILD [SOURCE]      or: ninja programs

Each round launches each program once, in a random order. A ratio is that of one round, so a slow moment
of the machine is a moment of both programs. The second table has the shares of collectives that a
computation hides. With SOURCE the rows replace those of the same programs in the marked parts of
SOURCE/docs/programs.md. Settings, in the environment:

    PROGRAMS_ROUNDS=21          launches of each program
    PROGRAMS_ONLY=jacobi,sort   rows by the beginnings of their names; overlap: the second table
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

import overlap_table

TARGET_OPENMP = 1.0
TARGET_SORT = 1 / 1.1  # within 1.1 of the best
BEGIN, END = "<!-- measured: written by `ninja programs-page` -->", "<!-- measured: end -->"
BEGIN_OVERLAP, END_OVERLAP = "<!-- overlap: written by `ninja programs-page` -->", "<!-- overlap: end -->"
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


def fft_row(side, times):
    return Row("FFT, double complex", f"{side} x {side}", "fft", {"OpenMP": "fft_fftw"},
               [str(side), "2", str(times)], target=TARGET_OPENMP, beside=("OpenMP",))


ROWS = [
    Row("Jacobi", "64 x 64, a step", "jacobi", {"OpenMP": "jacobi_openmp", "MPI": "jacobi_mpi"},
        ["64", "2000"], target=TARGET_OPENMP, beside=("OpenMP",)),
    Row("logistic regression in `omp parallel`", "256 samples of 16, a step", "logistic",
        {"OpenMP": "logistic_openmp", "MPI": "logistic_mpi"}, ["256", "1000"]),
    Row("k-means in rounds, C++", "2,000 points, a round", "kmeans_phased",
        {"OpenMP": "kmeans_openmp", "MPI": "kmeans_mpi"}, ["2000", "500"]),
    Row("sub-teams on a grid", "2 x 2 nodes, a product", "grid", {"MPI": "grid_mpi"},
        ["2", "2", "500"], ranks=4),
    fft_row(256, 200),
    fft_row(512, 50),
    fft_row(1024, 15),
    fft_row(2048, 5),
    fft_row(4096, 3),
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
    program = row.grove if side == "grove" else row.peers[side]
    words = [os.path.join(build, "programs", program), *row.arguments]
    return launcher_of(build, row.ranks) + words if side == "MPI" else words


def launcher_of(build, ranks):
    """Best settings of the MPI: ranks are bound to cores, or yield where they share cores."""
    launcher = shlex.split(setting(build, "launcher_openmpi"))
    launcher += ["--allow-run-as-root"] if os.getuid() == 0 else []
    if ranks == 2:
        return [*launcher, "-n", "2", "--bind-to", "core"]
    return [*launcher, "-n", str(ranks), "--oversubscribe", "--bind-to", "none",
            "--mca", "mpi_yield_when_idle", "1"]


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
    """Returns what the program prints, or None where its library is not here."""
    try:
        done = subprocess.run(words, env=environment(), timeout=limit, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shlex.join(words)}: took more than {limit} s") from None
    if done.returncode == 77:
        return None
    if done.returncode:
        raise Failure(f"{shlex.join(words)}: status {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def measure(build, row, rounds, limit):
    """Returns the times of each side, round by round."""
    sides = {"grove": [], **{side: [] for side in row.peers}}
    for _ in range(rounds):
        for side in random.sample(list(sides), len(sides)):
            text = launch(command_of(build, side, row), limit)
            if text is None:
                del sides[side]
            else:
                sides[side].append(seconds_of(text))
    return sides


def measure_overlap(build, rounds, limit):
    """Returns the lines of the second table."""
    ways = overlap_table.WAYS
    launches = [[] for _ in ways]
    for _ in range(rounds):
        for k in random.sample(range(len(ways)), len(ways)):
            _, side, how = ways[k]
            program = os.path.join(build, "programs", "overlap" if side == "grove" else "overlap_mpi")
            text = launch((launcher_of(build, 2) if side == "MPI" else []) + [program, how], limit)
            if text is not None:
                launches[k].append(overlap_table.read_launch(text))
    return overlap_table.lines(launches)


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


def replace_part(text, marks, make):
    """The text with what stands between the marks replaced; make: from the old lines, the new ones."""
    before, rest = text.split(marks[0])
    old, behind = rest.split(marks[1])
    return "\n".join([before + marks[0], *make(old.splitlines()), marks[1]]) + behind


def programs_part(old, lines):
    """Rows that were not measured now keep their places in the page."""
    known = {key_of(line): line for line in old + lines if line.startswith("| ")}
    table = [known[key] for key in ((row.name, row.size) for row in ROWS) if key in known]
    return [machine_text(), "", HEADING, *table]


def write_page(source, lines, overlap):
    path = os.path.join(source, "docs", "programs.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if lines:
        text = replace_part(text, (BEGIN, END), lambda old: programs_part(old, lines))
    if overlap:
        text = replace_part(text, (BEGIN_OVERLAP, END_OVERLAP),
                            lambda _: [machine_text(), "", overlap_table.HEADING, *overlap])
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def whole(name, otherwise):
    text = os.environ.get(name, str(otherwise))
    if not re.fullmatch("[1-9][0-9]*", text):
        print(f"programs: {name}={text} is not a number from 1", file=sys.stderr)
        sys.exit(2)
    return int(text)


def parts_asked():
    """The rows of the first table, and whether the second one is asked for."""
    only = [word for word in os.environ.get("PROGRAMS_ONLY", "").split(",") if word]
    rows = [row for row in ROWS if not only or any(row.name.lower().startswith(word) or
                                                   row.grove.startswith(word) for word in only)]
    overlap = not only or "overlap" in only
    if not rows and not overlap:
        print(f"programs: PROGRAMS_ONLY: there is no {','.join(only)}", file=sys.stderr)
        sys.exit(2)
    return rows, overlap


def measure_rows(build, rows, rounds, limit):
    lines = []
    print(HEADING)
    for row in rows:
        lines.append(line_of(row, measure(build, row, rounds, limit)))
        print(lines[-1], flush=True)
    return lines


def main(build, source=None):
    rounds, limit = whole("PROGRAMS_ROUNDS", 21), whole("PROGRAMS_LIMIT", 60)
    if len(os.sched_getaffinity(0)) < 2:
        print("programs: two cores are needed")
        return 77
    rows, overlap = parts_asked()
    try:
        lines = measure_rows(build, rows, rounds, limit) if rows else []
        hidden = measure_overlap(build, rounds, limit) if overlap else []
    except Failure as failure:
        print(f"programs: {failure}", file=sys.stderr)
        return 1
    if hidden:
        print("", overlap_table.HEADING, *hidden, sep="\n")
    if source:
        write_page(source, lines, hidden)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
