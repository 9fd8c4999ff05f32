"""Writes a page or a text of feedback for each file."""
# SPDX-License-Identifier: BSD-2-Clause

import os

import marks


def text_of(graded, i):
    """Returns the feedback on a file as text."""
    each = graded.marks[i]
    lines = [f"{each.entry.student}: {each.entry.file}", "", marks.what_of(each), ""]
    lines += [f"  {points:7g} of {item.points:<7g} {item.text}"
              for item, points in zip(graded.task.items, each.points)]
    lines.append(f"  {marks.total(each):7g}")
    for name, value in each.verdict.figures.items():
        lines.append(f"  {name}: {value}")
    return "\n".join(marks.printable(line) for line in lines) + "\n"


def safe(name):
    """Returns a name that is a file's on any system."""
    return "".join(c if c.isalnum() and c.isascii() or c in "._-" else f"%{ord(c):02x}"
                   for c in name).lstrip(".") or "%"


def write_pages(command, folder, graded):
    """Writes the feedback on all files."""
    for i, each in enumerate(graded.marks):
        base = os.path.join(folder, safe(f"{each.entry.student}.{each.entry.file}"))
        with open(f"{base}.txt", "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text_of(graded, i))
