#!/bin/sh
# Plans in the simulated time of SimGrid: data is right, and times are those of grove's own simulator.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
grove=$build/grove player=$build/perf/clusters/player
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if [ ! -e "$player" ] || head -c 2 "$player" | grep -q "#!"; then
	echo 'SimGrid (libsimgrid-dev) is not here'
	exit 77
fi

plan 14

# Adds cases for each size, with the time of the simulator. A start-up of 1 us and 1 ns a byte: the 16
# bytes that SMPI adds to a message are 1.6 % of a start-up.
cases() # net ports duplex collective:algorithm...
{
	net=$1 ports=$2 duplex=$3
	shift 3
	: >cases
	: >expected
	for what; do
		for bytes in 64 20000; do
			case $what:$bytes in
			barrier:*:64) bytes=0 given= ;;
			barrier:*) continue ;;
			*) given="--bytes $bytes --packet 4K" ;;
			esac
			# shellcheck disable=SC2086 # words
			"$grove" simulate "${what%:*}" "${what#*:}" "$net" $given --beta 1e-6 \
				--tau 1e-9 --ports "$ports" --duplex "$duplex" --json >simulated || return 1
			sed 's/.*"packets": \([0-9]*\).*/\1/; q' simulated >packets
			sed 's/.*"time_async_s": \([^,]*\),.*/\1/; q' simulated | tr '\n' ' ' >>expected
			cat packets >>expected
			echo "${what%:*} ${what#*:} $net $given --ports $ports --duplex $duplex" >>cases
		done
	done
}

# Each case has right data, as many packets as the simulator counts, and its time within 5 %.
agrees() # net ports duplex collective:algorithm...
{
	cases "$@"
	"$grove" platform "$1" --beta 1e-6 --tau 1e-9 --duplex "$3" --hostfile hosts >platform.xml
	sh "$source/perf/clusters/simulate.sh" platform.xml hosts "$(wc -l <hosts)" "$player" cases >played 2>log
	paste -d ' ' played expected | awk '
		{
			time = $(NF - 4)
			sub(/seconds=/, "", time)
			time += 0
			if ($(NF - 2) != "wrong=0" || $(NF - 3) != "packets=" $NF ||
				time < 0.95 * $(NF - 1) || time > 1.05 * $(NF - 1))
				print
		}' >far
	[ "$(wc -l <played)" = "$(wc -l <cases)" ] && [ ! -s far ] && [ -s cases ]
	ok $? "clusters: $1, ports $2, duplex $3: $(wc -l <cases) cases as simulated" "$(cat far log)"
}
all='scatter:bfs gather:bfs allgather:bfs reducescatter:bfs allreduce:bfs alltoall:bfs barrier:bfs'
# shellcheck disable=SC2086 # a list of words
{
	agrees cube:3 all full broadcast:nesbt broadcast:sbnt reduce:nesbt broadcast:broadcast4 alltoall:nrsbt \
		allreduce:nesbt-rb scan:updown exscan:updown scatter:sbt $all
	agrees cube:3 sendrecv full broadcast:nesbt reduce:nesbt $all
	agrees cube:3 single half broadcast:nesbt reduce:nesbt $all
	agrees cube:4 exchange full broadcast:nesbt alltoall:sbt
	agrees gh:2x3 all full broadcast:hp2 reduce:hp2 allgather:ring $all
	agrees star:3 all full broadcast:mst reduce:mst $all
	agrees torus:3x3 all full broadcast:hp2 reduce:hp2 allreduce:rings $all
	agrees ring:5 all full broadcast:hp2 allgather:ring2 $all
	agrees ccc:3 all full broadcast:bfs reduce:bfs scatter:bfs
	agrees mesh:2x3 all full broadcast:bfs reduce:bfs gather:bfs
}

# A plan file, the same plan by name, and a wrong network.
"$grove" platform cube:3 --beta 1e-6 --tau 1e-9 --hostfile hosts >platform.xml
"$grove" plan broadcast nesbt cube:3 --bytes 20000 --packet 4K >a.plan
play() # line...
{
	printf '%s\n' "$@" >cases
	sh "$source/perf/clusters/simulate.sh" platform.xml hosts 8 "$player" cases >played 2>log
}
play a.plan 'broadcast nesbt cube:3 --bytes 20000 --packet 4K' \
	'broadcast nesbt cube:3 --bytes 20000 --packet 4K timed'
[ "$(sed 's/.*seconds=\([^ ]*\) packets=\([0-9]*\) .*/\1 \2/' played | sort -u | wc -l)" = 1 ] &&
	[ "$(wc -l <played)" = 3 ] && [ "$(grep -c wrong=0 played)" = 2 ]
ok $? 'clusters: a plan file, its name, and no data take the same time' "$(cat played log)"
play 'broadcast mpi cube:3 --bytes 20000' 'reduce mpi cube:3 --bytes 20000' 'scatter mpi cube:3 --bytes 20000' 'gather mpi cube:3 --bytes 20000' \
	'allgather mpi cube:3 --bytes 20000' 'reducescatter mpi cube:3 --bytes 20000' 'allreduce mpi cube:3 --bytes 20000' \
	'alltoall mpi cube:3 --bytes 20000' 'scan mpi cube:3 --bytes 20000' 'exscan mpi cube:3 --bytes 20000' 'barrier mpi cube:3'
[ "$(grep -c 'packets=0 wrong=0$' played)" = 11 ]
ok $? "clusters: MPI's own collectives, data checked" "$(cat played log)"
play 'broadcast nesbt cube:4 --bytes 64'
grep -q 'another number of nodes' log
ok $? 'clusters: a network that is not the platform is refused' "$(cat played log)"
play 'broadcast none cube:3 --bytes 64'
grep -q 'broadcast none cube:3 --bytes 64: ' log
ok $? 'clusters: a case that is not a plan is named' "$(cat played log)"
finish
