# Checks perf/peers/report.py and its modules by made-up rows; tests/perf/peers_test.sh runs it.
# SPDX-License-Identifier: BSD-2-Clause

import contextlib
import io
import json
import math
import os
import re
import shutil
import sys
import tempfile
from types import SimpleNamespace

import picture
import readme_part
import report
import targets
import unit_text
from launch_rows import (Refusal, each_once, is_grove, is_mpi, is_peer, order_statistic,
                         read_launches)

MACHINE = {"hypervisor": "kvm", "cache_bytes": [32768, 2097152, 110100480], "cpus": 4,
           "cpu_model": "Model X", "kernel": "Linux 6", "compiler": "gcc 12",
           "date": "2026-11-22T10:00:00Z"}
CHECKS = []
number = 0  # of files


def check(function):
    """The name of a check is its sentence. A check that returns a text was skipped."""
    CHECKS.append(function)
    return function


def benchmark(results):
    return json.dumps({"schema": "grove-bench", "results": results})


def written(text):
    """The name of a new file."""
    global number
    number += 1
    with open(f"launch.{number}.json", "w", encoding="utf-8") as file:
        file.write(text)
    return file.name


def launch(rows, data="resident"):
    """A file of rows (collective, algorithm, nodes, bytes, median[, network]); no bytes, no data."""
    results = []
    for collective, algorithm, nodes, size, median, *network in rows:
        name = network[0] if network else "MPI" if "MPI" in algorithm else "x"
        time = {"median": median, "ci_low": median / 2, "ci_high": 2 * median}
        results.append({"collective": collective, "algorithm": algorithm, "network": name,
                        "nodes": nodes, "bytes": size, "time_s": time,
                        "data": data if size else None})
    return written(benchmark(results))


def merged(*launches, data="resident"):
    rows, = read_launches([launch(rows, data) for rows in launches])
    return rows


def refused(words, function, *arguments):
    try:
        function(*arguments)
    except Refusal as error:
        return words in str(error)
    return False


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-12)


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@check
def launches_become_the_median_of_their_medians():
    one, = merged(*([("barrier", "grove", 2, 0, t)] for t in (3, 1, 2)))
    assert (one.median, one.launches) == (2, 3)
    assert one.low == 0.5  # of the fastest launch
    assert one.high == 6  # of the slowest


@check
def many_launches_have_an_interval_of_their_own():
    one, = merged(*([("barrier", "grove", 2, 0, t)] for t in (3, 4, 5, 6, 1, 2)))
    assert (one.median, one.low, one.high) == (3.5, 1, 6)
    one, = merged(*([("barrier", "grove", 2, 0, t)] for t in range(1, 10)))
    assert (one.median, one.low, one.high) == (5, 2, 8)
    assert [order_statistic(n) for n in (1, 5, 6, 8, 9, 12, 100)] == [0, 0, 0, 0, 1, 2, 39]


@check
def different_rows_stay_apart_and_are_sorted():
    rows = merged([("broadcast", "grove", 16, 8, 1), ("other", "grove", 2, 8, 1),
                   ("barrier", "grove", 2, 0, 1), ("alltoall", "grove", 2, 8, 1),
                   ("broadcast", "grove", 2, 64, 1), ("broadcast", "grove", 2, 8, 1),
                   ("broadcast", "MPI", 2, 8, 1), ("broadcast", "grove", 16, 8, 1, "y")])
    assert [row.collective for row in rows] == [
        "broadcast", "broadcast", "broadcast", "alltoall", "barrier", "other", "broadcast",
        "broadcast"]
    assert rows[0].algorithm == "MPI" and rows[2].bytes == 64 and rows[6].nodes == 16
    assert (rows[6].network, rows[7].network) == ("x", "y")


@check
def the_best_of_each_side_is_found():
    rows = merged([("reduce", "grove", 2, 8, 3), ("reduce", "Open MPI", 2, 8, 5),
                   ("reduce", "Other MPI", 2, 8, 4), ("reduce", "loop", 2, 8, 2.5),
                   ("reduce", "loop, unrolled", 2, 8, 2), ("reduce", "Open MPI", 2, 64, 1)])
    like = rows[0].operation()
    assert [rows.best(like, side).median for side in (is_grove, is_peer, is_mpi)] == [3, 2, 4]
    assert rows.best(("gather", 2, 8), is_peer) is None
    assert {row.vendor() for row in rows} == {"grove", "Open MPI", "Other MPI", "loop"}


@check
def operations_that_follow_one_another_have_medians():
    row = {"collective": "send", "nodes": 2, "bytes": 8,
           "time_s": {"median": 1, "ci_low": 1, "ci_high": 1}}
    rows, = read_launches([written(benchmark([
        {**row, "algorithm": "grove", "backtoback_s": t},
        {**row, "algorithm": "MPI a", "backtoback_s": 4 * t},
        {**row, "algorithm": "MPI b"},
        {**row, "algorithm": "MPI c", "error": "no time"}])) for t in (5, 1, 2)])
    assert len(rows) == 3
    assert [rows.backtoback(("send", 2, 8), side) for side in (is_grove, is_peer)] == [2, 8]
    rows = merged([("send", "grove", 2, 8, 1)])
    assert math.isnan(rows.backtoback(("send", 2, 8), is_grove))


@check
def limits_count_what_is_written():
    rows = merged([("copy", "one", 2, 100, 9), ("copy", "both", 2, 100, 1),
                   ("copy", "one", 2, 400, 4), ("copy", "one", 2, 1600, 64),
                   ("ping-pong", "bare", 2, 8, 7)])

    def limit(collective, nodes, size):
        return rows.limit(SimpleNamespace(collective=collective, nodes=nodes, bytes=size))

    # The other node's block, by both; and a line goes one way.
    assert limit("broadcast", 2, 100) == 1 + 3.5
    assert limit("broadcast", 5, 100) == 4 + 3.5
    assert limit("reduce", 16, 400) == 4 + 3.5
    assert limit("send", 16, 400) == 4 + 3.5
    assert limit("permute", 4, 100) == 4 + 3.5
    assert limit("allreduce", 4, 100) == 4 + 3.5
    assert limit("alltoall", 4, 100) == 64 + 3.5
    assert limit("transpose", 2, 1600) == 64
    assert close(limit("scatter", 2, 100), 5.5)  # between 100 and 400
    assert close(limit("broadcast", 2, 125), 4.75)
    assert close(limit("broadcast", 2, 800), 19.5)
    assert limit("ring-round-trip", 2, 8) == 7
    assert limit("barrier", 2, 0) == 3.5
    assert math.isnan(limit("histogram", 2, 100))
    assert math.isnan(limit("broadcast", 2, 50))  # nobody copied so little
    assert math.isnan(limit("broadcast", 2, 1601))  # nor so much


def three_sizes(first, second, third):
    """Ratios at 8 bytes, at 2 KiB, and at 4 KiB."""
    return merged([("ping-pong", "bare line", 2, 8, 4e-7),
                   ("broadcast", "grove", 2, 8, 1), ("broadcast", "Open MPI, basic", 2, 8, first),
                   ("broadcast", "Open MPI", 2, 8, first + 1),
                   ("broadcast", "OpenMP", 2, 8, first / 10, "threads"),  # no MPI
                   ("send", "grove", 2, 2048, 1), ("send", "MPICH", 2, 2048, second, "MPI"),
                   ("MPICH's own", "grove", 2, 2048, 1), ("broadcast", "grove", 2, 4096, 1),
                   ("broadcast", "MPICH", 2, 4096, third, "MPI")])


def outcome_of(rows, text):
    return next(one for one in targets.judge_all([rows]) if one.target.text.startswith(text))


@check
def targets_ask_for_every_point_and_the_mean():
    rows = three_sizes(1, 4, 5)
    one = outcome_of(rows, "2 nodes, to 2 KiB")
    assert one.points == 2 and one.verdict() == "met" and one.least == 1 and close(one.mean, 2)
    assert (one.least_at(), one.asks()) == ("broadcast of 8 B, 2 nodes", "1, mean 2")
    one = outcome_of(rows, "2 nodes, from 4 KiB")
    assert (one.verdict(), one.points, one.least) == ("met", 1, 5)
    one = outcome_of(rows, "ring, round trip: a bare")
    assert (one.verdict(), one.points, one.asks()) == ("not measured", 0, "0.909")
    assert targets.met(targets.judge_all([rows]))

    rows = three_sizes(0.9, 40, 3)  # one point
    assert outcome_of(rows, "2 nodes, to 2 KiB").verdict() == "missed"
    assert not targets.met(targets.judge_all([rows]))

    one = outcome_of(three_sizes(1.1, 1.1, 2.5), "2 nodes, to 2 KiB")  # the mean
    assert one.verdict() == "missed" and one.least == 1.1
    rows = merged([("other", "grove", 2, 8, 1)])  # nothing was measured
    assert not targets.met(targets.judge_all([rows]))


@check
def states_of_the_data_stay_apart():
    line, other = ("barrier", "grove", 2, 0, 4), ("barrier", "MPI", 2, 0, 6)
    fresh, resident = read_launches([
        launch([line, ("send", "grove", 2, 8, 1), ("send", "MPI", 2, 8, 3)], "fresh"),
        launch([line, other, ("send", "grove", 2, 8, 2), ("send", "MPI", 2, 8, 4)])])
    assert (fresh.state, resident.state) == ("fresh", "resident")
    assert [rows.best(("send", 2, 8), side).median for rows in (fresh, resident)
            for side in (is_grove, is_mpi)] == [1, 3, 2, 4]
    # A row without data belongs to both states, and is listed once.
    assert [rows.best(other[:1] + other[2:4], is_mpi).median for rows in (fresh, resident)] == [6, 6]
    assert fresh.best(line[:1] + line[2:4], is_grove).launches == 2
    assert len(fresh) == len(resident) == 4 and len(each_once([fresh, resident])) == 6
    outcomes = {(one.target.text.split(":")[0], one.data()): one.verdict()
                for one in targets.judge_all([fresh, resident]) if one.points}
    assert outcomes == {("2 nodes, to 2 KiB", "fresh"): "met", ("2 nodes, barrier", ""): "met",
                        ("2 nodes, to 2 KiB", "resident"): "met"}
    assert merged([line]).state == ""


@check
def each_state_has_means_of_its_own():
    for data, ratio, verdict in (("fresh", 3.2, "met"), ("fresh", 3.1, "missed"),
                                 ("resident", 4.5, "met"), ("resident", 4.4, "missed")):
        rows = merged([("send", "grove", 2, 4096, 1), ("send", "MPI", 2, 4096, ratio)], data=data)
        assert outcome_of(rows, "2 nodes, from 4 KiB").verdict() == verdict


@check
def large_messages_are_held_against_memcpy():
    for time, verdict in ((1.1, "met"), (1.3, "missed")):
        rows = merged([("broadcast", "grove", 2, 1 << 20, time), ("copy", "both", 2, 1 << 20, 1)])
        one = outcome_of(rows, "2 nodes, from 1 MiB")
        assert (one.points, one.verdict()) == (1, verdict)


def first_launch(network, median, p95):
    row = {"collective": "first-run", "algorithm": "grove", "network": network, "nodes": 8, "bytes": 0,
           "time_s": {"median": median, "ci_low": median, "ci_high": median, "p95": p95}}
    return written(benchmark([row]))


@check
def first_times_stand_beside_their_goals():
    files = [first_launch("cube:3", *times) for times in ((1e-4, 5e-4), (1.4e-4, 9e-4))]
    states = read_launches(files)
    one, = targets.first_times(states[0])
    assert (one.median, one.p95) == (1.5e-4, 1e-3) and close(one.row.p95, 7e-4)
    assert one.cells() == ["first run, of an empty body", "cube:3", "120 us", "700 us", "150 us",
                           "1.00 ms", "met"]
    assert f"| {' | '.join(one.cells())} |\n" in readme_part.starts(states)
    status, said = run("--targets", ".", *files)
    assert status == 0 and " ".join(one.cells()) in " ".join(said.split())
    found, = json.loads(content("table.json"))["first_times"]
    assert (found["p95_s"], found["verdict"]) == (7e-4, "met")
    for times in ((1.6e-4, 9e-4), (1e-4, 1.1e-3)):  # the median, and the 95 %
        one, = targets.first_times(read_launches([first_launch("cube:3", *times)])[0])
        assert one.verdict() == "missed"
        assert run("--targets", ".", first_launch("cube:3", *times))[0] == 1
    assert not targets.first_times(read_launches([first_launch("cube:9", 1, 1)])[0])
    assert readme_part.starts(read_launches([launch([("barrier", "grove", 2, 0, 1)])])) == ""


@check
def pages_keep_what_is_not_marked():
    rows = three_sizes(1, 4, 3)
    with open("page.md", "w", encoding="utf-8") as file:
        file.write(f"before\n{readme_part.BEGIN}stale\n{readme_part.END}behind\n")
    for _ in range(2):  # what was written can be written again
        readme_part.write("page.md", readme_part.full([rows], MACHINE))
        text = content("page.md")
        assert text.startswith(f"before\n{readme_part.BEGIN}")
        assert text.endswith(f"{readme_part.END}behind\n")
        assert text.count("stale") == 0
        assert text.count("| broadcast | 1.00 s, **1.0** |") == 1
        assert text.count("| broadcast of 8 B, 2 nodes") == 0
        assert text.count("(broadcast of 8 B, 2 nodes)") == 1
        assert text.count("**Data: resident** (nothing touches") == 1
        assert text.count("| 2 nodes, to 2 KiB: the faster MPI | resident | 1, mean 2 |") == 1
        assert text.count("Open MPI, basic") == 0
        assert text.count("ran:\nOpen MPI, OpenMP, MPICH.") == 1
        assert text.count("one launch in random order") == 1
        assert text.count("and back in 400 ns") == 1
        assert text.count("two cores of 4, Model X (a virtual machine; caches of 32 KiB, 2 MiB, "
                          "105 MiB), Linux 6") == 1
    with open("page.md", "w", encoding="utf-8") as file:
        file.write("nothing is marked\n")
    assert refused("has no lines", readme_part.write, "page.md", "new")
    assert content("page.md") == "nothing is marked\n" and not os.path.exists("page.md.new")
    assert refused("/nowhere/at/all", readme_part.write, "/nowhere/at/all", "new")


@check
def the_readme_has_a_short_table():
    rows = merged([("broadcast", "grove", 2, 8, 2e-7), ("broadcast", "Open MPI, basic", 2, 8, 5e-7, "MPI"),
                   ("alltoall", "grove", 16, 2048, 1e-6)])
    lines = readme_part.short([rows], MACHINE).split("\n")
    assert lines[0] == "On two cores of 4, Model X (a virtual machine), 2026-11-22, beside Open MPI:"
    assert lines[2] == ("| resident data | 2 nodes: 8 B | 8 KiB | 2 MiB "
                        "| 16 nodes: 8 B | 2 KiB | 256 KiB |")
    assert lines[4] == "| broadcast | 200 ns, **2.5** |" + " |" * 5
    assert lines[8] == "| alltoall |" + " |" * 4 + " 1.00 us | |"
    assert lines[9:] == [""]


@check
def of_many_sizes_a_table_shows_seven():
    one = [("send", "grove", 16, 8 << k, 2e-6) for k in range(12)]
    rows = merged(*[[*one, ("barrier", "grove", 16, 0, 3e-6)]] * 2)
    lines = readme_part.table(rows, 16).split("\n")
    assert lines[1] == "| 16 nodes | 8 B | 16 B | 64 B | 256 B | 1 KiB | 4 KiB | 16 KiB |"
    assert lines[3].count("2.00 us") == 7 and lines[4] == "| barrier | 3.00 us |" + " |" * 6
    assert readme_part.table(rows, 2) == ""
    assert "medians of 2 launches" in readme_part.where([rows], MACHINE)


@check
def a_file_that_is_no_benchmark_is_refused():
    row = {"collective": "reduce", "nodes": 2, "bytes": 8,
           "time_s": {"median": 3, "ci_low": 1, "ci_high": 4}}
    bad = {"result 1: ": 7, "collective": {**row, "collective": 3}, "bytes": {**row, "bytes": -1},
           "median": {**row, "time_s": {"ci_low": 1, "ci_high": 2}}, "data": {**row, "data": "new"},
           "ci_low": {**row, "time_s": {"median": 1}}, "time_s": {**row, "time_s": 1}}
    for words, value in bad.items():
        path = written(benchmark([row, value]))
        assert refused(words, read_launches, [path])
        assert refused(f"{path}: result 1: ", read_launches, [path])
    for text in ('{"schema":"other","results":[]}', '{"schema":"grove-bench"}', "[]", "{"):
        assert refused("is not a benchmark", read_launches, [written(text)])
    assert refused("line 1", read_launches, [written("{")])
    assert refused("there are no rows", read_launches, [launch([])])
    assert refused("/nowhere/at/all", read_launches, ["/nowhere/at/all"])


@check
def pictures_have_a_mark_for_each_point():
    if not shutil.which("gnuplot"):
        return "there is no gnuplot"
    launched = [("barrier", "grove", 2, 0, 1e-6)]
    for size in (8, 64, 512):
        launched += [("gather", "A & B, set otherwise", 2, size, 3e-6),  # slower: not drawn
                     ("gather", "grove", 2, size, 1e-6), ("gather", "A & B", 2, size, 2e-6),
                     ("copy", "one", 2, 2 * size, 1e-7)]
    rows = merged(launched)
    picture.draw(rows, 2, "picture.svg")
    text = content("picture.svg")
    # Three sizes: two contenders above, the ratio below; and two marks in the legend.
    assert len(re.findall("<use [^>]*translate", text)) == 3 * 3 + 2
    assert text.count("A &amp; B<") == 1
    assert text.count(">gather<") == 1 and text.count(">barrier<") == 0
    limit = re.findall("<path stroke='rgb. 34,  34,  34.' stroke-dasharray=[^>]* d='([^']*)'", text)
    assert [line.count(",") for line in limit] == [2, 3]  # in the legend, and at the three sizes
    program = picture.script(rows, 2, "picture.svg")
    assert "\n8 4000000\n" in program and "\n8 2666666" not in program  # the faster setting's rate
    assert text.count("nan") == 0 and text.rstrip().endswith("</svg>")
    assert refused("cannot be written", picture.draw, rows, 2, "/nowhere/at/all")
    picture.draw(rows, 16, "/nowhere/at/all")  # nothing to draw
    return None


@check
def units_have_three_digits():
    times = 0, 9.994e-7, 9.996e-7, 9.996e-6, 1.5e-4, 2, math.nan
    assert list(map(unit_text.time_text, times)) == \
        ["0 ns", "999 ns", "1.00 us", "10.0 us", "150 us", "2.00 s", "-"]
    assert [unit_text.size_text(n) for n in (0, 8, 1536, 2048, 3 << 20)] == \
        ["0 B", "8 B", "1536 B", "2 KiB", "3 MiB"]
    assert unit_text.rate_text(12.34e9) == "12.3 GB/s" and unit_text.share_text(1, 3) == "33 %"


def run(*arguments):
    """The exit status of the report, and what it says."""
    said, sys.argv = io.StringIO(), ["report", *arguments]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = report.main()
        except SystemExit as end:
            status = end.code
    return status, said.getvalue()


@check
def the_report_says_the_same_as_text_and_as_json():
    file = launch([("broadcast", "grove", 2, 2048, 1e-6), ("broadcast", "MPI a", 2, 2048, 2e-6),
                   ("broadcast", "loop", 2, 2048, 1.5e-6),
                   ("likwid-copy", "likwid-bench copy", 2, 1000, 1e-6)])
    status, said = run("--targets", ".", file)
    assert status == 0
    assert "likwid-bench copy of 1000 B by both cores, each from its own part: 1.00 GB/s" in said
    line = next(line for line in said.split("\n") if line.startswith("  broadcast "))
    assert line.split() == "broadcast 2 2 KiB 1.00 us 1.50 us loop 1.50 0.38 .. 6.00 -".split()
    table = json.loads(content("table.json"))
    one, = table["results"]
    assert "\nresident data: nothing touches" in f"\n{said}"
    assert one["data"] == "resident"
    assert (table["schema"], table["a"]) == ("grove-compare", "grove")
    assert (one["ratio"], one["ratio_low"], one["ratio_high"]) == (1.5, 0.375, 6)
    assert one["limit_s"] is None
    assert one["b"] == {"algorithm": "loop", "network": "x", "median_s": 1.5e-6, "ci_low_s": 7.5e-7,
                        "ci_high_s": 3e-6}
    assert [one["verdict"] for one in table["targets"] if one["points"]] == ["met"]
    assert [row["algorithm"] for row in json.loads(content("grove.json"))["results"]] == ["grove"]
    assert len(json.loads(content("peers.json"))["results"]) == 3


@check
def a_missed_target_and_wrong_usage_have_a_status():
    missed = launch([("broadcast", "grove", 2, 8, 1), ("broadcast", "MPI", 2, 8, 0.5)])
    assert run(".", missed)[0] == 0 and run("--targets", ".", missed)[0] == 1
    assert run("--targets", ".", launch([("other", "grove", 2, 8, 1)]))[0] == 1
    assert run(".")[0] == 2 and run("--other", ".", missed)[0] == 2
    for arguments in ([".", "/nowhere"], ["/nowhere", missed]):
        status, said = run(*arguments)
        assert status == 2 and re.search("\n?report: .*/nowhere.*\n$", said)


def outcome(i, function):
    sentence = f"{i} - peers: " + function.__name__.replace("_", " ")
    try:
        skipped = function()
    except Exception as error:  # any: the other checks go on
        return f"not ok {sentence}\n# line {error.__traceback__.tb_next.tb_lineno}: {error!r}"
    return f"ok {sentence}" + (f" # SKIP {skipped}" if skipped else "")


def main():
    print(f"1..{len(CHECKS)}")
    with tempfile.TemporaryDirectory(prefix="grove-test.") as folder:
        os.chdir(folder)
        lines = [outcome(i, function) for i, function in enumerate(CHECKS, 1)]
        os.chdir("/")
    print("\n".join(lines))
    sys.exit(any(line.startswith("not") for line in lines))


if __name__ == "__main__":
    main()
