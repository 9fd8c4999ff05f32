"""Keeps the marks of a course: the points of each task after late days, by student."""
# SPDX-License-Identifier: BSD-2-Clause

import os
from collections import namedtuple
from datetime import datetime
from math import ceil

import marks
from command import Refused

# A hand-in that counts: its time, days late, free days that it took, points before and after.
Entry = namedtuple("Entry", "file time late free earned points")
NOTHING = Entry(None, None, 0, 0, 0, 0)
DAY = 24 * 60 * 60  # seconds


def days_late(time, due):
    """Returns the days that have begun since the due time."""
    return max(0, ceil((time - due).total_seconds() / DAY))


def time_of(course, lesson, entry):
    """Returns when a file was handed in: as the course's table says, or as the file was written."""
    if course.times is None:
        return datetime.fromtimestamp(os.lstat(entry.path).st_mtime).astimezone()
    found = course.times.get((lesson.name, entry.student))
    if found is None:
        raise Refused(f'the course: there is no time for "{entry.student}" and "{lesson.name}"')
    return found


def after(late, most, each, time, due, free):
    """Returns the entry of a file after the rule on late days."""
    earned, days = marks.total(each), days_late(time, due)
    if late.most is not None and days > late.most:
        return Entry(each.entry.file, time, days, 0, earned, 0)
    taken = min(days, free) if earned else 0
    points = round(max(0, earned - most * late.percent / 100 * (days - taken)), 2)
    return Entry(each.entry.file, time, days, taken, earned, points)


def best_of(entries):
    """Returns the entry that counts: most points, then fewest late days, then the first."""
    return max(entries, key=lambda e: (e.points, -e.late))


class Book:
    """The marks of all students in all tasks; tasks are graded in the order of their due times, and
    free days are taken as they come."""

    def __init__(self, course, graded):
        self.course = course
        self.most = {each.name: sum(item.points for item in each.task.items)
                     for each in course.tasks}
        self.entries, free = {}, {}
        for lesson in course.tasks:
            by_student = {}
            for each in graded[lesson.name].marks:
                self.check(lesson, each.entry)
                by_student.setdefault(each.entry.student, []).append(each)
            for student, files in by_student.items():
                left = free.get(student, course.late.free)
                entry = best_of([after(course.late, self.most[lesson.name], each,
                                       time_of(course, lesson, each.entry), lesson.due, left)
                                 for each in files])
                free[student] = left - entry.free
                self.entries[student, lesson.name] = entry
        self.students = list(course.students or sorted({s for s, _ in self.entries}))

    def check(self, lesson, entry):
        """Refuses a student who is not on the course's list."""
        if self.course.students is not None and entry.student not in self.course.students:
            raise Refused(f'the course: "{entry.student}", who handed in "{lesson.name}", is not '
                          "on the list of students")

    def entry(self, student, lesson):
        """Returns what counts of a student for a task; who handed nothing in has no points."""
        return self.entries.get((student, lesson.name), NOTHING)

    def sum(self, student):
        """Returns the points of a student in all tasks."""
        return round(sum(self.entry(student, each).points for each in self.course.tasks), 2)

    def person(self, student, field):
        """Returns what the list of students says, or nothing."""
        known = (self.course.students or {}).get(student, {})
        return known.get(field) or (student if field == "login" else "")
