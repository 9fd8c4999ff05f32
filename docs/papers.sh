#!/bin/sh
# Writes docs/papers.md: the papers' headlines, measured on this machine. Takes a minute or two.
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/papers.sh build/grove > docs/papers.md      or: ninja papers
#	docs/papers.sh build/grove --beta 4e-3 --tau 4e-6        slower links, for a busy machine
#
# A ratio that is off ends it with a status that is not 0, behind the table.

grove=${1:-build/grove}
[ $# -eq 0 ] || shift
cat <<'END'
# What the papers promise, and what threads do

Each headline sets one schedule against another. *Paper* is the ratio of their closed forms at these sizes,
worked out in `perf/paper_claims.c` apart from everything else; *simulator* is that of the simulated times, each
packet as soon as it can; *measured* is that of real times: medians of three runs on threads whose links take a
start-up and a time for each byte (the paced clock), while all bytes really move and are compared. Where the
machine is busy, runs that it made late are repeated; "late" says that there were too few others.

This page is written by `ninja papers`; `grove reproduce NAME` measures one of them.

END
printf '    $ grove reproduce %s          # %s, %s cores, load %s\n\n' "$*" "$(date -u +%Y-%m-%d)" \
	"$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)"
lines=$("$grove" reproduce "$@")
status=$?
printf '%s\n' "$lines" | sed 's/^\(.\)/    \1/'
exit $status
