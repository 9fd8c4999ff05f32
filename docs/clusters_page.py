"""Writes the page of docs/clusters.py: what is known, as text and tables."""
# SPDX-License-Identifier: BSD-2-Clause

import math
from typing import NamedTuple

from page_text import time_text

SELECTIONS = {"ompi": "Open MPI", "mpich": "MPICH", "mvapich2": "MVAPICH2", "impi": "Intel MPI"}
COLLECTIVES = ("broadcast", "scatter", "gather", "reduce", "allreduce", "allgather", "reducescatter",
               "alltoall")


class Row(NamedTuple):
    """A case: a plan beside the four selections. Times are seconds, None or "crash"."""
    cluster: str
    linked: bool  # the links of the hosts are the links of the plan's network
    nodes: int
    collective: str
    size: int
    plan: str
    expected: float
    took: float
    peers: list

    def ratio(self):
        """The time of the best selection over that of the plan; None if one of them is not known."""
        known = [p for p in self.peers if isinstance(p, float)]
        return min(known) / self.took if known and self.took and None not in self.peers else None

    def where(self):
        return f"{self.cluster} of {self.nodes} nodes"


def known_text(seconds):
    return seconds or "-" if seconds in (None, "crash") else time_text(seconds)


def size_text(size):
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def ratio_text(row):
    """The ratio; where selections are not known, an upper limit of the ratio."""
    known = [p for p in row.peers if isinstance(p, float)]
    if row.ratio():
        return f"**{row.ratio():.2f}**"
    return f"<= {min(known) / row.took:.2f}" if known and row.took else "-"


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def span(ratios):
    return f"{min(ratios):.2f} .. **{mean(ratios):.2f}** .. {max(ratios):.2f}" if ratios else "-"


def compared(rows):
    return [row for row in rows if row.ratio()]


def lost(row):
    return row.ratio() < 0.995


def won(row):
    return row.ratio() > 1.005


def clusters_of(rows):
    return list(dict.fromkeys(row.cluster for row in rows))


# ---- The summary ----

def print_known_case(rows):
    """The case that the schedules are made for, as a line."""
    known = {row.collective: row.ratio() for row in compared(rows)
             if row.cluster == "hypercube" and row.nodes == 256 and row.size == 16 << 20}
    if known:
        print("On a hypercube of 256 nodes, with 16 MiB, the plans are faster than the best "
              "selection by these factors: " + ", ".join(f"{c} {known[c]:.1f}" for c in COLLECTIVES if c in known)
              + ".\n")


def print_counts(rows):
    """How many cases are won, by how much, and how many are lost, on each cluster."""
    print("| cluster | nodes | faster | as fast | slower | ratio |")
    print("|---|---|---|---|---|---|")
    for cluster in clusters_of(rows):
        known = compared(row for row in rows if row.cluster == cluster)
        nodes = sorted({row.nodes for row in known})
        faster, slower = sum(map(won, known)), sum(map(lost, known))
        print(f"| {cluster} | {', '.join(map(str, nodes)) or '-'} | {faster} | "
              f"{len(known) - faster - slower} | {slower} | {span([r.ratio() for r in known])} |")
    print()


def print_ratios(rows):
    """The ratios of each collective on each cluster."""
    print("| collective | " + " | ".join(clusters_of(rows)) + " |")
    print("|---|" + "---|" * len(clusters_of(rows)))
    for collective in COLLECTIVES:
        texts = [span([row.ratio() for row in compared(rows)
                       if row.collective == collective and row.cluster == cluster])
                 for cluster in clusters_of(rows)]
        print(f"| {collective} | " + " | ".join(texts) + " |")
    print()


def print_ends(rows):
    """The largest wins and the largest losses."""
    known = sorted(compared(rows), key=Row.ratio)
    losses, wins = [r for r in known if lost(r)], [r for r in known if won(r)]
    print(f"The plan is slower than the best selection in {len(losses)} of {len(known)} cases, and faster "
          f"in {len(wins)}.")
    for title, ends in (("wins", wins[:-9:-1]), ("losses", losses[:10])):
        if ends:
            print(f"\nThe largest {title}:\n")
        for row in ends:
            print(f"* {row.collective} of {size_text(row.size)} on a {row.where()}: {row.ratio():.2f}, by "
                  f"`{row.plan}`")
    print()


def print_agreement(rows):
    apart = [row.took / row.expected - 1 for row in rows if row.took and row.linked]
    if apart:
        print(f"On hypercube, generalized hypercube and torus the {len(apart)} times of the plans "
              f"differ from those of `grove simulate` by {100 * min(apart):.1f} % to "
              f"{100 * max(apart):.1f} %: links of both cost the same, and SMPI adds 16 bytes to each "
              "message.\n")


def print_effort(rows, took):
    asked = [time for row in rows for time in [row.took, *row.peers]]
    print(f"The {len(asked)} times of the tables, of which {asked.count(None)} are not known, took the "
          f"simulator {took / 60:.1f} minutes of one processor.\n")


def print_table(nodes, rows):
    print(f"**{nodes} nodes**\n")
    print("| collective | bytes | plan | time | " + " | ".join(SELECTIONS.values()) + " | ratio |")
    print("|---|---|---|---|" + "---|" * len(SELECTIONS) + "---|")
    for row in rows:
        print("| " + " | ".join([row.collective, size_text(row.size), row.plan, known_text(row.took),
                                 *map(known_text, row.peers), ratio_text(row)]) + " |")
    print()


HEAD = """# Simulated clusters: plans beside MPI's own collectives

What the schedules are worth between machines, before there are the machines: each plan is played as
messages of MPI on SimGrid's SMPI, a simulator that is not ours, beside MPI's collectives as Open MPI,
MPICH, MVAPICH2 and Intel MPI would choose the algorithm (`--cfg=smpi/coll-selector`). *ratio* is the
time of the best of the four choices over the time of the plan: above 1 the plan is faster. A ratio is
given where all four are known; where one is missing, the others give an upper limit.

Links take 1 us and 10 GB/s in each direction. `perf/clusters/simulate.sh` has the settings of
SimGrid, each with its reason: the model has start-ups, rates, and links that messages share, and
nothing else. No time is charged for copies, folds and calls, to neither side. A node of the
hypercube, the generalized hypercube and the torus has a link to each neighbour, and all of a node's
links work at the same time: `grove platform` writes these. A node of the fat tree (two levels, full
bisection) and of the dragonfly has one link, to a switch, and each link takes a quarter of the
start-up; the plans there have ports `sendrecv`, one packet out and one in at a time, and take the hosts
for a hypercube, a ring or the complete network: the table has the fastest of the three, with node v on
host v. *bytes* are those of the largest buffer of a node. *plan* is the
choice of `auto` for links of 1 us and 10 GB/s.

This page is written by `ninja clusters`. Data is checked to the last byte in `tests/perf/clusters_test.sh`,
not here: in these runs all nodes share the same memory. A dash is a case that was not
simulated, or took the simulator longer than its limit or more memory than it may have; `crash` is a case in which SMPI's own code for
the selection ends the program. Sizes and numbers of nodes without a table were not simulated.

The command itself runs there with any plan and size, beside MPI's collectives (`ninja simulated-mpi`):

    grove platform cube:4 --beta 1e-6 --tau 1e-10 --hostfile hosts >cube.xml
    sh perf/clusters/simulate.sh cube.xml hosts 16 --cfg=smpi/privatization:dlopen \\
      --cfg=smpi/test:1e-9 build/mpi/simulated/grove-mpi bench broadcast nesbt cube:4 --beside-mpi

There a packet is a team's message over MPI, with a header, so times are longer than in the tables.
"""
WHY = """## Why

* **Broadcast, reduce, scatter, gather, allgather, reducescatter and allreduce** win on hypercubes,
  generalized hypercubes and tori, since a node has many links there. The plans send a share of the
  data over every link; a tree, a ring or a pairwise exchange uses one link of a node at a time. So with
  much data the ratio comes near the number of links of a node: on 256 nodes these are 8, 30 and 6. It
  is larger where the selections take an algorithm that moves data more than once, as for broadcast, and
  smaller for scatter: the linear scatter of Open MPI sends to all nodes at the same time, and the routes
  of SimGrid leave the root by several of its links.
* **With little data** start-ups decide. On networks of many links most plans still win, as they take
  few steps, but by less.
* **Alltoall** loses where start-ups count, and wins with more data and more nodes. A message of MPI that
  crosses several links of SimGrid crosses all of them at the same time, and the start-ups of all
  messages of a node overlap. A packet of a plan is received whole by each node on its way before it
  goes on, and pays a start-up for each link.
* **On a fat tree** a node has a single link, so trees over many links bring nothing, and what moves
  each byte once over the link of a node is the best there is: gather, allreduce, allgather and
  reducescatter of plans and selections take the same time. Pipelining brings a part of a factor of two in
  broadcast and reduce, beside a scatter followed by an allgather. Plans for one packet at a time pay
  the start-ups of their packets one after another, and lose scatters and alltoalls to selections that
  start all messages at once, the more the less data there is. On a dragonfly gathers are lost as well.
* **On a dragonfly** the few links between groups are the limit. No plan here knows these links. Rings
  stay within a group for most of the way, and win with much data; with little data a ring of many
  nodes takes too many steps, and the dimensions of a hypercube cross the links between groups too often.
"""


def print_page(rows, took):
    """The page of all rows, which took the simulator that many seconds of a processor."""
    known = [row for row in rows if row.took or any(row.peers)]
    print(HEAD)
    print("## Where the plans win and lose\n")
    print_known_case(known)
    print_counts(known)
    print("Least, mean and largest ratio of each collective:\n")
    print_ratios(known)
    print_ends(known)
    print_agreement(known)
    print_effort(known, took)
    print(WHY)
    for cluster in clusters_of(known):
        print(f"## {cluster.capitalize()}\n")
        own = [row for row in known if row.cluster == cluster]
        for nodes in sorted({row.nodes for row in own}):
            print_table(nodes, [row for row in own if row.nodes == nodes])
