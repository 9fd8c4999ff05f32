# Writes what was measured into README.md, in short, and in full into docs/measurements.md.
# SPDX-License-Identifier: BSD-2-Clause

import os

from launch_rows import COLLECTIVES, STATES, Refusal, each_once, is_grove, is_mpi
from targets import first_times, judge_all
from unit_text import size_text, time_text

BEGIN, END = "<!-- measured: written by `ninja readme` -->\n", "<!-- measured: end -->\n"
COLUMNS = 7  # sizes of a table at most
NO_LIBRARIES = "bare ", "memcpy ", "likwid"
SHORT_ROWS = ["broadcast", "reduce", "allgather", "allreduce", "alltoall"]
SHORT_COLUMNS = [(2, 8), (2, 8192), (2, 2 << 20), (16, 8), (16, 2048), (16, 256 << 10)]


def processor(machine):
    virtual = "bare metal" if machine["hypervisor"] == "none" else "a virtual machine"
    return f"On two cores of {machine['cpus']}, {machine['cpu_model']} ({virtual}"


def where(states, machine):
    """The machine, as `grove bench --json` describes it, and the peers."""
    rows = each_once(states)
    peers = dict.fromkeys(row.vendor() for row in rows if not is_grove(row) and
                          not row.algorithm.startswith(NO_LIBRARIES))
    counts = sorted({row.launches for row in rows})
    launches = " to ".join(str(count) for count in sorted({counts[0], counts[-1]}))
    launches = "one launch" if counts == [1] else f"medians of {launches} launches"
    caches = ", ".join(map(size_text, machine["cache_bytes"]))
    return (f"{processor(machine)}; caches of {caches}), "
            f"{machine['kernel']}, {machine['compiler']}, {machine['date'][:10]}: "
            f"{launches} in random order,\nevery program by the same clock from the first entry "
            "to the last exit. A bare cache line goes there\n"
            f"and back in {time_text(states[0].line)}, which is the scale of all small messages. "
            f"Beside grove ran:\n{', '.join(peers)}.\n\n"
            "Time of one operation by the schedule that `auto` chooses, and in bold how many times as "
            "long the fastest MPI takes (each MPI in several settings). Each node has a body that calls the "
            "verbs (`grove_team_run`), as each rank of an MPI does. With more nodes than cores the bodies "
            "take turns on two threads of grove, and the ranks of MPI on two cores.\n")


def cell(rows, operation):
    """ "290 ns, **2.1**": grove's time, and how many times as long the fastest MPI takes."""
    grove, mpi = rows.best(operation, is_grove), rows.best(operation, is_mpi)
    if not grove:
        return " |"
    if not mpi:
        return f" {time_text(grove.median)} |"
    ratio = mpi.median / grove.median
    return f" {time_text(grove.median)}, **{ratio:.{1 if ratio < 10 else 0}f}** |"


def table(rows, nodes):
    """A line for each collective; a column for each size, or for some of many sizes."""
    mine = [row for row in rows
            if row.nodes == nodes and is_grove(row) and row.collective in COLLECTIVES]
    sizes = sorted({row.bytes for row in mine if row.bytes})
    if len(sizes) > COLUMNS:
        sizes = [sizes[k * (len(sizes) - 1) // (COLUMNS - 1)] for k in range(COLUMNS)]
    if not sizes:
        return ""
    lines = ["", f"| {nodes} nodes |" + "".join(f" {size_text(size)} |" for size in sizes),
             "|---|" + "---|" * len(sizes)]
    for name in dict.fromkeys(row.collective for row in mine):
        columns = sizes if name != "barrier" else [0]
        cells = [cell(rows, (name, nodes, size)) for size in columns]
        lines.append(f"| {name} |" + "".join(cells) + " |" * (len(sizes) - len(cells)))
    return "\n".join([*lines, ""])


def tables(rows):
    """The tables of a state of the data."""
    title = f"\n**Data: {rows.state}** ({STATES[rows.state]}).\n" if rows.state else ""
    return title + table(rows, 2) + table(rows, 16)


def targets(states):
    lines = ["", "The targets, as ratios of the peer's time, or the limit, to grove's:", "",
             "| what, beside whom | data | at least | least | mean | points | |",
             "|---|---|---|---|---|---|---|"]
    lines += [f"| {one.target.text} | {one.data()} | {one.asks()} | {one.least:.2f} "
              f"({one.least_at()}) | {one.mean:.2f} | {one.points} | {one.verdict()} |"
              for one in judge_all(states) if one.points]
    return "\n".join([*lines, ""])


def starts(states):
    """What a program pays once, beside the goals."""
    found = first_times(states[0])
    if not found:
        return ""
    lines = ["", "What a program pays once, with default options, each time in a process of its own:",
             "", "| | network | median | 95 % | at most | 95 % | |", "|---|---|---|---|---|---|---|"]
    lines += [f"| {' | '.join(one.cells())} |" for one in found]
    return "\n".join([*lines, ""])


def short(states, machine):
    """The README's part: some collectives, in the first state of the data."""
    rows = states[0]
    mpis = " and ".join(dict.fromkeys(row.vendor() for row in each_once(states) if is_mpi(row)))
    heads = [f"{nodes} nodes: {size_text(size)}" if number % 3 == 0 else size_text(size)
             for number, (nodes, size) in enumerate(SHORT_COLUMNS)]
    lines = [f"{processor(machine)}), {machine['date'][:10]}, beside {mpis or 'no MPI'}:", "",
             f"| {rows.state} data | {' | '.join(heads)} |", "|---|" + "---|" * len(heads)]
    lines += [f"| {name} |" + "".join(cell(rows, (name, *column)) for column in SHORT_COLUMNS)
              for name in SHORT_ROWS]
    return "\n".join([*lines, ""])


def full(states, machine):
    """The part of docs/measurements.md: all tables, first times and the targets."""
    return "".join([where(states, machine), *map(tables, states), starts(states), targets(states)])


def write(path, part):
    """Puts the part between the lines BEGIN and END. On an error the file is as it was."""
    try:
        with open(path, encoding="utf-8") as file:
            before, begin, rest = file.read().partition(BEGIN)
        _, end, behind = rest.partition(END)
        if not begin or not end:
            raise Refusal(f"{path}: has no lines '{BEGIN.strip()}' and '{END.strip()}'")
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.write(before + begin + part + end + behind)
        os.replace(f"{path}.new", path)
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}") from None
