"""Measures which share of a collective a computation hides, in grove's ways and in an MPI's, as a table."""
# SPDX-License-Identifier: BSD-2-Clause

import re
import statistics
from dataclasses import dataclass

LINE = re.compile(r"(\w+) +(\d+)  alone +([\d.]+) us  computing +([\d.]+) us  both +([\d.]+) us  hidden +(-?\d+) %")
# Heading of the column, side, and how the program looks at its request meanwhile.
WAYS = [("grove, wait", "grove", "wait"), ("test", "grove", "test"), ("helper", "grove", "helper"),
        ("MPI, wait", "MPI", "wait"), ("test", "MPI", "test")]
HEADING = ("| collective | block | grove alone | wait | test | helper | MPI alone | wait | test |\n"
           "|---|---|---|---|---|---|---|---|---|")


@dataclass
class Sample:
    """A launch's times of an operation in microseconds, and the share that was hidden in percent."""
    alone: float
    remains: float  # what the operation adds to the computation
    hidden: float


def read_launch(text):
    """The samples of a launch, by operation and bytes."""
    return {(verb, int(size)): Sample(float(alone), float(both) - float(computing), float(hidden))
            for verb, size, alone, computing, both, hidden in LINE.findall(text)}


def median(samples, name):
    return statistics.median(getattr(one, name) for one in samples)


def cells(samples_of_ways):
    """The time alone, and for each way what remains and the hidden share."""
    alone = median([one for samples in samples_of_ways for one in samples], "alone")
    return [f"{alone:.3g} us"] + [f"{median(samples, 'remains'):.3g} us, {median(samples, 'hidden'):.0f} %"
                                  for samples in samples_of_ways]


def lines(launches):
    """A line for each operation and size; launches: samples of each way, launch by launch."""
    table = []
    for verb, size in launches[0][0] if launches[0] else []:
        ways = [[one[verb, size] for one in way if (verb, size) in one] for way in launches]
        row = [verb, f"{size:,} B"]
        for side in ("grove", "MPI"):
            mine = [ways[k] for k, (_, whose, _) in enumerate(WAYS) if whose == side]
            row += cells(mine) if all(mine) else ["-"] * (1 + len(mine))
        table.append("| " + " | ".join(row) + " |")
    return table
