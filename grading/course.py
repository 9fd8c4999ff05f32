"""Reads a course: its tasks with their due times, the rule on late days, and the list of students."""
# SPDX-License-Identifier: BSD-2-Clause

import csv
import os
from collections import namedtuple
from datetime import datetime

from command import Refused
from task import is_number, read_object, read_task

Late = namedtuple("Late", "free percent most")  # days; percent of a task for each further day
Lesson = namedtuple("Lesson", "name task due")
FIELDS = {"title": str, "tasks": list, "late": dict, "students": str, "times": str}
ROSTER = ("student", "name", "first_name", "last_name", "email", "id", "login", "section",
          "canvas_id")


def refuse(what):
    """Refuses the course."""
    raise Refused(f"the course: {what}")


def read_time(text, what):
    """Returns the time of a text such as 2026-11-02 23:59, local without a time zone."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (TypeError, ValueError):
        return refuse(f'{what}: "{text}" is not a time such as 2026-11-02 23:59')


def read_late(fields):
    """Reads the rule on late days; without a rule lateness costs nothing."""
    if not set(fields) <= set(Late._fields) or not all(
            is_number(value) and value >= 0 for value in fields.values()):
        refuse('"late" has "free" days, "percent" of a further day, and "most" days')
    return Late(fields.get("free", 0), fields.get("percent", 0), fields.get("most"))


def read_rows(name, needed, known=None):
    """Returns the rows of a CSV file that has the needed columns."""
    try:
        with open(name, encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            columns = rows.fieldnames or []
            missing = [c for c in needed if c not in columns]
            strange = [c for c in columns if known and c not in known]
            if missing:
                raise Refused(f'{name}: the column "{missing[0]}" is missing')
            if strange:
                raise Refused(f'{name}: there is no column "{strange[0]}"; there are '
                              f'{", ".join(known)}')
            return [{key: value or "" for key, value in row.items() if key} for row in rows]
    except OSError as error:
        raise Refused(f"{name}: {error.strerror}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise Refused(f"{name}: no CSV: {error}") from error


class Course:
    """A course, with its tasks in the order of their due times."""

    def __init__(self, fields, folder, command):
        for name, value in fields.items():
            if name not in FIELDS:
                refuse(f'there is no field "{name}"; there are {", ".join(FIELDS)}')
            if not isinstance(value, FIELDS[name]):
                refuse(f'"{name}" is of another type')
        if not fields.get("tasks"):
            refuse('"tasks" is missing')
        self.late = read_late(fields.get("late", {}))
        self.tasks = [self.read_lesson(entry, folder, command) for entry in fields["tasks"]]
        names = [each.name for each in self.tasks]
        for name in names:
            if names.count(name) > 1:
                refuse(f'two tasks are called "{name}"')
        self.tasks.sort(key=lambda each: each.due)
        self.students = None
        if "students" in fields:
            path = os.path.join(folder, fields["students"])
            self.students = {row["student"]: row for row in read_rows(path, ["student"], ROSTER)}
        self.times = None
        if "times" in fields:
            path = os.path.join(folder, fields["times"])
            self.times = {(row["task"], row["student"]): read_time(row["time"], path)
                          for row in read_rows(path, ["task", "student", "time"])}

    @staticmethod
    def read_lesson(entry, folder, command):
        """Reads an entry of the tasks."""
        if not isinstance(entry, dict) or set(entry) != {"name", "task", "due"} or not all(
                isinstance(value, str) for value in entry.values()):
            refuse('each of "tasks" is an object with the texts "name", "task" and "due"')
        if not entry["name"] or "/" in entry["name"] or entry["name"].startswith("."):
            refuse(f'"{entry["name"]}" is not a name of a folder')
        return Lesson(entry["name"], read_task(os.path.join(folder, entry["task"]), command),
                      read_time(entry["due"], entry["name"]))


def read_course(name, command):
    """Reads the course of a file."""
    fields = read_object(name, refuse)
    return Course(fields, os.path.dirname(os.path.abspath(name)), command)
