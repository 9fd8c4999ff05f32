"""Writes the feedback on each file: a text with the points, and a page that shows the plan."""
# SPDX-License-Identifier: BSD-2-Clause

import hashlib
import os

import marks
from hints import hint_of, hint_on_item

MOST_FAULTS = 10  # that a text names; the later ones mostly follow from the first
LONGEST = 120  # bytes of a name, which is to have an ending


def faults_of(task, verdict):
    """Returns the lines on broken rules: each with its place, and a hint on each rule once."""
    lines, hinted = [], set()
    for fault in verdict.faults[:MOST_FAULTS]:
        where = f" (line {fault.line})" if fault.line and f"line {fault.line}" not in fault.text \
            else ""
        lines.append(f"  {fault.rule}: {fault.text}{where}")
        if fault.rule not in hinted:
            lines.append(f"    Hint: {hint_of(task, fault)}")
        hinted.add(fault.rule)
    more = len(verdict.faults) - MOST_FAULTS
    return lines + ([f"  and {more} more; repair these first"] if more > 0 else [])


def items_of(task, each):
    """Returns the lines on the items, with a hint where a right plan could have more."""
    lines = []
    for item, points in zip(task.items, each.points):
        lines.append(f"  {points:7g} of {item.points:<7g} {item.text}")
        if each.verdict.right and points < item.points:
            lines.append(f"    Hint: {hint_on_item(item)}")
    return lines


def text_of(graded, i):
    """Returns the feedback on a file as text."""
    each = graded.marks[i]
    lines = [f"{each.entry.student}: {each.entry.file}", "", marks.what_of(each), ""]
    faults = faults_of(graded.task, each.verdict)
    lines += ["What is wrong:", *faults, ""] if faults else []
    lines += [*items_of(graded.task, each), f"  {marks.total(each):7g}", ""]
    lines += [f"  {name}: {value}" for name, value in each.verdict.figures.items()]
    return "\n".join(marks.printable(line) for line in lines) + "\n"


def safe(name):
    """Returns a name that is a file's on any system, another one for each name."""
    plain = "".join(c if c.isalnum() and c.isascii() or c in "_-" or c == "." and i else
                    f"%{ord(c):06x}" for i, c in enumerate(name)) or "%"
    if len(plain) <= LONGEST:
        return plain
    data = name.encode("utf-8", "surrogateescape")
    return f"{plain[:LONGEST - 33]}%{hashlib.sha256(data).hexdigest()[:32]}"


def write(name, text):
    """Writes a file."""
    with open(name, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)


def write_page(command, base, plan):
    """Writes the plan as it was judged, and a page that opens with its faults. Returns whether
    there are pages: a command may be built without."""
    write(f"{base}.plan", plan)
    status, page, _ = command.run("explore", f"{base}.plan")
    if status == 0:
        write(f"{base}.html", page)
    return status == 0


def write_feedback(command, folder, graded):
    """Writes the feedback on all files. Returns whether there is a page for each plan."""
    pages = True
    for i, each in enumerate(graded.marks):
        below = os.path.join(folder, safe(each.entry.student))
        base = os.path.join(below, safe(each.entry.file))
        os.makedirs(below, exist_ok=True)
        write(f"{base}.txt", text_of(graded, i))
        if each.plan is not None and each.verdict.transfers is not None:
            pages = write_page(command, base, each.plan) and pages
    return pages
