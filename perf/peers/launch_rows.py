# Reads launches of `ninja compare`, merges rows that are alike, finds a side's best row and limits.
# SPDX-License-Identifier: BSD-2-Clause

import json
import math
import statistics
from collections import defaultdict
from dataclasses import dataclass, replace

COLLECTIVES = ["broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter",
               "allreduce", "alltoall", "send", "permute", "barrier"]  # in the order of tables
NUMBER = int, float
STATES = {"fresh": "before each operation every node rewrites its input and reads its output",
          "resident": "nothing touches the buffers between operations"}
FEWEST = 6  # launches: with fewer there is no 95 % interval of the median


class Refusal(Exception):
    """One line: what was asked, and why not."""


@dataclass
class Row:
    """An operation by one program: median and interval in seconds."""
    collective: str
    algorithm: str
    network: str
    clock: str
    nodes: int
    root: int
    bytes: int
    data: str  # the state; "": there are no data
    median: float
    low: float
    high: float
    backtoback: float = math.nan  # of operations that follow one another
    launches: int = 1
    p95: float = math.nan  # of first calls

    def operation(self):
        return self.collective, self.nodes, self.bytes

    def vendor(self):
        """The program without its settings: "Open MPI 4.1.4" of "Open MPI 4.1.4, basic"."""
        return self.algorithm.split(",")[0]


# ---- Reading ----

def field(value, name, kind, default=None):
    found = value.get(name, default) if isinstance(value, dict) else None
    if not isinstance(found, kind) or isinstance(found, NUMBER) and found < 0:
        raise Refusal(f"{name} is missing or wrong: {found!r}")
    return found


def read_row(value):
    time = field(value, "time_s", dict)
    data = field(value, "data", (str, type(None)), "resident") or ""
    if data and data not in STATES:
        raise Refusal(f"data is missing or wrong: {data!r}")
    return Row(field(value, "collective", str), field(value, "algorithm", str, ""),
               field(value, "network", str, ""), field(value, "clock", str, "native"),
               field(value, "nodes", int), field(value, "root", int, 0), field(value, "bytes", int),
               data, *(field(time, name, NUMBER) for name in ("median", "ci_low", "ci_high")),
               field(value, "backtoback_s", NUMBER, math.nan),
               p95=field(time, "p95", NUMBER, math.nan))


def is_untimed(value):
    """Returns true for a row with an error, or with operations that the clock cannot tell from none."""
    time = value.get("time_s") if isinstance(value, dict) else None
    return isinstance(value, dict) and "error" in value or (
        isinstance(time, dict) and "median" in time and time["median"] is None)


def read_launch(path):
    """The rows of one file. A row without a time is passed over."""
    try:
        with open(path, encoding="utf-8") as file:
            launch = json.load(file)
        if launch["schema"] != "grove-bench":
            raise ValueError("another schema")
        results = list(launch["results"])
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal(f"{path}: is not a benchmark, as `grove bench --json` writes: {error}") from None
    rows = []
    for i, value in enumerate(results):
        try:
            if not is_untimed(value):
                rows.append(read_row(value))
        except Refusal as error:
            raise Refusal(f"{path}: result {i}: {error}") from None
    return rows


# ---- Merging ----

def order_statistic(count):
    """The interval of a median goes from the k-th smallest to the k-th largest, counted from 0: the
    largest k with 2 P(Binomial(count, 1/2) <= k) <= 5 %, or 0 (Hahn & Meeker 1991, section 5.2)."""
    below = k = 0
    while (below := below + math.comb(count, k)) * 40 <= 2 ** count:
        k += 1
    return max(k - 1, 0)


def merge(rows):
    """The median of the launches' medians. With FEWEST launches the interval is that of these
    medians; with fewer it goes from the least low end to the greatest high end."""
    medians = sorted(row.median for row in rows)
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    if len(rows) >= FEWEST:
        k = order_statistic(len(rows))
        low, high = medians[k], medians[-1 - k]
    following = [row.backtoback for row in rows if math.isfinite(row.backtoback)]
    return replace(rows[0], median=statistics.median(medians), low=low, high=high,
                   launches=len(rows),
                   backtoback=statistics.median(following) if following else math.nan,
                   p95=statistics.median(row.p95 for row in rows))


# ---- Sides, and the limit ----

def is_grove(row):
    return row.algorithm == "grove"


def is_peer(row):
    return not is_grove(row)


def is_mpi(row):
    """Nodes of an MPI, as grove's, have buffers of their own; OpenMP's loops share the buffers."""
    return row.network == "MPI"


# Blocks that a collective of n nodes writes in all outputs together.
WRITTEN = {"broadcast": lambda n: n - 1, "allgather": lambda n: n * n, "alltoall": lambda n: n * n}
for name in ["reduce", "send", "local-transpose", "transpose"]:
    WRITTEN[name] = lambda n: 1
for name in ["scatter", "gather", "reducescatter", "allreduce", "permute"]:
    WRITTEN[name] = lambda n: n


def table_order(row):
    known = row.collective in COLLECTIVES
    return (row.nodes, COLLECTIVES.index(row.collective) if known else len(COLLECTIVES),
            row.collective, row.bytes, row.algorithm, row.network)


class Rows(list):
    """The merged rows of all launches on data in a state, in the order of tables. Rows without data
    belong to each state."""

    def __init__(self, rows, state):
        self.state = state
        same, self.by_operation = defaultdict(list), defaultdict(list)
        for row in rows:
            same[row.operation(), row.algorithm, row.network].append(row)
        super().__init__(sorted(map(merge, same.values()), key=table_order))
        for row in self:
            self.by_operation[row.operation()].append(row)
        self.copies = {row.bytes: self.best(row.operation(), is_peer).median for row in self
                       if row.collective == "copy" and row.median > 0}
        self.line = next((row.median for row in self if row.collective == "ping-pong"), math.nan)

    def best(self, operation, side):
        """The fastest row of a side; None: the side has no row of the operation."""
        rows = filter(side, self.by_operation.get(operation, []))
        return min(rows, key=lambda row: row.median, default=None)

    def backtoback(self, operation, side):
        """The least time of operations that follow one another, or NAN."""
        times = (row.backtoback for row in self.by_operation[operation] if side(row))
        return min(filter(math.isfinite, times), default=math.nan)

    def copy_time(self, count):
        """Seconds of memcpy for that many bytes, on a straight line in logarithms; or NAN."""
        below = max((size for size in self.copies if size <= count), default=0)
        above = min((size for size in self.copies if size >= count), default=0)
        if not below or not above:
            return math.nan
        part = math.log(count / below) / math.log(above / below) if below < above else 0
        return self.copies[below] * (self.copies[above] / self.copies[below]) ** part

    def limit(self, row):
        """Seconds in which plain memcpy, by one core or by both, copies once all that is written,
        and then a cache line goes one way between the cores: half of a bare round trip. Copies are
        timed as collectives are, so the same sizes lie in the same caches. A transposition is
        the copy alone, a ring's round trip that of the bare line. NAN for what writes nothing, and
        where no copy is as large or as small."""
        if row.collective == "ring-round-trip":
            return self.line
        if row.collective == "barrier":
            return self.line / 2
        blocks = WRITTEN.get(row.collective, lambda n: 0)(row.nodes)
        one_way = row.collective in COLLECTIVES and math.isfinite(self.line)
        return self.copy_time(blocks * row.bytes) + (self.line / 2 if one_way else 0)


def read_launches(paths):
    """The rows of each state that was measured; "" is the state where no row has data."""
    rows = [row for path in paths for row in read_launch(path)]
    if not rows:
        raise Refusal("there are no rows")
    states = [state for state in STATES if any(row.data == state for row in rows)] or [""]
    return [Rows((row for row in rows if row.data in ("", state)), state) for state in states]


def each_once(states):
    """All rows of all states. A row without data belongs to each state, and is here once."""
    return [row for rows in states for row in rows if row.data or rows is states[0]]
