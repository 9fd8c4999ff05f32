"""Runs the grove command, which judges the plans, within limits of time and memory."""
# SPDX-License-Identifier: BSD-2-Clause

import json
import resource
import subprocess

SECONDS = 60  # of a command; a plan of the largest size takes far less
MEMORY = 2 << 30  # bytes of a process


class Refused(Exception):
    """What was asked is impossible; the text says why."""


class Command:
    """The grove command by its path."""

    def __init__(self, path):
        self.path = path

    def run(self, *words, text=""):
        """Returns the status and the two outputs, as text."""
        try:
            done = subprocess.run(
                [self.path, *words], input=text.encode("utf-8", "surrogatepass"),
                capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None, "", f"took longer than {SECONDS} s"
        except OSError as error:
            return None, "", f"{words[0]}: {error.strerror}"
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(
            errors="replace")

    def answer(self, *words, text=""):
        """Returns the status and the JSON object that the command wrote, or None."""
        status, out, said = self.run(*words, "--json", text=text)
        try:
            return status, json.loads(out), said
        except ValueError:
            return status, None, said

    def required(self, *words, text=""):
        """Returns the JSON object of a command that must succeed."""
        status, found, said = self.answer(*words, text=text)
        if status != 0 or found is None:
            raise Refused(last_line(said))
        return found


def last_line(said):
    """Returns what the command said in the end, without its name."""
    line = (said.strip().splitlines() or ["the command said nothing"])[-1]
    return line.split(": ", 1)[-1] if line.startswith("grove ") else line


def limit_memory(command):
    """Limits the memory of this process and of all commands that it runs, unless the command needs
    more for itself, as with a sanitizer."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))
    if command.run("--version")[0] != 0:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
