"""Grades a class. Arguments: COMMAND FOLDER TASK COURSE CSV COLUMNS FEEDBACK JOBS FORM;
an empty one is none."""
# SPDX-License-Identifier: BSD-2-Clause

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import book_columns
import feedback
import hand_in
import marks
from book import Book
from command import Command, Refused, limit_memory
from course import read_course
from judging import judge, unjudged
from task import read_task
from twins import find_twins


def grade_file(command, task, entry):
    """Returns the marks of a file."""
    data, why = hand_in.read_bytes(entry.path)
    if data is None:
        return marks.Marks(entry, None, "", unjudged(why, "file"), [], None)
    try:
        plan, differs, line_of = hand_in.read_plan(task, data)
        if plan is None:
            verdict, differs = unjudged(differs), ""
        else:
            verdict = judge(command, task, plan, line_of)
    except Exception as error:  # whatever a file does, it costs its own mark alone
        plan, differs = None, ""
        verdict = unjudged(f"could not be judged: {type(error).__name__}", "unjudged")
    return marks.Marks(entry, hand_in.sha256(data), differs, verdict, [], plan)


def grade_folder(command, task, folder, jobs):
    """Returns the marks of all files of a folder, in the order of their names."""
    entries = hand_in.files_below(folder)
    if not entries:
        raise Refused(f"{folder}: there is no file")
    beside = task.best_and_bound(command) if any(i.figure == "time" for i in task.items) else (
        None, None)
    with ThreadPoolExecutor(jobs) as pool:
        graded = list(pool.map(lambda entry: grade_file(command, task, entry), entries))
    for each in graded:
        each.points.extend(marks.points_of(item, each.verdict, beside) for item in task.items)
    twins, alike = find_twins(task, [each.verdict.transfers for each in graded],
                              [each.verdict.right for each in graded])
    return marks.Class(task, graded, twins, alike, marks.counting(graded))


def grade_course(command, course, folder, pages, jobs):
    """Returns the book of a course, of which each task has a folder of its own."""
    graded = {}
    for lesson in course.tasks:
        graded[lesson.name] = grade_folder(command, lesson.task, os.path.join(folder, lesson.name),
                                           jobs)
        write_pages(command, os.path.join(pages, lesson.name) if pages else "",
                    graded[lesson.name])
    return Book(course, graded)


def write_pages(command, pages, graded):
    """Writes the feedback into a folder, if there is to be any."""
    if not pages:
        return
    os.makedirs(pages, exist_ok=True)
    if not feedback.write_feedback(command, pages, graded):
        print("grove grade: this grove makes no pages, so the feedback is text alone",
              file=sys.stderr)


def write_marks(csv, form, to_csv, to_table):
    """Writes CSV into its file, or to standard output instead of the table."""
    if csv == "-":
        to_csv(sys.stdout)
        return
    if csv:
        with open(csv, "w", encoding="utf-8", newline="") as file:
            to_csv(file)
    to_table(sys.stdout, form)


def main(path, folder, task, course, csv, columns, pages, jobs, form):
    """Grades, and writes what was asked for."""
    if csv == "-" and form == "json":
        raise Refused("--csv - and --json would both write to standard output")
    if columns and not (course and csv):
        raise Refused("--columns is for --csv of a --course")
    if columns and columns not in book_columns.COLUMNS:
        raise Refused(f"there are no columns {columns}; there are "
                      f"{', '.join(book_columns.COLUMNS)}")
    if course and form == "json":
        raise Refused("the marks of a course are a table or CSV; --json is for --task")
    command = Command(path)
    limit_memory(command)
    if course:
        book = grade_course(command, read_course(course, command), folder, pages, int(jobs))
        write_marks(csv, form,
                    lambda file: book_columns.write_csv(file, book, columns or "grove"),
                    lambda file, _: book_columns.write_table(file, book))
        return
    graded = grade_folder(command, read_task(task, command), folder, int(jobs))
    write_pages(command, pages, graded)
    write_marks(csv, form, lambda file: marks.write_csv(file, graded),
                lambda file, form: (marks.write_json if form == "json" else marks.write_table)(
                    file, graded))


def say(text):
    """Says why nothing was graded, and returns the status."""
    print(f"grove grade: {text}", file=sys.stderr)
    return 2


def run(arguments):
    """Returns the exit status."""
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        main(*arguments)
        sys.stdout.flush()
    except Refused as error:
        return say(error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        return say(f"{error.filename}: {error.strerror}")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
