#!/bin/sh
# docs/clusters.py on 16 nodes: plans beside MPI's collectives, and what was measured is kept.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
player=$build/perf/clusters/player
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if [ ! -e "$player" ] || head -c 2 "$player" | grep -q "#!" || ! command -v python3 >/dev/null; then
	echo 'SimGrid (libsimgrid-dev) or python3 is not here'
	exit 77
fi

plan 8

page() # limit
{
	python3 "$source/docs/clusters.py" "$build" rows --nodes 16 --bytes 64K --clusters cube,fat-tree \
		--limit "$1" >page 2>log
}
page 100
ok $? 'clusters page: hypercube and fat tree of 16 nodes' "$(cat log)"
[ "$(grep -cE '^\| (broadcast|scatter|gather|reduce|allreduce|allgather|reducescatter|alltoall) \| 64 KiB ' page)" = 16 ]
ok $? 'clusters page: a row for each collective and cluster' "$(cat page)"
awk -F '|' '/^\| (broadcast|scatter|allgather) \| 64 KiB / && !done[$2]++ { ratio = $10; gsub(/[* ]/, "", ratio); if (ratio + 0 < 1.5) bad = 1; rows++ }
	END { exit bad || rows != 3 }' page
ok $? 'clusters page: on a hypercube plans are faster than the best of four selections' "$(cat page)"
grep -qE 'by -?[0-4]\.[0-9] % to [0-4]\.[0-9] %' page
ok $? "clusters page: times are those of grove's simulator, within 5 %" "$(grep differ page)"
cp page first
page 0
cmp -s page first
ok $? 'clusters page: what was measured is kept' "$(diff first page)"
grep -qE '^\| hypercube \| 16 \| [0-9]+ \| [0-9]+ \| [0-9]+ \| [0-9.]+ \.\. ' page
ok $? 'clusters page: cases won and lost on a cluster are counted' "$(grep hypercube page)"
grep -qE '^The 80 times of the tables, of which 0 are not known, took the simulator [0-9.]+ minutes' page
ok $? 'clusters page: it says how long the runs took' "$(grep took page)"
awk -F '\t' -v OFS='\t' '/^broadcast / { $2 = "large 1" } { print }' rows/cube-16.ompi.rows >given &&
	mv given rows/cube-16.ompi.rows
page 0
grep -qE '^\| broadcast \| 64 KiB \|.*\| - \|.*\| <= [0-9.]+ \|$' page
ok $? 'clusters page: a case without a time has a dash, and its ratio is a limit' "$(grep broadcast page)"
finish
