"""Says to a student how to go on after a broken rule, without giving the answer."""
# SPDX-License-Identifier: BSD-2-Clause

import re

HINTS = {
    "causality": "What arrives in a step can leave in the next. In which step does {from_} have "
                 "these bytes first, and from whom?",
    "conflict": "A link carries one packet in a step and direction. Which of the two can wait, go "
                "another way, or go in the same packet?",
    "duplex": "A link between two nodes carries one direction in a step. Which of the two packets "
              "can wait?",
    "packet": "A packet of this task has at most {packet} bytes. Cut it: the parts can go in "
              "different steps, or on different links.",
    "delivery": "Go back from this node: which neighbours have the bytes, and is there a step in "
                "which one of them can send?",
    "contribution": "Draw who sends to whom. Each node's contribution must come in by one way, "
                    "neither by two nor by none.",
    "format": "docs/plans.md shows the form. The first line names collective, network and bytes; "
              "each packet has a line such as 0 -> 1  0[0:8] after a line such as step 0.",
    "file": "Hand in one plan as a text file.",
    "unjudged": "Is the plan much longer than the task needs?",
}
PORTS = {
    "all": "A node may use all its links in a step.",
    "sendrecv": "A node may send one packet and receive one packet in a step.",
    "exchange": "A node may use one link in a step, in both directions.",
    "single": "A node may send one packet or receive one packet in a step, not both.",
}
FIGURES = {
    "steps": "Which packet of the last step could leave earlier?",
    "packets": "Is there a packet that brings its receiver nothing new, or two that could be one?",
    "volume": "Each step counts as its largest packet. In which step is one packet larger than "
              "the others, and can a part of it go another way?",
    "time": "Time is start-ups, one for each step, and bytes, the largest packet of each step. "
            "Which of the two is larger here?",
    "links": "Which links carry nothing, and what could they carry?",
    "busiest": "Which link carries most? Let some of its bytes take another way.",
    "redundant": "Look for a packet that brings only bytes that its receiver has.",
    "survives": "Break a link in your mind: who has the bytes by no other way?",
}


def neighbours_of(task, node):
    """Returns the neighbours of a node as text."""
    ports = task.net["neighbours"]
    if not 0 <= node < len(ports):
        return f"{task.network} has the nodes 0 to {len(ports) - 1}."
    near = sorted({v for v in ports[node] if v >= 0})
    return f"{node} has links to {', '.join(map(str, near)) or 'nobody'}."


def hint_of(task, fault):
    """Returns a hint on a broken rule."""
    if fault.rule == "ports":
        return PORTS[task.heading["ports"]] + " Which of the packets can wait?"
    if fault.rule == "link":
        node = re.search(r"link from ([0-9]+)", fault.text)
        return (neighbours_of(task, int(node[1])) if node else "") + (
            " Which of them is on a way to the receiver?")
    sender = re.search(r": ([0-9]+) sends", fault.text)
    return HINTS.get(fault.rule, HINTS["unjudged"]).format(
        from_=sender[1] if sender else "the sender", packet=task.heading.get("packet", "that many"))


def hint_on_item(item):
    """Returns a hint on an item that a right plan does not have."""
    return FIGURES.get(item.figure, "")
