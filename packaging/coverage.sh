#!/bin/sh
# Measures which lines and branches of each folder the tests of `ninja check` run through.
# SPDX-License-Identifier: BSD-2-Clause
#
#	packaging/coverage.sh SOURCE FOLDER     builds and tests in FOLDER, prints a table
#
# Exit status 1: a test failed, or the folders other than tool and perf are below 95 % of lines or
# 88 % of branches. FOLDER/lines/index.html shows each line.

set -u
source=$(cd "$1" && pwd) || exit 1
mkdir -p "$2/lines" && cd "$2" || exit 1
command -v gcovr >/dev/null || { echo 'coverage: needs gcovr (package gcovr)'; exit 77; }

# Threads share the counters. Instrumented programs are slow.
"$source/configure" CC=gcc CFLAGS='-O1 --coverage -fprofile-update=atomic' LDFLAGS=--coverage \
	>configure.log 2>&1 ||
	{ cat configure.log; exit 1; }
find . -name '*.gcda' -exec rm {} +
failed=0
GROVE_TEST_TIMEOUT=${GROVE_TEST_TIMEOUT:-600} GROVE_COUNTERS=1 ninja check || failed=1

# Edges of exceptions and of ended threads out of each call are no branches of ours (-fexceptions).
gcovr --root "$source" --object-directory build -j 2 --gcov-ignore-parse-errors \
	--exclude-unreachable-branches --exclude-throw-branches --exclude "$source/tests/" --exclude "$source/examples/" \
	--csv lines.csv --html-details lines/index.html >gcovr.log 2>&1 || { cat gcovr.log; exit 1; }

# Columns of the table: filename, line_total, line_covered, line_percent, branch_total, branch_covered.
awk -F, '
	function share(part, whole) { return whole ? sprintf("%.1f %%", 100 * part / whole) : "-" }
	function row(name, l, lc, b, bc)
	{
		printf "%-14s %7d lines %8s %8d branches %8s\n", name, l, share(lc, l), b, share(bc, b)
	}
	NR == 1 { next }
	{
		folder = $1
		sub(/\/[^\/]*$/, "", folder)
		if (!(folder in lines))
			order[++folders] = folder
		lines[folder] += $2; covered[folder] += $3
		branches[folder] += $5; taken[folder] += $6
		if (folder !~ /^(tool|perf)/) {
			l += $2; lc += $3; b += $5; bc += $6
		}
	}
	END {
		for (i = 1; i <= folders; i++) {
			f = order[i]
			row(f, lines[f], covered[f], branches[f], taken[f])
		}
		row("but tool, perf", l, lc, b, bc)
		exit !l || lc < 0.95 * l || bc < 0.88 * b
	}' lines.csv || { echo 'coverage: less than 95 % of lines or 88 % of branches'; exit 1; }
exit $failed
