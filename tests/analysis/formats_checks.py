#!/usr/bin/env python3
"""Judges GOAL schedules and MSCCL algorithms, from the definitions of the formats alone."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	formats_checks.py goal PACKETS <schedule     formats_checks.py msccl COLLECTIVE ROOT <algorithm
#	formats_checks.py goal-time L <schedule
#
# GOAL: each line obeys the grammar of LogGOPSim's txt2bin, labels exist, and the schedule runs to its
# end with PACKETS messages; a message has one sender and one receiver who agree on bytes and tag.
# goal-time prints the time by the rules of LogGOPSim's events, with a latency L, a second for each byte
# behind the first, and no other costs: an operation begins when its own cpu is free, whatever the end
# of the operations that it requires on other cpus; a receive keeps cpu and nic for all its bytes.
# MSCCL: attributes and limits are those that the runtime reads; the algorithm is run step by step,
# with one message at a time between two thread blocks, and each output holds what it should.

import collections
import heapq
import itertools
import re
import sys
import xml.etree.ElementTree

OPERATION = re.compile(r"([A-Za-z][A-Za-z0-9_]*): (?:(send) ([0-9]+)b to ([0-9]+)|(recv) ([0-9]+)b from "
                       r"([0-9]+)) tag ([0-9]+)(?: cpu ([0-9]+))?(?: nic ([0-9]+))?")
REQUIRES = re.compile(r"([A-Za-z][A-Za-z0-9_]*) i?requires ([A-Za-z][A-Za-z0-9_]*)")


def check(condition, text):
    if not condition:
        sys.exit(text)


# ---- GOAL ----

def read_goal(lines):
    match = re.fullmatch(r"num_ranks ([0-9]+)", lines[0])
    check(match, "no num_ranks")
    ranks, here = {}, None
    for number, line in enumerate(lines[1:], 2):
        begins = re.fullmatch(r"rank ([0-9]+) \{", line)
        operation, requires = OPERATION.fullmatch(line), REQUIRES.fullmatch(line)
        if begins and here is None:
            here = ranks.setdefault(int(begins[1]), {})
            check(not here, f"line {number}: the rank is there twice")
        elif line == "}" and here is not None:
            here = None
        elif operation and here is not None:
            sends = operation[2] == "send"
            check(operation[1] not in here, f"line {number}: the label is there twice")
            here[operation[1]] = {"sends": sends, "bytes": int(operation[3 if sends else 6]),
                                  "peer": int(operation[4 if sends else 7]),
                                  "tag": int(operation[8]), "needs": [],
                                  "cpu": int(operation[9] or 0), "nic": int(operation[10] or 0)}
            check(max(here[operation[1]]["cpu"], here[operation[1]]["nic"]) < 256, f"line {number}: no byte")
            check(here[operation[1]]["bytes"] > 0, f"line {number}: no bytes")
        elif requires and here is not None:
            check(requires[1] in here and requires[2] in here, f"line {number}: no such label")
            here[requires[1]]["needs"].append(requires[2])
        else:
            check(line == "", f"line {number}: {line}")
    check(here is None and len(ranks) == int(match[1]), "a rank is missing, or open")
    return ranks


def time_goal(ranks, latency):
    cpu, sends, receives = (collections.defaultdict(int) for _ in range(3))
    left, waiting, events, turn = {}, collections.defaultdict(list), [], itertools.count()
    posted, came = {}, {}

    def add(time, kind, rank, label, at):
        heapq.heappush(events, (time, next(turn), kind, rank, label, at))

    def end(rank, label):
        for follower in waiting[rank, label]:
            left[rank, follower] -= 1
            if not left[rank, follower]:
                begin(rank, follower)

    def begin(rank, label):
        at = ranks[rank][label]
        add(cpu[rank, at["cpu"]], "send" if at["sends"] else "receive", rank, label, at)

    def arrive(time, rank, label, at):
        cpu[rank, at["cpu"]] = receives[rank, at["nic"]] = time + at["bytes"] - 1
        end(rank, label)

    for rank, operations in ranks.items():
        for label, operation in operations.items():
            left[rank, label] = len(operation["needs"])
            for need in operation["needs"]:
                waiting[rank, need].append(label)
    for rank, label in list(left):
        if not left[rank, label]:
            begin(rank, label)
    while events:
        time, _, kind, rank, label, at = heapq.heappop(events)
        nics = {"send": sends, "message": receives}.get(kind)
        free = max(cpu[rank, at["cpu"]], nics[rank, at["nic"]] if nics is not None else 0)
        if free > time:
            add(free, kind, rank, label, at)
        elif kind == "send":
            sends[rank, at["nic"]] = time + at["bytes"] - 1
            add(time + latency, "message", at["peer"], None, dict(at, peer=rank))
            end(rank, label)
        elif kind == "receive" and (at["peer"], rank, at["tag"]) in came:
            arrive(time, rank, label, came.pop((at["peer"], rank, at["tag"])))
        elif kind == "receive":
            posted[at["peer"], rank, at["tag"]] = label
        elif (at["peer"], rank, at["tag"]) in posted:
            arrive(time, rank, posted.pop((at["peer"], rank, at["tag"])), at)
        else:
            came[at["peer"], rank, at["tag"]] = at
    print(max([*cpu.values(), *sends.values(), *receives.values()]))


def run_goal(ranks, packets):
    ended, sent, moved = set(), {}, True
    while moved:
        moved = False
        for rank, operations in ranks.items():
            for label, operation in operations.items():
                if (rank, label) in ended or any((rank, n) not in ended for n in operation["needs"]):
                    continue
                pair = (rank, operation["peer"]) if operation["sends"] else (operation["peer"], rank)
                key = pair + (operation["tag"],)
                if operation["sends"]:
                    check(key not in sent, f"two messages {key}")
                    sent[key] = operation["bytes"]
                elif key not in sent:
                    continue
                else:
                    check(sent[key] == operation["bytes"], f"{key}: other bytes")
                    sent[key] = None
                ended.add((rank, label))
                moved = True
    check(len(ended) == sum(map(len, ranks.values())), "operations never begin")
    check(all(value is None for value in sent.values()), "messages that nobody receives")
    check(len(sent) == packets, f"{len(sent)} messages")


# ---- MSCCL ----

def whole(element, name, least=0):
    value = int(element.get(name))
    check(value >= least, f"{element.tag} {name}={value}")
    return value


def read_msccl(root):
    gpus, chunks = whole(root, "ngpus", 1), whole(root, "nchunksperloop")
    check(root.tag == "algo" and root.get("proto") in ("Simple", "LL", "LL128"), "proto")
    check(len(root.get("name")) < 256 and root.get("inplace") == "0", "name or inplace")
    coll = root.get("coll")
    many = {"allgather": (gpus, 1), "reduce_scatter": (1, gpus)}.get(coll, (1, 1))
    check([whole(g, "id") for g in root] == list(range(gpus)), "gpus")
    for gpu in root:
        i, o = whole(gpu, "i_chunks"), whole(gpu, "o_chunks")
        check(i in (0, chunks // many[0]) and o in (0, chunks // many[1]), "i_chunks, o_chunks")
        blocks = list(gpu)
        check([whole(b, "id") for b in blocks] == list(range(len(blocks))) and len(blocks) <= 32,
              "thread blocks")
        for block in blocks:
            check(int(gpu.get("id")) not in (whole(block, "send", -1), whole(block, "recv", -1)), "peer")
            check(whole(block, "chan") < whole(root, "nchannels", 1), "chan")
            check([whole(s, "s") for s in block] == list(range(len(block))) and len(block) <= 256,
                  "steps")
            check(all(whole(s, "cnt") < 72 for s in block), "cnt")
        for step in gpu.iter("step"):
            if whole(step, "depid", -1) >= 0:
                on = blocks[whole(step, "depid")][whole(step, "deps")]
                check(on.get("hasdep") == "1", "a step that is awaited has hasdep=0")
    return gpus, chunks


def inputs(coll, root, gpu, size):
    """The contributions of the chunks of a gpu's input."""
    have = coll not in ("broadcast",) or gpu == root
    return [collections.Counter({(gpu, c): 1}) if have else None for c in range(size)]


def run_msccl(algorithm, root):
    """Runs all steps; returns the outputs of all gpus."""
    coll, state, queues, at = algorithm.get("coll"), {}, {}, {}
    for gpu in algorithm:
        v = int(gpu.get("id"))
        state[v] = {"i": inputs(coll, root, v, int(gpu.get("i_chunks"))),
                    "o": [None] * int(gpu.get("o_chunks")), "s": [None] * int(gpu.get("s_chunks"))}
        at.update({(v, b): 0 for b in range(len(gpu))})
    moved = True
    while moved:
        moved = False
        for (v, b), done in list(at.items()):
            block = algorithm[v][b]
            if done < len(block) and step_msccl(state[v], queues, v, block, block[done], at):
                at[v, b] += 1
                moved = True
    check(all(at[v, b] == len(algorithm[v][b]) for v, b in at), "steps wait for one another")
    check(not any(queues.values()), "messages that nobody receives")
    return {v: state[v]["o"] for v in state}


def step_msccl(state, queues, v, block, step, at):
    if int(step.get("depid")) >= 0 and at[v, int(step.get("depid"))] <= int(step.get("deps")):
        return False
    kind, count = step.get("type"), int(step.get("cnt"))
    source, begin = state[step.get("srcbuf")], int(step.get("srcoff"))
    target, end = state[step.get("dstbuf")], int(step.get("dstoff"))
    if kind == "s":
        queue = queues.setdefault((v, int(block.get("send")), block.get("chan")), [])
        if queue:
            return False
        queue.append([collections.Counter(c) for c in source[begin:begin + count]])
        check(len(queue[0]) == count and all(queue[0]), f"gpu {v} sends chunks that it does not have")
    elif kind in ("r", "rrc"):
        queue = queues.get((int(block.get("recv")), v, block.get("chan")))
        if not queue:
            return False
        message = queue.pop()
        check(len(message) == count and end + count <= len(target), f"gpu {v}: other chunks")
        for k, chunk in enumerate(message):
            target[end + k] = chunk + source[begin + k] if kind == "rrc" else chunk
    elif kind == "cpy":
        target[end:end + count] = source[begin:begin + count]
    else:
        check(kind == "nop", f"type {kind}")
    return True


def promised(coll, root, gpus, chunks, v):
    """What the output of gpu v must hold."""
    part = chunks // gpus
    every = {"broadcast": lambda c: {(root, c): 1},
             "reduce": lambda c: {(g, c): 1 for g in range(gpus)},
             "allreduce": lambda c: {(g, c): 1 for g in range(gpus)},
             "allgather": lambda c: {(c // part, c % part): 1},
             "reduce_scatter": lambda c: {(g, v * part + c): 1 for g in range(gpus)},
             "alltoall": lambda c: {(c // part, v * part + c % part): 1}}[coll]
    size = part if coll == "reduce_scatter" else 0 if coll == "reduce" and v != root else chunks
    return [collections.Counter(every(c)) for c in range(size)]


def main():
    if sys.argv[1].startswith("goal"):
        judge = time_goal if sys.argv[1] == "goal-time" else run_goal
        judge(read_goal(sys.stdin.read().splitlines()), int(sys.argv[2]))
        return
    algorithm = xml.etree.ElementTree.parse(sys.stdin).getroot()
    gpus, chunks = read_msccl(algorithm)
    check(algorithm.get("coll") == sys.argv[2], "coll")
    outputs = run_msccl(algorithm, int(sys.argv[3]))
    for v in range(gpus):
        check(outputs[v] == promised(sys.argv[2], int(sys.argv[3]), gpus, chunks, v),
              f"gpu {v} ends with other chunks")


main()
