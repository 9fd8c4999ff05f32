"""grove in Python: teams of threads and their collectives, by ctypes.

    import grove
    from array import array

    def body(me):
        total = array("d", [0])
        me.allreduce(array("d", [me.number]), total, grove.SUM)

    with grove.Team("cube:2") as team:
        team.run(body)

Buffers are objects with the buffer protocol: array.array, bytearray, memoryview, NumPy arrays (of
contiguous memory). An error is an exception grove.Error, and an exception in a body ends the team's
work and comes out of run. Inside calls of grove other Python threads go on, since the lock of the
interpreter is free; between the calls one body runs at a time. NumPy, and other libraries that free
the lock, compute at the same time.
"""
# SPDX-License-Identifier: BSD-2-Clause

import ctypes
import ctypes.util
import errno
import os
import sys
import threading

SUM, PROD, MIN, MAX, AND, OR, XOR = range(7)
ANY, NOBODY, NO_COLOUR = -1, -2, -1

# enum grove_type, by the kind of number and its bytes.
_TYPES = {"u1": 0, "i1": 1, "u2": 2, "i2": 3, "u4": 4, "i4": 5, "u8": 6, "i8": 7, "f4": 8, "f8": 9,
          "f2": 10, "c8": 12, "c16": 13, "b1": 14}
_KINDS = dict.fromkeys("bhilqn", "i") | dict.fromkeys("BHILQNc", "u") | dict.fromkeys("efd", "f") | {"?": "b"}

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
    ]


def _load():
    names = [os.environ.get("GROVE_LIBRARY"), ctypes.util.find_library("grove"), "libgrove.so.0.1"]
    library = ctypes.CDLL(next(name for name in names if name))
    library.grove_why.restype = ctypes.c_char_p
    library.grove_builtin_fold.restype = ctypes.c_void_p
    library.grove_node_team.restype = ctypes.c_void_p
    return library


_library = _load()


class Error(OSError):
    """A call of grove failed; errno and the line of grove_why."""


def _check(result):
    if result < 0:
        raise Error(-result, _library.grove_why().decode())


class _Buffer:
    """The memory of a Python object. None is no memory, e.g. of a node that gets no result."""

    def __init__(self, owner, writes=False):
        self.bytes, self.address, self.view = 0, None, None
        if owner is None:
            return
        self.view = view = memoryview(owner)
        if not view.contiguous:
            raise ValueError("grove: a buffer must be contiguous")
        if writes and view.readonly:
            raise ValueError("grove: a result needs a buffer that can be written")
        self.bytes = view.nbytes
        # A read-only buffer has no address for ctypes, so its bytes are copied.
        flat = view.cast("B") if view.nbytes else memoryview(bytearray(1))
        source = bytearray(flat) if flat.readonly else flat
        self.keep = (ctypes.c_char * len(source)).from_buffer(source)
        self.address = ctypes.c_void_p(ctypes.addressof(self.keep))

    def type(self):
        order, form = self.view.format[0], self.view.format.lstrip("@=<>!")
        kind = "c" if form in ("Zf", "Zd") else _KINDS.get(form)
        foreign = ">!" if sys.byteorder == "little" else "<"
        number = _TYPES.get(f"{kind}{self.view.itemsize}")
        if number is None or order in foreign:
            raise TypeError(f"grove: no fold for elements of format {self.view.format!r}")
        return number

    def count(self):
        return ctypes.c_size_t(self.bytes // self.view.itemsize)


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

    def broadcast(self, buffer, root=0):
        all_ = _Buffer(buffer, writes=True)
        _check(_library.grove_broadcast(self._handle, all_.address, ctypes.c_size_t(all_.bytes), root))

    def _fold(self, name, in_, out, fold, blocks=1, *root):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        if out is not None:
            _expect(name, from_.bytes, to.bytes * blocks)
            if to.type() != from_.type():
                raise TypeError(f"grove: {name}: elements of format {from_.view.format!r} into {to.view.format!r}")
        count = ctypes.c_size_t(from_.count().value // blocks)
        pointer = ctypes.c_void_p(_library.grove_builtin_fold(fold))
        call = getattr(_library, "grove_" + name)
        _check(call(self._handle, from_.address, to.address, count, from_.type(), pointer, *root))

    def reduce(self, in_, out, fold=SUM, root=0):
        """out may be None at other nodes than the root."""
        self._fold("reduce", in_, out, fold, 1, root)

    def allreduce(self, in_, out, fold=SUM):
        self._fold("allreduce", in_, out, fold)

    def reducescatter(self, in_, out, fold=SUM):
        self._fold("reducescatter", in_, out, fold, self.nodes)

    def scan(self, in_, out, fold=SUM):
        self._fold("scan", in_, out, fold)

    def exscan(self, in_, out, fold=SUM):
        self._fold("exscan", in_, out, fold)

    def _move(self, name, in_, out, block, *root):
        call = getattr(_library, "grove_" + name)
        _check(call(self._handle, in_.address, out.address, ctypes.c_size_t(block), *root))

    def scatter(self, in_, out, root=0):
        """in_ may be None at other nodes than the root."""
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        if self.number == root:
            _expect("scatter", from_.bytes, to.bytes * self.nodes)
        self._move("scatter", from_, to, to.bytes, root)

    def gather(self, in_, out, root=0):
        """out may be None at other nodes than the root."""
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        if self.number == root:
            _expect("gather", to.bytes, from_.bytes * self.nodes)
        self._move("gather", from_, to, from_.bytes, root)

    def allgather(self, in_, out):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        _expect("allgather", to.bytes, from_.bytes * self.nodes)
        self._move("allgather", from_, to, from_.bytes)

    def alltoall(self, in_, out):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        _expect("alltoall", to.bytes, from_.bytes)
        _expect("alltoall", from_.bytes % self.nodes, 0)
        self._move("alltoall", from_, to, from_.bytes // self.nodes)

    def permute(self, in_, out, permutation):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        _expect("permute", to.bytes, from_.bytes)
        if len(permutation) != self.nodes:
            raise ValueError(f"grove: permute: a permutation of {self.nodes} nodes")
        self._move("permute", from_, to, from_.bytes, (ctypes.c_int * self.nodes)(*permutation))

    def send(self, buffer, to, tag=0):
        all_ = _Buffer(buffer)
        _check(_library.grove_send(self._handle, all_.address, ctypes.c_size_t(all_.bytes), to, tag))

    def recv(self, buffer, from_=ANY, tag=ANY):
        """Returns the sender, the tag and the bytes of the message."""
        all_, message = _Buffer(buffer, writes=True), _Message()
        _check(_library.grove_recv(self._handle, all_.address, ctypes.c_size_t(all_.bytes), from_, tag,
                                   ctypes.byref(message)))
        return message.from_, message.tag, message.bytes

    def sendrecv(self, out, to, in_, from_, tag=0):
        sent, received, message = _Buffer(out), _Buffer(in_, writes=True), _Message()
        _check(_library.grove_sendrecv(
            self._handle, sent.address, ctypes.c_size_t(sent.bytes), to, received.address,
            ctypes.c_size_t(received.bytes), from_, tag, ctypes.byref(message)))
        return message.from_, message.tag, message.bytes

    def _begin(self, verb, in_, out, **fields):
        from_, to = _Buffer(in_), _Buffer(out, writes=True)
        operation = _Operation(verb=verb.encode(), in_=from_.address, out=to.address, **fields)
        handle = ctypes.c_void_p()
        _check(_library.grove_begin(self._handle, ctypes.byref(operation), ctypes.byref(handle)))
        return Request(handle, (from_, to))

    def iallreduce(self, in_, out, fold=SUM):
        from_ = _Buffer(in_)
        _expect("allreduce", from_.bytes, _Buffer(out, writes=True).bytes)
        return self._begin("allreduce", in_, out, count=from_.count().value, type=from_.type(),
                           fold=_library.grove_builtin_fold(fold))

    def ibroadcast(self, buffer, root=0):
        return self._begin("broadcast", None, buffer, count=_Buffer(buffer).bytes, root=root)

    def isend(self, buffer, to, tag=0):
        return self._begin("send", buffer, None, count=_Buffer(buffer).bytes, node=to, tag=tag)

    def irecv(self, buffer, from_=ANY, tag=0):
        """The message has as many bytes as the buffer."""
        return self._begin("recv", None, buffer, count=_Buffer(buffer).bytes, node=from_, tag=tag)

    def split(self, colour, key=0, network=None):
        """Returns the node in its sub-team, or None for NO_COLOUR. leave() leaves the sub-team."""
        sub = ctypes.c_void_p()
        name = network.encode() if network else None
        _check(_library.grove_split(self._handle, colour, key, name, ctypes.byref(sub)))
        return Node(sub.value) if sub.value else None

    def leave(self):
        _check(_library.grove_detach(self._handle))


class Team:
    """A team with a thread for each node, since Python does not follow bodies from stack to stack."""

    def __init__(self, network, timeout=0.0):
        options = _Options(network=network.encode(), timeout=timeout)
        self._handle = ctypes.c_void_p()
        _check(_library.grove_team_open(ctypes.byref(self._handle), ctypes.byref(options)))
        self.nodes = _library.grove_team_nodes(self._handle)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.close()
        else:
            _library.grove_team_close(self._handle)

    def close(self):
        _check(_library.grove_team_close(self._handle))
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
