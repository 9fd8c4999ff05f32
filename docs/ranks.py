#!/usr/bin/env python3
"""Writes docs/ranks.md: collectives and messages of ranks on this machine beside the MPI's own."""
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/ranks.py BUILD FOLDER > docs/ranks.md     or: ninja ranks-page
#	docs/ranks.py BUILD FOLDER --mpis mpich --ranks 2,4 --rounds 1
#
# FOLDER keeps the rows of each launch as soon as the launch has ended, under the digest of the program:
# a run that was stopped goes on where it ended, and a program that was built again is measured again. No
# launch begins after --minutes; what was not measured by then, or failed, has a dash, and the next run goes
# on there. With --minutes 0 nothing is launched, and the page has what is in FOLDER.
#
# Exit status: 0; 1 where data were wrong; 2 for wrong words; 77 where there is no grove-mpi.

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the folder of the sources keeps nothing
from ranks_page import COLLECTIVES, MESSAGES, Launch, print_page  # noqa: E402

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20}
CROWD_MOST = 1 << 20  # bytes of a block on more than 4 ranks: an alltoall of 16 ranks has 256 blocks
MESSAGE_LARGE = 1 << 14  # bytes
LAUNCH_LIMIT = 60  # seconds


class Wrong(Exception):
    """Data were wrong."""


def size_of(text):
    number, unit = re.fullmatch("([1-9][0-9]*)([KM]?)", text).groups()
    return int(number) * UNITS[unit]


def setting(options, name):
    with open(os.path.join(options.build, "config.ninja"), encoding="utf-8") as file:
        found = re.search(rf"^{name} = (.*)$", file.read(), re.M)
    return found.group(1).strip() if found else ""


def program(options, mpi):
    return os.path.join(options.build, "mpi", mpi, "grove-mpi")


def crowded(ranks):
    return ranks > len(os.sched_getaffinity(0))


def launcher(options, mpi, ranks):
    """Ranks with cores of their own are bound to the cores; Open MPI's ranks that share cores yield."""
    words = shlex.split(setting(options, "launcher_" + mpi))
    if mpi == "openmpi":
        words += ["--allow-run-as-root"] if os.getuid() == 0 else []
        words += ["--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"] \
            if crowded(ranks) else ["--bind-to", "core"]
    elif not crowded(ranks):
        words += ["-bind-to", "core"]
    return [*words, "-np", str(ranks)]


def version(options, mpi):
    words = shlex.split(setting(options, "launcher_" + mpi))
    said = subprocess.run([*words, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+\.\d+(\.\d+)?)", said)
    return found.group(1) if found else ""


# ---- Launches ----

def iterations_of(options, ranks, size, names):
    """A message takes less than a microsecond, and a crowded operation up to a thousand times as long."""
    if names == MESSAGES:
        return options.iterations * (100 if size < MESSAGE_LARGE else 10)
    if size < MESSAGE_LARGE:
        return options.iterations * (2 if crowded(ranks) else 20)
    return max(2, options.iterations // 3) if crowded(ranks) else options.iterations


def command_of(options, mpi, ranks, size, names):
    # A single rank's share of the cores is a thread, so each rank has one node. The nodes are those of the
    # complete network: any two ranks of a machine are as near.
    times = iterations_of(options, ranks, size, names)
    return [*launcher(options, mpi, ranks), program(options, mpi), "bench", ",".join(names), "auto",
            f"gh:{ranks}", "--bytes", str(size), *(["--type", "f64", "--any-order"] if names == COLLECTIVES else []),
            "--beside-mpi", "--json", "--iterations", str(times), "--warmup", "2", "--timeout", "30"]


def rows_of(said):
    """Rows of grove, each beside that of the MPI. Rows with an error have no time."""
    rows = json.loads(said)["results"]
    if any(row.get("check") == "fail" for row in rows):
        raise Wrong(next(row for row in rows if row.get("check") == "fail"))
    own = [row for row in rows if not (row["algorithm"] or "").startswith("MPI")]
    beside = [row for row in rows if (row["algorithm"] or "").startswith("MPI")]
    return [{"collective": a["collective"], "algorithm": a["algorithm"], "grove": a["time_s"]["median"],
             "mpi": b["time_s"]["median"]}
            for a, b in zip(own, beside) if "error" not in a and "error" not in b]


def launch(options, mpi, ranks, size, names):
    """The rows of a launch; none where the launch failed or took too long."""
    load = os.getloadavg()[0]
    try:
        done = subprocess.run(command_of(options, mpi, ranks, size, names), capture_output=True, text=True,
                              timeout=LAUNCH_LIMIT, check=False)
        return [dict(row, load=load) for row in rows_of(done.stdout)]
    except (subprocess.TimeoutExpired, ValueError, KeyError) as failure:
        print(f"{mpi}, {ranks} ranks, {size} bytes: no rows: {type(failure).__name__}", file=sys.stderr)
        return []


def file_of(options, mpi, ranks, size, names, number):
    with open(program(options, mpi), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:12]
    words = f"{names[0]}-{mpi}-{ranks}-{size}-{options.iterations}-{number}.json"
    return os.path.join(options.folder, digest, words)


def kept(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError:
        return None


def keep(path, rows):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(rows, file)
    os.replace(path + ".new", path)


def cases_of(options):
    return [(mpi, 2, size, MESSAGES) for size in options.messages for mpi in options.mpis] + \
        [(mpi, ranks, size, COLLECTIVES) for ranks in options.ranks for size in options.bytes
         for mpi in options.mpis if ranks <= 4 or size <= CROWD_MOST]


def measure(options):
    """All launches, one of each case in each round: a slow minute is one of all cases."""
    end = time.monotonic() + 60 * options.minutes
    launches = []
    for number in range(options.rounds):
        for case in cases_of(options):
            path = file_of(options, *case, number)
            rows = kept(path)
            if rows is None and time.monotonic() < end:
                rows = launch(options, *case)
                if rows:
                    keep(path, rows)
            launches.append(Launch(*case, rows or []))
    return launches


# ---- The words ----

def words():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--mpis", default="openmpi,mpich")
    parser.add_argument("--ranks", default="2,4,8,16")
    parser.add_argument("--bytes", default="8,4K,64K,1M,16M")
    parser.add_argument("--messages", default="8,512,4K,64K,1M")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=8)
    options = parser.parse_args()
    try:
        options.ranks = [int(text) for text in options.ranks.split(",")]
        options.bytes = [size_of(text) for text in options.bytes.split(",")]
        options.messages = [size_of(text) for text in options.messages.split(",") if text]
    except (AttributeError, ValueError):
        parser.error("--ranks is a list such as 2,4 and --bytes a list such as 64K,1M")
    known = options.mpis.split(",")
    options.mpis = [mpi for mpi in known if os.path.exists(program(options, mpi))]
    return options


def main():
    options = words()
    if not options.mpis:
        print("ranks: this build has no grove-mpi", file=sys.stderr)
        return 77
    try:
        launches = measure(options)
    except Wrong as wrong:
        print(f"ranks: wrong data: {wrong}", file=sys.stderr)
        return 1
    print_page(launches, {mpi: version(options, mpi) for mpi in options.mpis})
    return 0


if __name__ == "__main__":
    sys.exit(main())
