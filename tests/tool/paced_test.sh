#!/bin/sh
# The paced clock, from outside: times that follow the model, what is said of them, what is refused.
# SPDX-License-Identifier: BSD-2-Clause
#
# Other programs may take the processors away at any time, so a time that is too long is measured
# again a few times; one that is too short never is right.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

number() # name
{
	printf '%s\n' "$out" | sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" | head -n 1
}

compare() # expression of numbers
{
	awk "BEGIN { exit !($1) }"
}

# The time of one run is within 10 % of the simulator's, and never below it. Where it is not, links are
# made slower, so that the same delays are less.
keeps() # sentence arguments...
{
	sentence=$1
	shift
	for times in 1 2 4 8 16 32; do
		run run "$@" --clock paced --json --beta "$(awk "BEGIN { print $times * 2e-3 }")" \
			--tau "$(awk "BEGIN { print $times * 1e-7 }")"
		time=$(number time_s) predicted=$(number predicted_s)
		[ $status -eq 0 ] || break
		compare "$time > 1.1 * $predicted" || break
	done
	[ "$status" -eq 0 ] && compare "$time >= 0.999 * $predicted && $time <= 1.1 * $predicted"
	ok $? "$sentence" "status $status: $time s, predicted $predicted s, $times times as slow $err"
}

plan 20

slow='--beta 2e-3 --tau 1e-7'

# shellcheck disable=SC2086
{
keeps "a broadcast in many packets" broadcast nesbt cube:3 --bytes 256K
keeps "16 nodes on two threads" broadcast sbt cube:4 --bytes 64K --threads 2
keeps "a thread for each of eight nodes" alltoall sbnt cube:3 --bytes 16K --threads 8
keeps "one port" scatter sbt cube:3 --bytes 16K --ports exchange
keeps "one packet at a time" allgather sbt cube:3 --bytes 8K --ports single --duplex half
keeps "sums" allreduce sbt cube:3 --bytes 64K --type f64

# What a run says --------------------------------------------------------------------------------
run run broadcast nesbt cube:3 --bytes 64K --clock paced $slow --json
predicted=$(number predicted_s)
case $out in *'"clock": "paced"'*'"synchronous_s":'*'"late":'*'"check": "pass"'*) true ;; *) false ;; esac
ok $? "run: the clock, both times of the simulator, the share that was late, the check" "$out $err"
run simulate broadcast nesbt cube:3 --bytes 64K $slow --json
[ -n "$predicted" ] && [ "$predicted" = "$(number time_async_s)" ]
ok $? "run and simulate choose and predict alike" "$predicted: $out"

run bench broadcast sbt,nesbt cube:3 --bytes 32K --clock paced $slow --json --iterations 3
[ $status -eq 0 ] && [ "$(grep -c '"clock": "paced"' out)" -eq 2 ] &&
	[ "$(grep -c '"beta": 0.002, "tau": 1e-07' out)" -eq 2 ]
ok $? "bench: rows of paced links" "$out $err"
}

# A timeout is time without progress: a packet on its way is progress.
run run broadcast sbt cube:1 --bytes 8 --clock paced --beta 1.5 --tau 0 --timeout 0.2 --json
[ $status -eq 0 ] && compare "$(number time_s) >= 1.499"
ok $? "a packet may take longer than the timeout" "status $status: $out $err"

# The papers' claims -----------------------------------------------------------------------------
for times in 1 4 16; do
	run reproduce scatter-split --json --beta "$(awk "BEGIN { print $times * 1e-3 }")" \
		--tau "$(awk "BEGIN { print $times * 1e-6 }")"
	[ $status -eq 1 ] || break
done
[ $status -eq 0 ] && [ "$(grep -c '"name": "scatter-split"' out)" -eq 5 ] &&
	compare "$(number measured) <= 1.1 * $(number paper)"
ok $? "reproduce: measured ratios are the paper's" "status $status, $times times as slow: $out $err"

# Refusals ---------------------------------------------------------------------------------------
refused 2 'needs the times of the links' "paced links without their times" \
	run broadcast sbt cube:3 --clock paced
refused 2 'goes with --clock paced' "a machine for the native clock" \
	run broadcast sbt cube:3 --machine ipsc
refused 2 'goes with --clock paced' "times of links for the native clock" \
	bench broadcast sbt cube:3 --beta 1e-3 --tau 1e-7
refused 2 'name one' "a machine and times of links" \
	bench broadcast sbt cube:3 --clock paced --machine ipsc --beta 1 --tau 1
refused 2 'tau is missing' "half the times of links" \
	run broadcast sbt cube:3 --clock paced --beta 1
refused 2 'take no time' "links that take no time" \
	run broadcast sbt cube:3 --clock paced --beta 0 --tau 0
refused 2 "'sundial' is not one of native, paced" "a clock that is none" run broadcast sbt cube:3 --clock sundial
refused 2 "did you mean 'broadcast'" "a claim that is none" reproduce broadcats
refused 2 'there are broadcast-one-port' "a claim that is far from any" reproduce sundial
finish
