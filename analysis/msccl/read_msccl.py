"""Reads an algorithm of MSCCL, as XML, and writes it as a plan, as JSON.

The plan is on the complete network: a gpu is a node, a message is a packet, and a chunk counts as a
KiB. A message takes the first step that dependences, thread blocks and its link allow. The command
verifies the plan afterwards; what the rules of plans do not see is checked here. What is wrong is
one line instead of the plan, with status 1, or 2 where memory or patience end.
"""
# SPDX-License-Identifier: BSD-2-Clause

import json
import sys
from collections import deque
from xml.parsers import expat

# Limits, so that no text makes us work or allocate without bound.
GPUS = 4096
CHUNKS = 1 << 22  # of all inputs, all outputs, all scratch; and those that all steps move
CHANNELS = 1 << 10
NUMBER = (1 << 31) - 1
ORDER_VISITS = 1 << 26  # of steps, to find which comes before which
TIME_VISITS = 1 << 26   # of moments, to find their steps

CHUNK_BYTES = 1024  # whole elements of every type; the format has no size
HELD = 2            # messages that a connection of MSCCL's runtime holds
SHOWN = 64          # bytes of a word of the text in a refusal
NAME_BYTES = 31     # of an algorithm in a plan


class Refusal(Exception):
    """The algorithm is wrong, or no plan can say what it does."""


class Exhausted(Exception):
    """The algorithm would take too much time."""


# ---- The file ----


class Kind:
    """What a type of step does, in this order. A step that receives and folds adds its source to
    what came; a step that folds and does not receive adds its source to its destination."""

    def __init__(self, name, does):
        self.name = name
        self.receives, self.folds, self.stores, self.sends, self.reads = (
            letter in does for letter in 'rfwsi')


KINDS = {name: Kind(name, does) for name, does in (
    ('s', 'si'), ('r', 'rw'), ('rcs', 'rws'), ('rrs', 'rfsi'), ('rrc', 'rfwi'), ('rrcs', 'rfwsi'),
    ('cpy', 'wi'), ('re', 'fwi'), ('nop', ''))}

COLLECTIVES = {'allreduce': 'allreduce', 'allgather': 'allgather',
               'reduce_scatter': 'reducescatter', 'reducescatter': 'reducescatter',
               'alltoall': 'alltoall', 'broadcast': 'broadcast', 'reduce': 'reduce'}


class Gpu:
    def __init__(self, chunks):
        self.chunks = chunks  # of each buffer
        self.blocks = []


class Block:
    def __init__(self, number, gpu, send, recv, channel):
        self.number, self.gpu, self.send, self.recv, self.channel = number, gpu, send, recv, channel
        self.steps = []

    def peer(self, sends):
        return self.send if sends else self.recv


class Step:
    __slots__ = ('kind', 'block', 'line', 'place', 'source', 'target', 'count', 'wait', 'awaited',
                 'number', 'sent', 'received', 'rank', 'seen')

    def refuse(self, text):
        raise Refusal(f'line {self.line}: gpu {self.block.gpu}, thread block {self.block.number}, '
                      f'step {self.place}: {text}')


def shown(word):
    return word.encode()[:SHOWN].decode(errors='surrogateescape')


class Attributes:
    """The attributes of an element."""

    def __init__(self, element, words, line):
        self.element, self.words, self.line = element, words, line

    def refuse(self, text):
        raise Refusal(f'line {self.line}: {text}')

    def word(self, name):
        if name not in self.words:
            self.refuse(f'<{self.element}> has no {name}')
        return self.words[name]

    def number(self, name, least, most, otherwise=None):
        if otherwise is not None and name not in self.words:
            return otherwise
        word = self.word(name)
        digits = word[1:] if word[:1] == '-' else word
        if digits.isascii() and digits.isdigit() and len(digits.lstrip('0')) <= 10 \
                and least <= int(word) <= most:
            return int(word)
        return self.refuse(f'{name}="{shown(word)}" is not a whole number from {least} to {most}')

    def buffer(self, name):
        word = self.word(name)
        if word not in ('i', 'o', 's'):
            self.refuse(f'{name}="{shown(word)}" is not a buffer: i, o or s')
        return word


class Algorithm:
    """An algorithm as its file has it: gpus, thread blocks, steps."""

    def __init__(self, text):
        self.gpus, self.blocks, self.steps, self.moves, self.depth = [], [], [], 0, 0
        self.parser = parser = expat.ParserCreate()
        parser.StartElementHandler = self.begin
        parser.EndElementHandler = self.end
        parser.StartDoctypeDeclHandler = self.refuse_doctype  # before it may declare entities
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            if error.code == 1:
                raise MemoryError from error
            raise Refusal(f'line {error.lineno}, column {error.offset + 1}: '
                          f'{expat.ErrorString(error.code)}') from error
        if len(self.gpus) != self.size:
            raise Refusal(f'ngpus={self.size}, and the file has {len(self.gpus)}')
        if not self.steps:
            raise Refusal('no gpu has a step')

    # Elements are within one another in one order, and all else is refused: no text nests deeply.
    def begin(self, name, words):
        of = Attributes(name, words, self.parser.CurrentLineNumber)
        elements = (('algo', self.begin_algorithm), ('gpu', self.begin_gpu),
                    ('tb', self.begin_block), ('step', self.begin_step))
        if self.depth == len(elements):
            of.refuse(f'<{shown(name)}> within a step, which has no elements')
        expected, begin = elements[self.depth]
        if name != expected:
            of.refuse(f'<{shown(name)}> stands where <{expected}> is expected')
        self.depth += 1
        begin(of)

    def end(self, _name):
        self.depth -= 1

    def refuse_doctype(self, name, *_):
        raise Refusal(f'line {self.parser.CurrentLineNumber}: a document type, {shown(name)}: '
                      'an algorithm has none')

    def begin_algorithm(self, of):
        word = of.word('coll')
        if word not in COLLECTIVES:
            of.refuse(f'coll="{shown(word)}" promises nothing that can be verified: allreduce, '
                      'allgather, reduce_scatter, alltoall, broadcast and reduce do')
        self.collective = COLLECTIVES[word]
        self.folds = self.collective in ('allreduce', 'reducescatter', 'reduce')
        self.name = of.words.get('name', '')
        self.size = of.number('ngpus', 2, GPUS)
        self.chunks = of.number('nchunksperloop', 1, CHUNKS)
        self.in_place = of.number('inplace', 0, 1, 0)
        self.out_of_place = of.number('outofplace', 0, 1, 1 - self.in_place)
        if self.size * self.chunks > CHUNKS:
            of.refuse(f'{self.size} gpus with {self.chunks} chunks each: more than {CHUNKS} chunks')
        if not self.in_place and not self.out_of_place:
            of.refuse('inplace and outofplace are 0: the algorithm is for no buffers')

    def begin_gpu(self, of):
        number = of.number('id', 0, GPUS)
        chunks = {buffer: of.number(f'{buffer}_chunks', 0, CHUNKS) for buffer in 'ios'}
        if number != len(self.gpus) or number >= self.size:
            of.refuse(f'gpu {number} stands where gpu {len(self.gpus)} of {self.size} is expected')
        self.gpus.append(Gpu(chunks))

    def begin_block(self, of):
        gpu = len(self.gpus) - 1
        block = Block(of.number('id', 0, NUMBER), gpu, of.number('send', -1, self.size - 1),
                      of.number('recv', -1, self.size - 1), of.number('chan', 0, CHANNELS - 1))
        expected = len(self.gpus[gpu].blocks)
        if block.number != expected:
            of.refuse(f'gpu {gpu}: thread block {block.number} stands where {expected} is expected')
        if gpu in (block.send, block.recv):
            of.refuse(f'gpu {gpu}, thread block {block.number}: send or recv is the gpu itself')
        self.gpus[gpu].blocks.append(block)
        self.blocks.append(block)

    def begin_step(self, of):
        step = Step()
        word = of.word('type')
        if word not in KINDS:
            of.refuse(f'type="{shown(word)}" is not a type of step: '
                      's, r, rcs, rrs, rrc, rrcs, cpy, re, nop')
        step.kind = kind = KINDS[word]
        step.block, step.line = self.blocks[-1], of.line
        source = of.buffer('srcbuf') if kind.reads else None
        target = of.buffer('dstbuf') if kind.stores else None
        step.source = source and (source, of.number('srcoff', 0, CHUNKS))
        step.target = target and (target, of.number('dstoff', 0, CHUNKS))
        step.count = of.number('cnt', 1, CHUNKS, 1) if kind.reads or kind.receives else 0
        step.wait = of.number('depid', -1, NUMBER, -1), of.number('deps', -1, NUMBER, -1)
        step.awaited = of.number('hasdep', 0, NUMBER, 0) > 0
        step.place = len(step.block.steps)
        step.number = len(self.steps)
        step.sent = step.received = step.rank = None
        step.seen = 0
        self.moves += step.count
        number = of.number('s', 0, NUMBER)
        if number != step.place:
            of.refuse(f'step {number} stands where step {step.place} is expected')
        if self.moves > CHUNKS:
            of.refuse(f'more than {CHUNKS} chunks are moved')
        step.block.steps.append(step)
        self.steps.append(step)

    def find_waits(self):
        """Replaces the numbers of the step for which a step waits by the step itself."""
        for step in self.steps:
            block, place = step.wait
            step.wait = None
            if block < 0:
                continue
            blocks = self.gpus[step.block.gpu].blocks
            if block >= len(blocks):
                step.refuse(f'depid={block}: the gpu has {len(blocks)} thread blocks')
            steps = blocks[block].steps
            if not 0 <= place < len(steps):
                step.refuse(f'deps={place}: thread block {block} has {len(steps)} steps')
            step.wait = steps[place]
            if not step.wait.awaited:
                step.refuse(f'waits for step {place} of thread block {block}, which has hasdep=0')

    def find_root(self):
        """Finds the root, which the format does not name: the only gpu that reads an input, or has
        an output, or else receives, or sends, nothing."""
        self.root = 0
        if self.collective not in ('broadcast', 'reduce'):
            return
        sends = self.collective == 'broadcast'
        receivers = {step.block.gpu for step in self.steps if step.kind.receives}
        senders = {step.block.gpu for step in self.steps if step.kind.sends}
        marked = {step.block.gpu for step in self.steps if step.source and step.source[0] == 'i'}
        if not sends:
            marked = {v for v in range(self.size) if self.gpus[v].chunks['o']}
        if len(marked) != 1:
            marked = senders - receivers if sends else receivers - senders
        if len(marked) != 1:
            verb = 'receive' if sends else 'send'
            raise Refusal(f'the root of the {self.collective} cannot be told: several gpus, or '
                          f'none, {verb} nothing')
        self.root = marked.pop()


# ---- Messages, and the order of steps ----


class Message:
    __slots__ = ('number', 'send', 'receive', 'link', 'chunks')

    def __init__(self, number, send, receive):
        self.number, self.send, self.receive = number, send, receive
        self.link = send.block.gpu, receive.block.gpu
        self.chunks = [None] * send.count  # values as they come, with the receiver's sums


def connection_of(step, sends):
    block = step.block
    ends = (block.gpu, block.send) if sends else (block.recv, block.gpu)
    return ends + (block.channel,)


def moving_steps(algorithm, sends):
    """Lists the steps that send, or receive, by connection: a thread block that sends to a gpu on a
    channel, and the thread block of that gpu that receives there. Two thread blocks may not share
    an end of a connection."""
    moving = [step for step in algorithm.steps
              if (step.kind.sends if sends else step.kind.receives)]
    for step in moving:
        if step.block.peer(sends) < 0:
            step.refuse('sends, and its thread block has send=-1' if sends
                        else 'receives, and its thread block has recv=-1')
    moving.sort(key=lambda step: connection_of(step, sends))
    for one, other in zip(moving, moving[1:]):
        if one.block is not other.block and \
                connection_of(one, sends) == connection_of(other, sends):
            other.refuse(f'a second thread block {"sends to" if sends else "receives from"} gpu '
                         f'{other.block.peer(sends)} on channel {other.block.channel}')
    return moving


def refuse_alone(step, sends, last):
    """Refuses a step without a partner: the other end has fewer steps, or none."""
    peer = step.block.peer(sends)
    if last and connection_of(last.send, True) == connection_of(step, sends):
        step.refuse(f'gpu {peer} receives nothing of what this step sends' if sends
                    else f'gpu {peer} sends nothing for this step to receive')
    step.refuse(f'{"sends to" if sends else "receives from"} gpu {peer} on channel '
                f'{step.block.channel}, where no thread block {"receives" if sends else "sends"}')


def find_messages(algorithm):
    """Pairs the k-th send of each connection with the k-th receive."""
    sends = deque(moving_steps(algorithm, True))
    receives = deque(moving_steps(algorithm, False))
    messages = []
    while sends or receives:
        last = messages[-1] if messages else None
        if not receives or (sends and connection_of(sends[0], True)
                            < connection_of(receives[0], False)):
            refuse_alone(sends[0], True, last)
        if not sends or connection_of(receives[0], False) < connection_of(sends[0], True):
            refuse_alone(receives[0], False, last)
        send, receive = sends.popleft(), receives.popleft()
        if send.count != receive.count:
            send.refuse(f'sends {send.count} chunks, and gpu {receive.block.gpu}, thread block '
                        f'{receive.block.number}, step {receive.place} receives {receive.count}')
        send.sent = receive.received = Message(len(messages), send, receive)
        messages.append(send.sent)
    return messages


def waits_of(step):
    """Lists the steps for which a step waits: the step before it, the step of depid and deps, and
    the step that sends what this step receives."""
    waits = []
    if step.place:
        waits.append(step.block.steps[step.place - 1])
    if step.wait:
        waits.append(step.wait)
    if step.received:
        waits.append(step.received.send)
    return waits


def all_waits_of(step, messages):
    """Lists the receive that makes room for what this step sends, too."""
    waits = waits_of(step)
    if step.sent and step.sent.number >= HELD:
        earlier = messages[step.sent.number - HELD]
        if earlier.send.block is step.block:
            waits.append(earlier.receive)
    return waits


def stuck_wait(step, messages):
    """Returns a step that never ends, for which a step waits that never begins."""
    return next(wait for wait in reversed(all_waits_of(step, messages)) if wait.rank is None)


def order_steps(algorithm, messages):
    """Orders the steps so that each comes after all for which it waits, and sets their ranks."""
    left, followers = [], [[] for _ in algorithm.steps]
    for step in algorithm.steps:
        waits = all_waits_of(step, messages)
        left.append(len(waits))
        for wait in reversed(waits):
            followers[wait.number].append(step)
    order = [step for step in algorithm.steps if not left[step.number]]
    for step in order:  # which grows
        for follower in followers[step.number]:
            left[follower.number] -= 1
            if not left[follower.number]:
                order.append(follower)
    for rank, step in enumerate(order):
        step.rank = rank
    if len(order) < len(algorithm.steps):
        step = next(step for step in algorithm.steps if step.rank is None)
        for _ in algorithm.steps:
            step = stuck_wait(step, messages)
        wait = stuck_wait(step, messages)
        step.refuse('never begins: steps wait for one another in a circle; this one for gpu '
                    f'{wait.block.gpu}, thread block {wait.block.number}, step {wait.place}')
    return order


class Order:
    """Tells whether a step is always over before another step begins."""

    def __init__(self, algorithm):
        self.visits = 0
        self.question = 0
        for step in algorithm.steps:
            step.seen = 0

    def is_before(self, early, late):
        """Goes from the later step back over what it waits for. Only steps between both in the
        order can lead to the earlier step. A step of the earlier step's thread block ends the
        search at once."""
        self.question += 1
        stack = [late]
        while stack:
            step = stack.pop()
            if step.block is early.block and step.place >= early.place:
                return True
            self.visits += 1
            for wait in reversed(waits_of(step)):
                if wait.rank >= early.rank and wait.seen != self.question:
                    wait.seen = self.question
                    stack.append(wait)
        if self.visits > ORDER_VISITS:
            raise Refusal('the dependences of the steps are too many to be followed')
        return False


# ---- Buffers ----


class Layout:
    """Numbers the chunks of a problem, and says where they lie. A chunk is a part of a block:
    number block * per_block + part. In place the smaller of input and output is a part of the
    larger, or both are the same."""

    def __init__(self, algorithm, in_place):
        a = self.algorithm = algorithm
        self.in_place = in_place
        whole = a.collective in ('allreduce', 'broadcast', 'reduce')
        if not whole and a.chunks % a.size:
            raise Refusal(f'nchunksperloop={a.chunks} is not a multiple of ngpus={a.size}')
        self.per_block = a.chunks if whole else a.chunks // a.size
        self.inputs = self.per_block if a.collective == 'allgather' else a.chunks
        self.outputs = self.per_block if a.collective == 'reducescatter' else a.chunks
        for v, gpu in enumerate(a.gpus):
            if gpu.chunks['i'] > self.inputs or gpu.chunks['o'] > self.outputs:
                raise Refusal(
                    f'gpu {v}: i_chunks={gpu.chunks["i"]} and o_chunks={gpu.chunks["o"]}; with '
                    f'nchunksperloop={a.chunks} a gpu of this collective has at most '
                    f'{self.inputs} and {self.outputs}')
        if sum(gpu.chunks['s'] for gpu in a.gpus) > CHUNKS:
            raise Refusal(f'more than {CHUNKS} chunks of scratch')

    def place(self, gpu, buffer, offset):
        """Returns a name of the place of an offset of a buffer."""
        if self.in_place and self.inputs < self.outputs and buffer == 'i':
            return gpu, 'o', offset + gpu * self.per_block
        if self.in_place and self.inputs >= self.outputs and buffer == 'o':
            return gpu, 'i', offset + (gpu * self.per_block if self.inputs > self.outputs else 0)
        return gpu, buffer, offset

    def chunk(self, block, offset):
        return block * self.per_block + offset % self.per_block

    def input_chunk(self, gpu, offset):
        """Returns the chunk that lies there before, or None."""
        a, index = self.algorithm, offset // self.per_block
        if a.collective == 'broadcast' and gpu != a.root:
            return None
        first = {'allgather': gpu, 'alltoall': gpu * a.size}.get(a.collective, 0)
        return self.chunk(first + index, offset)

    def output_chunk(self, gpu, offset):
        """Returns the chunk that must lie there in the end, or None."""
        a, index = self.algorithm, offset // self.per_block
        if a.collective == 'reduce' and gpu != a.root:
            return None
        block = {'reducescatter': gpu, 'alltoall': index * a.size + gpu}.get(a.collective, index)
        return self.chunk(block, offset)


# ---- Moments ----


class Times:
    """Finds the earliest steps of moments, where some must be later than others. The first moments
    are those of messages, and each has a step of its own on its link."""

    def __init__(self, messages, steps):
        self.messages = messages
        self.after = [[] for _ in range(len(messages) + steps)]

    def moment(self):
        self.after.append([])
        return len(self.after) - 1

    def add(self, early, late, by=0):
        """Says that a moment is at least `by` steps after another."""
        self.after[early].append((late, by))

    def find(self):
        step = [0] * len(self.after)
        links = {}
        for message in self.messages:
            links.setdefault(message.link, []).append(message.number)
        visits = 0
        moved = deque(range(len(step)))
        touched = set(links)
        while moved:
            while moved:
                moment = moved.popleft()
                visits += 1
                for late, by in self.after[moment]:
                    if step[late] < step[moment] + by:
                        step[late] = step[moment] + by
                        moved.append(late)
                        if late < len(self.messages):
                            self.check(late, step)
                            touched.add(self.messages[late].link)
                if visits > TIME_VISITS:
                    raise Exhausted('the steps wait for one another in too many ways')
            for link in touched:
                self.spread(links[link], step, moved)
            touched.clear()
        return step

    def spread(self, moments, step, moved):
        """Gives the moments of a link steps of their own."""
        moments.sort(key=lambda moment: (step[moment], moment))
        for one, other in zip(moments, moments[1:]):
            if step[other] <= step[one]:
                step[other] = step[one] + 1
                moved.append(other)
                self.check(other, step)

    def check(self, moment, step):
        """In each step up to the last some message moves: one that is later waits for itself."""
        if step[moment] >= len(self.messages):
            self.messages[moment].send.refuse(
                'what this step sends has no time in a plan, where a node adds what comes at once '
                'and a link carries one packet in a step')


# ---- Partial sums ----


class Sum:
    """A gpu of MSCCL may keep several sums of a chunk apart. A node of a plan has one: it begins as
    the node's own contribution, a packet that folds adds to it, and a packet that copies replaces
    it. So what came is either added to the sum that a node has, or takes the place of that sum, and
    what leaves is the sum of one time. Which of both, and the times, are found here.

    A version is the sum of a node from one arrival to the next. What came is loose until a step
    adds it to a version, or uses it alone; loose sums that are added to one another are a list of
    parts."""

    __slots__ = ('state', 'place', 'copied', 'message', 'parts', 'left_in', 'came_in')

    def __init__(self, state, place, message=None, parts=None):
        self.state, self.place, self.copied, self.message = state, place, False, message
        self.parts = [self] if parts is None else parts
        self.left_in = self.came_in = None


LOOSE, PART, LIST, FOLDED, VERSION = 'loose', 'part', 'list', 'folded', 'version'


class Misuse(Exception):
    """What a step does wrong with a sum."""


ONE_SUM = ': a plan has one sum of each chunk on each node'


class Sums:
    def __init__(self, times):
        self.times = times
        self.latest = {}  # version of (gpu, chunk)

    def own(self, gpu, chunk):
        """Returns a gpu's own contribution."""
        return self.latest.setdefault((gpu, chunk), Sum(VERSION, (gpu, chunk)))

    def timed(self, version):
        """Gives a version the moments when all that left with it is through, and when all that came
        for it is there: most contributions never leave, and need none."""
        if version.left_in is None:
            version.left_in, version.came_in = self.times.moment(), self.times.moment()
        return version

    def bring(self, old, new, message):
        """What comes for the next version comes no earlier than what leaves with the last. A copy,
        which replaces, has a step of its own after what came before, and before what comes then."""
        self.times.add(old.left_in, message.number)
        self.times.add(message.number, new.came_in, 1)
        if old.copied or new.copied:
            self.times.add(old.came_in, message.number)

    def begin_version(self, new, copied):
        self.timed(new)
        old = self.timed(self.own(*new.place))
        new.state, new.copied = VERSION, copied
        self.times.add(old.left_in, new.left_in)
        self.times.add(old.came_in, new.came_in)
        if copied:
            self.bring(old, new, new.message)
        self.latest[new.place] = new

    def use(self, used):
        """Uses a sum as the sum of its node: a loose one takes the place of the version."""
        if used.state == LIST:
            raise Misuse("uses a sum in which the gpu's own part is missing: the node of a plan "
                         'always adds it')
        if used.state in (PART, FOLDED):
            raise Misuse('uses what came alone, and another step adds it to a sum' + ONE_SUM)
        if used.state == LOOSE:
            self.begin_version(used, True)

    def leaves(self, left, message):
        self.use(left)
        self.times.add(message.number, self.timed(left).left_in)

    def ends(self, end):
        self.use(end)
        if self.latest[end.place] is not end:
            raise Misuse('ends with an earlier sum than the gpu has elsewhere')

    def add(self, one, other):
        versions = [term for term in (one, other) if term.state == VERSION]
        if one.place != other.place:
            raise Misuse('adds different chunks to one another')
        if one is other or len(versions) == 2:
            raise Misuse('adds two sums of the gpu, so some part counts twice')
        if one.state in (PART, FOLDED) or other.state in (PART, FOLDED):
            raise Misuse('adds a sum that another step has used' + ONE_SUM)
        if not versions:
            one.state = other.state = PART
            return Sum(LIST, one.place, parts=one.parts + other.parts)
        old, loose = versions[0], other if one is versions[0] else one
        if self.latest[old.place] is not old:
            raise Misuse('adds to an earlier sum than the gpu has elsewhere' + ONE_SUM)
        new = Sum(VERSION, old.place)
        self.begin_version(new, False)
        for part in loose.parts:
            self.bring(old, new, part.message)
            part.state = FOLDED
        loose.state = FOLDED
        return new


# ---- A run ----


class Spot:
    """A place of a buffer: what lies there, the last step that wrote it, and those that have read
    it since. A value is a chunk and, where the collective folds, a sum."""

    __slots__ = ('value', 'writer', 'readers')

    def __init__(self, value, writer):
        self.value, self.writer, self.readers = value, writer, []


class Run:
    """Runs an algorithm with names of chunks instead of bytes."""

    def __init__(self, algorithm, messages, order, in_place):
        self.algorithm, self.messages, self.folds = algorithm, messages, algorithm.folds
        self.layout = Layout(algorithm, in_place)
        self.order = Order(algorithm)
        self.times = Times(messages, len(algorithm.steps))
        self.sums = Sums(self.times)
        self.spots = {}
        for v in range(algorithm.size):
            for offset in range(self.layout.inputs):
                chunk = self.layout.input_chunk(v, offset)
                if chunk is not None:
                    value = chunk, self.sums.own(v, chunk) if self.folds else None
                    self.spots[self.layout.place(v, 'i', offset)] = Spot(value, None)
        for step in order:
            self.run_step(step)
        self.check_outputs()

    def run_step(self, step):
        self.time_step(step)
        for does, end in (('reads', step.source), ('writes', step.target)):
            if not end:
                continue
            buffer, first = end
            chunks = self.algorithm.gpus[step.block.gpu].chunks[buffer]
            if first + step.count > chunks:
                step.refuse(f'{does} chunks {first} to {first + step.count - 1} of buffer '
                            f'{buffer}, which has {chunks}')
        for part in range(step.count):
            try:
                self.move(step, part)
            except Misuse as fault:
                step.refuse(fault)

    def time_step(self, step):
        """A step ends at a moment: with the step of the plan at which its message leaves, or after
        the step at which a message came."""
        first, times = len(self.messages), self.times
        end, sent, received = first + step.number, step.sent, step.received
        for wait in waits_of(step)[:-1 if received else None]:
            times.add(first + wait.number, end)
            if sent:
                times.add(first + wait.number, sent.number)
        if sent:
            times.add(sent.number, end)
        if received:
            times.add(received.number, end, 1)
        if sent and received:
            times.add(received.number, sent.number, 1)

    def move(self, step, part):
        """Moves a chunk of a step."""
        kind, value = step.kind, None
        if self.stays(step, part):
            return
        if kind.receives:
            value = self.take(step, part)
        elif kind.reads:
            value = self.read(step, step.source, part)
        if kind.folds:
            other = self.read(step, step.source if kind.receives else step.target, part)
            if not self.folds:
                step.refuse(f'type {kind.name} folds, and {self.algorithm.collective} does not')
            value = value[0], self.sums.add(other[1], value[1])
        if kind.stores:
            self.write(step, part, value)
        if kind.sends:
            if self.folds:
                self.sums.leaves(value[1], step.sent)
            step.sent.chunks[part] = value

    def stays(self, step, part):
        """In place an input lies within the output, and a copy of the own chunk to its place is a
        copy of the chunk onto itself, which changes nothing."""
        if step.kind.name != 'cpy':
            return False
        source, target = (self.layout.place(step.block.gpu, buffer, first + part)
                          for buffer, first in (step.source, step.target))
        return source == target

    def take(self, step, part):
        """Takes a chunk of a message: from now on it is the receiver's."""
        chunk, _ = value = step.received.chunks[part]
        if self.folds:
            value = chunk, Sum(LOOSE, (step.block.gpu, chunk), step.received)
            step.received.chunks[part] = value
        return value

    def need_order(self, step, others, what, buffer, offset):
        """Checks that other steps, which ran earlier here, always do."""
        for other in others:
            if other and not self.order.is_before(other, step):
                step.refuse(f'{what} chunk {offset} of buffer {buffer}, and no dependence says '
                            f'whether before or after thread block {other.block.number}, step '
                            f'{other.place}')

    def read(self, step, end, part):
        buffer, offset = end[0], end[1] + part
        spot = self.spots.get(self.layout.place(step.block.gpu, buffer, offset))
        if not spot:
            step.refuse(f'reads chunk {offset} of buffer {buffer}, which no step before has '
                        'written')
        if spot.writer is step:
            step.refuse(f'reads chunk {offset} of buffer {buffer}, which the step itself writes')
        self.need_order(step, [spot.writer], 'reads', buffer, offset)
        if not spot.readers or spot.readers[-1] is not step:
            spot.readers.append(step)
        return spot.value

    def write(self, step, part, value):
        buffer, offset = step.target[0], step.target[1] + part
        place = self.layout.place(step.block.gpu, buffer, offset)
        spot = self.spots.get(place)
        if spot:
            self.need_order(step, [spot.writer] + spot.readers[::-1], 'writes', buffer, offset)
        self.spots[place] = Spot(value, step)

    # The verifier of plans knows which node has which chunk, and no places in buffers: what lies at
    # the wrong place is found here, and what never came to a gpu is left to the verifier.
    def check_outputs(self):
        layout, size = self.layout, self.algorithm.size
        reached = set()  # places whose chunk a message brought, or the gpu had
        for message in self.messages:
            for chunk, _ in message.chunks:
                reached.add((message.receive.block.gpu, chunk))
        if not self.folds:
            for v in range(size):
                reached.update((v, layout.input_chunk(v, i)) for i in range(layout.inputs))
        for v in range(size):
            for offset in range(layout.outputs):
                expected = layout.output_chunk(v, offset)
                if expected is not None:
                    self.check_output(v, offset, expected, (v, expected) in reached)

    def check_output(self, v, offset, expected, reached):
        spot = self.spots.get(self.layout.place(v, 'o', offset))
        if not spot:
            if reached:
                raise Refusal(f'gpu {v}: no step writes chunk {offset} of the output, and the gpu '
                              'has the data')
            return
        (chunk, total), per_block = spot.value, self.layout.per_block
        if chunk != expected:
            raise Refusal(
                f'gpu {v}: chunk {offset} of the output ends with part {chunk % per_block} of '
                f'block {chunk // per_block} instead of part {expected % per_block} of block '
                f'{expected // per_block}')
        try:
            if self.folds:
                self.sums.ends(total)
        except Misuse as fault:
            raise Refusal(f'gpu {v}: chunk {offset} of the output {fault}') from fault


# ---- The plan ----


def is_folded(message, total):
    """Finds out whether the receiver adds a chunk to its own."""
    if total and total.state not in (FOLDED, VERSION):
        message.receive.refuse('receives a sum that no step uses' + ONE_SUM)
    return bool(total) and total.state == FOLDED


def pieces_of(message, per_block):
    pieces, folds = [], set()
    for chunk, total in message.chunks:
        folds.add(is_folded(message, total))
        if len(folds) > 1:
            message.receive.refuse("some chunks of the message are added to the gpu's own and "
                                   'others not: a packet of a plan does one of both')
        block, begin = chunk // per_block, chunk % per_block * CHUNK_BYTES
        if pieces and pieces[-1][0] == block and pieces[-1][2] == begin:
            pieces[-1][2] += CHUNK_BYTES
        else:
            pieces.append([block, begin, begin + CHUNK_BYTES])
    return pieces, folds == {True}


def plan_of(algorithm, messages, order, in_place):
    run = Run(algorithm, messages, order, in_place)
    step = run.times.find()
    transfers = []
    for message in messages:
        pieces, fold = pieces_of(message, run.layout.per_block)
        sender, receiver = message.link
        transfers.append({'step': step[message.number], 'from': sender, 'to': receiver,
                          'op': 'fold' if fold else 'copy', 'pieces': pieces})
    plan = {'collective': algorithm.collective, 'network': f'gh:{algorithm.size}',
            'root': algorithm.root, 'bytes': run.layout.per_block * CHUNK_BYTES}
    # A name that no plan may have is left out.
    name = algorithm.name
    if 0 < len(name.encode()) <= NAME_BYTES and not any(
            c < ' ' or '\x7f' <= c < '\xa0' or c in '\ufffe\uffff' for c in name):
        plan['algorithm'] = name
    plan['transfers'] = transfers
    return plan


def read(text):
    algorithm = Algorithm(text)
    algorithm.find_waits()
    algorithm.find_root()
    messages = find_messages(algorithm)
    order = order_steps(algorithm, messages)
    plan = plan_of(algorithm, messages, order, not algorithm.out_of_place)
    if algorithm.in_place and algorithm.out_of_place:
        # An algorithm for both kinds of buffers must be right for both.
        try:
            plan_of(algorithm, messages, order, True)
        except Refusal as refusal:
            raise Refusal(f'in place: {refusal}') from refusal
    return plan


def main():
    try:
        json.dump(read(sys.stdin.buffer.read()), sys.stdout, separators=(',', ':'))
    except Refusal as refusal:
        sys.stdout.buffer.write(str(refusal).encode(errors='surrogateescape'))
        sys.exit(1)
    except Exhausted as exhausted:
        print(exhausted, end='')
        sys.exit(2)
    except MemoryError:
        print('no memory for an algorithm of MSCCL', end='')
        sys.exit(2)


main()
