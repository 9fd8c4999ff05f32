#!/bin/sh
# Writes docs/papers.md: the papers' claims, measured on this machine. Takes a minute or two.
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/papers.sh build/grove > docs/papers.md      or: ninja papers
#	docs/papers.sh build/grove --beta 4e-3 --tau 4e-6        slower links, for a busy machine
#
# After the table the script ends with a status other than 0 if a ratio is off.

grove=${1:-build/grove}
[ $# -eq 0 ] || shift
cat <<'END'
# What the papers promise, and what threads do

Each claim sets a schedule against another schedule. *Paper* is the ratio of the closed forms at
these sizes, computed by the formulas in `perf/paper_claims.c`, independently of the plans.
*Simulator* is the ratio of the simulated times, with each packet as early as possible. *Measured* is the ratio of real
times: medians of three runs on threads whose links take a start-up and a time for each byte (the
paced clock), while all bytes really move and are compared. On a busy machine late runs are
repeated; "late" says that there were too few other runs. Links take 2 ms for each packet and 2 us
for each byte. On the star graph equation 3 charges packets of two segments in every step, while
some steps of the schedule carry packets of a single segment, so the schedule is faster than the
paper says.

This page is written by `ninja papers`; `grove reproduce NAME` measures a single claim.

END
printf '    $ grove reproduce %s          # %s, %s cores, load %s\n\n' "$*" "$(date -u +%Y-%m-%d)" \
	"$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)"
lines=$("$grove" reproduce "$@")
status=$?
printf '%s\n' "$lines" | sed 's/^\(.\)/    \1/'
exit $status
