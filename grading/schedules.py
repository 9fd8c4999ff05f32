"""Counts the right schedules that are like a given one, so that a teacher can weigh twins."""
# SPDX-License-Identifier: BSD-2-Clause

from collections import Counter
from itertools import chain, combinations

from judging import PROMISES, promise_of

MOST_WORK = 100000  # packets that are tried for a schedule
MOST_LINKS = 400  # of a network, and the most parts of all packets: beyond, nothing is counted
MOST_PARTS = 100000
# The nodes that hold a block in the beginning, of the collectives that only copy.
HOLDERS = {
    "broadcast": lambda t, v, b: v == t.root,
    "scatter": lambda t, v, b: v == t.root,
    "send": lambda t, v, b: v == t.root,
    "gather": lambda t, v, b: v == b,
    "allgather": lambda t, v, b: v == b,
    "permute": lambda t, v, b: v == b,
    "alltoall": lambda t, v, b: v == b // t.nodes,
}


def merged(pieces):
    """Returns the pieces of a packet in order, with neighbours joined."""
    joined = []
    for block, begin, end in sorted(map(tuple, pieces)):
        if joined and joined[-1][0] == block and joined[-1][2] >= begin:
            joined[-1] = (block, joined[-1][1], max(end, joined[-1][2]))
        else:
            joined.append((block, begin, end))
    return tuple(joined)


def atoms_of(schedule):
    """Returns the bytes of each part of a block between two places where the schedule cuts."""
    cuts = {}
    for block, begin, end in chain.from_iterable(packet[4] for packet in schedule):
        cuts.setdefault(block, set()).update((begin, end))
    return {(block, x): y - x for block, places in cuts.items()
            for x, y in zip(sorted(places), sorted(places)[1:])}


def fits(packets, ports, duplex):
    """Returns whether the links of a step obey the port model."""
    senders, receivers = [u for u, _ in packets], [v for _, v in packets]
    both = {v for u, v in packets if (v, u) in packets}
    if duplex == "half" and both:
        return False
    if ports == "all":
        return True
    once = len(set(senders)) == len(senders) and len(set(receivers)) == len(receivers)
    busy = set(senders) & set(receivers)
    return once and (ports == "sendrecv" or ports == "exchange" and busy == both or not busy)


class Search:
    """Finds all right schedules that have in each step as many packets of the same bytes as the
    given one, cut in the same places, as long as the work stays small."""

    def __init__(self, task, schedule, work):
        self.atoms, self.left, self.found = atoms_of(schedule), work, []
        self.ports, self.duplex = task.heading["ports"], task.heading["duplex"]
        self.links = sorted({(u, v) for u, near in enumerate(task.net["neighbours"])
                             for v in near if v >= 0})
        self.steps = [{(u, v): self.parts(pieces) for at, u, v, _, pieces in schedule if at == step}
                      for step in range(schedule[-1][0] + 1)]
        promise = promise_of(task)
        self.held = [{a for a in self.atoms if HOLDERS[task.collective](promise, v, a[0])}
                     for v in range(task.nodes)]
        self.due = [(v, a) for v in range(task.nodes) for a in self.atoms
                    if PROMISES[task.collective](promise, v, a[0])]
        self.wanted = set(self.due)
        self.spare = sum(self.bytes_of(parts) for step in self.steps for parts in step.values()) - (
            sum(self.atoms[a] for v, a in self.due if a not in self.held[v]))

    def parts(self, pieces):
        """Returns the parts of which a packet consists."""
        return frozenset((b, x) for b, x in self.atoms
                         if any(b == c and begin <= x < end for c, begin, end in pieces))

    def bytes_of(self, parts):
        """Returns the bytes of a packet."""
        return sum(self.atoms[part] for part in parts)

    def choices(self, held, link, own, sizes):
        """Yields the packets that a link can carry, first what it carries in the given schedule."""
        usual = own.get(link)
        if usual and usual <= held and sizes[self.bytes_of(usual)]:
            yield usual
        for count in range(1, len(held) + 1):
            for parts in map(frozenset, combinations(sorted(held), count)):
                self.left -= 1
                if self.left < 0:
                    return
                if parts != usual and sizes[self.bytes_of(parts)]:
                    yield parts

    def useless(self, held, packets, link, parts):
        """Returns the bytes of a packet that bring its receiver nothing that is due."""
        v = link[1]
        return sum(self.atoms[a] for a in parts if (v, a) not in self.wanted or a in held[v] or any(
            a in others for (_, w), others in packets.items() if v == w))

    def fill(self, held, own, i, packets, sizes, spare):
        """Yields the ways to choose the packets of a step on the links from the i-th on, and how
        many bytes may still bring nothing."""
        left = sum(sizes.values())
        if not left:
            yield packets, spare
        if not left or i == len(self.links) or self.left < 0:
            return
        link = self.links[i]
        for parts in chain([None] if link not in own else [],
                           self.choices(held[link[0]], link, own, sizes),
                           [None] if link in own else []):
            self.left -= 1
            if parts is None:
                yield from self.fill(held, own, i + 1, packets, sizes, spare)
                continue
            rest = spare - self.useless(held, packets, link, parts)
            if rest >= 0 and fits({**packets, link: parts}, self.ports, self.duplex):
                yield from self.fill(held, own, i + 1, {**packets, link: parts},
                                     sizes - Counter([self.bytes_of(parts)]), rest)

    def run(self, step, before, spare):
        """Finds the schedules that go on from a step."""
        if step == len(self.steps):
            if all(a in self.held[v] for v, a in self.due):
                self.found.append(tuple(before))
            return
        held, own = self.held, self.steps[step]
        sizes = Counter(map(self.bytes_of, own.values()))
        for packets, rest in self.fill(held, own, 0, {}, sizes, spare):
            self.held = [set(parts) for parts in held]
            for (_, v), parts in packets.items():
                self.held[v] |= parts
            self.run(step + 1, before + tuple(
                (step, u, v, "copy", merged((b, x, x + self.atoms[b, x]) for b, x in parts))
                for (u, v), parts in sorted(packets.items())), rest)
            self.held = held


def count_like(task, schedule, forms, work):
    """Returns how many right schedules are like a given right one and whether the count is exact;
    forms returns all forms of a schedule, with nodes renamed. None: nothing is counted."""
    links = sum(v >= 0 for near in task.net["neighbours"] for v in near)
    if task.collective not in HOLDERS or links > MOST_LINKS or (
            len(schedule) * len(atoms_of(schedule)) > MOST_PARTS):
        return None
    search = Search(task, schedule, work)
    search.run(0, (), search.spare)
    seen, count = set(), 0
    for found in search.found:
        if found not in seen:
            seen.update(forms(found))
            count += 1
    return count, search.left >= 0
