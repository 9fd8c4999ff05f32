#!/bin/sh
# The words of the command line: other names for collectives, short options, help, suggestions.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

plan 73

# Collectives -------------------------------------------------------------------------------------

means() # collective words...
{
	expected=$1
	shift
	for word; do
		run plan "$word" auto cube:2 --bytes 64
		case $out in "$expected "*) [ $status -eq 0 ] ;; *) false ;; esac
		ok $? "'$word' is $expected" "$err"
	done
}

means broadcast bcast Bcast MPI_Bcast osu_bcast ncclBroadcast broadcast_perf
means allgather allgather all-gather all_gather MPI_Allgather gossip
means reducescatter reduce_scatter reduce-scatter Reduce_scatter MPI_Reduce_scatter_block \
	reduce_scatter_perf ncclReduceScatter
means allreduce all-reduce all_reduce Allreduce ALLREDUCE MPI_Allreduce IMB_Allreduce
means alltoall all-to-all all_to_all Alltoall all2all Transpose
run bench osu_bcast,MPI_Allreduce sbt cube:2 --bytes 64 --iterations 6 --json
[ "$(grep -c '"collective": "broadcast"' out)$(grep -c '"collective": "allreduce"' out)" = 11 ]
ok $? "bench: rows have grove's names" "$out$err"
refused 2 'grove link' "latency is the link's" bench latency
refused 2 'grove link' "a benchmark of OSU's that is not a collective" bench osu_bw
refused 2 'rotate:1' "sendrecv is a permutation" bench sendrecv auto cube:3
refused 2 "did you mean 'broadcast'" "a typing error" bench brodcast
refused 2 "did you mean 'allreduce'" "a typing error in another spelling" plan al_reduce auto cube:2
refused 2 'grove list collectives' "a word like no other" run xyz auto cube:2
run list collectives
[ $status -eq 0 ] && grep -q '^  broadcast *bcast$' out && grep -q '^  histogram ' out
ok $? "list collectives: names with their aliases" "$out"
missing=
for word in $("$grove" plan --help | sed -n '/^COLLECTIVE:/,/^ALGORITHM:/p' |
	sed '$d; s/^COLLECTIVE://'); do
	grep -q "^  $word\$" out || grep -q "^  $word " out || missing="$missing $word"
done
[ -z "$missing" ]
ok $? "list collectives: all that --help names" "$missing"
run list collectives --json
grep -q '"name": "broadcast", "aliases": "bcast"' out
ok $? "list collectives --json" "$out"

# Networks ----------------------------------------------------------------------------------------

for pair in cube3=cube:3 'cube(3)=cube:3' hypercube:3=cube:3 cub:3=cube:3 Cube:3=cube:3 q3=cube:3 \
	3-cube=cube:3 cube=cube:3 K4=gh:4 gh2x3=gh:2x3 stra:4=star:4 ccc3=ccc:3; do
	refused 2 "did you mean '${pair#*=}'" "${pair%=*} for ${pair#*=}" bench bcast auto "${pair%=*}"
done
refused 2 "did you mean 'cube:3'" "trees: the same" trees q3 sbt
refused 2 "did you mean 'cube:3'" "network: the same" network q3
refused 2 'n = 0..26' "a size that is too large is not another network" network cube:99
refused 2 'there are: cube:n' "a word that is like no network" network hexagon

# Options and sub-commands ------------------------------------------------------------------------

same() # sentence long-options... = short-options...
{
	sentence=$1 long=
	shift
	while [ "$1" != = ]; do
		long="$long $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # a list of words
	run bench bcast sbt cube:2 --csv $long
	cut -d, -f1-10,16,21 out >long
	run bench bcast sbt cube:2 --csv "$@"
	cut -d, -f1-10,16,21 out | cmp -s - long && [ $status -eq 0 ]
	ok $? "$sentence" "$out$err"
}
same "-b, -e and -f are a sweep" --min-bytes 8 --max-bytes 64 --factor 4 --iterations 9 = \
	-b 8 -e 64 -f 4 -n 9
same "-i, -x and -w are counts" --bytes 64 --iterations 9 --warmup 2 = --bytes 64 -i 9 -x 2
same "-w is -x, and a value may follow at once" --bytes 64 --iterations 9 --warmup 2 = \
	--bytes 64 -n9 -w2
same "-c 0 checks nothing" --bytes 64 --iterations 9 --check off = --bytes 64 -i 9 -c 0
same "-m is MIN:MAX by factors of 2" --min-bytes 16 --max-bytes 128 --factor 2 --iterations 9 = \
	-m 16:128 -i 9
same "-m alone is the last size" --min-bytes 8 --max-bytes 64 --factor 3 --iterations 9 = \
	-f 3 --message-size 64 -i 9
same "-m below 8 is one size" --min-bytes 4 --max-bytes 4 --factor 2 --iterations 9 = -m 4 -i 9
refused 2 "did you mean --factor" "an option with a typing error" bench bcast --fcator 2
refused 2 "did you mean --bytes" "a long option with a single dash" bench bcast -bytes 8
refused 2 "no option '-q'" "a letter that is not an option" bench bcast -q 3
refused 2 "no option '-f'" "a letter that another sub-command has" plan bcast sbt cube:3 -f 2
refused 2 "--message-size needs a value" "a letter without its value" bench bcast -m
refused 2 "--min-bytes 64 is more" "a sweep the wrong way round" bench bcast -m 64:8
refused 2 "--message-size: 'x'" "a size that is none" bench bcast -m 8:x
run tune osu_bcast gh:2 -m 8:20 --output table --limit 30
[ "$(awk '$1 == "row" && $2 == "broadcast" { print $8 }' table | sort -nu | tr '\n' ' ')" = '8 16 ' ]
ok $? "tune takes the same words: 8 and 16 bytes, as sizes are multiples of 8" "$err$(cat table)"
refused 2 'multiples of 8' "tune: a first size that is not a multiple of 8" tune bcast gh:2 -m 7:64
[ "$("$grove" help bench)" = "$("$grove" bench --help)" ] &&
	[ "$("$grove" --help bench)" = "$("$grove" bench --help)" ]
ok $? "help bench and --help bench are bench --help"
[ "$("$grove" version)" = "$("$grove" --version)" ] && [ "$("$grove" help)" = "$("$grove" -h)" ]
ok $? "version is --version, help is -h"
refused 2 'did you mean' "help of a sub-command with a typing error" help benhc
finish
