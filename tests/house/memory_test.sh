#!/bin/sh
# The command and the applications without memory: each place that allocates fails once.
# SPDX-License-Identifier: BSD-2-Clause
#
# tests/failing_command.c runs each line below many times, and says what must hold. Places that failed in an
# earlier line are left out of the later ones. `calibrate`, `demo` and `reproduce`, which measure for longer, are made
# of what the others run.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
FAILER_SEEN=$folder/seen
GROVE_MACHINE=$folder/machine # or runs would measure links each time
export FAILER_SEEN GROVE_MACHINE

sentence_of() # program arguments...
{
	name=${1##*/}
	shift
	echo "$name $*: each allocation fails once"
}

# With other words in front: the output has measured times, and is not compared.
fails() # program arguments...
{
	[ -e "$build/tests/failer.so" ] &&
		LD_PRELOAD=$build/tests/failer.so "$@" </dev/null >report 2>&1
	ok $? "$(sentence_of "$@")" "$(head -n 40 report)"
}

timed() # program arguments...
{
	FAILER_TIMES=1
	export FAILER_TIMES
	fails "$@"
	unset FAILER_TIMES
}

early() # program arguments...
{
	FAILER_EARLY=1
	export FAILER_EARLY
	timed "$@"
	unset FAILER_EARLY
}

lines=26
plan $lines

case ${SANITIZE:-} in
?*)
	for i in $(seq $lines); do
		skip "line $i" "the sanitizer's own allocator cannot be made to fail from inside"
	done
	finish
	;;
esac

"$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 --json >plan.json
calibrate_by_hand "$GROVE_MACHINE"
"$grove" bench broadcast sbt gh:2 --min-bytes 8 --max-bytes 16 --threads 1 --json >bench.json
echo 'graph { alice -- bob -- carol }' >named.dot
awk 'BEGIN { for (i = 0; i < 4096; i++) printf "%c", 32 + i * i % 90 }' >noise
{ printf 'P5\n16 12\n255\n' && head -c 192 noise; } >picture.pgm

fails "$grove" --help
fails "$grove" list
fails "$grove" network cube:3
fails "$grove" network graph:named.dot
fails "$grove" trees cube:3 nesbt --text
fails "$grove" trees cube:3 nesbt --json
fails "$grove" trees cube:3 nesbt --svg
fails "$grove" trees gh:2x3 bst --dot
fails "$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128
fails "$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 --json
fails "$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 --svg
fails "$grove" verify plan.json
fails "$grove" verify broadcast nesbt cube:3
fails "$grove" simulate broadcast nesbt cube:3 --bytes 1M --packet auto
fails "$grove" simulate scatter auto cube:3 --bytes 1K --explain
fails "$grove" simulate allreduce auto ccc:3 --bytes 1K
fails "$grove" simulate broadcast adst2 butterfly:3 --bytes 1K --ports single
fails "$grove" compare bench.json bench.json
timed "$grove" run broadcast auto cube:2 --bytes 1K --threads 1
timed "$grove" run --plan plan.json --threads 1
timed "$grove" run reduce sbt cube:2 --clock paced --beta 1e-4 --tau 1e-8 --bytes 1K --threads 1
timed "$grove" bench allreduce sbt gh:2 --min-bytes 8 --max-bytes 8 --threads 1 --json
early "$grove" link
timed "$grove" transpose picture.pgm turned.pgm --seconds 0
timed "$grove" histogram noise --seconds 0
timed "$grove" permute noise moved --permutation inversion --seconds 0
finish
