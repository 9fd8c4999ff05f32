#!/usr/bin/env python3
"""Writes docs/clusters.md: plans beside MPI's collectives, in the simulated time of SimGrid."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/clusters.py BUILD FOLDER > docs/clusters.md     or: ninja clusters
#	docs/clusters.py BUILD FOLDER --nodes 16 --bytes 64K --clusters cube,torus
#
# FOLDER keeps the time of each case as soon as the case has ended: a run that was stopped goes on
# where it ended. A case that takes the simulator more than --limit seconds of a processor, or more than
# --memory GiB, is given up and has a dash; a larger limit tries the case again. With --limit 0 nothing
# is launched, and the page has what is in FOLDER.

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder of the sources keeps nothing
from clusters_page import COLLECTIVES, SELECTIONS, Row, print_page  # noqa: E402

BETA, TAU = 1e-6, 1e-10
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
    return f"cube:{digits}", f"ring:{nodes}", f"gh:{nodes}"


# A dragonfly's shape is groups; chassis in a group; routers in a chassis; hosts at a router. SimGrid 3.32
# ends with a fault where there are more groups than routers in a chassis.
#
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
                   256: (any_of(256, 8), ("DRAGONFLY", "8,1;2,1;8,1;2"))}),
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
    words = [collective, found["algorithm"], network, "--bytes", str(block), "--ports", ports]
    if found.get("order"):
        words += ["--order", found["order"]]
    if found["packet"]:
        words += ["--packet", str(found["packet"])]
    return " ".join(words + ["timed"]), found["time_async_s"]


def processes_of(group):
    """The numbers of the processes of a group, and the processor time of each so far."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as file:
                words = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(words[2]) == group:
            yield process, (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_gib(group):
    """The memory that the processes of a group have for themselves, not shared."""
    total = 0
    for process, _ in processes_of(group):
        try:
            with open(f"/proc/{process}/status", encoding="utf-8") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))
        except OSError:
            continue
    return total / (1 << 20)


def lines_of(program, options):
    """The lines that a program writes, each with its seconds of the processor. The last one may be why
    the program was given up, instead of a line."""
    text, began = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(program.stdout, selectors.EVENT_READ)
        while True:
            ready = selector.select(1)
            took = sum(seconds for _, seconds in processes_of(program.pid)) - began
            if not ready:
                if took > options.limit:
                    yield None, f"slow {options.limit}"
                    return
                if memory_gib(program.pid) > options.memory:
                    yield None, f"large {options.memory}"
                    return
                continue
            got = os.read(program.stdout.fileno(), 1 << 16)
            if not got:
                return
            began += took
            *lines, text = (text + got).split(b"\n")
            for line in lines:
                yield line.decode(), took
                took = 0


def play(options, name, cluster, nodes, lines, selection, rows):
    """Runs cases and keeps the seconds of each. Returns why the next case gave none: slow, large for
    the memory, crash, or ""."""
    platform, hosts = write_platform(options, name, cluster, nodes)
    cases = f"{name}.{selection or 'grove'}.cases"
    with open(cases, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    chosen = [f"--cfg=smpi/coll-selector:{selection}"] if selection else []
    command = ["sh", SOURCE + "/perf/clusters/simulate.sh", platform, hosts, str(nodes), *chosen,
               options.build + "/perf/clusters/player", cases]
    with open(f"{name}.log", "w+", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, start_new_session=True) as program:
        try:
            for line, took in lines_of(program, options):
                if line is None:
                    return took
                if " seconds=" in line and " wrong=" in line:
                    case, figures = line.split(" seconds=")
                    keep(rows, name, selection, case, figures.split()[0], took)
            program.wait()
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)
        log.seek(0)
        if program.returncode not in ((0, 134, 139) if selection else (0,)):
            sys.exit(f"{' '.join(command)} ended with status {program.returncode}:\n{log.read()}")
    return "crash"  # of SMPI's own code for a selection


def rows_name(name, selection):
    return f"{name}.{selection or 'grove'}.rows"


def keep(rows, name, selection, case, value, took):
    """Adds the value of a case, and the time that it took the simulator, to the rows and their file."""
    rows[case] = value, took
    with open(rows_name(name, selection), "a", encoding="ascii") as file:
        file.write(f"{case}\t{value}\t{took:.2f}\n")


def given_up_earlier(options, value):
    """Returns true if a smaller limit than today's ended a case."""
    why, _, limit = value.partition(" ")
    return (why == "slow" and float(limit) < options.limit) or \
        (why == "large" and float(limit) < options.memory)


def read_rows(options, name, selection):
    """The rows of earlier launches, without those that a smaller limit gave up."""
    file_name, rows = rows_name(name, selection), {}
    if os.path.exists(file_name):
        with open(file_name, encoding="ascii") as file:
            for line in file:
                if line.endswith("\n"):
                    case, value, took = line.rstrip("\n").split("\t")
                    rows[case] = value, float(took)
    return {case: row for case, row in rows.items() if not given_up_earlier(options, row[0])}


def launch(options, name, cluster, nodes, lines, selection):
    """Runs the cases that no earlier launch ended; returns the seconds of each case."""
    rows = read_rows(options, name, selection)
    while options.limit > 0:
        missing = list(dict.fromkeys(line for line in lines if line not in rows))
        if not missing:
            break
        why = play(options, name, cluster, nodes, missing, selection, rows)
        left = [line for line in missing if line not in rows]
        if left:
            took = options.limit if why.startswith("slow") else 0
            keep(rows, name, selection, left[0], why, took)
    options.took += sum(rows[line][1] for line in dict.fromkeys(lines) if line in rows)
    known = [rows.get(line, ("slow", 0))[0] for line in lines]
    return [value if value == "crash" else None if value.startswith(("slow", "large"))
            else float(value) for value in known]


def compare(options, cluster, nodes, sizes, collectives):
    """A row for each case."""
    name = os.path.join(options.folder, f"{cluster}-{nodes}")
    cases = [(c, size) for size in sizes for c in collectives]
    networks, switched = CLUSTERS[cluster][2][nodes]
    networks = networks if isinstance(networks, tuple) else (networks,)
    plans = [(i, *plan_of(options, cluster, nodes, network, *case)) for i, case in enumerate(cases)
             for network in networks]
    times = launch(options, name, cluster, nodes, [line for _, line, _ in plans], None)
    calls = [f"{c} mpi {networks[0]} --bytes {block_of(c, size, nodes)} timed" for c, size in cases]
    peers = [launch(options, name, cluster, nodes, calls, s) for s in SELECTIONS]
    rows = []
    for i, (collective, size) in enumerate(cases):
        known = [(took, line, expected) for (k, line, expected), took in zip(plans, times)
                 if k == i and took] or [(None, "- - -", None)]
        took, line, expected = min(known)
        words = line.split()
        plan = f"{words[1]} {words[2]}" if len(networks) > 1 else words[1]
        rows.append(Row(CLUSTERS[cluster][0], not switched, nodes, collective, size, plan, expected,
                        took, [p[i] for p in peers]))
    return rows


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--nodes", default="16,64,256,1024")
    parser.add_argument("--bytes", default="64K,1M,16M")
    parser.add_argument("--clusters", default=",".join(CLUSTERS))
    parser.add_argument("--collectives", default=",".join(COLLECTIVES))
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--memory", type=float, default=12)
    options = parser.parse_args()
    options.took = 0
    options.build = os.path.abspath(options.build)
    options.sizes = [int(s[:-1]) * UNITS[s[-1]] for s in options.bytes.split(",")]
    os.makedirs(options.folder, exist_ok=True)
    return options


def extent(options, nodes):
    """Of many nodes fewer sizes, so that a run stays within hours."""
    return options.sizes[-2 if nodes >= 256 else 0:], options.collectives.split(",")


def sizes_of(options, cluster):
    """The numbers of nodes that were asked for, and that the cluster has."""
    return [n for n in map(int, options.nodes.split(",")) if n in CLUSTERS[cluster][2]]


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    rows = []
    for cluster in options.clusters.split(","):
        for nodes in sizes_of(options, cluster):
            print(f"{cluster} of {nodes} nodes", file=sys.stderr, flush=True)
            rows += compare(options, cluster, nodes, *extent(options, nodes))
    print_page(rows, options.took)


main()
