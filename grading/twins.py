"""Finds twins: files of the same schedule, in another spelling or with nodes renamed."""
# SPDX-License-Identifier: BSD-2-Clause

from collections import defaultdict

from schedules import MOST_WORK, count_like, merged

MOST_SYMMETRIES = 720
MOST_RENAMED = 5000000  # packets that are renamed for a class
MOST_TRIED = 10 * MOST_WORK  # packets that are tried for a class
RENAMED = {"broadcast": "whole", "reduce": "whole", "allreduce": "whole", "send": "whole",
           "barrier": "whole", "scatter": "node", "gather": "node", "allgather": "node",
           "reducescatter": "node", "alltoall": "pair"}


def schedule_of(transfers):
    """Returns a schedule in one spelling: steps without gaps, packets and pieces in order."""
    rank = {step: i for i, step in enumerate(sorted({t["step"] for t in transfers}))}
    return tuple(sorted((rank[t["step"]], t["from"], t["to"], t["op"], merged(t["pieces"]))
                        for t in transfers))


def symmetries(net, fixed):
    """Returns the renamings of nodes that keep all links and the fixed nodes, or none where there
    are too many."""
    links = [set(v for v in ports if v >= 0) for ports in net["neighbours"]]
    nodes, found = len(links), []
    order = ordered(links, fixed)

    def extend(image, used):
        if len(found) > MOST_SYMMETRIES:
            return
        if len(image) == nodes:
            found.append(dict(image))
            return
        v = order[len(image)]
        for w in [v] if v in fixed else sorted(set(range(nodes)) - used - set(fixed)):
            if len(links[v]) == len(links[w]) and all(
                    (u in links[v]) == (image[u] in links[w]) for u in image):
                extend({**image, v: w}, used | {w})

    if nodes <= 64:
        extend({}, set())
    return found if len(found) <= MOST_SYMMETRIES else []


def ordered(links, fixed):
    """Returns the nodes, each but the fixed ones next to a node before it where there is one."""
    order, waiting = list(fixed), list(fixed) or [0]
    while len(order) < len(links):
        if not waiting:
            waiting = [min(set(range(len(links))) - set(order))]
        v = waiting.pop(0)
        if v not in order:
            order.append(v)
        waiting += sorted(links[v] - set(order) - set(waiting))
    return order


def renamed(schedule, image, kind):
    """Returns the schedule with its nodes renamed, and its blocks with them."""
    nodes = len(image)
    block = {"whole": lambda b: b, "node": lambda b: image[b],
             "pair": lambda b: image[b // nodes] * nodes + image[b % nodes]}[kind]
    return tuple(sorted(
        (step, image[u], image[v], op, tuple(sorted((block(b), x, y) for b, x, y in pieces)))
        for step, u, v, op, pieces in schedule))


def outline(schedule):
    """Returns what renaming leaves alone: how many bytes each packet of a step carries."""
    return tuple(sorted((step, op, sum(y - x for _, x, y in pieces))
                        for step, _, _, op, pieces in schedule))


def find_twins(task, transfers, right):
    """Returns for each of the lists of transfers, some of which are None, the number of the first
    other list with the same schedule, or None; and for each twin that is right how many right
    schedules are like its own, with whether the count is exact, or None."""
    schedules = [schedule_of(t) if t else None for t in transfers]
    alike = defaultdict(list)
    for i, schedule in enumerate(schedules):
        if schedule:
            alike[outline(schedule)].append(i)
    names = Names(task)
    members, leaders = defaultdict(list), {}
    for group in alike.values():
        known = {}
        for i in group:
            leaders[i] = known.setdefault(names.known_form(schedules[i], known), i)
            members[leaders[i]].append(i)
    twins = [next((k for k in members[leaders[i]][:2] if k != i), None) if i in leaders else None
             for i in range(len(transfers))]
    several = [i for i, same in members.items() if len(same) > 1 and right[i]]
    work = min(MOST_WORK, MOST_TRIED // max(1, len(several)))
    counts = {i: count_like(task, schedules[i], names.forms, work) for i in several}
    return twins, [counts.get(leaders.get(i)) for i in range(len(transfers))]


class Names:
    """The symmetries of a task's network, as long as the work for a class stays small."""

    def __init__(self, task):
        self.kind = RENAMED.get(task.collective)
        fixed = (task.heading.get(name) for name in ("root", "destination"))
        self.fixed = list(dict.fromkeys(v for v in fixed if v is not None))
        self.net, self.images, self.work = task.net, None, MOST_RENAMED

    def known_form(self, schedule, known):
        """Returns the schedule with nodes renamed as in a known schedule, or as it is."""
        if not known or schedule in known or not self.kind:
            return schedule
        self.work -= len(self.all_images()) * len(schedule)
        if self.work < 0:
            return schedule
        return next((form for form in self.forms(schedule) if form in known), schedule)

    def all_images(self):
        """Returns the symmetries, which are found once."""
        if self.images is None:
            self.images = symmetries(self.net, self.fixed)
        return self.images

    def forms(self, schedule):
        """Returns the forms of a schedule with nodes renamed, or the schedule alone."""
        images = self.all_images() if self.kind else []
        return [renamed(schedule, image, self.kind) for image in images] or [schedule]
