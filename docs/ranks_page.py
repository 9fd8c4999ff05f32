"""Writes the page of docs/ranks.py: what was measured, as text and tables."""
# SPDX-License-Identifier: BSD-2-Clause

import os
import platform
import re
import statistics
from typing import NamedTuple

from page_text import time_text

COLLECTIVES = ("broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter", "allreduce",
               "alltoall", "scan", "exscan", "barrier")
MESSAGES = ("pingpong", "stream", "exchange")
NAMES = {"openmpi": "Open MPI", "mpich": "MPICH"}
BEHIND = 0.95  # a ratio from here to 1 is not a difference on a machine with other work

HEAD = """# Ranks: collectives and messages beside the MPI's own

`grove-mpi bench COLLECTIVE auto gh:RANKS --type f64 --any-order --beside-mpi` on one machine, with a node
for each rank: verbs over MPI (`include/grove_mpi.h`) beside the collectives of that MPI, in the same
processes and in turns. Sums may round in any order here, as those of the MPI do. Without that option sums
and products of floating-point numbers on more than two ranks go by plans; this page has no such rows.
`ninja ranks-page` writes this page, and goes on where it was stopped.

**How it is measured.** Each launch measures all collectives of one size, each in turns with the MPI's own on
the same data, which are compared to the last byte before and after. A time is that of the slowest rank, from
its own entry after a meeting, the median of a launch's operations. A ratio is the MPI's time over that of
grove, above 1 grove is faster, and is taken launch by launch: the tables have the median of the launches'
ratios, the least and the largest ratio, and the medians of the times. *bytes* are those of a block: a rank's
buffer of an alltoall has as many blocks as there are ranks. *plan* is what `auto` chose in most launches:
`native` is the MPI's own collective, called by the verb, and `shared` is memory that all ranks share. A
dash was not measured: a launch failed, took too long, or the time for the page was over.
"""

CROWDED = """**More ranks than cores.** From {least} ranks on, ranks take turns on {cores} cores. grove's ranks sleep while
they wait, and Open MPI is told to yield (`mpi_yield_when_idle`); MPICH is launched as it is, and takes as long
as if its ranks kept a core for a time slice. Such rows tell how the libraries do on a crowded machine: how
often a rank must be scheduled counts more than bytes, and nothing follows for machines with a core for each
rank.
"""

ABOUT_MESSAGES = """## Messages of two ranks

`grove_send` and `grove_recv` beside `MPI_Send` and `MPI_Recv`, and `grove_exchange` beside `MPI_Isend`. *pingpong*:
a message there and one back; *stream*: 64 messages, and an empty one back; *exchange*: a message each way.
A message of grove is a message of the MPI, which the receiver takes out of a ring: the ring, and what a node
does to reach it, take their time.
"""


class Launch(NamedTuple):
    """The rows of a launch, by the names of their operations; none if it was not made."""
    mpi: str
    ranks: int
    size: int
    names: tuple
    rows: list


class Cell(NamedTuple):
    """A collective of that many bytes on that many ranks, over all launches."""
    mpi: str
    ranks: int
    size: int
    collective: str
    rows: list

    def ratios(self):
        return [row["mpi"] / row["grove"] for row in self.rows]

    def ratio(self):
        return statistics.median(self.ratios())

    def plan(self):
        name = statistics.mode(row["algorithm"] for row in self.rows)
        return f"`{name}`" if name else "-"


def size_text(size):
    for shift, unit in ((20, "MiB"), (10, "KiB")):
        if size >= 1 << shift and not size % (1 << shift):
            return f"{size >> shift} {unit}"
    return f"{size} B"


def cells_of(launches):
    """One for each collective and case, a barrier only for the first size: it has no bytes."""
    cases = list(dict.fromkeys(one[:4] for one in launches))
    first = {}
    for mpi, ranks, size, _ in cases:
        first.setdefault((mpi, ranks), size)
    return [Cell(mpi, ranks, size, name,
                 [row for one in launches if one[:4] == (mpi, ranks, size, names) for row in one.rows
                  if row["collective"] == name])
            for mpi, ranks, size, names in cases for name in names
            if name != "barrier" or size == first[mpi, ranks]]


# ---- The machine ----

def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return re.search(r"model name\s*: (.*)", file.read()).group(1)
    except (OSError, AttributeError):
        return platform.machine()


def print_machine(versions, launches):
    cores = len(os.sched_getaffinity(0))
    libraries = " and ".join(f"{NAMES.get(mpi, mpi)} {text}".strip() for mpi, text in versions.items())
    made = [one for one in launches if one.rows]
    print(f"**The machine.** {processor()}, {cores} cores, {platform.system()} {platform.release()}; "
          f"{libraries}; {len(made)} of {len(launches)} launches.\n")
    if made:
        load = statistics.median(one.rows[0]["load"] for one in made)
        print(f"Before a launch the load average was {load:.1f} (median), that of earlier launches included: the\n"
              "figures of a busy machine are those of its other programs, too.\n")
    crowded = [one.ranks for one in launches if one.ranks > cores]
    if crowded:
        print(CROWDED.format(least=min(crowded), cores=cores))


# ---- The summary ----

def print_counts(cells):
    print("All collectives but the barrier; *behind*: the median of the ratios is below "
          f"{BEHIND}, *ahead*: above {1 / BEHIND:.2f}.\n")
    print("| MPI | ranks | rows | ahead | as fast | behind | geometric mean of the ratios |")
    print("|---|---|---|---|---|---|---|")
    for mpi, ranks in dict.fromkeys((cell.mpi, cell.ranks) for cell in cells):
        ratios = [cell.ratio() for cell in cells
                  if cell[:2] == (mpi, ranks) and cell.rows and cell.collective != "barrier"]
        ahead, behind = sum(r > 1 / BEHIND for r in ratios), sum(r < BEHIND for r in ratios)
        mean = f"{statistics.geometric_mean(ratios):.2f}" if ratios else "-"
        print(f"| {NAMES.get(mpi, mpi)} | {ranks} | {len(ratios)} | {ahead} | {len(ratios) - ahead - behind} | "
              f"{behind} | {mean} |")
    print()


def print_behind(cells):
    behind = sorted((cell for cell in cells if cell.rows and cell.ratio() < BEHIND), key=Cell.ratio)
    if not behind:
        print("No row is behind.\n")
        return
    print("Where grove is behind, the largest distance first:\n")
    for cell in behind:
        what = cell.collective if cell.collective == "barrier" else \
            f"{cell.collective} of {size_text(cell.size)}"
        print(f"* {what} on {cell.ranks} ranks of {NAMES.get(cell.mpi, cell.mpi)}: {cell.ratio():.2f}, by "
              f"{cell.plan()}")
    print()


# ---- The tables ----

def line_of(cell):
    size = "-" if cell.collective == "barrier" else size_text(cell.size)
    if not cell.rows:
        return f"| {cell.collective} | {size} | - | - | - | - | - |"
    ratios = cell.ratios()
    grove, mpi = (time_text(statistics.median(row[side] for row in cell.rows)) for side in ("grove", "mpi"))
    return (f"| {cell.collective} | {size} | {cell.plan()} | {grove} | {mpi} | **{cell.ratio():.2f}** | "
            f"{min(ratios):.2f} to {max(ratios):.2f} |")


def print_table(cells):
    print("| operation | bytes | plan | grove | MPI | ratio | least to largest |")
    print("|---|---|---|---|---|---|---|")
    for name in COLLECTIVES + MESSAGES:
        for cell in cells:
            if cell.collective == name:
                print(line_of(cell))
    print()


def print_messages(cells, versions):
    if not cells:
        return
    print(ABOUT_MESSAGES)
    for mpi in versions:
        print(f"**{NAMES.get(mpi, mpi)}**\n")
        print_table([cell for cell in cells if cell.mpi == mpi])


def print_page(launches, versions):
    cells = cells_of([one for one in launches if one.names == COLLECTIVES])
    print(HEAD)
    print_machine(versions, launches)
    print("## Ahead and behind\n")
    print_counts(cells)
    print_behind(cells)
    print_messages(cells_of([one for one in launches if one.names == MESSAGES]), versions)
    for mpi in versions:
        print(f"## {NAMES.get(mpi, mpi)}\n")
        for ranks in dict.fromkeys(cell.ranks for cell in cells):
            print(f"**{ranks} ranks**\n")
            print_table([cell for cell in cells if cell[:2] == (mpi, ranks)])
