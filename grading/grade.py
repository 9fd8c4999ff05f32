"""Grades a class. Arguments: COMMAND FOLDER TASK CSV FEEDBACK JOBS FORM; an empty one is none."""
# SPDX-License-Identifier: BSD-2-Clause

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import feedback
import hand_in
import marks
from command import Command, Refused, limit_memory
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


def main(path, folder, task, csv, pages, jobs, form):
    """Grades, and writes what was asked for."""
    if csv == "-" and form == "json":
        raise Refused("--csv - and --json would both write to standard output")
    command = Command(path)
    limit_memory(command)
    graded = grade_folder(command, read_task(task, command), folder, int(jobs))
    if csv and csv != "-":
        with open(csv, "w", encoding="utf-8", newline="") as file:
            marks.write_csv(file, graded)
    if pages:
        os.makedirs(pages, exist_ok=True)
        if not feedback.write_feedback(command, pages, graded):
            print("grove grade: this grove makes no pages, so the feedback is text alone",
                  file=sys.stderr)
    if csv == "-":
        marks.write_csv(sys.stdout, graded)
    elif form == "json":
        marks.write_json(sys.stdout, graded)
    else:
        marks.write_table(sys.stdout, graded)


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
