# Turns the launches of `ninja compare` into one table: as text, as JSON, and as pictures.
# SPDX-License-Identifier: BSD-2-Clause
#
#	report.py [--targets] [--readme SOURCE] FOLDER FILE...
#
# Writes into the folder grove.json and peers.json, which `grove compare` reads, table.json, and a
# picture N-nodes-STATE.svg for each number of nodes and state of the data; and the tables on
# standard output. With --readme also the marked parts of SOURCE/README.md and
# SOURCE/docs/measurements.md, and SOURCE/docs/compare.svg; FOLDER/machine.json describes the
# machine. The exit status is 0; with --targets 1 when a target is missed, or no target was
# measured; 2 for wrong usage or files.

import argparse
import json
import math
import shutil
import sys

import picture
import readme_part
from launch_rows import COLLECTIVES, STATES, Refusal, each_once, is_grove, is_peer, read_launches
from targets import first_times, judge_all, met
from unit_text import rate_text, share_text, size_text, time_text

EXPLANATION = """
ratio: the fastest peer's time into grove's, over 1 where grove is faster; interval: of
the ratio, when both medians are in theirs. limit: what is of grove's time that in which
plain memcpy, by one core or both, copies once all that is written, and a cache line goes
one way; over 100 % where grove's copies are better than plain ones. following: the ratio
of averages of operations that follow one another.
"""


# ---- As JSON ----

def number(value):
    """Nine digits, as grove writes them; null for what is not known."""
    return float(f"{value:.9g}") if math.isfinite(value) else None


def write_json(path, schema, **content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema": schema, "schema_version": 1, **content}, file, indent=1)
        file.write("\n")


def times(row, suffix):
    return {"median" + suffix: number(row.median), "ci_low" + suffix: number(row.low),
            "ci_high" + suffix: number(row.high)}


def one_side(rows, side):
    """The rows of a side as a benchmark."""
    return [{"collective": row.collective, "algorithm": row.algorithm, "network": row.network,
             "root": row.root, "nodes": row.nodes, "bytes": row.bytes, "clock": row.clock,
             "data": row.data or None, "launches": row.launches,
             "time_s": times(row, "")} for row in rows if side(row)]


def quotient(up, down):
    return up / down if down > 0 else 0


def pair(rows, a, b):
    sides = [{"algorithm": row.algorithm, "network": row.network, **times(row, "_s")}
             for row in (a, b)]
    return {"collective": a.collective, "nodes": a.nodes, "bytes": a.bytes, "clock": a.clock,
            "data": a.data or None, "a": sides[0], "b": sides[1],
            "ratio": number(quotient(b.median, a.median)),
            "ratio_low": number(quotient(b.low, a.high)),
            "ratio_high": number(quotient(b.high, a.low)), "limit_s": number(rows.limit(a)),
            "a_backtoback_s": number(rows.backtoback(a.operation(), is_grove)),
            "b_backtoback_s": number(rows.backtoback(a.operation(), is_peer))}


def pairs(rows):
    """Of each operation grove's fastest row, with the fastest peer's."""
    for row in rows:
        peer = rows.best(row.operation(), is_peer)
        if peer and rows.best(row.operation(), is_grove) is row:
            yield pair(rows, row, peer)


def judged(outcome):
    target = outcome.target
    return {"what": target.text, "data": outcome.data() or None, "at_least": number(target.each),
            "mean_at_least": outcome.mean_asked() or None, "points": outcome.points,
            "least": number(outcome.least), "least_at": outcome.least_at(),
            "mean": number(outcome.mean), "verdict": outcome.verdict()}


def first_time(one):
    return {"what": one.what(), "network": one.row.network, "median_s": number(one.row.median),
            "p95_s": number(one.row.p95), "median_at_most_s": number(one.median),
            "p95_at_most_s": number(one.p95), "verdict": one.verdict()}


# ---- As text ----

def print_table(headings, lines):
    """Columns as wide as their texts. Where the heading begins with <, texts begin at the left."""
    lines = [[heading.lstrip("<") for heading in headings], *lines]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        texts = [text.ljust(width) if heading.startswith("<") else text.rjust(width)
                 for text, heading, width in zip(line, headings, widths)]
        print(("  " + "  ".join(texts)).rstrip())


def result_line(one):
    a, b = one["a"], one["b"]
    mine, theirs = one["a_backtoback_s"], one["b_backtoback_s"]
    return [one["collective"], str(one["nodes"]), size_text(one["bytes"]) if one["bytes"] else "-",
            time_text(a["median_s"]), time_text(b["median_s"]), b["algorithm"],
            f"{one['ratio']:.2f}", f"{one['ratio_low']:.2f} .. {one['ratio_high']:.2f}",
            share_text(one["limit_s"] or math.nan, a["median_s"]),
            f"{theirs / mine:.2f}" if mine and theirs else ""]


def target_line(one):
    least, mean = (f"{one.least:.2f}", f"{one.mean:.2f}") if one.points else ("", "")
    return [one.target.text, one.data(), one.asks(), least, mean, str(one.points), one.verdict(),
            one.least_at()]


def print_results(rows):
    if rows.state:
        print(f"{rows.state} data: {STATES[rows.state]}")
    print_table(["<collective", "nodes", "bytes", "grove", "peer", "<the fastest", "ratio",
                 "interval", "limit", "following"], map(result_line, pairs(rows)))
    print()


def print_first_times(found):
    if found:
        print_table(["<once in a process, default options", "<network", "median", "95 %",
                     "at most", "95 %", "<"], (one.cells() for one in found))
        print()


def print_report(states, outcomes):
    for rows in states:
        print_results(rows)
    print_first_times(first_times(states[0]))
    print(EXPLANATION.lstrip())
    print_table(["<target: what, beside whom", "<data", "at least", "least", "mean", "points", "<",
                 "<least at"], map(target_line, outcomes))
    print()
    for row in each_once(states):
        if row.collective == "likwid-copy" and row.median > 0:
            print(f"{row.algorithm} of {size_text(row.bytes)} by both cores, each from its own "
                  f"part: {rate_text(row.bytes / row.median)}")


# ---- All of it ----

def write_pictures(states, folder, source):
    if not shutil.which("gnuplot"):
        print("report: no pictures: there is no gnuplot (package gnuplot-nox)", file=sys.stderr)
        return
    for rows in states:
        for nodes in sorted({row.nodes for row in rows if row.collective in COLLECTIVES}):
            picture.draw(rows, nodes, f"{folder}/{nodes}-nodes-{rows.state or 'none'}.svg")
    if source:
        picture.draw(states[0], 2, f"{source}/docs/compare.svg")


def report(options):
    states, folder, source = read_launches(options.files), options.folder, options.readme
    rows, outcomes = each_once(states), judge_all(states)
    results = [one for some in states for one in pairs(some) if one["data"] or some is states[0]]
    print_report(states, outcomes)
    write_pictures(states, folder, source)
    write_json(f"{folder}/grove.json", "grove-bench", results=one_side(rows, is_grove))
    write_json(f"{folder}/peers.json", "grove-bench", results=one_side(rows, is_peer))
    write_json(f"{folder}/table.json", "grove-compare", a="grove", b="the fastest peer",
               results=results, targets=list(map(judged, outcomes)),
               first_times=list(map(first_time, first_times(states[0]))))
    if source:
        with open(f"{folder}/machine.json", encoding="utf-8") as file:
            machine = json.load(file)["environment"]
        readme_part.write(f"{source}/README.md", readme_part.short(states, machine))
        readme_part.write(f"{source}/docs/measurements.md", readme_part.full(states, machine))
    return 1 if options.targets and not met(outcomes + first_times(states[0])) else 0


def main():
    parser = argparse.ArgumentParser(prog="report")
    parser.add_argument("--targets", action="store_true", help="a missed target is a failure")
    parser.add_argument("--readme", metavar="SOURCE", help="also the marked parts of the pages in SOURCE")
    parser.add_argument("folder", help="where to write")
    parser.add_argument("files", nargs="+", help="rows, as `grove bench --json` writes them")
    try:
        return report(parser.parse_args())
    except (Refusal, OSError) as error:
        print(f"report: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
