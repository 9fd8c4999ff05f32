"""Calls each method of examples/grove.py beside what must come out; prints TAP."""
# SPDX-License-Identifier: BSD-2-Clause

import sys
from array import array

import grove

cases = []


def case(function):
    cases.append(function)
    return function


def ints(*values):
    return array("i", values)


def bracket(values):
    """The sum of the largest power of two of values that leaves one, and of the others."""
    half = 1 << (len(values) - 1).bit_length() - 1 if len(values) > 1 else 0
    return bracket(values[:half]) + bracket(values[half:]) if half else values[0]


@case
def ordered_folds():
    def body(me):
        values = [(-1) ** u * 10.0 ** (u * 7 % 17) / 3 for u in range(me.nodes)]
        mine, out = array("d", values[me.number:me.number + 1]), array("d", [0])
        me.allreduce(mine, out, grove.ordered(grove.SUM))
        assert out[0] == bracket(values)
        me.scan(mine, out, grove.ordered(grove.SUM))
        assert out[0] == bracket(values[:me.number + 1])
        me.iallreduce(mine, out, grove.ordered(grove.SUM)).wait()
        assert out[0] == bracket(values)

    for network in "cube:3", "star:3", "gh:3x3", "gh:2x8":
        with grove.Team(network) as team:
            team.run(body)


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
        four = memoryview(ints(1, 2, 3, 4))
        raised(ValueError, "backwards", lambda: me.broadcast(four[::-2]))
        raised(ValueError, "2 blocks", lambda: me.alltoall(four[::2], ints(0, 0)))
        raised(ValueError, "2 blocks", lambda: me.alltoall([four[::2]], ints(0, 0)))
        raised(ValueError, "1 blocks", lambda: me.broadcast([four[:1], four[2:3]]))
        raised(ValueError, "can be written", lambda: me.broadcast(memoryview(bytes(4))[::2]))
        raised(ValueError, "inside its buffer", lambda: grove.Part(four, 1, 2, 2, 2))
        raised(ValueError, "inside its buffer", lambda: grove.Part(four, -1, 1))
        raised(ValueError, "contiguous", lambda: grove.Part(four[::2], 0, 1))
        raised(TypeError, "different formats",
               lambda: me.reducescatter([ints(1), array("f", [1])], ints(0)))
        raised(grove.Error, "overlap", lambda: me.broadcast(grove.Part(four, 0, 2, 2, 1)))

    with grove.Team("gh:2") as team:
        team.run(body)


@case
def wrong_folds():
    def body(me):
        for fold in 99, -1, 7, "sum", None, [0]:
            line = f"{fold!r} is no fold: there are SUM, PROD, MIN, MAX, AND, OR and XOR"
            for call in me.allreduce, me.reduce, me.scan, me.iallreduce:
                raised(grove.Error, line, lambda: call(ints(1), ints(0), fold))
            raised(grove.Error, line, lambda: grove.ordered(fold))

    with grove.Team("gh:2") as team:
        team.run(body)


@case
def elements_that_do_not_divide():
    def body(me):
        six, bytes_ = ints(*range(6)), bytearray(24)
        line = "6 elements do not divide among 4 nodes"
        raised(ValueError, f"alltoall: {line}", lambda: me.alltoall(six, ints(*range(6))))
        raised(ValueError, f"alltoall: {line}", lambda: me.alltoall(six, bytes_))
        raised(ValueError, f"alltoall: {line}", lambda: me.alltoall(bytes_, six))
        raised(ValueError, f"allgather: {line}", lambda: me.allgather(bytearray(6), six))
        if me.number == 2:
            raised(ValueError, f"scatter: {line}", lambda: me.scatter(six, bytearray(6), 2))
            raised(ValueError, f"gather: {line}", lambda: me.gather(bytearray(6), six, 2))
        raised(ValueError, "alltoall: 5 elements do not divide among 4 nodes",
               lambda: me.alltoall(bytes(5), bytearray(5)))
        raised(ValueError, "20 bytes, where there must be 16", lambda: me.reducescatter(ints(*range(5)), ints(0)))
        me.alltoall(bytes([me.number] * 24), bytes_)
        assert bytes_ == bytes(u for u in range(4) for _ in range(6))

    with grove.Team("cube:2") as team:
        team.run(body)


@case
def objects_that_are_no_buffers():
    def body(me):
        one, two = ints(1), ints(0, 0)
        wrong = [
            lambda none: me.broadcast(none), lambda none: me.ibroadcast(none),
            lambda none: me.reduce(none, one), lambda none: me.reduce(one, none, root=me.number),
            lambda none: me.allreduce(none, none), lambda none: me.allreduce(one, none),
            lambda none: me.iallreduce(none, one), lambda none: me.scan(one, none),
            lambda none: me.exscan(none, one), lambda none: me.reducescatter(one, none),
            lambda none: me.scatter(two, none), lambda none: me.scatter(none, one, me.number),
            lambda none: me.gather(none, two), lambda none: me.gather(one, none, me.number),
            lambda none: me.allgather(none, none), lambda none: me.alltoall(none, none),
            lambda none: me.alltoall([one, none], two), lambda none: me.permute(none, none, [0, 1]),
            lambda none: me.send(none, 0), lambda none: me.isend(none, 0), lambda none: me.recv(none),
            lambda none: me.irecv(none, 0), lambda none: me.sendrecv(none, 0, one, 0),
            lambda none: me.sendrecv(one, 0, none, 0), lambda none: grove.Part(none, 0, 1),
        ]
        for call in wrong:
            for none in None, 3, "text":
                raised(TypeError, f"grove: a buffer is needed, such as array.array, not {type(none).__name__}",
                       lambda: call(none))
        me.send(None, grove.NOBODY)
        me.isend(None, grove.NOBODY).wait()
        me.recv(None, grove.NOBODY)
        me.irecv(None, grove.NOBODY).wait()
        me.sendrecv(None, grove.NOBODY, None, grove.NOBODY)
        raised(TypeError, "grove: a network is a str, such as 'cube:2', not int", lambda: me.split(0, network=3))

    for network in None, 3, b"cube:2":
        raised(TypeError, f"grove: a network is a str, such as 'cube:2', not {type(network).__name__}",
               lambda: grove.Team(network))
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
def teams_that_are_closed():
    def fails():
        with grove.Team("cube:2") as team:
            teams.append(team)
            team.run(lambda me: 1 / 0)

    teams = [grove.Team("cube:2")]
    teams[0].close()
    raised(ZeroDivisionError, "division", fails)
    for team in teams:
        raised(grove.Error, "the team or the body is NULL", lambda: team.run(lambda me: None))
        team.close()


def matrix(v):
    """The numbers of a matrix of 6 rows and 4 columns, others at each node."""
    return array("d", [1000 * v + i for i in range(24)])


def column(numbers, j):
    return memoryview(numbers)[j::4]


@case
def columns():
    def body(me):
        v, n, mine, got = me.number, me.nodes, matrix(me.number), array("d", [-1] * 24)
        me.allreduce(column(mine, 1), column(got, 2))
        assert list(got[2::4]) == [1000 * sum(range(n)) + n * i for i in range(1, 24, 4)]
        assert all(got[i] == -1 for i in range(24) if i % 4 != 2)
        me.broadcast(column(mine, 3), 2)
        assert mine == array("d", [1000 * (2 if i % 4 == 3 else v) + i for i in range(24)])
        mine = matrix(v)
        me.alltoall([column(mine, j) for j in range(n)], [column(got, j) for j in range(n)])
        assert all(got[i] == 1000 * (i % 4) + i - i % 4 + v for i in range(24))
        line = array("d", [-1] * 6)
        me.scatter([column(mine, n - 1 - j) for j in range(n)] if v == 1 else None, line, 1)
        assert list(line) == [1000 + i for i in range(n - 1 - v, 24, 4)]
        me.gather(line, [column(got, j) for j in range(n)] if v == 0 else None)
        assert v or all(got[i] == 1000 + i - i % 4 + n - 1 - i % 4 for i in range(24))
        me.reducescatter([column(mine, j) for j in range(n)], line, grove.MAX)
        assert list(line) == [1000 * (n - 1) + i for i in range(v, 24, 4)]
        me.permute(column(mine, 0), column(mine, 1), [(u + 1) % n for u in range(n)])
        assert list(mine[1::4]) == [1000 * ((v - 1) % n) + i for i in range(0, 24, 4)]

    with grove.Team("cube:2") as team:
        team.run(body)


@case
def parts_of_arrays():
    def body(me):
        v, mine, got = me.number, array("h", range(60)), array("h", [-1] * 60)
        # Planes 1 and 2, rows 1 to 3, columns 2 and 3 of an array of 3 x 4 x 5.
        part = grove.Part(mine, 20 + 5 + 2, 2, 3, 5, 2, 20)
        whole = array("h", [0] * 12)
        if v == 0:
            me.send(part, 1, 7)
            me.recv(grove.Part(got, 27, 2, 3, 5, 2, 20), 1)
        else:
            assert me.recv(whole) == (0, 7, 24)
            me.send(whole, 0)
        inside = [20 * x + 5 * y + z for x in (1, 2) for y in (1, 2, 3) for z in (2, 3)]
        assert list(whole) == (inside if v else [0] * 12)
        assert [i for i in range(60) if got[i] == i] == ([] if v else inside)
        assert got.count(-1) == (60 if v else 48)
        me.broadcast(grove.Part(mine, 0, 0, 3, 5))

    with grove.Team("gh:2") as team:
        team.run(body)


@case
def messages_of_columns():
    def body(me):
        v, n, mine, got = me.number, me.nodes, matrix(me.number), array("d", [-1] * 24)
        to, from_ = (v + 1) % n, (v - 1) % n
        assert me.sendrecv(column(mine, 3), to, column(got, 0), from_, 5) == (from_, 5, 48)
        assert list(got[::4]) == [1000 * from_ + i for i in range(3, 24, 4)] and got.count(-1) == 18
        assert me.sendrecv(mine[6:12], to, column(got, 0), from_) == (from_, 0, 48)
        assert list(got[::4]) == [1000 * from_ + i for i in range(6, 12)]
        six = array("d", [0] * 6)
        assert me.sendrecv(column(mine, 2), v, six, v) == (v, 0, 48) and six == mine[2::4]
        row = array("d", [0] * 4)
        me.exchange([(to, column(mine, 3), row), (from_, mine[:4], column(got, 1)),
                     (grove.NOBODY, column(mine, 0), None)])
        assert list(row) == [1000 * to + i for i in range(4)]
        assert list(got[1::4]) == [1000 * from_ + i for i in range(3, 24, 4)]
        begun = [me.irecv(column(got, 2), from_), me.isend(column(mine, 1), to),
                 me.iallreduce(column(mine, 0), column(got, 3), grove.MIN)]
        for request in begun:
            request.wait()
        assert list(got[2::4]) == [1000 * from_ + i for i in range(1, 24, 4)]
        assert list(got[3::4]) == list(range(0, 24, 4))

    with grove.Team("gh:3") as team:
        team.run(body)


@case
def numpy_parts():
    import numpy

    def body(me):
        v, n = me.number, me.nodes
        mine = numpy.arange(60.0).reshape(3, 4, 5) + 100 * v
        got = numpy.zeros((3, 4, 5))
        me.allreduce(mine[1:, 1:3, 2:4], got[:2, 2:, 3:])
        assert (got[:2, 2:, 3:] == numpy.arange(60.0).reshape(3, 4, 5)[1:, 1:3, 2:4] * n + 100 * n * (n - 1) / 2).all()
        assert got.sum() == got[:2, 2:, 3:].sum()
        square = numpy.arange(float(n * n)).reshape(n, n) + 100 * v
        turned = numpy.zeros((n, n))
        me.alltoall(list(square.T), list(turned.T))
        assert (turned == numpy.array([[u * 100 + w * n + v for u in range(n)] for w in range(n)])).all()
        raised(ValueError, "no further dimension", lambda: me.send(numpy.zeros((4, 4, 4, 4))[::2, ::2, ::2, ::2], 0))
        me.broadcast(mine[:, :, 2], 1)
        assert mine[0, 0, 2] == 102 and mine[0, 0, 1] == 100 * v + 1

    with grove.Team("cube:2") as team:
        team.run(body)


@case
def numpy_arrays_in_other_orders():
    import numpy

    def body(me):
        columns = numpy.arange(6.0).reshape(3, 2).T
        raised(ValueError, "copy the array in C's order first", lambda: me.broadcast(columns, 0))
        raised(ValueError, "C's order", lambda: me.send(numpy.zeros((2, 3, 4), order="F"), 0))
        raised(ValueError, "C's order",
               lambda: me.allreduce(numpy.zeros((2, 3)), numpy.zeros((2, 3), order="F")))
        raised(ValueError, "backwards", lambda: me.send(numpy.zeros(4)[::-1], 0))
        raised(ValueError, "written", lambda: me.broadcast(numpy.broadcast_to(numpy.zeros(1), (3,)), 0))
        raised(TypeError, "addresses", lambda: me.broadcast(numpy.array(["a", []], dtype=object), 0))
        other = ">" if sys.byteorder == "little" else "<"
        raised(TypeError, "byte order", lambda: me.broadcast(numpy.zeros(2, other + "f8"), 0))
        raised(TypeError, "byte order", lambda: me.send(numpy.zeros(2, [("a", "i4"), ("b", other + "i4")]), 0))
        raised(TypeError, "byte order", lambda: me.allreduce(numpy.zeros(2), numpy.zeros(2, other + "f8")))
        record = numpy.full(2, me.number, [("O>", "i2"), ("b", "f8")])
        me.broadcast(record, 1)
        assert record["O>"].tolist() == record["b"].tolist() == [1, 1]
        got = numpy.ascontiguousarray(columns) if me.number == 0 else numpy.zeros((2, 3))
        me.broadcast(got, 0)
        assert (got == columns).all()
        point = numpy.array(float(me.number))
        me.allreduce(numpy.array(1.0), point)
        assert point == me.nodes
        line = numpy.asfortranarray(numpy.arange(3.0) if me.number == 0 else numpy.zeros(3))
        me.broadcast(line, 0)
        assert (line == numpy.arange(3.0)).all()

    with grove.Team("cube:2") as team:
        team.run(body)


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
