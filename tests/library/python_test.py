"""Calls each method of examples/grove.py beside what must come out; prints TAP."""
# SPDX-License-Identifier: BSD-2-Clause

from array import array

import grove

cases = []


def case(function):
    cases.append(function)
    return function


def ints(*values):
    return array("i", values)


@case
def folds():
    def body(me):
        v, n = me.number, me.nodes
        out = ints(-1)
        me.allreduce(ints(v), out)
        assert out[0] == n * (n - 1) // 2
        me.reduce(ints(v), out if v == 1 else None, grove.MAX, 1)
        assert v != 1 or out[0] == n - 1
        me.scan(ints(v), out)
        assert out[0] == v * (v + 1) // 2
        me.exscan(ints(1), out)
        assert v == 0 or out[0] == v
        me.reducescatter(ints(*range(n)), out)
        assert out[0] == n * v
        real = array("d", [0])
        me.allreduce(array("d", [v / 2]), real, grove.PROD)
        assert real[0] == 0
        flags = bytearray(1)
        me.allreduce(bytes([1 << v]), flags, grove.OR)
        assert flags[0] == (1 << n) - 1

    with grove.Team("cube:2") as team:
        team.run(body)


@case
def moves():
    def body(me):
        v, n = me.number, me.nodes
        word = bytearray(b"right" if v == 2 else b"wrong")
        me.broadcast(word, 2)
        assert word == b"right"
        one = ints(-1)
        me.scatter(ints(*range(10, 10 + n)) if v == 0 else None, one)
        assert one[0] == 10 + v
        all_ = ints(*[-1] * n)
        me.gather(one, all_ if v == 0 else None)
        assert v or list(all_) == list(range(10, 10 + n))
        me.allgather(ints(v * v), all_)
        assert list(all_) == [u * u for u in range(n)]
        me.alltoall(ints(*[v * 10 + u for u in range(n)]), all_)
        assert list(all_) == [u * 10 + v for u in range(n)]
        me.permute(ints(v), one, [(u + 1) % n for u in range(n)])
        assert one[0] == (v - 1) % n
        me.barrier()

    for network in "gh:1", "cube:2", "star:3":
        with grove.Team(network) as team:
            team.run(body) if team.nodes > 2 else team.run(lambda me: me.barrier())


@case
def messages():
    def body(me):
        v, n = me.number, me.nodes
        got = ints(-1, -1)
        assert me.sendrecv(ints(v, v), (v + 1) % n, got, (v - 1) % n, 3) == ((v - 1) % n, 3, 8)
        assert got[1] == (v - 1) % n
        if v:
            me.send(ints(v), 0, v)
        else:
            seen = {me.recv(got) for _ in range(n - 1)}
            assert seen == {(u, u, 4) for u in range(1, n)}
        me.send(b"", grove.NOBODY)

    with grove.Team("gh:4") as team:
        team.run(body)


@case
def requests():
    def body(me):
        v, n, total, got = me.number, me.nodes, ints(0), ints(0)
        whole = ints(7 if v == 1 else 0)
        begun = [me.iallreduce(ints(v), total), me.ibroadcast(whole, 1),
                 me.isend(ints(v), (v + 1) % n), me.irecv(got, (v - 1) % n)]
        while not begun[1].test():
            pass
        for request in reversed(begun):
            request.wait()
        assert (total[0], whole[0], got[0]) == (n * (n - 1) // 2, 7, (v - 1) % n)

    with grove.Team("cube:2") as team:
        team.run(body)


@case
def parts():
    def body(me):
        v, total = me.number, ints(0)
        half = me.split(v % 2, -v, "cube:1")
        half.allreduce(ints(v), total)
        assert half.nodes == 2 and half.number == (v < 2) and total[0] == (2 if v % 2 == 0 else 4)
        half.leave()
        assert me.split(grove.NO_COLOUR) is None

    with grove.Team("cube:2") as team:
        team.run(body)


def raised(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), error
        return error
    raise AssertionError(f"no {kind.__name__}")


@case
def errors():
    raised(grove.Error, "'cub:2' is not a network", lambda: grove.Team("cub:2"))

    def body(me):
        raised(ValueError, "8 bytes, where there must be 4",
               lambda: me.allreduce(ints(1, 2), ints(0)))
        raised(ValueError, "can be written", lambda: me.broadcast(b"fixed"))
        raised(TypeError, "no fold", lambda: me.allreduce(memoryview(bytes(8)).cast("P"), bytearray(8)))
        raised(TypeError, "format 'q' into 'd'", lambda: me.allreduce(array("q", [1]), array("d", [0])))
        true = memoryview(bytearray(1)).cast("?")
        me.allreduce(memoryview(bytes([me.number == 1])).cast("?"), true, grove.OR)
        assert true[0]
        raised(grove.Error, "root 9", lambda: me.broadcast(ints(1), 9))
        raised(ValueError, "contiguous", lambda: me.broadcast(memoryview(ints(1, 2, 3, 4))[::2]))

    with grove.Team("gh:2") as team:
        team.run(body)


@case
def exceptions():
    def body(me):
        if me.number == 1:
            raise KeyError("mine")
        while True:
            me.barrier()

    with grove.Team("cube:2") as team:
        raised(KeyError, "mine", lambda: team.run(body))


@case
def numpy_arrays():
    import numpy

    def body(me):
        mean = numpy.zeros((2, 3))
        me.allreduce(numpy.full((2, 3), float(me.number)), mean)
        assert (mean == 6).all()

    with grove.Team("cube:2") as team:
        team.run(body)


print(f"1..{len(cases)}")
for number, function in enumerate(cases, 1):
    sentence = f"{number} - grove.py: {function.__name__}"
    try:
        function()
        print(f"ok {sentence}")
    except ModuleNotFoundError as missing:
        print(f"ok {sentence} # SKIP {missing}")
    except BaseException as error:
        print(f"not ok {sentence}\n# {type(error).__name__}: {error}")
