#!/bin/sh
# Writes docs/hierarchy.md: what the model predicts for machines of many cores. Takes about three minutes.
# SPDX-License-Identifier: BSD-2-Clause
#
#	docs/hierarchy.sh build/grove > docs/hierarchy.md       or: ninja hierarchy
#	docs/hierarchy.sh build/grove quick                     small machines and few sizes, in seconds
#	docs/hierarchy.sh build/grove measured                  the last section alone, on a machine that is quiet
#
# Predicted figures come from `grove simulate`, measured ones from `grove calibrate` and `grove bench`,
# in tables of their own. A command that fails ends the page with its name and a status that is not 0.

set -u
grove=${1:-build/grove} extent=${2:-whole}
folder=$(mktemp -d "${TMPDIR:-/tmp}/grove-hierarchy.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP
LC_ALL=C GROVE_TUNE=
export LC_ALL GROVE_TUNE

sizes='8 4K 32K 2M 16M'
machines='pack:1 l3:1 core:8
pack:1 l3:2 core:8
pack:2 l3:2 core:8
pack:2 l3:4 core:8
pack:2 l3:8 core:8
pack:4 l3:8 core:8'
collectives='broadcast allgather'
if [ "$extent" = quick ]; then
	sizes='8 32K'
	machines='pack:2 l3:2 core:2'
	collectives='broadcast'
fi

run() # file, arguments of grove
{
	file=$folder/$1
	shift
	timeout 300 "$grove" "$@" >"$file" 2>"$folder/error" && return
	echo "grove $* ended with status $?: $(cat "$folder/error")"
	exit 1
}

# The first value of that name in a JSON file.
value() # name file
{
	sed -n "s/.*\"$1\": \"\{0,1\}\([-A-Za-z0-9.+:]*\).*/\1/p" "$folder/$2" | head -n 1
}

in_us() { awk -v s="$1" 'BEGIN { printf "%.3g\n", s * 1e6 }'; }

# ---- What is predicted ----

# One row of times; also puts "size name time" of each on the list of this machine.
row() # costs machine collective network name
{
	printf '    %-9s %-11s' "$4" "$5"
	for size in $sizes; do
		run answer simulate "$3" auto "$4" --machine "$1:$2" --bytes "$size" --json
		time=$(value time_async_s answer)
		printf ' %9s' "$(in_us "$time")"
		echo "$size $5 $time" >>"$folder/times"
	done
	printf '\n'
}

# Which one is the fastest at each size, as runs: "levels up to 4K, flat from 32K".
fastest()
{
	awk '
		!($1 in best) { order[++count] = $1 }
		!($1 in best) || $3 < best[$1] * 0.98 { best[$1] = $3; name[$1] = $2 }
		END {
			for (i = 1; i <= count; i++)
				if (i == 1 || name[order[i]] != name[order[i - 1]]) {
					if (i > 1)
						printf " up to %s, then ", order[i - 1]
					printf "%s", name[order[i]]
				}
			print ""
		}' "$folder/times"
}

predict() # costs
{
	echo "$machines" >"$folder/machines"
	for collective in $collectives; do
		printf '\n### %s, costs of %s: predicted\n\n' "$collective" "$1"
		printf '    %-21s' 'us'
		for size in $sizes; do printf ' %9s' "$size"; done
		printf '\n'
		while read -r machine; do
			run answer simulate barrier auto machine --machine "$1:$machine" --json
			nodes=$(value nodes answer) network=$(value network answer)
			cube=$(awk -v n="$nodes" 'BEGIN { while (n > 1) { n /= 2; d++ }; print d }')
			: >"$folder/times"
			printf '    %s\n' "$machine"
			row "$1" "$machine" "$collective" "gh:$nodes" flat
			[ "$network" = "gh:$nodes" ] ||
				row "$1" "$machine" "$collective" "$network" levels
			row "$1" "$machine" "$collective" "cube:$cube" cube
			printf '    fastest: %s\n' "$(fastest)"
		done <"$folder/machines"
	done
}

# ---- What is measured, on the cores that there are ----

# The description of a machine of two cores whose class is the farthest that was calibrated.
two_cores()
{
	case $(sed -n 's/^class \([^ ]*\).*/\1/p' "$folder/here" | tail -n 1) in
	same-l2) echo 'l2:1 core:2' ;;
	same-l3) echo 'l3:1 core:2' ;;
	same-package) echo 'core:2' ;;
	other-package) echo 'pack:2 core:1' ;;
	esac
}

check()
{
	run said calibrate --output "$folder/here"
	machine=$(two_cores)
	sed -n 's/^key \(.*\)/    measured on: \1/p; /^class/s/^/    /p; /^packet/s/^/    /p' "$folder/here"
	if [ -z "$machine" ]; then
		printf '\nThere is one core: nothing else can be measured here.\n'
		return
	fi
	printf '\n    %-10s %6s %14s %14s %8s\n' collective bytes 'measured, us' 'predicted, us' ratio
	for collective in $collectives; do
		for size in $sizes; do
			[ "$size" = 16M ] && continue # beyond the caches: another bandwidth
			run bench bench "$collective" sbt gh:2 --bytes "$size" --iterations 51 --json
			run answer simulate "$collective" sbt gh:2 --bytes "$size" \
				--machine "$folder/here:$machine" --json
			measured=$(value median bench) predicted=$(value time_async_s answer)
			printf '    %-10s %6s %14s %14s %8s\n' "$collective" "$size" \
				"$(in_us "$measured")" "$(in_us "$predicted")" \
				"$(awk -v a="$measured" -v b="$predicted" 'BEGIN { printf "%.2f", a / b }')"
		done
	done
}

measured()
{
	cat <<'END'

## Measured, beside what the model predicts of the same

Two nodes on two cores: costs from `grove calibrate`, times from `grove bench` (last exit minus
first entry), both with the algorithm sbt. Both columns are from the same machine at the same time;
ratio is measured by predicted. Within the caches the model knows a single time for a byte: the time
of a byte that the other core has just written. The measured buffers are sent again and again, so
the receiver's caches hold the small buffers, and both cores copy the large buffers: here the model
is too slow by that ratio. Where both nodes write more than their own caches hold, the model is too
fast; the same holds for the predictions above for such sizes.

END
	check
}

if [ "$extent" = measured ]; then
	collectives='broadcast allgather allreduce alltoall'
	measured
	exit
fi

cat <<'END'
# Machines of many cores: what the model predicts

`ninja hierarchy` writes this page. Everything about machines with more cores than were available is
**predicted**: by `grove simulate` with the costs of a machine of `grove list machines`, on levels
in hwloc's notation (`--machine milan:"pack:2 l3:4 core:8"`: 2 packages of 4 last-level caches of 8
cores). The latencies of these machines are published, and cited in the list. Bandwidths, the work
of a packet and the shared rates of connections are **assumed**. Only the last section is
**measured**.

## The model

LogGP with a class for each pair of cores (`plan/model/core_simulator.c`): same L2, same L3, same
package, other package. A core carries out its node's sends and receives in order. A send keeps the
core busy for o; the packet arrives after beta - 2 o; receiving takes o and tau for each byte, since
the receiver copies. All bytes that leave or enter a last-level cache or a package in a step
together pass at most at the rate of the connection. When the buffers of all nodes exceed all
last-level caches, a byte costs as much as a byte of memory.

The model leaves out: waits between several readers of the same line or buffer (the root of a flat
broadcast serves all readers at once); the limits of a package's memory; the different distances in
a mesh within a package; the place of memory (NUMA); prefetching; the cost of folding beside
copying; the noise of a machine.

No figure is less than the bound, which is derived independently (`analysis/domain_bound.c`).

## Predicted

`flat` is the complete network of all cores, `levels` the network whose digits are the machine's
levels (NET `machine`), `cube` the binary cube; on each the fastest of `auto`. `fastest` says where
these cross; differences below 2 % do not count.
END
predict milan
[ "$extent" = quick ] || {
	# Choosing among their plans takes long on more cores.
	machines=$(echo "$machines" | head -n 4) collectives='allreduce alltoall'
	predict milan
	machines='pack:2 l3:1 core:32' collectives='broadcast allgather'
	predict icelake
	collectives='broadcast allgather allreduce alltoall'
}
measured
