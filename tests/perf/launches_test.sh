#!/bin/sh
# `grove bench --runs`: launches are processes, are joined row by row, and may fail.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
plan 12

# Succeeds if the status is 0, and the output has the string.
has() # string
{
	[ $status -eq 0 ] && case $out in *"$1"*) true ;; *) false ;; esac
}

# Prints medians of the last JSON: of the first row, and of that row's launches, sorted.
medians()
{
	printf '%s\n' "$out" | tr '{' '\n' | sed -n 's/^ "median": \([-0-9.e+]*\).*/\1/p' >medians
	head -n 1 medians
	sed -n '2,4p' medians | sort -g
}

run bench broadcast,barrier auto gh:2 --bytes 64 --iterations 9 --runs 3 --json
[ "$(printf '%s\n' "$out" | grep -c '"runs": \[{[^]]*}, {[^]]*}, {[^]]*}\]')" -eq 2 ]
ok $? "launches: each row has the median and the samples of each launch" "$out$err"
[ "$(printf '%s\n' "$out" | grep -c '"samples": 27 }')" -eq 2 ]
ok $? "launches: all samples are counted" "$out"
[ "$(medians | sed -n 1p)" = "$(medians | sed -n 3p)" ]
ok $? "launches: the time is the median over launches" "$(medians)"
printf '%s\n' "$out" >runs.json
run compare runs.json runs.json
has '2 rows in both'
ok $? "launches: compare reads the rows" "$out$err"
run bench barrier auto gh:2 --iterations 9 --runs=2 --csv
has ',2'
ok $? "launches: CSV has their number" "$out$err"
run bench barrier auto gh:2 --iterations 9 --runs 2
has 'medians over 2 launches'
ok $? "launches: the table says so" "$out$err"
run bench send ocsend1,auto cube:3 --destination 1 --bytes 8 --iterations 6 --runs 2
[ $status -eq 2 ] && case $err$out in *'corner opposite'*) true ;; *) false ;; esac
ok $? "launches: a row that cannot run says why, once" "$status: $out$err"
refused 2 --runs 'no launches' bench barrier auto gh:2 --runs 0
GROVE_LAUNCH=99 refused 1 'GROVE_LAUNCH=99' 'a launch that cannot write' \
	bench barrier auto gh:2 --iterations 6

# Starts a bench of many launches, and sets $bench and $launch, the processes.
begin()
{
	"$grove" bench barrier auto gh:2 --iterations 10000000 --runs 50 --json >out 2>err &
	bench=$! launch=
	for _ in $(seq 100); do
		sleep 0.2
		launch=$(cat "/proc/$bench/task/$bench/children" 2>/dev/null)
		[ -n "$launch" ] && break
	done
	launch=${launch% }
}

# A process that has ended stays visible until its parent asks for its status, and some containers
# have no process that asks for the status of orphans.
alive() # process
{
	case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in '' | Z* | X*) return 1 ;; esac
}

begin
kill -9 "$launch"
wait "$bench"
[ $? -eq 1 ] && grep -q 'ended by signal 9' err && grep -q '"results": \[' out &&
	tail -n 1 out | grep -q ']}\|] }'
ok $? "launches: a launch that is killed is an error, and the JSON ends" "$(cat out err)"
begin
kill "$bench"
before=$(date +%s)
wait "$bench"
[ $? -eq 143 ] && [ $(($(date +%s) - before)) -le 15 ] && grep -q '"interrupted": true' out && ! alive "$launch"
ok $? "launches: a signal ends the launch, then the JSON, then the command" "$(cat out err)"
begin
kill -9 "$bench"
for _ in $(seq 60); do
	alive "$launch" || break
	sleep 0.5
done
! alive "$launch"
ok $? "launches: none outlives the command" "$launch"
finish
