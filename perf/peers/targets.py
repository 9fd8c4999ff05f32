# The targets that grove sets itself beside its peers, and what became of each.
# SPDX-License-Identifier: BSD-2-Clause

import math
import statistics
from dataclasses import dataclass, field
from typing import Callable, Optional

from launch_rows import COLLECTIVES, Row, is_grove, is_mpi, is_peer
from unit_text import size_text, time_text


@dataclass
class Target:
    """A target speaks of ratios: the time of the fastest peer, or the limit, into grove's."""
    text: str
    collective: Optional[str]  # None: all that an MPI has, but barriers
    nodes: range
    least: float  # bytes of a block
    most: float
    side: Optional[Callable]  # whose fastest row counts; None: the limit
    each: float  # at every point
    means: dict = field(default_factory=dict)  # state: geometric mean; none is asked for elsewhere


TWO, MANY, ANY = range(2, 3), range(8, 65), math.inf
SHORT = 2048  # bytes: up to here the way of a line is most of the time
# OpenMP's loops touch the memory of all threads, so loops are not peers of collectives; of barriers,
# of reductions of an array and of transposes in one memory they are.
TARGETS = [Target(*columns) for columns in [
    ("ring, 8-byte items: Boost, Concurrency Kit", "ring-item", TWO, 8, 8, is_peer, 1),
    ("ring, round trip: Boost, Concurrency Kit", "ring-round-trip", TWO, 8, 8, is_peer, 1),
    ("ring, round trip: a bare cache line's", "ring-round-trip", TWO, 8, 8, None, 1 / 1.1),
    ("2 nodes, to 2 KiB: the faster MPI", None, TWO, 1, SHORT, is_mpi, 1,
     {"fresh": 2, "resident": 2}),
    ("2 nodes, from 4 KiB: the faster MPI", None, TWO, SHORT + 1, ANY, is_mpi, 1.2,
     {"fresh": 3.2, "resident": 4.5}),
    ("2 nodes, barrier: MPIs, OpenMPs, pthread_barrier", "barrier", TWO, 0, 0, is_peer, 1),
    ("2 nodes, from 1 MiB: memcpy of what is written", None, TWO, 1 << 20, ANY, None, 0.85),
    ("8 to 64 nodes on 2 cores, to 4 KiB: the faster MPI", None, MANY, 1, 4096, is_mpi, 10),
    ("8 to 64 nodes on 2 cores, above: the faster MPI", None, MANY, 4097, ANY, is_mpi, 2),
    ("8 to 64 nodes on 2 cores, barrier: the faster MPI", "barrier", MANY, 0, 0, is_mpi, 10),
    ("transpose in one memory: OpenBLAS, OpenMP loop", "local-transpose", TWO, 1, ANY, is_peer, 1),
    ("transpose, rows on their nodes: the same", "transpose", TWO, 1, ANY, is_peer, 1),
    ("histogram: OpenMP reduction of an array", "histogram", TWO, 1, ANY, is_peer, 1),
]]


# What a program pays once, with default options, each time in a process of its own.
FIRST_TIMES = {"team-open": "open a team", "first-run": "first run, of an empty body",
               "open-to-close": "open, empty run, close",
               "first-calls": "first broadcast, allreduce and alltoall of 8 B",
               "first-calls-kept": "the same, with kept choices"}
MS = 1e-3
GOALS = {("first-run", name): (0.15 * MS, MS) for name in ("gh:2", "cube:3", "cube:4")}
GOALS |= {("open-to-close", name): (MS, 3 * MS) for name in ("gh:2", "cube:3", "cube:4")}
GOALS |= {("team-open", name): (0.3 * MS, math.inf) for name in ("gh:2", "cube:3", "cube:4")}
for name, goal in {"gh:2": 0.1 * MS, "cube:3": 0.25 * MS, "cube:4": 0.5 * MS, "cube:6": 2 * MS,
                   "star:5": 5 * MS, "ccc:4": 5 * MS}.items():
    GOALS["first-calls", name] = goal, math.inf
    GOALS["first-calls-kept", name] = goal / 3, math.inf


@dataclass
class FirstTime:
    """A first time beside its goals, for the median and for 95 of 100 launches."""
    row: Row
    median: float
    p95: float

    def what(self):
        return FIRST_TIMES[self.row.collective]

    def verdict(self):
        met = self.row.median <= self.median and self.row.p95 <= self.p95
        return "met" if met else "missed"

    def cells(self):
        times = self.row.median, self.row.p95, self.median, self.p95
        return [self.what(), self.row.network, *map(time_text, times), self.verdict()]


def first_times(rows):
    found = [FirstTime(row, *GOALS[row.collective, row.network]) for row in rows
             if (row.collective, row.network) in GOALS]
    return sorted(found, key=lambda one: list(FIRST_TIMES).index(one.row.collective))


@dataclass
class Outcome:
    target: Target
    points: int = 0
    least: float = math.nan
    mean: float = math.nan
    worst: Optional[Row] = None  # grove's row of the least ratio

    def data(self):
        return self.worst.data if self.worst else ""

    def mean_asked(self):
        return self.target.means.get(self.data(), 0)

    def verdict(self):
        if not self.points:
            return "not measured"
        met = self.least >= self.target.each and self.mean >= self.mean_asked()
        return "met" if met else "missed"

    def asks(self):
        """ "1.2, mean 2.5" """
        mean = f", mean {self.mean_asked():.3g}" if self.mean_asked() else ""
        return f"{self.target.each:.3g}{mean}"

    def least_at(self):
        """ "broadcast of 128 B, 2 nodes" """
        if not self.worst:
            return ""
        size = f" of {size_text(self.worst.bytes)}" if self.worst.bytes else ""
        return f"{self.worst.collective}{size}, {self.worst.nodes} nodes"


def concerns(target, row):
    if row.nodes not in target.nodes or not target.least <= row.bytes <= target.most:
        return False
    if target.collective:
        return row.collective == target.collective
    return row.collective in COLLECTIVES


def ratio(target, rows, row):
    if not target.side:
        return rows.limit(row) / row.median
    peer = rows.best(row.operation(), target.side)
    return peer.median / row.median if peer else math.nan


def judge(target, rows):
    ratios = [(ratio(target, rows, row), row) for row in rows if concerns(target, row) and
              row.median > 0 and rows.best(row.operation(), is_grove) is row]
    ratios = [(value, row) for value, row in ratios if math.isfinite(value)]
    if not ratios:
        return Outcome(target)
    least, worst = min(ratios, key=lambda pair: pair[0])
    mean = statistics.geometric_mean(value for value, _ in ratios)
    return Outcome(target, len(ratios), least, mean, worst)


def judge_all(states):
    """Each target for each state, and once where there are no data."""
    outcomes = {}
    for target in TARGETS:
        for rows in states:
            one = judge(target, rows)
            outcomes.setdefault((target.text, one.data()), one)
    return list(outcomes.values())


def met(outcomes):
    """No target is missed, and one at least was measured."""
    verdicts = {outcome.verdict() for outcome in outcomes}
    return "met" in verdicts and "missed" not in verdicts
