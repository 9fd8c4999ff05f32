"""Leaves out the packets of a wrong plan that break a rule, so that the rest can count."""
# SPDX-License-Identifier: BSD-2-Clause

import re

from hand_in import write_json

MOST_ROUNDS = 100  # of the verifier; each takes out the faults that it lists
MOST_PACKETS = 10000  # in all rounds together
FIRST_LINE = 2  # of the transfers in the JSON of write_json
MISSING = re.compile(r"sends bytes ([0-9]+) to ([0-9]+) of block ([0-9]+) to .* does not hold")
NEEDS = re.compile(r"node ([0-9]+) needs ports")


def without(pieces, block, begin, end):
    """Returns the pieces without the bytes from begin to end of a block."""
    left = []
    for b, x, y in pieces:
        if b != block or y <= begin or end <= x:
            left.append([b, x, y])
            continue
        left += [part for part in ([b, x, min(y, begin)], [b, max(x, end), y])
                 if part[1] < part[2]]
    return left


def cut(transfer, fault):
    """Takes the bytes that the sender lacks out of a packet, or all where the fault is another."""
    found = MISSING.search(fault["text"])
    transfer["pieces"] = without(transfer["pieces"], int(found[3]), int(found[1]),
                                 int(found[2])) if found else []


def take_one(transfers, fault):
    """Takes the last packet that a node has too many in a step."""
    found = NEEDS.search(fault["text"])
    nodes = {int(found[1])} if found else {fault["from"], fault["to"]}
    for each in reversed(transfers):
        if each["step"] == fault["step"] and each["pieces"] and nodes & {each["from"], each["to"]}:
            each["pieces"] = []
            return


def take_out(transfers, faults):
    """Takes the faults out of the transfers."""
    by_packet = [f for f in faults if f["rule"] != "ports" and f["line"]]
    for fault in by_packet:
        cut(transfers[fault["line"] - FIRST_LINE], fault)
    if not by_packet:  # a packet that is left out may have been the one too many
        for fault in faults:
            take_one(transfers, fault)


def faultless(command, heading, transfers):
    """Returns the transfers without the packets that break a rule, without those that lack bytes
    for it, and so on; or None where there are too many."""
    left = [{**each, "pieces": [list(p) for p in each["pieces"]]} for each in transfers]
    packets = 0
    for _ in range(MOST_ROUNDS):
        packets += len(left)
        if packets > MOST_PACKETS:
            return None
        _, found, _ = command.answer("verify", "-", text=write_json(heading, left))
        if found is None or found.get("rule") == "format":
            return None
        faults = [f for f in found.get("violations", []) if f["step"] >= 0]
        if not faults:
            return left
        take_out(left, faults)
        left = [each for each in left if each["pieces"]]
    return None
