#!/bin/sh
# `ninja compare`: what it writes, what it takes up again, what it leaves out, what it refuses.
# SPDX-License-Identifier: BSD-2-Clause
#
# With few and short rows of what is always there: grove, plain copies, a barrier. No speed is judged.

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=${GROVE_SOURCE:-.}
build=$(cd "${GROVE_BUILD:-build}" && pwd) || exit 1
[ "$(nproc)" -ge 2 ] || { echo "two cores are needed"; exit 77; }
command -v python3 >/dev/null || { echo "the table needs python3"; exit 77; }
temporary_folder

export COMPARE_LAUNCHES=2 COMPARE_BUDGET=0.0001 COMPARE_MAX=128 COMPARE_LIMIT=20
export COMPARE_OUT="$folder/out" COMPARE_ONLY='grove2 copy barrier tile link'

run() # settings... ; sets $said and $status
{
	said=$(env "$@" sh "$source/perf/peers/compare.sh" "$build" 2>&1 </dev/null)
	status=$?
}

says() # words
{
	case $said in *"$1"*) true ;; *) false ;; esac
}

refused() # words sentence settings...
{
	words=$1 sentence=$2
	shift 2
	run "$@"
	[ $status -eq 2 ] && says "$words" && [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ]
	ok $? "compare: refused: $sentence" "$status: $said"
}

plan 22

refused 'COMPARE_LAUNCHES=0' 'no launches' COMPARE_LAUNCHES=0
refused 'COMPARE_BUDGET=soon' 'a budget that is not a time' COMPARE_BUDGET=soon
refused "no 'abacus'" 'a program that is not there' COMPARE_ONLY='grove2 abacus'
said=$(PEER_MAX=much "$build/peers/copy" 2>&1)
[ $? -eq 2 ] && says PEER_MAX=much
ok $? "compare: refused: a peer's setting that is not a number" "$said"
said=$(PEER_DATA=cold "$build/peers/copy" 2>&1)
[ $? -eq 2 ] && says PEER_DATA=cold
ok $? "compare: refused: a state that no peer is timed in" "$said"
refused "'lukewarm' is not a state" 'a state of the data that is none' COMPARE_DATA='fresh lukewarm'

run true=true
[ $status -eq 0 ] && says '16 launches, some' && says 'pthread_barrier'
ok $? "compare: says how long it takes, and ends with a table" "$status: $said"
[ "$(find "$folder/out/launches" -name '*.json' | wc -l)" -eq 16 ]
ok $? "compare: every program was launched twice, for each state if it has data" "$(ls "$folder/out/launches")"
lines=$("$build/grove" compare "$folder/out/grove.json" "$folder/out/peers.json" --json 2>&1) &&
	case $lines in *'"collective": "barrier"'*) true ;; *) false ;; esac
ok $? "compare: grove compare reads what it wrote" "$lines"
lines=$("$build/grove" compare "$folder/out/launches/grove2.fresh.1.json" \
	"$folder/out/launches/grove2.fresh.2.json" 2>&1) &&
	case $lines in *'31 rows in both'*) true ;; *) false ;; esac
ok $? "compare: and single launches: ten collectives of three sizes, and a barrier" "$lines"
grep -q '"schema": "grove-compare"' "$folder/out/table.json" &&
	grep -q 'pthread_barrier' "$folder/out/table.txt"
ok $? "compare: the table is there as text and as JSON" "$(cat "$folder/out/table.txt")"
grep -q '^resident data: ' "$folder/out/table.txt" && grep -q '^fresh data: ' "$folder/out/table.txt" &&
	! grep -v '"data": "fresh"' "$folder/out/launches/copy.fresh.1.json" | grep -q '"collective"' &&
	! grep -v '"data": null' "$folder/out/launches/barrier.1.json" | grep -q '"collective"'
ok $? "compare: there is a table for each state, and every row has its state" "$(cat "$folder/out/table.txt")"
if command -v gnuplot >/dev/null; then
	grep -q '>broadcast</text>' "$folder/out/2-nodes-fresh.svg" &&
		grep -q '^</svg>' "$folder/out/2-nodes-resident.svg"
	ok $? "compare: and as a picture" "$(ls "$folder/out")"
else
	skip "compare: and as a picture" 'no gnuplot'
fi

# Half of it is gone, as if somebody had pressed Ctrl-C.
rm -f "$folder/out/done" "$folder/out/launches/"*.2.json
before=$(cksum "$folder/out/launches/"*.1.json)
run true=true
[ $status -eq 0 ] && says '8 launches, some' &&
	[ "$(cksum "$folder/out/launches/"*.1.json)" = "$before" ]
ok $? "compare: what was interrupted goes on, and measures nothing twice" "$status: $said"
run COMPARE_ONLY=barrier COMPARE_LAUNCHES=1
run COMPARE_ONLY=barrier COMPARE_LAUNCHES=1
[ $status -eq 0 ] && says '1 launches, some' &&
	[ "$(ls "$folder/out/launches")" = barrier.1.json ]
ok $? "compare: what was finished begins again" "$status: $said"
run COMPARE_ONLY=first COMPARE_LAUNCHES=1 COMPARE_LIMIT=60
[ $status -eq 0 ] && says 'first run, of an empty body' &&
	[ "$(grep -c '"p95"' "$folder/out/launches/first.1.json")" -ge 15 ]
ok $? "compare: what a program pays once is there, for each network" "$status: $said"

# Without the tools that make a table and pictures.
mkdir "$folder/tools" && (IFS=:; for place in $PATH; do ln -s "$place"/* "$folder/tools/"; done) 2>/dev/null
rm -f "$folder/tools/gnuplot" "$folder/out/"*.svg
run PATH="$folder/tools" COMPARE_ONLY=barrier
[ $status -eq 0 ] && says 'no pictures: there is no gnuplot' && says 'pthread_barrier'
ok $? "compare: without gnuplot there are no pictures, and a line says so" "$status: $said"
rm -f "$folder/tools/python3"
run PATH="$folder/tools"
[ $status -eq 77 ] && says 'python3' && [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ]
ok $? "compare: without python3 nothing is measured, and a line says so" "$status: $said"

# A tree of its own, with peers that are absent, broken, or too slow.
mkdir -p "$folder/fake/peers"
ln -s "$build/grove" "$folder/fake/grove"
for name in grove barrier; do
	ln -s "$build/peers/$name" "$folder/fake/peers/$name"
done
printf '#!/bin/sh\n# absent: Concurrency Kit (libck-dev)\nexit 77\n' >"$folder/fake/peers/ck"
printf '#!/bin/sh\necho "copy: it broke" >&2\nexit 1\n' >"$folder/fake/peers/copy"
sed 's/^\] }//' "$folder/out/launches/barrier.1.json" >"$folder/rows"
printf '#!/bin/sh\ncat "%s"; printf ",{ \\"collect"; sleep 30\n' "$folder/rows" \
	>"$folder/fake/peers/boost"
chmod +x "$folder/fake/peers/"*
build=$folder/fake
COMPARE_LAUNCHES=1
run COMPARE_ONLY='barrier ck'
[ $status -eq 0 ] && says 'left out, not found by configure: Concurrency Kit (libck-dev)'
ok $? "compare: a missing peer is said in one line, and the rest is measured" "$status: $said"
run COMPARE_ONLY='barrier copy'
[ $status -eq 1 ] && says 'FAILED: copy: it broke' && says 'table.txt'
ok $? "compare: a peer that fails is said, and ends it with status 1, after the table" \
	"$status: $said"
run COMPARE_ONLY='boost' COMPARE_LIMIT=3
[ $status -eq 0 ] && says 'stopped after 3 s' && grep -q pthread_barrier "$folder/out/peers.json"
ok $? "compare: of what takes too long the rows are kept" "$status: $said"
run COMPARE_ONLY='ck'
[ $status -eq 1 ] && says 'nothing could be measured'
ok $? "compare: with nothing to measure there is no table" "$status: $said"
finish
