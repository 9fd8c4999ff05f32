#!/usr/bin/env python3
"""Writes docs/clusters.md: plans beside MPI's collectives, in the simulated time of SimGrid."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/clusters.py BUILD FOLDER > docs/clusters.md     or: ninja clusters
#	docs/clusters.py BUILD FOLDER --nodes 16 --bytes 64K --clusters cube,torus
#
# FOLDER keeps the time of each case as soon as the case has ended: a run that was stopped goes on
# where it ended. A case that takes the simulator more than --limit seconds of a processor is given up,
# and has a dash; a larger limit tries the case again. With --limit 0 nothing is launched, and the page
# has what is in FOLDER.

import argparse
import json
import math
import os
import selectors
import signal
import subprocess
import sys

BETA, TAU = 1e-6, 1e-10
SELECTIONS = "ompi", "mpich", "mvapich2", "impi"
COLLECTIVES = ("broadcast", "scatter", "gather", "reduce", "allreduce", "allgather", "reducescatter",
               "alltoall")
ROOTED = COLLECTIVES[:4]
UNITS = {"K": 1 << 10, "M": 1 << 20}
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A platform of SimGrid's own, where each host has one link to a switch: a message between far hosts
# crosses four links or more, each with a quarter of the start-up.
SWITCHED = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="grove" prefix="node-" suffix="" radical="0-{last}" speed="1Gf" bw="{rate}Bps"
           lat="{latency}s" sharing_policy="SPLITDUPLEX" loopback_bw="1000000GBps" loopback_lat="0s"
           topology="{kind}" topo_parameters="{shape}"/>
</platform>
"""


def any_of(nodes, digits):
    """The networks that a plan may take hosts with one link each for."""
    complete = (f"gh:{nodes}",) if nodes <= 64 else ()
    return (f"cube:{digits}", f"ring:{nodes}") + complete


# cluster: what it is, the ports of a node, and for each number of nodes the network of the plans and
# None, or what a plan may take the cluster for, and the parameters of SimGrid's topology.
CLUSTERS = {
    "cube": ("hypercube", "all",
             {16: ("cube:4", None), 64: ("cube:6", None), 256: ("cube:8", None),
              1024: ("cube:10", None)}),
    "gh": ("generalized hypercube", "all",
           {16: ("gh:4x4", None), 64: ("gh:8x8", None), 256: ("gh:16x16", None)}),
    "torus": ("torus", "all",
              {16: ("torus:4x4", None), 64: ("torus:4x4x4", None), 256: ("torus:4x8x8", None)}),
    "fat-tree": ("fat tree", "sendrecv",
                 {n: (any_of(n, d), ("FAT_TREE", f"2;{k},{k};1,{k};1,1"))
                  for n, d, k in ((16, 4, 4), (64, 6, 8), (256, 8, 16))}),
    "dragonfly": ("dragonfly", "sendrecv",
                  {16: (any_of(16, 4), ("DRAGONFLY", "2,1;2,1;2,1;2")),
                   64: (any_of(64, 6), ("DRAGONFLY", "4,1;2,1;4,1;2")),
                   256: (any_of(256, 8), ("DRAGONFLY", "8,1;4,1;4,1;2"))}),
}


def grove(options, *words):
    return subprocess.run([options.build + "/grove", *words], check=True, capture_output=True,
                          text=True).stdout


def write_platform(options, name, cluster, nodes):
    """Writes platform and host file of a cluster; returns their names."""
    network, switched = CLUSTERS[cluster][2][nodes]
    hosts = name + ".hosts"
    if switched:
        text = SWITCHED.format(last=nodes - 1, rate=repr(1 / TAU), latency=repr(BETA / 4),
                               kind=switched[0], shape=switched[1])
        with open(hosts, "w", encoding="ascii") as file:
            file.writelines(f"node-{v}\n" for v in range(nodes))
    else:
        text = grove(options, "platform", network, "--beta", repr(BETA), "--tau", repr(TAU),
                     "--hostfile", hosts)
    with open(name + ".xml", "w", encoding="ascii") as file:
        file.write(text)
    return name + ".xml", hosts


def block_of(collective, size, nodes):
    """The bytes of a block, where `size` are the bytes of the largest buffer of a node."""
    whole = collective in ("broadcast", "reduce", "allreduce")
    return size if whole else max(1, size // nodes)


def plan_of(options, cluster, nodes, network, collective, size):
    """The plan that auto chooses for links of these times, as a case of the player."""
    ports = CLUSTERS[cluster][1]
    block = block_of(collective, size, nodes)
    found = json.loads(grove(options, "simulate", collective, "auto", network, "--bytes", str(block),
                             "--beta", repr(BETA), "--tau", repr(TAU), "--ports", ports, "--json"))
    words = [collective, found["algorithm"], network, str(block), "ports=" + ports]
    if found.get("order"):
        words.append("order=" + found["order"])
    if found["packet"]:
        words.append(f"packet={found['packet']}")
    return " ".join(words + ["timed"]), found["time_async_s"]


def processor_seconds(group):
    """The processor time that the processes of a group have taken so far."""
    ticks = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as file:
                words = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(words[2]) == group:
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def lines_of(program, limit):
    """The lines that a program writes; None for a line that takes more than `limit` seconds of the
    processor."""
    text, began = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(program.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(5):
                if processor_seconds(program.pid) - began > limit:
                    yield None
                    return
                continue
            got = os.read(program.stdout.fileno(), 1 << 16)
            if not got:
                return
            began = processor_seconds(program.pid)
            *lines, text = (text + got).split(b"\n")
            yield from (line.decode() for line in lines)


def play(options, name, cluster, nodes, lines, selection, rows):
    """Runs cases, keeps the seconds of each, and returns the status; None: a case took too long."""
    platform, hosts = write_platform(options, name, cluster, nodes)
    cases = f"{name}.{selection or 'grove'}.cases"
    with open(cases, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    chosen = [f"--cfg=smpi/coll-selector:{selection}"] if selection else []
    command = ["sh", SOURCE + "/perf/clusters/simulate.sh", platform, hosts, str(nodes), *chosen,
               options.build + "/perf/clusters/player", cases]
    with open(f"{name}.log", "w+", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, start_new_session=True) as program:
        for line in lines_of(program, options.limit):
            if line is None:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()
                return None
            if " seconds=" in line and " wrong=" in line:
                case, figures = line.split(" seconds=")
                keep(options, rows, name, selection, case, figures.split()[0])
        program.wait()
        log.seek(0)
        if program.returncode not in ((0, 134, 139) if selection else (0,)):
            sys.exit(f"{' '.join(command)} ended with status {program.returncode}:\n{log.read()}")
    return program.returncode


def rows_name(name, selection):
    return f"{name}.{selection or 'grove'}.rows"


def keep(options, rows, name, selection, case, value):
    """Adds the value of a case to the rows and to their file."""
    rows[case] = value
    with open(rows_name(name, selection), "a", encoding="ascii") as file:
        file.write(f"{case}\t{value}\n")


def read_rows(options, name, selection):
    """The rows of earlier launches, without those that a shorter limit gave up."""
    file_name, rows = rows_name(name, selection), {}
    if os.path.exists(file_name):
        with open(file_name, encoding="ascii") as file:
            rows = dict(line.rstrip("\n").split("\t") for line in file if line.endswith("\n"))
    return {case: value for case, value in rows.items()
            if not value.startswith("slow ") or float(value[5:]) >= options.limit}


def launch(options, name, cluster, nodes, lines, selection):
    """Runs the cases that no earlier launch ended; returns the seconds of each case."""
    rows = read_rows(options, name, selection)
    while options.limit > 0:
        missing = list(dict.fromkeys(line for line in lines if line not in rows))
        if not missing:
            break
        status = play(options, name, cluster, nodes, missing, selection, rows)
        left = [line for line in missing if line not in rows]
        if left and status is None:
            keep(options, rows, name, selection, left[0], f"slow {options.limit}")
        elif left:  # SMPI's own code for a selection may crash
            keep(options, rows, name, selection, left[0], "crash")
    known = [rows.get(line, "slow") for line in lines]
    return [None if value.startswith("slow") else value if value == "crash" else float(value)
            for value in known]


def compare(options, cluster, nodes, sizes, collectives):
    """A row for each case: collective, bytes, the plan, the simulator's time, ours, the peers'."""
    name = os.path.join(options.folder, f"{cluster}-{nodes}")
    cases = [(c, size) for size in sizes for c in collectives]
    networks = CLUSTERS[cluster][2][nodes][0]
    networks = networks if isinstance(networks, tuple) else (networks,)
    plans = [(i, *plan_of(options, cluster, nodes, network, *case)) for i, case in enumerate(cases)
             for network in networks]
    times = launch(options, name, cluster, nodes, [line for _, line, _ in plans], None)
    calls = [f"{c} mpi {networks[0]} {block_of(c, size, nodes)} timed" for c, size in cases]
    peers = [launch(options, name, cluster, nodes, calls, s) for s in SELECTIONS]
    rows = []
    for i, (collective, size) in enumerate(cases):
        known = [(took, line, expected) for (k, line, expected), took in zip(plans, times)
                 if k == i and took] or [(None, "- - -", None)]
        took, line, expected = min(known)
        words = line.split()
        plan = f"{words[1]} {words[2]}" if len(networks) > 1 else words[1]
        rows.append((collective, size, plan, expected, took, [p[i] for p in peers]))
    return rows


# ---- The page ----

def time_text(seconds):
    if seconds in (None, "crash"):
        return seconds or "-"
    for factor, unit in ((1e6, "us"), (1e3, "ms"), (1, "s")):
        if seconds * factor < 999.5 or unit == "s":
            value = seconds * factor
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"
    return ""


def size_text(size):
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def ratio_of(row):
    known = [p for p in row[5] if isinstance(p, float)]
    return min(known) / row[4] if known and row[4] and None not in row[5] else None


def ratio_text(row):
    """The ratio; where selections are not known, an upper limit of the ratio."""
    known = [p for p in row[5] if isinstance(p, float)]
    if ratio_of(row):
        return f"**{ratio_of(row):.2f}**"
    return f"<= {min(known) / row[4]:.2f}" if known and row[4] else "-"


def print_table(nodes, rows):
    print(f"**{nodes} nodes**\n")
    print("| collective | bytes | plan | time | Open MPI | MPICH | MVAPICH2 | Intel MPI | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join([row[0], size_text(row[1]), row[2], time_text(row[4]),
                                 *map(time_text, row[5]), ratio_text(row)]) + " |")
    print()


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def print_summary(results):
    """The ratios of each collective on each cluster: least, geometric mean, largest."""
    print("| collective | " + " | ".join(CLUSTERS[c][0] for c in results) + " |")
    print("|---|" + "---|" * len(results))
    for collective in COLLECTIVES:
        texts = []
        for rows in results.values():
            ratios = [ratio_of(r) for r in rows if r[0] == collective and ratio_of(r)]
            texts.append(f"{min(ratios):.2f} .. **{mean(ratios):.2f}** .. {max(ratios):.2f}"
                         if ratios else "-")
        print(f"| {collective} | " + " | ".join(texts) + " |")
    print()


def print_losses(results):
    lost = [(ratio_of(row), cluster, row) for cluster, rows in results.items() for row in rows
            if ratio_of(row) and ratio_of(row) < 0.995]
    total = sum(1 for rows in results.values() for row in rows if ratio_of(row))
    print(f"The plan is slower than the best selection in {len(lost)} of {total} cases"
          + (". The largest losses:\n" if lost else ".\n"))
    for ratio, cluster, row in sorted(lost, key=lambda entry: entry[0])[:10]:
        print(f"* {row[0]} of {size_text(row[1])} on a {CLUSTERS[cluster][0]} of {row[6]} nodes: "
              f"{ratio:.2f}, by `{row[2]}`")
    print()


def print_agreement(results):
    apart = [row[4] / row[3] - 1 for cluster, rows in results.items() for row in rows
             if row[4] and not CLUSTERS[cluster][2][row[6]][1]]
    if apart:
        print(f"On hypercube, generalized hypercube and torus the {len(apart)} times of the plans "
              f"differ from those of `grove simulate` by {100 * min(apart):.1f} % to "
              f"{100 * max(apart):.1f} %: links of both cost the same, and SMPI adds 16 bytes to each "
              "message.\n")


HEAD = """# Simulated clusters: plans beside MPI's own collectives

What the schedules are worth between machines, before there are the machines: each plan is played as
messages of MPI on SimGrid's SMPI, a simulator that is not ours, beside MPI's collectives as Open MPI,
MPICH, MVAPICH2 and Intel MPI would choose the algorithm (`--cfg=smpi/coll-selector`). *ratio* is the
time of the best of the four choices over the time of the plan: above 1 the plan is faster.

Links take 1 us and 10 GB/s in each direction. `perf/clusters/simulate.sh` has the settings of
SimGrid, each with its reason: the model has start-ups, rates, and links that messages share, and
nothing else. No time is charged for copies, folds and calls, to neither side. A node of the
hypercube, the generalized hypercube and the torus has a link to each neighbour, and all of a node's
links work at the same time: `grove platform` writes these. A node of the fat tree (two levels, full
bisection) and of the dragonfly has one link, to a switch, and each link takes a quarter of the
start-up; the plans there have ports `sendrecv`, one packet out and one in at a time, and take the hosts for
a hypercube, a ring or, up to 64 nodes, the complete network: the table has the fastest of the
three, with node v on host v. *bytes* are those of the largest buffer of a node. *plan* is the
choice of `auto` for links of 1 us and 10 GB/s.

This page is written by `ninja clusters`. Data is checked to the last byte in `tests/perf/clusters_test.sh`,
not here: in these runs all nodes share the same memory. A dash is a case that took the simulator
longer than its limit, without a ratio; `crash` is a case in which SMPI's own code for the selection
ends the program. Numbers of nodes without a table were not reached.
"""
WHY = """## Why

* **Broadcast, reduce, scatter, gather, allgather, reducescatter and allreduce** mostly win on cubes, generalized
  hypercubes and tori, since a node has many links there. The plans send a share of the data over every
  link; a tree, a ring or a pairwise exchange uses one link of a node at a time.
* **Alltoall** loses where start-ups count, and may win with more data. A message of MPI that
  crosses several links of SimGrid crosses all of them at the same time, and the start-ups of all
  messages of a node overlap. A packet of a plan is received whole by each node on its way before it
  goes on, and pays a start-up for each link.
* **On a fat tree or a dragonfly** a node has a single link, so trees over many links bring nothing.
  Pipelining still brings a part of a factor of two in broadcast and reduce, beside a scatter followed
  by an allgather. In a dragonfly the few links between groups are the limit. No plan here knows these
  links; rings stay within a group for most of the way, and gain.
"""


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--nodes", default="16,64,256,1024")
    parser.add_argument("--bytes", default="64K,1M,16M")
    parser.add_argument("--clusters", default=",".join(CLUSTERS))
    parser.add_argument("--limit", type=float, default=300)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    options.sizes = [int(s[:-1]) * UNITS[s[-1]] for s in options.bytes.split(",")]
    os.makedirs(options.folder, exist_ok=True)
    return options


def extent(options, nodes):
    """Of many nodes fewer sizes, so that a run stays within hours."""
    return options.sizes[{256: -2, 1024: -1}.get(nodes, 0):], COLLECTIVES


def sizes_of(options, cluster):
    """The numbers of nodes that were asked for, and that the cluster has."""
    return [n for n in map(int, options.nodes.split(",")) if n in CLUSTERS[cluster][2]]


def main():
    options = arguments()
    tables, results = {}, {}
    for cluster in options.clusters.split(","):
        for nodes in sizes_of(options, cluster):
            print(f"{cluster} of {nodes} nodes", file=sys.stderr, flush=True)
            rows = compare(options, cluster, nodes, *extent(options, nodes))
            tables[cluster, nodes] = rows
            results.setdefault(cluster, []).extend(row + (nodes,) for row in rows)
    print(HEAD)
    print("## Least, mean and largest ratio\n")
    print_summary(results)
    print_losses(results)
    print_agreement(results)
    print(WHY)
    for cluster in results:
        print(f"## {CLUSTERS[cluster][0].capitalize()}\n")
        for nodes in sizes_of(options, cluster):
            rows = [row for row in tables[cluster, nodes] if row[4] or any(row[5])]
            if rows:
                print_table(nodes, rows)


main()
