"""grove in Python: teams of threads and their collectives, by ctypes.

    import grove
    from array import array

    def body(me):
        total = array("d", [0])
        me.allreduce(array("d", [me.number]), total, grove.SUM)

    with grove.Team("cube:2") as team:
        team.run(body)

Buffers are objects with the buffer protocol: array.array, bytearray, memoryview, NumPy arrays. A
block may be a part of an array: matrix[:, 3] or cube[1:3, :, 2:4] of NumPy arrays, a column
memoryview(numbers)[3::columns], or a Part, which needs no NumPy. Where a verb has a block for each
node, the buffer is contiguous memory, or a list of blocks. Elements go in the order a[i][j]: an
array in Fortran's order, in another byte order or of Python's objects is refused. An error is an
exception grove.Error, and an exception in a body ends the team's work and comes out of run. Inside
calls of grove other Python threads go on, since the lock of the interpreter is free; between the
calls one body runs at a time. NumPy, and other libraries that free the lock, compute at the same
time.
"""
# SPDX-License-Identifier: BSD-2-Clause

import ctypes
import ctypes.util
import errno
import os
import re
import sys
import threading

SUM, PROD, MIN, MAX, AND, OR, XOR = range(7)
ANY, NOBODY, NO_COLOUR = -1, -2, -1

# enum grove_type, by the kind of number and its bytes.
_TYPES = {"u1": 0, "i1": 1, "u2": 2, "i2": 3, "u4": 4, "i4": 5, "u8": 6, "i8": 7, "f4": 8, "f8": 9,
          "f2": 10, "c8": 12, "c16": 13, "b1": 14}
_KINDS = dict.fromkeys("bhilqn", "i") | dict.fromkeys("BHILQNc", "u") | dict.fromkeys("efd", "f") | {"?": "b"}

_NODES = -2  # GROVE_NODES: a thread for each node
_BODY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class _Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("network", ctypes.c_char_p),
        ("threads", ctypes.c_int),
        ("pin", ctypes.c_char_p),
        ("wait", ctypes.c_char_p),
        ("timeout", ctypes.c_double),
        ("pace", ctypes.c_void_p),
        ("stack", ctypes.c_size_t),
        ("helper", ctypes.c_int),
        ("caller_waits", ctypes.c_int),
    ]


class _Message(ctypes.Structure):
    _fields_ = [("from_", ctypes.c_int), ("tag", ctypes.c_int), ("bytes", ctypes.c_size_t)]


class _Operation(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("verb", ctypes.c_char_p),
        ("plan", ctypes.c_void_p),
        ("in_", ctypes.c_void_p),
        ("out", ctypes.c_void_p),
        ("count", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("fold", ctypes.c_void_p),
        ("root", ctypes.c_int),
        ("permutation", ctypes.c_void_p),
        ("blocks", ctypes.c_void_p),
        ("node", ctypes.c_int),
        ("tag", ctypes.c_int),
        ("message", ctypes.c_void_p),
        ("in_subarrays", ctypes.c_void_p),
        ("out_subarrays", ctypes.c_void_p),
    ]


class _Subarray(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("at", "bytes", "rows", "stride", "planes", "plane_stride")]


class _Neighbour(ctypes.Structure):
    _fields_ = [("node", ctypes.c_int), ("out", ctypes.c_void_p), ("out_bytes", ctypes.c_size_t),
                ("in_", ctypes.c_void_p), ("in_bytes", ctypes.c_size_t),
                ("out_subarray", ctypes.POINTER(_Subarray)), ("in_subarray", ctypes.POINTER(_Subarray))]


class _Memory(ctypes.Structure):
    """Py_buffer of Python's C interface; only the address is read here."""

    _fields_ = [("address", ctypes.c_void_p), ("others", ctypes.c_void_p * 16)]


class _Fold(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("function", "context", "name")]


def _load():
    names = [os.environ.get("GROVE_LIBRARY"), ctypes.util.find_library("grove"), "libgrove.so.0.1"]
    library = ctypes.CDLL(next(name for name in names if name))
    library.grove_why.restype = ctypes.c_char_p
    library.grove_builtin_fold.restype = ctypes.c_void_p
    library.grove_fold_ordered.argtypes = [ctypes.c_void_p]
    library.grove_fold_ordered.restype = _Fold
    library.grove_node_team.restype = ctypes.c_void_p
    return library


_library = _load()
_ordered = {}  # the folds that ordered() made, which calls read


class Error(OSError):
    """A call of grove failed; errno and the line of grove_why."""


def _check(result):
    if result < 0:
        raise Error(-result, _library.grove_why().decode())


def _address(view):
    """The address of the first element, which stays while the view is there."""
    memory, strides_and_format = _Memory(), 0x1c
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(memory), strides_and_format)
    address = memory.address
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(memory))
    return address


def _view(owner):
    try:
        return memoryview(owner)
    except TypeError:
        raise TypeError(f"grove: a buffer is needed, such as array.array, not {type(owner).__name__}") from None


def _network(name):
    if not isinstance(name, str):
        raise TypeError(f"grove: a network is a str, such as 'cube:2', not {type(name).__name__}")
    return name.encode()


class Part:
    """Rows of `length` elements of a contiguous buffer, `stride` elements apart, from element `at` on.

    Planes of such rows are a part of an array of three dimensions.
    """

    def __init__(self, buffer, at, length, rows=1, stride=0, planes=1, plane_stride=0):
        self.view = _view(buffer)
        item, lengths, strides = self.view.itemsize, (planes, rows, length), (plane_stride, stride, 1)
        last = at + sum((n - 1) * stride for n, stride in zip(lengths, strides))
        if not self.view.c_contiguous:
            raise ValueError("grove: a Part is of contiguous memory")
        if min(at, *lengths, *strides) < 0 or (0 not in lengths and (last + 1) * item > self.view.nbytes):
            raise ValueError("grove: a Part must lie inside its buffer")
        self.at = at * item
        self.dimensions = [(n, stride * item) for n, stride in zip(lengths, strides)]


def _dimensions(view):
    """The length and the stride of each dimension of an array, whose last index moves least in memory."""
    dimensions, span = list(zip(view.shape, view.strides)), view.itemsize
    for length, stride in reversed(dimensions):
        if length > 1 and 0 <= stride < span:
            raise ValueError("grove: a later index moves farther in memory, as in Fortran's order: "
                             "copy the array in C's order first")
        span += abs(stride) * (length - 1)
    return dimensions


def _rows(item, dimensions):
    """The subarray of elements of `item` bytes, from the length and the stride of each dimension."""
    levels = [(item, 1)]
    for length, stride in reversed(dimensions):
        if length == 1:
            continue
        if stride < 0:
            raise ValueError("grove: a part must not run backwards in memory")
        if stride == levels[-1][0] * levels[-1][1]:
            levels[-1] = levels[-1][0], levels[-1][1] * length
        else:
            levels.append((stride, length))
    if len(levels) > 3:
        raise ValueError("grove: a part has rows and planes of rows, and no further dimension")
    row = item * levels[0][1]
    (stride, rows), (plane_stride, planes) = (levels[1:] + [(row, 1), (0, 1)])[:2]
    return _Subarray(0, row, rows, stride, planes, plane_stride)


class _Buffer:
    """The memory of a Python object or of a list of blocks. None: no memory, where a node needs none."""

    def __init__(self, owner, writes=False, blocks=1, needed=True):
        self.bytes, self.address, self.view, self.subarrays = 0, None, None, None
        if owner is None and not needed:
            return
        parts = owner if isinstance(owner, (list, tuple)) else [owner]
        self.views = [part.view if isinstance(part, Part) else _view(part) for part in parts]
        if writes and any(view.readonly for view in self.views):
            raise ValueError("grove: a result needs a buffer that can be written")
        formats = "".join(re.sub(":[^:]*:", "", view.format) for view in self.views)  # no names of fields
        if "O" in formats:
            raise TypeError("grove: addresses of Python's objects mean nothing to other nodes")
        if any(order in formats for order in (">!" if sys.byteorder == "little" else "<")):
            raise TypeError("grove: numbers in the byte order of other machines: copy the array in this machine's first")
        if parts is not owner and self.views[0].c_contiguous and not isinstance(owner, Part):
            self.view, self.bytes = self.views[0], self.views[0].nbytes
            self.address = _address(self.view)
            return
        if len(parts) != blocks:
            raise ValueError(f"grove: {blocks} blocks are needed: contiguous memory, or a list of them")
        self.view = self.views[0]
        self._find_rows(parts)

    def _find_rows(self, parts):
        """Finds the rows of each block, which may be of an object of its own."""
        rows, places = [], []
        for part, view in zip(parts, self.views):
            of_part = isinstance(part, Part)
            rows.append(_rows(view.itemsize, part.dimensions if of_part else _dimensions(view)))
            places.append(_address(view) + (part.at if of_part else 0))
            self.bytes += rows[-1].bytes * rows[-1].rows * rows[-1].planes
        self.address = min(places)
        for row, place in zip(rows, places):
            row.at = place - self.address
        self.subarrays = (_Subarray * len(rows))(*rows)

    def type(self):
        form = self.view.format.lstrip("@=<>!")
        kind = "c" if form in ("Zf", "Zd") else _KINDS.get(form)
        number = _TYPES.get(f"{kind}{self.view.itemsize}")
        if any(view.format != self.view.format for view in self.views):
            raise TypeError("grove: blocks with elements of different formats")
        if number is None:
            raise TypeError(f"grove: no fold for elements of format {self.view.format!r}")
        return number

    def count(self):
        return self.bytes // self.view.itemsize


def _builtin(fold):
    if fold not in range(7):  # the library answers NULL, which an operation by name takes for SUM
        raise Error(errno.EINVAL, f"{fold!r} is no fold: there are SUM, PROD, MIN, MAX, AND, OR and XOR")
    return _library.grove_builtin_fold(int(fold))


_NOTHING = _Buffer(None, needed=False)


def ordered(fold):
    """Returns the fold (SUM, PROD, ...) in the order and bracket of the nodes: the bits of a sum of floats then
    depend on the number of nodes alone."""
    return _ordered.setdefault(fold, _library.grove_fold_ordered(_builtin(fold)))


def _fold_address(fold):
    return ctypes.addressof(fold) if isinstance(fold, _Fold) else _builtin(fold)


def _expect(name, have, wanted):
    if have != wanted:
        raise ValueError(f"grove: {name}: a buffer of {have} bytes, where there must be {wanted}")


class Request:
    """An operation that a node has begun. The buffers are in use until wait() or test() tells the end."""

    def __init__(self, handle, buffers):
        self._handle, self._buffers = handle, buffers

    def wait(self):
        _check(_library.grove_wait(ctypes.byref(self._handle)))
        self._buffers = None

    def test(self):
        """Returns True if the operation has ended."""
        done = ctypes.c_int()
        _check(_library.grove_test(ctypes.byref(self._handle), ctypes.byref(done)))
        return bool(done.value)


class Node:
    """A node, inside a body. Methods are collectives and messages as in grove.h."""

    def __init__(self, handle):
        self._handle = ctypes.c_void_p(handle)
        self.number = _library.grove_node_number(self._handle)
        team = ctypes.c_void_p(_library.grove_node_team(self._handle))
        self.nodes = _library.grove_team_nodes(team)

    def barrier(self):
        _check(_library.grove_barrier(self._handle))

    @staticmethod
    def _operation(verb, from_, to, **fields):
        return _Operation(size=ctypes.sizeof(_Operation), verb=verb.encode(), in_=from_.address, out=to.address,
                          in_subarrays=ctypes.cast(from_.subarrays, ctypes.c_void_p),
                          out_subarrays=ctypes.cast(to.subarrays, ctypes.c_void_p), **fields)

    def _call(self, verb, from_, to, **fields):
        _check(_library.grove_call(self._handle, ctypes.byref(self._operation(verb, from_, to, **fields))))

    def _start(self, verb, from_, to, **fields):
        handle = ctypes.c_void_p()
        operation = self._operation(verb, from_, to, **fields)
        _check(_library.grove_start(self._handle, ctypes.byref(operation), ctypes.byref(handle)))
        return Request(handle, (from_, to))

    def broadcast(self, buffer, root=0):
        all_ = _Buffer(buffer, writes=True)
        self._call("broadcast", _NOTHING, all_, count=all_.bytes, root=root)

    def _fold(self, way, name, in_, out, fold, blocks=1, root=0):
        needed = name != "reduce" or self.number == root
        from_, to = _Buffer(in_, blocks=blocks), _Buffer(out, writes=True, needed=needed)
        if out is not None:
            _expect(name, from_.bytes, to.bytes * blocks)
            if to.type() != from_.type():
                raise TypeError(f"grove: {name}: elements of format {from_.view.format!r} into {to.view.format!r}")
        return way(name, from_, to, count=from_.count() // blocks, type=from_.type(),
                   fold=_fold_address(fold), root=root)

    def reduce(self, in_, out, fold=SUM, root=0):
        """out may be None at other nodes than the root."""
        self._fold(self._call, "reduce", in_, out, fold, 1, root)

    def allreduce(self, in_, out, fold=SUM):
        self._fold(self._call, "allreduce", in_, out, fold)

    def reducescatter(self, in_, out, fold=SUM):
        self._fold(self._call, "reducescatter", in_, out, fold, self.nodes)

    def scan(self, in_, out, fold=SUM):
        self._fold(self._call, "scan", in_, out, fold)

    def exscan(self, in_, out, fold=SUM):
        self._fold(self._call, "exscan", in_, out, fold)

    def _expect_blocks(self, name, buffer, wanted):
        """Checks the size of a buffer with a block for each node, each of whole elements."""
        _expect(name, buffer.bytes, wanted)
        if not buffer.subarrays and buffer.count() % self.nodes:
            raise ValueError(f"grove: {name}: {buffer.count()} elements do not divide among {self.nodes} nodes")

    def scatter(self, in_, out, root=0):
        """in_ may be None at other nodes than the root."""
        from_, to = _Buffer(in_, blocks=self.nodes, needed=self.number == root), _Buffer(out, writes=True)
        if self.number == root:
            self._expect_blocks("scatter", from_, to.bytes * self.nodes)
        self._call("scatter", from_, to, count=to.bytes, root=root)

    def gather(self, in_, out, root=0):
        """out may be None at other nodes than the root."""
        from_, to = _Buffer(in_), _Buffer(out, writes=True, blocks=self.nodes, needed=self.number == root)
        if self.number == root:
            self._expect_blocks("gather", to, from_.bytes * self.nodes)
        self._call("gather", from_, to, count=from_.bytes, root=root)

    def allgather(self, in_, out):
        from_, to = _Buffer(in_), _Buffer(out, writes=True, blocks=self.nodes)
        self._expect_blocks("allgather", to, from_.bytes * self.nodes)
        self._call("allgather", from_, to, count=from_.bytes)

    def alltoall(self, in_, out):
        from_, to = _Buffer(in_, blocks=self.nodes), _Buffer(out, writes=True, blocks=self.nodes)
        self._expect_blocks("alltoall", to, from_.bytes)
        self._expect_blocks("alltoall", from_, to.bytes)
        self._call("alltoall", from_, to, count=from_.bytes // self.nodes)

    def permute(self, in_, out, permutation):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        _expect("permute", to.bytes, from_.bytes)
        if len(permutation) != self.nodes:
            raise ValueError(f"grove: permute: a permutation of {self.nodes} nodes")
        numbers = (ctypes.c_int * self.nodes)(*permutation)
        self._call("permute", from_, to, count=from_.bytes, permutation=ctypes.cast(numbers, ctypes.c_void_p))

    def send(self, buffer, to, tag=0):
        all_ = _Buffer(buffer, needed=to != NOBODY)
        self._call("send", all_, _NOTHING, count=all_.bytes, node=to, tag=tag)

    def recv(self, buffer, from_=ANY, tag=ANY):
        """Returns the sender, the tag and the bytes of the message."""
        all_, message = _Buffer(buffer, writes=True, needed=from_ != NOBODY), _Message()
        self._call("recv", _NOTHING, all_, count=all_.bytes, node=from_, tag=tag,
                   message=ctypes.addressof(message))
        return message.from_, message.tag, message.bytes

    def sendrecv(self, out, to, in_, from_, tag=0):
        """Returns the sender, the tag and the bytes of the message."""
        sent, message = _Buffer(out, needed=to != NOBODY), _Message()
        received = _Buffer(in_, writes=True, needed=from_ != NOBODY)
        if sent.subarrays or received.subarrays:
            begun = self._start("recv", _NOTHING, received, count=received.bytes, node=from_, tag=tag,
                                message=ctypes.addressof(message))
            self._start("send", sent, _NOTHING, count=sent.bytes, node=to, tag=tag).wait()
            begun.wait()
        else:
            _check(_library.grove_sendrecv(
                self._handle, ctypes.c_void_p(sent.address), ctypes.c_size_t(sent.bytes), to,
                ctypes.c_void_p(received.address), ctypes.c_size_t(received.bytes), from_, tag,
                ctypes.byref(message)))
        return message.from_, message.tag, message.bytes

    def exchange(self, neighbours):
        """Exchanges messages with all nodes of a list of (node, out, in_). None is a message of 0 bytes."""
        pairs = [(node, _Buffer(out, needed=False), _Buffer(in_, writes=True, needed=False))
                 for node, out, in_ in neighbours]
        listed = (_Neighbour * len(pairs))(*[
            (node, out.address, 0 if out.subarrays else out.bytes,
             in_.address, 0 if in_.subarrays else in_.bytes, out.subarrays, in_.subarrays)
            for node, out, in_ in pairs])
        _check(_library.grove_exchange(self._handle, listed, len(pairs)))

    def iallreduce(self, in_, out, fold=SUM):
        return self._fold(self._start, "allreduce", in_, out, fold)

    def ibroadcast(self, buffer, root=0):
        all_ = _Buffer(buffer, writes=True)
        return self._start("broadcast", _NOTHING, all_, count=all_.bytes, root=root)

    def isend(self, buffer, to, tag=0):
        all_ = _Buffer(buffer, needed=to != NOBODY)
        return self._start("send", all_, _NOTHING, count=all_.bytes, node=to, tag=tag)

    def irecv(self, buffer, from_=ANY, tag=0):
        """The message has as many bytes as the buffer."""
        all_ = _Buffer(buffer, writes=True, needed=from_ != NOBODY)
        return self._start("recv", _NOTHING, all_, count=all_.bytes, node=from_, tag=tag)

    def split(self, colour, key=0, network=None):
        """Returns the node in its sub-team, or None for NO_COLOUR. leave() leaves the sub-team."""
        sub = ctypes.c_void_p()
        name = _network(network) if network else None
        _check(_library.grove_split(self._handle, colour, key, name, ctypes.byref(sub)))
        return Node(sub.value) if sub.value else None

    def leave(self):
        _check(_library.grove_leave(self._handle))


class Team:
    """A team with a thread for each node, since Python does not follow bodies from stack to stack."""

    def __init__(self, network, timeout=0.0):
        # The interpreter keeps the calls of a thread in order, so bodies can not take turns on one.
        options = _Options(network=_network(network), threads=_NODES, timeout=timeout)
        self._handle = ctypes.c_void_p()
        _check(_library.grove_team_open(ctypes.byref(self._handle), ctypes.byref(options)))
        self.nodes = _library.grove_team_nodes(self._handle)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            self.close()
        except Error:  # never hides the exception that ended the block
            if kind is None:
                raise

    def close(self):
        _check(_library.grove_team_free(self._handle))
        self._handle = ctypes.c_void_p()

    def run(self, body):
        """Calls body(node) on every node at once. Raises the first exception of a body."""
        first, lock = [], threading.Lock()

        def enter(handle, _):
            try:
                body(Node(handle))
                return 0
            except BaseException as error:  # also KeyboardInterrupt must end the team's work
                with lock:
                    first.append(error)
                code = error.errno if isinstance(error, Error) else None
                return -(code or errno.ECANCELED)

        result = _library.grove_team_run(self._handle, _BODY(enter), None)
        if first:
            raise first[0]
        _check(result)
