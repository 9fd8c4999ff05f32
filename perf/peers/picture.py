# Draws a comparison with gnuplot: bandwidth and ratio over size, two panels for each collective.
# SPDX-License-Identifier: BSD-2-Clause

import math
import subprocess

from launch_rows import Refusal, is_grove, is_peer
from unit_text import rate_text, size_text

# Above, bytes of a block in a second; below, how many times as long the fastest peer takes. All axes are
# logarithmic, and the same in all panels. Each contender has a colour, dashes and a mark, and is
# told by any of the three.
COLUMNS, LEFT, WIDTH, TOP = 4, 72, 300, 96  # pixels from here on
HIGH, BETWEEN, LOW, BELOW = 210, 22, 110, 84  # the panels' heights, and of what is between
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#555555"]
DASHES = ["solid", "(10,4)", "(4,3)", "(12,3,3,3)", "(7,3)", "(2,2)", "(14,5)", "(9,2,2,2)"]
MARKS = [7, 5, 9, 13, 11, 15, 3, 2]
LIMIT, EVEN = "with lines lc '#222222' lw 2 dt (1,3)", "with lines lc '#888888' lw 1 dt solid"
NOT_DRAWN = {"copy", "likwid-copy", "local-transpose"}


def style(k):
    look = f"lc '{COLOURS[k % 8]}' dt {DASHES[k % 8]} pt {MARKS[k % 8]}"
    return f"with linespoints {look} " + ("ps 0.45 lw 1.3" if k else "ps 0.6 lw 2.4")


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


# ---- What is drawn ----

def fastest_settings(rows, nodes):
    """By collectives of two sizes and more: the rows of each vendor's fastest setting."""
    found = {}
    for row in rows:
        if row.nodes == nodes and row.bytes and row.median > 0 and row.collective not in NOT_DRAWN:
            some, key = found.setdefault(row.collective, {}), (row.bytes, row.vendor())
            some[key] = min(some.get(key, row), row, key=lambda one: one.median)
    return {name: some.values() for name, some in found.items()
            if len({size for size, _ in some}) > 1}


def lines_of(rows, drawn, vendors):
    """One collective's lines, as pairs (points, style): rates with the limit, and the ratio."""
    grove = [row for row in drawn if is_grove(row)]
    limits = [(row.bytes, row.bytes / rows.limit(row)) for row in grove]
    rates = [([point for point in limits if math.isfinite(point[1])], LIMIT)]
    for k, name in reversed(list(enumerate(vendors))):
        mine = [(row.bytes, row.bytes / row.median) for row in drawn if row.vendor() == name]
        rates.append((mine, style(k)))
    peers = [(row, rows.best(row.operation(), is_peer)) for row in grove]
    ratios = [(row.bytes, peer.median / row.median) for row, peer in peers if peer]
    return rates, [(ratios, style(0))]


# ---- The program for gnuplot ----

def tics(letter, first, last, factor, text):
    names = []
    while first <= last * 1.0001:
        names.append(f"{quoted(text(first))} {first:.9g}")
        first *= factor
    return f"set {letter}tics nomirror scale 0 ({', '.join(names)})"


def axis(values, base, text):
    """An axis y that holds all values, with tics at powers of the base."""
    first = base ** math.ceil(math.log(min(values), base) - 1e-9)
    return [f"set yrange [{min(values):.9g}:{max(values):.9g}]",
            tics("y", first, max(values), base, text)]


def panel(left, top, height, size, lines):
    """A plot at these pixels, and its data behind it."""
    lines = [(points, look) for points, look in lines if points]
    edges = {"l": left / size[0], "r": (left + WIDTH) / size[0],
             "t": 1 - top / size[1], "b": 1 - (top + height) / size[1]}
    return [*(f"set {edge}margin at screen {place:.6f}" for edge, place in edges.items()),
            "plot " + ", ".join(f"'-' {look} notitle" for _, look in lines),
            *(text for points, _ in lines for text in [*(f"{x} {y:.9g}" for x, y in points), "e"])]


def legend(path, title, vendors, size):
    keys = [f"keyentry {LIMIT} title 'limit: plain memcpy of what is written'"]
    keys += [f"keyentry {style(k)} title {quoted(name)}" for k, name in enumerate(vendors)]
    return [f"set terminal svg size {size[0]},{size[1]} noenhanced font 'sans-serif,11' "
            "background 'white'",
            f"set output {quoted(path)}", f"set multiplot title {quoted(title)}",
            "set lmargin at screen 0.01", "set rmargin at screen 0.99",
            f"set bmargin at screen {1 - 64 / size[1]:.6f}", "unset border", "unset tics",
            "set key horizontal center Left reverse maxcols 5",
            "plot [0:1][0:1] NaN notitle, " + ", ".join(keys),
            "unset key", "set border 3", "set logscale", "set grid lc '#dddddd' lw 1 dt solid"]


def script(rows, nodes, path):
    """The whole program; None where no collective has two sizes."""
    drawn = fastest_settings(rows, nodes)
    if not drawn:
        return None
    vendors = {row.vendor() for some in drawn.values() for row in some} - {"grove"}
    vendors = ["grove", *sorted(vendors)]
    found = {name: lines_of(rows, some, vendors) for name, some in drawn.items()}
    points = [point for rates, _ in found.values() for line, _ in rates for point in line]
    sizes, rates = zip(*points)
    ratios = [0.5, 2, *(y for _, [(line, _)] in found.values() for _, y in line)]
    first, last = min(sizes), max(sizes)
    place = LEFT + WIDTH + 10, HIGH + BETWEEN + LOW + BELOW  # of a collective
    size = (min(COLUMNS, max(2, len(found))) * place[0],
            TOP + math.ceil(len(found) / COLUMNS) * place[1])
    title = f"{nodes} nodes, {rows.state} data: bytes of a block in a second, over its size"
    text = legend(path, title, vendors, size)
    text += [f"set xrange [{first}:{last}]"]
    for i, (name, (above, below)) in enumerate(found.items()):
        left, top = LEFT + i % COLUMNS * place[0], TOP + i // COLUMNS * place[1]
        text += [f"set title {quoted(name)} offset 0,-0.6", "unset label",
                 tics("x", first, last, 64, lambda _: ""), *axis(rates, 10, rate_text),
                 *panel(left, top, HIGH, size, above),
                 "unset title", "set label \"fastest peer's time / grove's\" at graph 0.03,0.1",
                 tics("x", first, last, 64, size_text),
                 *axis(ratios, 2 if max(ratios) < 32 else 4, "{:g}".format),
                 *panel(left, top + HIGH + BETWEEN, LOW, size,
                        [([(first, 1), (last, 1)], EVEN), *below])]
    return "\n".join([*text, "unset multiplot", ""])


def draw(rows, nodes, path):
    """Writes the picture, where there is anything to draw."""
    text = script(rows, nodes, path)
    if text:
        done = subprocess.run(["gnuplot"], input=text, text=True, capture_output=True, check=False)
        if done.returncode or done.stderr:
            why = " ".join(done.stderr.split())[:200]
            raise Refusal(f"{path} cannot be written: gnuplot: {why}")
