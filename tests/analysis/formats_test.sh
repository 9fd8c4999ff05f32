#!/bin/sh
# Plans in GOAL and as algorithms of MSCCL: judged by the definitions of both formats alone.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
grove=$(cd "${GROVE_BUILD:-build}" && pwd)/grove
judge=$source/tests/analysis/formats_checks.py
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
command -v python3 >/dev/null || { echo 'no python3'; exit 77; }
temporary_folder
cd "$folder" || exit 1

plan 54

goal() # collective algorithm network option...
{
	packets=$("$grove" plan "$@" | grep -c -e '->')
	"$grove" plan "$@" --goal >written 2>log && python3 "$judge" goal "$packets" <written >>log 2>&1
	ok $? "goal: $*: all messages meet" "$(cat log)"
}

msccl() # name-of-msccl root collective algorithm network option...
{
	name=$1 root=$2
	shift 2
	"$grove" plan "$@" --msccl >written 2>log && python3 "$judge" msccl "$name" "$root" <written >>log 2>&1
	ok $? "msccl: $*: each output holds what it should" "$(cat log)"
}

for net in cube:3 gh:2x3 mesh:2x3; do
	for collective in broadcast reduce allgather allreduce alltoall; do
		goal $collective bfs $net --bytes 48
		msccl $collective 0 $collective bfs $net --bytes 48
	done
done
msccl reduce_scatter 0 reducescatter bfs torus:3x3 --bytes 48
msccl broadcast 2 broadcast nesbt cube:3 --bytes 480 --packet 16 --root 2
msccl reduce 5 reduce nesbt cube:3 --bytes 480 --packet 16 --root 5
goal broadcast nesbt cube:3 --bytes 480 --packet 16 --ports sendrecv
goal scan updown cube:3 --bytes 16
goal barrier bfs star:4
goal scatter sbt cube:4 --bytes 16 --root 3

# LogGOPSim needs as long as the simulator, which has one more byte in each packet.
as_long() # collective algorithm network option...
{
	expected=$("$grove" simulate "$@" --beta 1000 --tau 1 | sed -n 's/^ *time, no steps *\([0-9.]*\) .*/\1/p')
	"$grove" plan "$@" --goal >written 2>log && took=$(python3 "$judge" goal-time 1000 <written 2>>log) &&
		awk -v e="$expected" -v t="$took" 'BEGIN { exit !(t <= e && t > 0.99 * e) }'
	ok $? "goal: $*: LogGOPSim takes as long" "$took of $expected $(cat log)"
}
as_long broadcast sbt cube:3 --bytes 64
as_long broadcast sbt cube:3 --bytes 64 --ports single
as_long broadcast nesbt cube:3 --bytes 192
as_long broadcast bfs mesh:3x3 --bytes 64 --root 4
as_long broadcast bfs gh:256 --bytes 64
as_long scatter bfs gh:8 --bytes 16 --root 3
as_long allgather bfs cube:3 --bytes 64
as_long gather hp2 ring:6 --bytes 64
as_long reduce sbt cube:3 --bytes 64 --ports single
as_long allreduce hp2 ring:6 --bytes 64
as_long barrier bfs ring:5

refused() # line-that-is-said argument...
{
	said=$1
	shift
	"$grove" plan "$@" >out 2>err
	status=$?
	[ $status = 2 ] && [ ! -s out ] && grep -qF -- "$said" err && [ "$(wc -l <err)" = 1 ]
	ok $? "formats: refuses $*" "status $status: $(cat err)"
}
refused 'gh:300 has 299 ports' broadcast sbt gh:300 --bytes 8 --goal
refused 'MSCCL has no scatter' scatter sbt cube:3 --bytes 16 --msccl
refused 'at most 256 steps' broadcast sbt cube:3 --bytes 4096 --packet 1 --msccl
refused 'thread blocks in a channel' allgather sbt gh:40 --bytes 8 --msccl

# A plan of a file is proved before another program gets it.
printf 'broadcast cube:1 bytes=8\nstep 0\n  0 -> 1  0[0:7]\n' >wrong.plan
for form in --goal --msccl; do
	"$grove" plan wrong.plan $form >out 2>err
	[ $? = 1 ] && [ ! -s out ] && grep -q delivery err
	ok $? "formats: a wrong plan is refused: $form" "$(cat out err)"
done
finish
