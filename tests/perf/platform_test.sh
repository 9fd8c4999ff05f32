#!/bin/sh
# Platforms of SimGrid: SimGrid loads each, and its links take the times that were asked for.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
grove=$build/grove
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1

plan 19

refused() # line-that-is-said argument...
{
	said=$1
	shift
	"$grove" platform "$@" >out 2>err
	status=$?
	[ $status = 2 ] && [ ! -s out ] && grep -qF -- "$said" err && [ "$(wc -l <err)" = 1 ]
	ok $? "platform: refuses $*" "status $status: $(cat out err)"
}
refused 'the times of a link are missing' cube:3
refused '--tau is missing' cube:3 --beta 1e-6
refused 'above 0' cube:3 --beta 0 --tau 1e-9
refused 'a partner' cube:3 --beta 1e-6 --tau 1e-9 --ports exchange
refused 'cube:3' cub:3 --beta 1e-6 --tau 1e-9
refused '--hostfile /nowhere/at/all' cube:3 --beta 1e-6 --tau 1e-9 --hostfile /nowhere/at/all

"$grove" platform "graph:$source/tests/topology/kite.graph" --beta 1e-6 --tau 1e-9 --hostfile hosts >kite.xml &&
	[ "$(tr '\n' ' ' <hosts)" = 'node-0 node-1 node-2 node-3 node-4 node-5 node-6 node-7 ' ] &&
	python3 -c 'import sys, xml.dom.minidom as x
links = x.parse("kite.xml").getElementsByTagName("link")
sys.exit(len({l.getAttribute("id") for l in links}) != 18)'
ok $? 'platform: a graph has its hosts in order, and a link for each direction' "$(cat hosts kite.xml)"

# Without SimGrid the program is a script that says so.
by_simgrid=
[ ! -e "$build/tests/perf/simulated_links" ] || head -c 2 "$build/tests/perf/simulated_links" | grep -q '#!' || by_simgrid=1

# Judges the two lines of the probe; 16 bytes are SMPI's envelope. $1: messages that share the rate
# of a node's port when all nodes send to all neighbours; $2: when node 0 alone does; $3: when a link
# is used in both directions.
judge() # all fan both
{
	awk -v all="$1" -v fan="$2" -v both="$3" -v far="$far" '
		function near(x, y) { return x > y * 0.995 && x < y * 1.005 }
		$1 == 1 && !near($2, 1.017e-6) { bad = 1 }
		$1 > 1 && !(near($2, 1e-6 + 1000016e-9) && near($3, 1e-6 + all * 1000016e-9) &&
			near($4, 1e-6 + fan * 1000016e-9) && near($6, 1e-6 + both * 1000016e-9)) { bad = 1 }
		$1 == 1 && !near($5, far * 1e-6 + 17e-9) { bad = 1 }
		END { exit bad || NR != 2 }' measured
}

probe() # all fan both net option...
{
	all=$1 fan=$2 both=$3 net=$4
	shift 4
	what="platform: $net${*:+ $*}: start-up, bandwidth, links apart, shortest paths"
	[ -n "$by_simgrid" ] || {
		skip "$what" 'SimGrid (smpicc, smpirun) is not here, or the build is sanitized'
		return
	}
	"$grove" platform "$net" "$@" --beta 1e-6 --tau 1e-9 --hostfile hosts >platform.xml
	case $* in *--broken*) set -- "$@" ;; *) set -- ;; esac
	"$grove" network "$net" "$@" --json | python3 -c '
import json, sys
neighbours = json.load(sys.stdin)["neighbours"]
distance = {0: 0}
for v in (queue := [0]):
    for u in neighbours[v]:
        if u not in distance:
            distance[u] = distance[v] + 1
            queue.append(u)
print(distance[len(neighbours) - 1], file=sys.stderr)
for line in neighbours:
    print(*line)' >neighbours 2>far
	far=$(cat far)
	sh "$source/perf/clusters/simulate.sh" platform.xml hosts "$(wc -l <hosts)" "$build/tests/perf/simulated_links" neighbours \
		>measured 2>log
	judge "$all" "$fan" "$both"
	ok $? "$what" "$(cat measured log)"
}
probe 1 1 1 cube:3
probe 2 1 2 cube:3 --duplex half
probe 1 1 1 cube:3 --broken 0-1,3-7
probe 1 1 1 gh:2x3x4
probe 6 3 2 gh:4 --ports single
probe 3 3 1 gh:4 --ports sendrecv
probe 1 1 1 star:4
probe 1 1 1 ccc:3
probe 1 1 1 ring:2
probe 1 1 1 torus:3x4x2
probe 1 1 1 mesh:3x4
probe 1 1 1 "graph:$source/tests/topology/kite.graph"
finish
