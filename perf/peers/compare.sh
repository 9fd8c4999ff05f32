#!/bin/sh
# Runs grove and its peers, interleaved and shuffled, several times; then writes one table.
# SPDX-License-Identifier: BSD-2-Clause
#
#	perf/peers/compare.sh BUILD      or: ninja compare
#
# Everything goes to BUILD/compare: launches/NAME.STATE.K.json, and what report.py makes of the launches. An
# interrupted run goes on where it stopped, if it is started with the same settings:
#
#	COMPARE_LAUNCHES=5	of each program; 1 for a quick look
#	COMPARE_BUDGET=0.02	seconds for each row
#	COMPARE_MAX=16777216	the largest block of 2 nodes, in bytes
#	COMPARE_MAX_16=262144	of 16 nodes; an eighth of it of 8 nodes, a 64th of 64
#	COMPARE_LIMIT=60	seconds for one launch; what takes longer keeps the rows that it has
#	COMPARE_LIMIT_SLOW=12	of MPICH on more ranks than cores, which it was not made for
#	COMPARE_DATA="fresh resident"	states of the data, each in launches of its own
#	COMPARE_ONLY=words	programs: tile copy grove2 grove16 link openmpi2 ... (see the list)
#	COMPARE_OUT=BUILD/compare	where to write
#	COMPARE_TARGETS=1	a target that is missed is a failure
#	COMPARE_README=SOURCE	write compare.svg and the marked parts of README.md and docs/measurements.md
#
# Exit status: 0, also where peers are missing; 1 when a program failed, or for a missed target; 2 for
# wrong settings; 77 where there are not two cores, or no python3 for the table.

set -u
LC_ALL=C
export LC_ALL
build=${1:-build}
peers=$build/peers
launches=${COMPARE_LAUNCHES:-5}
budget=${COMPARE_BUDGET:-0.02}
most=${COMPARE_MAX:-16777216}
most16=${COMPARE_MAX_16:-262144}
limit=${COMPARE_LIMIT:-60}
slow=${COMPARE_LIMIT_SLOW:-12}
out=${COMPARE_OUT:-$build/compare}
names="grove2 grove8a grove8b grove16a grove16b grove64a grove64b link tile apps copy openmpi2
	openmpi2basic openmpi2sm openmpi2eager mpich2 openmpi8 mpich8 openmpi16 mpich16 openmpi64
	gnu-openmp llvm-openmp barrier boost ck openblas likwid first"
only=${COMPARE_ONLY:-$names}
states=${COMPARE_DATA:-fresh resident}

refuse() # text
{
	echo "compare: $1" >&2
	exit 2
}

whole() # name value
{
	case $2 in
	'' | 0* | *[!0-9]*) refuse "$1=$2 is not a number from 1" ;;
	esac
}
whole COMPARE_LAUNCHES "$launches"
whole COMPARE_MAX "$most"
whole COMPARE_MAX_16 "$most16"
whole COMPARE_LIMIT "$limit"
whole COMPARE_LIMIT_SLOW "$slow"
awk -v b="$budget" 'BEGIN { exit !(b + 0 > 0 && b + 0 < 1000) }' ||
	refuse "COMPARE_BUDGET=$budget is not a number of seconds"
for state in $states; do
	case $state in
	fresh | resident) ;;
	*) refuse "COMPARE_DATA: '$state' is not a state; there are: fresh resident" ;;
	esac
done
for name in $only; do
	case " $(echo "$names" | tr '\n\t' '  ') " in
	*" $name "*) ;;
	*) refuse "COMPARE_ONLY: there is no '$name'; there are: $(echo "$names" | tr -s '\n\t' ' ')" ;;
	esac
done

# The cpus that this process may use: two of them for everybody. Which two, grove says.
[ "$(nproc)" -ge 2 ] || {
	echo "compare: two cores are needed, and this process may use one"
	exit 77
}
command -v python3 >/dev/null || {
	echo "compare: the table needs python3 (package python3); ./configure --install-peers"
	exit 77
}
launcher_openmpi=$(sed -n 's/^launcher_openmpi = //p' "$build/config.ninja" 2>/dev/null)
launcher_mpich=$(sed -n 's/^launcher_mpich = //p' "$build/config.ninja" 2>/dev/null)
if [ "${2:-}" != launch ]; then
	machine=$("$build/grove" bench barrier auto gh:2 --iterations 6 --json)
	PEER_CPUS=$(printf '%s\n' "$machine" | sed -n 's/.*"cpus": "\([0-9]*,[0-9]*\)".*/\1/p')
fi
[ -n "$PEER_CPUS" ] || {
	echo "compare: grove cannot bind two threads here" >&2
	exit 1
}
export PEER_CPUS
PEER_BUDGET=$budget
export PEER_BUDGET

# What each program is, by its name -------------------------------------------------------------------

program_of() # name
{
	case $1 in
	grove* | link) echo grove ;;
	openmpi*) echo openmpi ;;
	mpich*) echo mpich ;;
	*) echo "$1" ;;
	esac
}

# As root Open MPI wants to be asked twice. Ranks that share a core yield when they have nothing to do.
# With two ranks no one way to set it is the best everywhere, so each of these counts where it is: as
# it comes (which copies large messages once, by CMA), without its rules for choosing (which take time
# of their own), with its collectives in shared memory, and with large messages sent at once.
openmpi() # ranks, and how it is set
{
	root=
	[ "$(id -u)" != 0 ] || root=--allow-run-as-root
	case $1 in
	2*)
		PEER_VARIANT=${1#2}
		export PEER_VARIANT
		set -- -n 2 --bind-to core
		case $PEER_VARIANT in
		basic) set -- "$@" --mca coll ^tuned ;;
		sm)
			PEER_MAX=$((PEER_MAX > 2048 ? 2048 : PEER_MAX)) # beyond it is slow
			set -- "$@" --mca coll_sm_priority 90
			;;
		eager) set -- "$@" --mca btl_vader_eager_limit 65536 ;;
		esac
		;;
	*) set -- -n "$1" --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 ;;
	esac
	# shellcheck disable=SC2086
	$launcher_openmpi $root "$@" "$peers/openmpi"
}

# Nothing that can be set makes two ranks faster by more than their noise: other transports of UCX,
# thresholds, collectives of its shared memory.
mpich() # ranks
{
	if [ "$1" = 2 ]; then
		$launcher_mpich -n 2 -bind-to core "$peers/mpich"
	else
		MPIR_CVAR_POLLS_BEFORE_YIELD=1 $launcher_mpich -n "$1" "$peers/mpich"
	fi
}

# The widest moves that this machine has, ordinary ones and those past the caches. Megabytes are those
# of two streams, read and written, in all iterations: what is read is copied. The cores' own parts lie
# in their own caches, so it is shown beside the limit, not as one.
likwid()
{
	width=_sse
	for flag in avx avx512f; do
		! grep -q "^flags.* $flag " /proc/cpuinfo || width=_${flag%f}
	done
	echo '{ "schema": "grove-bench", "schema_version": 1, "results": ['
	comma=' '
	for run in "copy$width 2000 2000" "copy$width 64000 20" "copy_mem$width 64000 20"; do
		# shellcheck disable=SC2086
		set -- $run
		likwid-bench -t "$1" -w "S0:${2}kB:2" -i "$3" | awk -v kilobytes="$2" -v comma="$comma" -v name="$1" '
			/^MByte\/s:/ && $2 > 0 {
				time = kilobytes * 1e3 / ($2 * 1e6)
				printf "%s{ \"collective\": \"likwid-copy\", \"algorithm\": \"likwid-bench %s\", ", comma, name
				printf "\"network\": \"threads\", \"nodes\": 2, \"data\": null, \"bytes\": %d, ", kilobytes * 500
				printf "\"time_s\": { \"median\": %.9g, \"ci_low\": %.9g, \"ci_high\": %.9g } }\n", \
					time, time, time
				found = 1
			}
			END { exit !found }' || return 1
		comma=,
	done
	echo '] }'
}

# First calls with kept choices need a calibration. A busy machine keeps none, and then there are no
# rows with choices.
first_calls()
{
	PEER_MACHINE=$out/calibration
	[ -s "$PEER_MACHINE" ] || "$build/grove" calibrate --output "$PEER_MACHINE" >/dev/null 2>&1 ||
		PEER_MACHINE=
	export PEER_MACHINE
	rm -f "$PEER_MACHINE.choices"
	"$peers/first"
}

# MPICH's ranks that share cores do not get far in their time, so each launch begins elsewhere.
launch() # name, number
{
	PEER_MAX=$most PEER_FACTOR=4 PEER_FIRST=0
	case $1 in
	*8 | *8[ab]) PEER_MAX=$((most16 > 64 ? most16 / 8 : 8)) PEER_FACTOR=64 ;;
	*16*) PEER_MAX=$most16 PEER_FACTOR=16 ;;
	*64*) PEER_MAX=$((most16 > 512 ? most16 / 64 : 8)) PEER_FACTOR=512 ;;
	esac
	case $1 in
	mpich8 | mpich16) PEER_FIRST=$((4 * $2 - 4)) ;;
	esac
	export PEER_MAX PEER_FACTOR PEER_FIRST
	case $1 in
	grove2) "$peers/grove" gh:2 ;;
	grove8a) "$peers/grove" cube:3 ;;
	grove8b) "$peers/grove" gh:2x4 ;;
	grove16a) "$peers/grove" cube:4 ;;
	grove16b) "$peers/grove" gh:2x8 ;;
	grove64a) "$peers/grove" cube:6 ;;
	grove64b) "$peers/grove" gh:2x32 ;;
	link) "$peers/grove" link ;;
	openmpi*) openmpi "${1#openmpi}" ;;
	mpich*) mpich "${1#mpich}" ;;
	likwid) likwid ;;
	first) first_calls ;;
	gnu-openmp) OMP_WAIT_POLICY=active OMP_DYNAMIC=false GOMP_SPINCOUNT=infinite "$peers/$1" ;;
	llvm-openmp) OMP_WAIT_POLICY=active OMP_DYNAMIC=false KMP_LIBRARY=turnaround \
		KMP_BLOCKTIME=infinite "$peers/$1" ;;
	*) OPENBLAS_NUM_THREADS=1 "$peers/$1" ;;
	esac
}

if [ "${2:-}" = launch ]; then # one launch, by ourselves below, so that `timeout` can end it
	launch "$3" "$4"
	exit
fi

# What is there ---------------------------------------------------------------------------------------

there='' absent='' seen=' '
for name in $only; do
	program=$(program_of "$name")
	if [ "$name" = likwid ]; then # its own benchmark is the peer
		if command -v likwid-bench >/dev/null 2>&1; then
			there="$there $name"
		else
			absent="$absent${absent:+, }likwid"
		fi
	elif [ ! -x "$peers/$program" ]; then
		refuse "$peers/$program is not there: ninja peers"
	elif grep -q '^# absent: ' "$peers/$program" 2>/dev/null; then
		case $seen in *" $program "*) continue ;; esac
		seen="$seen$program "
		absent="$absent${absent:+, }$(sed -n 's/^# absent: //p' "$peers/$program")"
	else
		there="$there $name"
	fi
done
[ -z "$absent" ] || echo "left out, not found by configure: $absent"

settings="$(echo "$only, $states" | tr -s ' \n\t' ' '): launches of $budget s, $most and $most16 bytes, cpus $PEER_CPUS, $(cksum \
	"$build/grove" "$peers/grove" | tr -s ' \n' ' ')"
mkdir -p "$out/launches" || exit 1
if [ -e "$out/done" ] || [ "$(cat "$out/settings" 2>/dev/null)" != "$settings" ]; then
	rm -f "$out/launches/"*.json "$out/done" "$out/calibration"
fi
echo "$settings" >"$out/settings"
printf '%s\n' "$machine" >"$out/machine.json"

# The order: all of launch 1, then all of launch 2. Those that are compared with each other run one after
# the other, both these groups and what is in them shuffled again in each launch: virtual machines are slow
# and fast by turns of minutes, and so a slow minute hits both sides of a ratio. An item is
# NAME.STATE.K, or NAME.K for programs without data.
todo=$(awk -v names="$there" -v launches="$launches" -v states="$states" '
	function group(item,  name, state) {
		name = state = item
		sub(/[.].*/, "", name)
		sub(/^[^.]*/, "", state)
		if (name ~ /^(link|boost|ck)$/)
			return "rings"
		if (name ~ /^(tile|apps|openblas)$|-openmp$/)
			return "loops" state
		return (match(name, /8|16|64/) ? substr(name, RSTART, RLENGTH) : "2") state
	}
	BEGIN {
		srand()
		count = split(states, state, " ")
		names_there = split(names, name, " ")
		for (i = 1; i <= names_there; i++)
			for (s = 1; s <= count; s++)
				if (name[i] !~ /^(link|boost|ck|barrier|likwid|first)$/)
					item[++n] = name[i] "." state[s]
				else if (s == 1)
					item[++n] = name[i]
		for (k = 1; k <= launches; k++) {
			delete place
			for (i = 1; i <= n; i++) {
				if (!(group(item[i]) in place))
					place[group(item[i])] = rand()
				print k, place[group(item[i])], rand(), item[i] "." k
			}
		}
	}' | sort -k1,1n -k2,2n -k3,3n | cut -d' ' -f4)
left=$(for item in $todo; do
	[ -e "$out/launches/$item.json" ] || echo "$item"
done)
count=$(echo "$left" | grep -c .)

# Rows of each program, times what a row takes with its warm-up, buffers and checks; some more for the
# large ones.
seconds=$(echo "$left" | awk -v budget="$budget" -v most="$most" -v most16="$most16" -v limit="$limit" \
	-v slow="$slow" '
	function sizes(max, factor,  b, n) { for (b = 8; b < max; b *= factor) n++; return n + 1 }
	function least(a, b) { return a < b ? a : b }
	/./ {
		two = sizes(most, 4)
		rows = /64/ ? 21 : /(8|8[ab])[.]/ ? 31 : /16/ ? 10 * sizes(most16, 16) + 1 : \
			/^(grove2|openmpi2|mpich2)/ ? 10 * two + 1 : /-openmp/ ? 3 * two + 9 : \
			/copy/ ? 4 * two + 12 : /tile|openblas|apps/ ? 9 : 2
		time = rows * (1.5 * budget + 0.005) + (/mpi/ ? 1 : 0.3)
		if (/^first/)
			time = 10
		if (/^(grove2|openmpi2|mpich2)/)
			time += 5e-7 * most
		all += /mpich(8|16)/ ? least(slow, limit) : least(time, limit)
	}
	END { printf "%d", all + 1 }')
[ "$count" -eq 0 ] || printf '%d launches, some %d s together, into %s\n' "$count" "$seconds" "$out"

# Measuring -------------------------------------------------------------------------------------------

# Rows are whole lines; what was cut off after them is closed.
close_rows() # file
{
	awk '/\[$/ || /\} \}$/' "$1" >"$1.rows"
	grep -q '"collective"' "$1.rows" && echo '] }' >>"$1.rows" && mv "$1.rows" "$1"
}

bad=0 number=0 child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; rm -f "$out/launches/"*.new "$out/launches/"*.rows; exit 130' INT TERM HUP
for item in $left; do
	name=${item%%.*} number=$((number + 1)) note=
	file=$out/launches/$item.json
	began=$(date +%s) most_time=$limit
	case $name in
	mpich8 | mpich16) [ "$slow" -ge "$limit" ] || most_time=$slow ;;
	esac
	PEER_DATA=
	case $item in *.*.*) PEER_DATA=${item#*.} PEER_DATA=${PEER_DATA%.*} ;; esac
	export PEER_DATA
	timeout -k 5 "$most_time" sh "$0" "$build" launch "$name" "${item##*.}" >"$file.new" 2>"$file.errors" </dev/null &
	child=$! # in the background: Ctrl-C does not reach what `timeout` runs, and shells attend in `wait`
	wait $child
	status=$?
	if [ $status -eq 124 ] || [ $status -eq 137 ]; then
		status=0
		: >"$file.errors" # launchers say that they were stopped
		note=" (stopped after $most_time s, with the rows that it had)"
		close_rows "$file.new" || echo "no row in $most_time s" >"$file.errors"
		[ ! -s "$file.errors" ] || status=1
	fi
	if [ $status -eq 0 ]; then
		mv "$file.new" "$file"
		rm -f "$file.errors"
	else
		bad=1 note=" FAILED: $(tail -n 1 "$file.errors")"
		rm -f "$file.new"
	fi
	printf '%3d/%d  %-26s %3d s%s\n' $number "$count" "$item" $(($(date +%s) - began)) "$note"
done

set -- "$out/launches/"*.json
[ -e "$1" ] || {
	echo "compare: nothing could be measured" >&2
	exit 1
}
echo
set -- "$out" "$@"
[ -z "${COMPARE_README:-}" ] || set -- --readme "$COMPARE_README" "$@"
[ -z "${COMPARE_TARGETS:-}" ] || set -- --targets "$@"
python3 -B "$(dirname "$0")/report.py" "$@" >"$out/table.txt"
status=$?
[ $status -le 1 ] || exit 1
cat "$out/table.txt"
echo
pictures=$(cd "$out" && find . -maxdepth 1 -name '*.svg' | sed 's|^\./|, |' | sort | tr -d '\n')
echo "in $out: table.txt, table.json$pictures; grove.json and peers.json for"
echo "\`grove compare\`"
[ $bad -eq 0 ] && touch "$out/done"
[ $bad -eq 0 ] || status=1
exit $status
