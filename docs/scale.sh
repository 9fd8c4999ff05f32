#!/bin/sh
# Writes docs/scale.md: what plans of growing networks cost on this machine. Takes some minutes.
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/scale.sh build/perf/cost build/grove > docs/scale.md      or: ninja scale
#	docs/scale.sh build/perf/cost build/grove quick                small networks, in a second or two
#
# Every figure is that of a process of its own, as the kernel counts it. A command that fails, or takes
# longer than GROVE_SCALE_LIMIT seconds (60), ends the page with its name and a status that is not 0.

set -u
cost=${1:-build/perf/cost} grove=${2:-build/grove} extent=${3:-whole}
folder=$(mktemp -d "${TMPDIR:-/tmp}/grove-scale.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP
LC_ALL=C
export LC_ALL

# The networks of this run: all that are named, or those in front of the "/".
networks() # network... / network...
{
	for word; do
		if [ "$word" != / ]; then
			echo "$word"
		elif [ "$extent" = quick ]; then
			return
		fi
	done
}

# Runs grove; its output goes to $folder/$1, its cost to $folder/$1.cost.
measure() # name arguments...
{
	name=$1
	shift
	timeout "${GROVE_SCALE_LIMIT:-60}" "$cost" "$folder/$name.cost" "$grove" "$@" >"$folder/$name" 2>"$folder/error" && return
	echo "grove $* ended with status $?: $(cat "$folder/error")"
	exit 1
}

# A number of a JSON file, by its name.
number() # name file
{
	sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$folder/$2" | head -n 1
}

# ---- Plans, verified and simulated ----

plans() # collective algorithm options, as one word; network...
{
	problem=$1 options=$2
	shift 2
	[ -n "$(networks "$@")" ] || return 0
	printf '    %s NET%s\n' "$problem" "${options:+ $options}"
	printf '    %-10s %8s %9s | %8s %6s %6s %6s | %8s %6s %11s %7s | %6s\n' network nodes hops \
		verify MiB ns/hop B/hop simulate MiB packets M/s growth
	: >"$folder/rows"
	for network in $(networks "$@"); do
		# shellcheck disable=SC2086 # words
		measure verify verify $problem "$network" $options --json
		# shellcheck disable=SC2086
		measure simulate simulate $problem "$network" $options --json
		echo "$network $(number nodes verify) $(number proof_hops verify) $(cat \
			"$folder/verify.cost" "$folder/simulate.cost" | tr '\n' ' ') $(number packets simulate)" \
			>>"$folder/rows"
	done
	awk '
	{
		growth = NR > 1 ? sprintf("%6.2f", log($4 / time) / log($2 / nodes)) : "     -"
		printf "    %-10s %8d %9d | %8.3f %6.0f %6.0f %6.0f | %8.3f %6.0f %11.0f %7.1f | %s\n", $1, $2, \
			$3, $4, $6 / 1024, 1e9 * $4 / $3, 1024 * $6 / $3, $7, $9 / 1024, $10, $10 / $7 / 1e6, \
			growth
		time = $4
		nodes = $2
	}' "$folder/rows"
	echo
}

# ---- Kept plans, run ----

runs() # collective algorithm; network...
{
	problem=$1
	shift
	printf '    %s NET --bytes 8 --threads 1\n' "$problem"
	printf '    %-10s %8s %9s | %10s %8s | %8s %9s\n' network nodes moves 'a run, us' ns/move \
		'peak MiB' KiB/node
	: >"$folder/rows"
	for network in $(networks "$@"); do
		# shellcheck disable=SC2086
		measure simulate simulate $problem "$network" --bytes 8 --packet 8M --json
		# shellcheck disable=SC2086
		measure bench bench $problem "$network" --bytes 8 --packet 8M --threads 1 --check off --json
		echo "$network $(number nodes simulate) $(number transmissions_bytes simulate) $(number \
			median bench) $(cat "$folder/bench.cost")" >>"$folder/rows"
	done
	awk '
	{
		moves = $3 / 8
		more = NR > 1 ? sprintf("%9.1f", ($7 - peak) / ($2 - nodes)) : "        -"
		printf "    %-10s %8d %9d | %10.1f %8.1f | %8.1f %s\n", $1, $2, moves, 1e6 * $4, \
			1e9 * $4 / moves, $7 / 1024, more
		peak = $7
		nodes = $2
	}' "$folder/rows"
	echo
}

cat <<'END'
# What large networks cost

*verify* makes and proves a plan, and counts the plan's figures. *simulate* makes and proves the
plan as well, and finds the plan's time. Times are of whole processes, with the peak of the
process's memory in MiB. *hops* are the hops that the plan keeps: all hops of one round, or only
node 0's where every node does the same. *M/s* are millions of packets for each second of the whole
*simulate*. *growth* is the power of the number of nodes with which the time of *verify* grew from
the row above: the nESBT has N log N hops, and an all-to-all's node 0 has N times half the diameter.

Packets are simulated one by one, in steps and asynchronously. A pipelined plan of more than eight
million pieces is only counted in steps, for each group of links at once. Of plans below 2^17 pieces
*verify* writes out all packets as well; the tables begin above that size.

This page is written by `ninja scale`.

END
printf '    %s, %s cores, %s, load %s\n\n' "$(date -u +%Y-%m-%d)" "$(nproc)" \
	"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(cut -d ' ' -f 1 /proc/loadavg)"

printf '## Broadcast\n\n'
plans 'broadcast nesbt' '--bytes 1M' cube:10 / cube:12 cube:14 cube:16 cube:18 cube:20
plans 'broadcast nesbt' '--bytes 1M --packet 52429' cube:14 / cube:16 cube:18
plans 'broadcast nesbt' '--bytes 1M --packet 64K --ports sendrecv' cube:14 / cube:16
plans 'broadcast mst' '--bytes 1M --packet 64' star:6 / star:7 star:8 star:9
plans 'broadcast adst3' '--bytes 1M --packet 64' ccc:8 / ccc:10 ccc:12 ccc:14
printf '## All to all, and all-reduce\n\n'
plans 'alltoall sbt' '' cube:8 cube:10 / cube:12 cube:14 cube:16
plans 'alltoall sbnt' '' / cube:8 cube:10 cube:12 cube:14 cube:16
plans 'alltoall star' '' star:6 / star:7 star:8
plans 'allreduce sbt' '' cube:10 / cube:12 cube:14 cube:16

cat <<'END'
## A kept plan, run

A single thread does the work of all nodes, so a run is the sum of their work. A *move* is a piece
over a link. *KiB/node* is the memory that a further node needs (its program, rings and buffers),
from the row above to the current row. Beyond the caches, where all nodes together need tens of MiB,
a move waits for memory.

END
runs 'broadcast sbt' cube:2 cube:4 / cube:6 cube:8 cube:10
runs 'alltoall sbt' cube:2 cube:4 / cube:6 cube:8
