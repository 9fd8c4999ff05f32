#!/bin/sh
# Measures which lines and branches of each room the tests of `ninja check-all` run through.
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

# Threads share the counters. Instrumented programs are slow. Children of tests leave by _exit:
# that of the C library would lose their counters.
flags='-O1 --coverage -fprofile-update=atomic'
gcc -fPIC -x c -c - -o kept_counters.o <<'END' || exit 1
#include <sys/syscall.h>
#include <unistd.h>
void __gcov_dump(void);
__attribute__((visibility("hidden"))) void _exit(int status)
{
	__gcov_dump();
	for (;;)
		syscall(SYS_exit_group, status);
}
END
"$source/configure" CC=gcc CFLAGS="$flags" LDFLAGS="--coverage $PWD/kept_counters.o" \
	>configure.log 2>&1 || { cat configure.log; exit 1; }
find . -name '*.gcda' -exec rm {} +
failed=0
GROVE_TEST_TIMEOUT=${GROVE_TEST_TIMEOUT:-600} GROVE_COUNTERS=1 ninja check-all || failed=1

# Edges of exceptions and of ended threads out of each call are not branches of ours (-fexceptions).
gcovr --root "$source" --object-directory build -j 2 --gcov-ignore-parse-errors \
	--exclude-unreachable-branches --exclude-throw-branches \
	--exclude "$source/tests/" --exclude "$source/examples/" \
	--csv lines.csv --html-details lines/index.html >gcovr.log 2>&1 || { cat gcovr.log; exit 1; }

# Columns of the table: filename, line_total, line_covered, line_percent, branch_total, branch_covered.
awk -F, '
	function share(part, whole) { return whole ? sprintf("%.1f %%", 100 * part / whole) : "-" }
	function row(name, l, lc, b, bc)
	{
		return sprintf("%-20s %6d lines %8s %8d branches %8s",
			name, l, share(lc, l), b, share(bc, b))
	}
	NR == 1 { next }
	{
		room = $1
		sub(/\/[^\/]*$/, "", room)
		lines[room] += $2; covered[room] += $3
		branches[room] += $5; taken[room] += $6
		if (room !~ /^(tool|perf)(\/|$)/) {
			l += $2; lc += $3; b += $5; bc += $6
		}
	}
	END {
		for (room in lines)
			print row(room, lines[room], covered[room], branches[room], taken[room]) | "sort"
		close("sort")
		print row("but tool, perf", l, lc, b, bc)
		exit !l || lc < 0.95 * l || bc < 0.88 * b
	}' lines.csv || { echo 'coverage: less than 95 % of lines or 88 % of branches'; exit 1; }
exit $failed
