#!/bin/sh
# A benchmark that is interrupted: its output is whole, and a shell sees the signal.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
command -v timeout >/dev/null || { echo 'no timeout'; exit 77; }

plan 8

# Runs a sweep of minutes for a while; sets $out, $err, $status. Its rows are short, so that a loaded
# machine has two of them soon.
cut_short() # seconds signal arguments...
{
	seconds=$1 signal=$2
	shift 2
	timeout -s "$signal" --preserve-status "$seconds" \
		"$grove" bench all all gh:2,cube:3,cube:4,cube:5 -m 8:1M --no-limits --iterations 20 "$@" \
		>out 2>err
	status=$?
	out=$(cat out) err=$(cat err)
}

# Lets the sweep run until two rows are there, on a busy machine longer.
cut_rows() # lines-without-rows signal arguments...
{
	without=$1
	shift
	for seconds in 2 8 32 64; do
		cut_short "$seconds" "$@"
		[ "$(wc -l <out)" -gt $((without + 1)) ] && break
	done
}

cut_rows 3 INT --json
[ "$status" -eq 130 ] && [ "$(grep -c '"time_s"' out)" -gt 0 ]
ok $? "json: rows, and the status of SIGINT" "$status $err $(tail -n 2 out)"
case $out in *'}], "interrupted": true }') true ;; *) false ;; esac
ok $? "json: brackets are closed, and it says so" "$(tail -c 300 out)"
"$grove" compare out out >compared 2>err
ok $? "json: compare reads the rows" "$(cat err)"
cut_rows 1 TERM --csv
[ "$status" -eq 143 ] && [ "$(wc -l <out)" -gt 1 ] &&
	[ "$(awk -F, '{ print NF }' out | sort -u | wc -l)" -eq 1 ]
ok $? "csv: whole lines, and the status of SIGTERM" "$status $err $(tail -n 2 out)"
cut_rows 8 INT
[ "$status" -eq 130 ] && grep -q '^time: ' out
ok $? "the table: whole lines and the legend" "$status $err $(tail -n 3 out)"
cut_rows 4 INT --units plain
[ "$(grep -v '^#' out | awk '{ print NF }' | sort -u)" = 20 ]
ok $? "the plain table: whole lines" "$status $err $(tail -n 3 out)"
cut_short 2 INT --json --iterations 900000000
[ "$status" -eq 130 ] && ! grep -q time_s out && [ "$(tail -n 1 out)" = '  "results": [], "interrupted": true }' ]
ok $? "a row that is not finished is not printed" "$status $err $(tail -n 3 out)"
# The first line is the forecast.
[ "$(sed 1d err)" = "grove bench: interrupted; all rows above are whole" ]
ok $? "one line says so" "$err"
finish
