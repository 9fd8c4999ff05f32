"""Gives points for a verdict, and writes the marks of a class as a table, CSV or JSON."""
# SPDX-License-Identifier: BSD-2-Clause

import csv
import json
from collections import namedtuple
from fractions import Fraction
from math import floor

# The file, its hash, what its heading says otherwise, the verdict, the points of each item, and the
# plan as it was judged.
Marks = namedtuple("Marks", "entry sha256 differs verdict points plan")
# All marks; for each the number of a twin or None, and how many right schedules are like it with
# whether that is exact, or None; and the numbers of the files that count.
Class = namedtuple("Class", "task marks twins alike counting")

SLACK = 1e-9  # relative, of a time beside a limit
FIGURES = ("steps", "volume", "time", "bound")


def holds(item, value, beside):
    """Returns whether a figure keeps an item's limit; None: the limit is not known."""
    best, bound = beside
    limit = {None: 1, "best": best, "bound": bound}[item.beside]
    if limit is None or value is None:
        return False
    limit *= item.factor
    slack = SLACK * abs(limit)
    return {"<=": value <= limit + slack, ">=": value >= limit - slack,
            "=": abs(value - limit) <= slack}[item.relation]


def points_of(item, verdict, beside):
    """Returns the points of an item. A wrong plan has points for its share alone."""
    if item.figure == "partial":
        return item.points if verdict.right else floor(
            100 * Fraction(str(item.points)) * verdict.share) / 100
    if not verdict.right:
        return 0
    if item.figure == "right":
        return item.points
    return item.points if holds(item, verdict.figures.get(item.figure), beside) else 0


def total(marks):
    """Returns the sum of the points."""
    return round(sum(marks.points), 2)


def counting(marks):
    """Returns the numbers of the files that count: for each student the first with most points."""
    best = {}
    for i, each in enumerate(marks):
        student = each.entry.student
        if student not in best or total(each) > total(marks[best[student]]):
            best[student] = i
    return set(best.values())


def printable(text):
    """Returns text on one line, without bytes that are not text."""
    shown = str(text).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


def plain(value):
    """Returns a cell that a spreadsheet takes for text and no formula."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    if value == "-":
        return value
    return ("'" if value[:1] in tuple("=+-@\t\r") else "") + printable(value)


def columns(graded):
    """Returns the names of the columns."""
    return ["student", "file", "sha256", "right", "rule", "step", "line", "text", "heading",
            *FIGURES, *(f"points: {item.text}" for item in graded.task.items), "sum", "twin",
            "schedules", "counts"]


def row_of(graded, i):
    """Returns the values of a file in the order of the columns."""
    each, twin = graded.marks[i], graded.twins[i]
    v = each.verdict
    return [each.entry.student, each.entry.file, each.sha256, "yes" if v.right else "no", v.rule,
            v.step, v.line, v.text, each.differs, *(v.figures.get(name) for name in FIGURES),
            *each.points, total(each),
            None if twin is None else name_of(graded.marks[twin].entry), alike_of(graded, i),
            "yes" if i in graded.counting else "no"]


def alike_of(graded, i):
    """Returns how many right schedules are like that of a file with a twin; - is not known."""
    if graded.twins[i] is None:
        return None
    if graded.alike[i] is None:
        return "-"
    count, exact = graded.alike[i]
    return str(count) if exact else f"at least {count}"


def name_of(entry):
    """Returns how a file is called below the folder."""
    return entry.file if entry.file.rsplit(".", 1)[0] == entry.student else (
        f"{entry.student}/{entry.file}")


def write_csv(file, graded):
    """Writes a line for each file."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([plain(name) for name in columns(graded)])
    for i in range(len(graded.marks)):
        writer.writerow([plain(value) for value in row_of(graded, i)])


def write_json(file, graded):
    """Writes an object with the items and an object for each file."""
    items = [{"item": item.text, "points": item.points} for item in graded.task.items]
    first = columns(graded).index("bound") + 1
    results = []
    for i in range(len(graded.marks)):
        row = [printable(v) if isinstance(v, str) else v for v in row_of(graded, i)]
        result = dict(zip(columns(graded)[:first], row[:first]))
        result.update(right=row[3] == "yes", points=row[first:-4], sum=row[-4], twin=row[-3],
                      schedules=row[-2], counts=row[-1] == "yes")
        results.append(result)
    file.write("{ " + f'"items": {json.dumps(items)},\n  "results": [\n  ')
    file.write(",\n  ".join(json.dumps(result) for result in results) + "] }\n")


def what_of(marks):
    """Returns a line about a file, for people."""
    v = marks.verdict
    where = f" (line {v.line})" if v.line and f"line {v.line}" not in v.text else ""
    said = "right" if v.right else f"{v.rule}: {v.text}{where}"
    return said + (f"; the heading said {marks.differs}" if marks.differs else "")


def write_table(file, graded):
    """Writes a line for each file that counts."""
    most = sum(item.points for item in graded.task.items)
    chosen = [i for i in range(len(graded.marks)) if i in graded.counting]
    width = max([len("student")] + [len(printable(graded.marks[i].entry.student)) for i in chosen])
    width = min(width, 40)
    file.write(f"{'student':{width}}  {'points':>7}  of {most:g}\n")
    for i in chosen:
        each, twin = graded.marks[i], graded.twins[i]
        beside = "" if twin is None else (
            f"; twin of {name_of(graded.marks[twin].entry)}, right schedules like it: "
            f"{alike_of(graded, i)}")
        file.write(f"{printable(each.entry.student):{width}}  {total(each):7g}  "
                   f"{printable(what_of(each) + beside)}\n")
    right = sum(graded.marks[i].verdict.right for i in chosen)
    file.write(f"{len(chosen)} students, {right} right\n")
