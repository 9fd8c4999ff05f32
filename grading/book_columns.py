"""Writes the marks of a course with the columns of grove, Moodle, Canvas or nbgrader."""
# SPDX-License-Identifier: BSD-2-Clause

import csv

from marks import plain, printable


def of_grove(book):
    """Returns the rows with points and late days of each task, and the sum."""
    tasks = book.course.tasks
    yield ["student", "name", *(c for t in tasks for c in (t.name, f"late: {t.name}")), "sum", "of"]
    for student in book.students:
        entries = [book.entry(student, task) for task in tasks]
        yield [student, book.person(student, "name"),
               *(c for e in entries for c in (e.points, e.late)), book.sum(student),
               sum(book.most.values())]


def of_moodle(book):
    """Returns the rows for Moodle's import of grades, which maps columns that the teacher names."""
    tasks = book.course.tasks
    fields = ("first_name", "last_name", "id", "email", "login")
    yield ["First name", "Last name", "ID number", "Email address", "Username",
           *(task.name for task in tasks)]
    for student in book.students:
        yield [*(book.person(student, field) for field in fields),
               *(book.entry(student, task).points for task in tasks)]


def of_canvas(book):
    """Returns the rows for Canvas's gradebook: students, then the possible points, then points."""
    tasks = book.course.tasks
    fields = ("name", "canvas_id", "id", "login", "section")
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section",
           *(task.name for task in tasks)]
    yield ["    Points Possible", "", "", "", "", *(book.most[task.name] for task in tasks)]
    for student in book.students:
        yield [*(book.person(student, field) for field in fields),
               *(book.entry(student, task).points for task in tasks)]


def of_nbgrader(book):
    """Returns the rows that `nbgrader export` writes, one for each task and student."""
    yield ["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
           "raw_score", "late_submission_penalty", "score", "max_score"]
    for task in book.course.tasks:
        for student in book.students:
            entry = book.entry(student, task)
            yield [task.name, task.due.isoformat(" "),
                   entry.time.isoformat(" ", "seconds") if entry.time else "",
                   book.person(student, "id") or student, book.person(student, "last_name"),
                   book.person(student, "first_name"), book.person(student, "email"),
                   float(entry.earned), round(entry.earned - entry.points, 2),
                   float(entry.points), float(book.most[task.name])]


COLUMNS = {"grove": of_grove, "moodle": of_moodle, "canvas": of_canvas, "nbgrader": of_nbgrader}


def write_csv(file, book, columns):
    """Writes the book with the columns of a system."""
    writer = csv.writer(file, lineterminator="\n")
    for row in COLUMNS[columns](book):
        writer.writerow([plain(value) for value in row])


def write_table(file, book):
    """Writes a line for each student, for people."""
    width = min(40, max([len("student")] + [len(printable(s)) for s in book.students]))
    tasks = book.course.tasks
    file.write(f"{'student':{width}}  {'sum':>7}  {', '.join(task.name for task in tasks)}\n")
    for student in book.students:
        said = [f"{e.points:g}" + (f" ({e.late} late)" if e.late else "")
                for e in (book.entry(student, task) for task in tasks)]
        file.write(f"{printable(student):{width}}  {book.sum(student):7g}  {', '.join(said)}\n")
    file.write(f"{len(book.students)} students, of {sum(book.most.values()):g} points\n")
