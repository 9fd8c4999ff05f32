#!/bin/sh
# The command, from outside: what it prints, what it refuses, and how it ends.
# SPDX-License-Identifier: BSD-2-Clause
#
# JSON is taken apart here by sed.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# The output has each of these, and the status is 0.
has() # sentence string...
{
	sentence=$1 missing=
	shift
	for string; do
		case $out in *"$string"*) ;; *) missing="$missing [$string]" ;; esac
	done
	[ $status -eq 0 ] && [ -z "$missing" ]
	ok $? "$sentence" "status $status, missing:$missing
$err
$out"
}

# A number of the last JSON, by its name.
number() # name
{
	printf '%s\n' "$out" | sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" | head -n 1
}

# Each sub-command has a file.
commands=$(cd "$source/tool/commands" && for file in *.c; do echo "${file%.c}"; done | grep -v _)
# shellcheck disable=SC2086 # a list of words
plan $((168 + $(set -- $commands && echo $#)))

# What there is -----------------------------------------------------------------------------------

run --version
[ $status -eq 0 ] && printf '%s\n' "$out" | grep -q '^grove [0-9]*\.[0-9]*\.[0-9]*$'
ok $? "--version: one line" "$out"
run --help
# shellcheck disable=SC2086 # a list of words
has "--help names every sub-command that has a file" $commands
[ -z "$(printf '%s\n' "$out" | awk 'length > 80')" ]
ok $? "--help: 80 columns are enough" "$out"
for command in $commands; do
	run $command --help
	wide=$(awk 'length > 80' out)
	case $out in "grove $command"*) [ $status -eq 0 ] && [ -z "$wide" ] ;; *) false ;; esac
	ok $? "$command --help says how it is used, in 80 columns" "$out"
done
for words in 'grade class' 'permute in out' 'platform cube:3'; do
	# shellcheck disable=SC2086 # a list of words
	run $words
	grep -o -e '--[a-z]*' err | while read -r option; do
		"$grove" "${words%% *}" --help | sed 1q | grep -qe "$option" || echo "$words: $option"
	done
	[ $status -eq 2 ] && grep -qe -- err || echo "$words: $(cat err)"
done >wrong
[ ! -s wrong ]
ok $? "--help: the first line names the options that a command must have" "$(cat wrong)"
missing=$(for command in $commands; do
	grep -q "^\.It Cm $command\b" "$source/docs/grove.1" || echo "$command"
done)
[ -z "$missing" ]
ok $? "grove(1) describes every sub-command that has a file" "$missing"
run list
has "list: networks, trees, algorithms and machines, with their sources" cube:n gh: nesbt sbnt \
	permuted-send ipsc 'Johnsson & Ho 1986' 'Stout & Wagar 1990'
[ -z "$(awk 'length > 80' out)" ] && ! grep -q '[.]ersbt' out
ok $? "list: 80 columns are enough" "$(awk 'length > 80' out)"
run list trees --json
has "list --json: an entry has its name, where it applies, its text and its source" \
	'"trees": [' '"name": "nesbt"' '"networks": ' '"text": ' '"citation": '

run list crossovers
has "list crossovers: table 3.1 of Nickolov 1993, and where our schedules cross" \
	'ports all 14.156, ports exchange 8.529' 'ports all 13.391, ports exchange 9.693'

# Networks and trees --------------------------------------------------------------------------------

run network cube:3
has "network: nodes, degree, diameter, links, labels" 'nodes     8' 'degree    3' 'diameter  3' \
	'links     24' 110
run network gh:2x3 --json
has "network --json: the same" '"nodes": 6' '"degree": 3' '"diameter": 2' '"links": 18' '"(1,2)"' '"width": 3.8,' \
	'"places": [[0, 0.42]'
run network cube:3 --dot
[ $status -eq 0 ] && [ "$(grep -c ' -- ' out)" -eq 12 ]
ok $? "network --dot: each pair of links is an edge" "$out"
run network cube:3 --svg
has "network --svg: a picture" '<svg' '</svg>'

run trees cube:3 nesbt --json
has "trees --json: as promised to other programs" '"network": "cube:3", "family": "nesbt"' \
	'"nodes": 8, "root": 0' '"height": 4, "parent": [-1, 0, 3, 1, 5, 1, 7, 3]'

# Every node's parent is its neighbour, and the way up ends at the root.
run trees cube:4 sbnt --root 11 --json
printf '%s\n' "$out" | sed -n 's/.*"parent": \[\([^]]*\).*/\1/p' | awk -F', ' '
	{ for (i = 1; i <= NF; i++) p[i - 1] = $i }
	END {
		bad = NF != 16 || p[11] != -1
		for (v = 0; v < 16; v++) {
			if (v == 11) continue
			x = v; y = p[v]; differ = 0
			while (x + y > 0) { differ += x % 2 != y % 2; x = int(x / 2); y = int(y / 2) }
			if (differ != 1) bad = 1
			u = v
			for (steps = 0; u != 11 && steps <= 16; steps++) u = p[u]
			if (u != 11) bad = 1
		}
		exit bad
	}'
ok $? "trees --root 11: parents are neighbours, and all ways lead to node 11" "$out"
run trees cube:3 nesbt
has "trees: an outline of each" 'tree 2, height 4' 'Johnsson & Ho 1986' 111
run trees cube:3 nesbt --dot
has "trees --dot: a graph" digraph '->'
run trees gh:2x3 bfs --svg
has "trees --svg: a picture" '<svg' '</svg>'
run trees cube:6 nesbt --svg --tree 5
has "trees --svg --tree: a tree on the network" '>tree 5 of nesbt on cube:6, root 000000<' '>1: 315 links<'
refused 2 '--tree 6: nesbt on cube:6 has trees 0 to 5' "trees --tree: no such tree" trees cube:6 nesbt --svg --tree 6
refused 2 '--tree 1: sbt on cube:6 is a single tree, 0' "trees --tree: a single tree" trees cube:6 sbt --svg --tree 1
refused 2 'add --svg' "trees --tree: not as text" trees cube:6 nesbt --tree 0
refused 2 'not a whole number' "trees --tree: no number" trees cube:6 nesbt --svg --tree all
run trees cube:4 sbnt --figures
has "trees --figures: subtrees, table 1 of Johnsson & Ho, necklaces" '   5 4 3 3' \
	'Ew        3        3        4        5' '     2        1   0101' '   0001 0011 0111'
run trees cube:4 sbntc --figures --json
has "trees --figures --json: the same for programs" '"subtrees": [5]' '"lanes": "dimensions"' \
	'"edges": [3.75, 3.75, 3.75, 3.75]' '"by_level": [[1, ' '"behind": [[3.75, ' \
	'"apart": [[3.75, ' '{ "node": 5, "period": 2, "level": 2 }'
refused 2 'not drawn' "trees --figures: not as a picture" trees cube:3 sbt --figures --svg
refused 2 'too many to add up' "trees --figures: too large" trees cube:18 brg --figures
refused 2 'a drawing shows at most' "trees: too large to be seen" \
	trees star:9 mst

# Plans: the text, JSON, drawings -------------------------------------------------------------------

small='--bytes 1024 --packet 128'
# shellcheck disable=SC2086
run plan broadcast nesbt cube:3 $small
has "plan: a line for the problem, one for each step, one for each packet" \
	'broadcast nesbt cube:3 root=0 bytes=1024 packet=128' 'step 5' '  0 -> 1  0[0:128]'
# shellcheck disable=SC2086
run plan broadcast nesbt cube:3 $small --json
has "plan --json: as promised to other programs" '"network": "cube:3"' '"steps": 6' \
	'"transfers": [' '{ "step": 0, "from": 0, "to": 1, "op": "copy", "pieces": [[0, 0, 128]], "way": 0 }'
# shellcheck disable=SC2086
run plan broadcast nesbt cube:3 $small --svg
has "plan --svg: a picture" '<svg' '</svg>'
# shellcheck disable=SC2086
run plan broadcast nesbt cube:3 $small --trace
has "plan --trace: a time line" '"traceEvents":' '"ph":"X"'
run plan transpose nrsbt cube:4 --bytes 16 --json
has "plan transpose: the all-to-all that it is" '"collective": "alltoall"'
run plan transpose lc-transpose cube:4 --bytes 16 --json
has "plan transpose by submatrices of a cube: L.C. INVERSION" '"collective": "permute"' \
	'"algorithm": "lc-transpose"' '"permutation": [0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15]' '"steps": 5'
run plan permute lc-transpose cube:4 --bytes 16
has "plan permute lc-transpose: transposes without being told" 'permutation=0,4,8,12,1,'
run plan transpose permuted-send cube:4 --bytes 16 --json
has "plan transpose by submatrices: a permutation" '"collective": "permute"' \
	'"permutation": [0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15]'
run plan histogram sbt cube:3 --bytes 2048 --json
has "plan histogram: blocks are slices of the bins" '"collective": "reducescatter"' '"bytes": 256'
run plan send nesbt cube:3 --bytes 64 --destination 5 --json
has "plan send: to the destination" '"destination": 5'
echo '1 2 3 0' >cycle
run plan permute sbt gh:4 --bytes 4 --permutation cycle --json
has "plan permute: by a file of numbers" '"permutation": [1,2,3,0]'
run plan broadcast auto gh:3x3 --bytes 90 --json
has "plan auto: the name of what was chosen" '"algorithm": "'
! grep -q '"auto"' out
ok $? 'plan auto: the answer has no "auto" in it' "$out"

# verify --------------------------------------------------------------------------------------------

"$grove" plan allreduce sbt cube:3 --bytes 64 >good.plan
"$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 --json >good.json
run verify good.plan
has "verify: a right plan in text, with its figures" right 'link failures' 'busiest link' steps
run verify good.json --json
has "verify --json: a right plan in JSON" '"ok": true' '"steps": 6' '"survives_link_failures": 0'
grep -v '^  0 -> 1 ' good.plan >bad.plan
run verify bad.plan
[ $status -eq 1 ] && case $out in wrong:*) true ;; *) false ;; esac
ok $? "verify: a packet that is missing is noticed, with status 1" "$status $out $err"
sed '0,/"step": 1, "from": 1, "to": 3/s//"step": 0, "from": 1, "to": 3/' good.json >bad.json
run verify bad.json --json
[ $status -eq 1 ] && [ -z "$err" ] && printf '%s\n' "$out" | grep -q \
	'"ok": false, "rule": "causality", "step": 0, "from": 1, "to": 3, "text": "'
ok $? "verify --json: rule, step and link of a packet that leaves too early" "$status $out $err"
sed 's/"from": 0, "to": 1,/"from": 0, "to": 7,/' good.json >bad.json
run verify bad.json --json
[ $status -eq 1 ] && case $out in *'"rule": "link"'*) true ;; *) false ;; esac
ok $? "verify: a link that is not there" "$status $out"
sed 's/  0 -> 1/  0 => 1/' good.plan >bad.plan
refused 2 'line 30, column 5' "a file that is not a plan: line and column, status 2" verify bad.plan
run verify bad.plan --json
[ $status -eq 2 ] && case $out in *'"ok": false, "rule": "format"'*) true ;; *) false ;; esac
ok $? "verify --json: a file that is not a plan" "$status $out"
"$grove" verify - <good.json >out 2>err
ok $? "verify -: from standard input" "$(cat err)"
cat >many.plan <<'END'
broadcast by-hand cube:3 root=0 bytes=8 packet=4 ports=single duplex=full
step 0
  0 -> 1  0[0:8]
  0 -> 2  0[0:4]
END
run verify many.plan
[ $status -eq 1 ] && [ "$(wc -l <out)" = 8 ] && grep -q '^wrong: ports: .*node 0.* (line 3)$' out &&
	grep -q '^wrong: delivery: node 2 never gets bytes 4 to 8 of block 0$' out &&
	tail -n 1 out | grep -q '^wrong: packet: step 0: the packet from 0 to 1 .* (line 3)$'
ok $? "verify: all violations, with the lines of their packets" "$out"
run verify many.plan --json
case $out in
'{ "ok": false, "rule": "ports", "step": 0, "from": 0, "to": 1, "text": "'*'", "line": 3, '*) true ;;
*) false ;;
esac && [ "$(number violations_found)" = 8 ] && [ "$(grep -c '^  { "rule": ' out)" = 8 ]
ok $? "verify --json: all violations, the first as the verdict" "$out"
echo 'broadcast by-hand cube:8 root=0 bytes=8 ports=all duplex=full' | "$grove" verify - >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <out)" = 101 ] && [ "$(tail -n 1 out)" = 'and 155 more' ]
ok $? "verify: the first 100 of 255 violations" "$(cat out err)"
run verify broadcast broadcast3b cube:4
has "verify: notes on redundant packets and unused links" 'note: 44 of 104 packets bring only' \
	'note: 4 of 64 links carry nothing'
run verify broadcast broadcast3b cube:4 --json
has "verify --json: the same notes" '"note": "redundant", "packets": 44' '"note": "unused", "links": 4'
sed 's/0 -> 2 /00 -> 2 /' many.plan >label.plan
refused 2 'line 4, column 3: 00 begins with a 0' "a label instead of a number" verify label.plan
refused 2 'write the number 10' "a label as a root" plan broadcast sbt cube:4 --root 0010

# What a large plan amounts to is found from its hops, or from node 0's part; written out it is the same.
same=0
for problem in 'alltoall bfs ccc:5 --ports single' \
	'broadcast nesbt cube:9 --bytes 20K --packet 70 --root 3'; do
	# shellcheck disable=SC2086 # words
	"$grove" plan $problem --json >listed.json && "$grove" verify listed.json --json >listed &&
		"$grove" verify $problem --json >sealed && grep -q '"proof": "packets"' listed &&
		grep -q '"proof": "hops"' sealed &&
		[ "$(sed 's/.*"steps"/"steps"/' listed)" = "$(sed 's/.*"steps"/"steps"/' sealed)" ] ||
		same="$problem: $(cat listed sealed)"
done
[ "$same" = 0 ]
ok $? "verify: a large plan is proved from its hops, with the figures of its packets" "$same"
run verify alltoall sbt cube:16
has "verify: what is proved of a plan that is not written out" \
	"right: proved from the plan's 524288 hops" 'translated' '1048576  of 1048576'
run plan alltoall sbt cube:12
has "plan: of one that is too large for a list, what it amounts to" 'are not listed' \
	'packets              319488' 'steps                    12'
refused 2 'more than 8.39e+06' "plan --text: too large for a list" plan alltoall sbt cube:12 --text
# Whole blocks along all trees: one link less than there are trees may fail.
run simulate broadcast nesbt cube:4 --order whole --bytes 1000 --packet 250 --json
[ "$(number survives_link_failures)" = 3 ] && [ "$(number steps)" = 8 ]
ok $? "simulate --order whole: the nesbt survives n - 1 link failures" "$out"
run simulate broadcast adst3 ccc:3 --order whole --bytes 100 --json
[ "$(number survives_link_failures)" = 2 ]
ok $? "simulate --order whole: three trees survive two link failures" "$out"
# Two ways for the same bytes: the plan survives the failure of either link.
cat >twice.plan <<'END'
send by-hand gh:3 root=0 destination=1 bytes=4 ports=all duplex=full
step 0
  0 -> 1  0[0:4]
  0 -> 2  0[0:4]
step 1
  2 -> 1  0[0:4]
END
run verify twice.plan --json
[ "$(number survives_link_failures)" = 1 ]
ok $? "verify: a plan that sends all twice survives one link failure" "$status $out $err"

# simulate ------------------------------------------------------------------------------------------

run simulate broadcast nesbt cube:5 --ports exchange --bytes 64K --packet 1K
has "simulate: the letters of the formula, with their values" '  M             65536  bytes of a block' \
	'  B              1024  bytes of a packet' '  n                 5  digits'
printf '%s\n' "$out" | grep -q '^      [NdkDphqK] '
[ $? -eq 1 ]
ok $? "simulate: no letters that the formula does not have" "$out"
run simulate send ocsend3 cube:4 --destination 15
printf '%s\n' "$out" | grep -q '^      K ' && ! printf '%s\n' "$out" | grep -q '^      k '
ok $? "simulate: a letter that counts in a sum is not a letter of the problem" "$out"

# shellcheck disable=SC2086
run simulate broadcast nesbt cube:3 $small --json
has "simulate --json: as promised to other programs" '"steps": 6' '"volume_bytes": 768' \
	'"transmissions_bytes": 7168' '"busiest_link_bytes": 384' '"time_s": ' '"bound_s": ' \
	'"formula_s": ' '"formula": ' '"formula_letters": [{ "letter": "M", "value": 1024' \
	'"synchronous": true' '"survives_link_failures": 0' '"packet": 128' '"ports": "all"' '"duplex": "full"'
[ "$(number formula_s)" = "$(number time_s)" ]
ok $? "simulate: the formula of the paper gives the time" "$out"

# Less than a byte for each part: the formula is a bound.
run simulate scatter nrsbt cube:6 --bytes 1 --beta 0 --tau 1 --json
has "simulate: a formula whose parts are not whole is a bound" '"time_s": 32,' \
	'"formula_s": null' '"formula_at_most_s": 63,'
run simulate scatter nrsbt cube:6 --bytes 1 --beta 0 --tau 1
has "simulate: and is said to be one" 'formula at most' 'time  '

# A send in groups has no common step: its time is the one without, and the other stands beside it.
run simulate send ocsend4 cube:4 --bytes 240 --packet 12 --beta 1 --tau 1 --json
has "simulate --json: without steps" '"synchronous": false' '"time_s": 88,' '"time_async_s": 88,' \
	'"time_sync_s": 104,' '"formula_s": 88,' '"steps": 8'
run simulate send ocsend4 cube:4 --bytes 240 --packet 12 --beta 1 --tau 1
has "simulate: without steps" 'made for no' 'time, in steps'
run simulate scatter distribute2 cube:4 --bytes 24 --beta 1 --tau 1 --json
has "simulate: waves take their start-ups alone" '"time_s": 92,' '"formula_s": 92,'
run simulate scatter distribute2 cube:4 --bytes 24 --beta 1.1 --tau 1 --json
has "simulate: what does not hold is not said" '"formula_s": null'
# shellcheck disable=SC2086
run simulate broadcast nesbt cube:3 $small --json --beta 1 --tau 0
[ "$(number time_s)" = 6 ]
ok $? "simulate --beta 1 --tau 0: the time is the number of start-ups" "$out"
# shellcheck disable=SC2086
run simulate broadcast nesbt cube:3 $small --json --beta 0 --tau 1
[ "$(number time_s)" = 768 ]
ok $? "simulate --beta 0 --tau 1: the time is the volume" "$out"
# shellcheck disable=SC2086
refused 2 'name one, or give' "simulate: a machine by its name, or by its times" \
	simulate broadcast nesbt cube:3 --beta 2 --tau 1 --machine ipsc
refused 2 '--tau is missing' "simulate: both of a machine's times" simulate broadcast nesbt cube:3 --beta 2
refused 2 'write machine:N' "simulate: a number of nodes that is none" simulate broadcast auto machine:0
run run broadcast auto machine:4 --bytes 1K
has "run: a network for a number of nodes" ' gh:' '4 nodes'
failed=
for words in 'network machine:4' 'trees machine:4 bfs' 'platform machine:4 --beta 1 --tau 1' \
	'histogram good.json --network machine:4' 'bench broadcast all machine:4 --bytes 8 -i 3 --no-limits'; do
	# shellcheck disable=SC2086
	run $words
	[ "$status" -eq 0 ] || failed="$failed$err "
done
[ -z "$failed" ]
ok $? "every sub-command takes the network of this machine" "$failed"
run simulate allreduce star star:4
has "simulate: each letter of a formula has a value" 'B          no limit  bytes'
run simulate allreduce nrsbt cube:3 --bytes 1001 --json --beta 2 --tau 0.5
[ "$(number volume_bytes)" = 588 ] && [ "$(number transmissions_bytes)" = 14014 ]
ok $? "simulate: slices that differ by a byte are all counted" "$out"
run simulate alltoall sbt cube:12 --json
[ "$(number steps)" = 12 ] && [ "$(number nodes)" = 4096 ]
ok $? "simulate: an all-to-all of 4096 nodes, seen from one" "$out$err"
run simulate broadcast auto cube:3 --explain
has "simulate --explain: what auto chose from" 'auto chose' sbnt nesbt
run bench allreduce auto cube:2 --bytes 64 --explain
has "bench --explain: what auto chose from" 'auto chose' nesbt-rb
refused 2 'leave out --json' "bench: --explain is not for programs" bench barrier auto cube:2 --explain --json
for command in run simulate bench; do
	refused 2 "here 'sbt' is named" "$command: --explain of a named algorithm" $command broadcast sbt cube:3 --explain
done
refused 2 '--type: a barrier carries no bytes' "a type without bytes" run barrier auto cube:3 --type f64
refused 2 '--packet: a barrier carries no bytes' "a packet without bytes" plan barrier auto cube:3 --packet 8
run simulate broadcast auto cube:3 --explain
[ -z "$(awk 'length > 80' out)" ]
ok $? "simulate: 80 columns are enough" "$out"

# run, bench, link ----------------------------------------------------------------------------------

run run allreduce sbt cube:3 --bytes 8000 --type f64 --fold max --threads 2
has "run: the time, and that every byte was compared" time 'link bandwidth' 'right'
run run broadcast sbt cube:2 --bytes 64 --pin none
has "run: threads without a cpu of their own" ', not pinned'
run run scatter sbnt cube:3 --bytes 1000 --root 3 --json
has "run --json" '"check": "pass"' '"time_s": ' '"root": 3' '"threads": '
run run --plan good.json
has "run --plan: a plan from a file" right
run run --plan good.json --json
has "run --plan: its packet is the file's largest" '"packet": 128,'
run run --plan bad.json
[ $status -eq 1 ] && [ -z "$out" ]
ok $? "run --plan: a wrong plan does not run, status 1" "$status $err"
run bench broadcast,barrier sbt,auto cube:2 --bytes 1K --iterations 10 --json
has "bench --json: as promised to other programs" '"schema": "grove-bench", "schema_version": 1' \
	'"environment": {' '"collective": "broadcast", "algorithm": "sbt"' '"clock": "native"' \
	'"time_s": { "median": ' '"ci_low": ' '"ci_high": ' '"min": ' '"p99": ' '"samples": 10' \
	'"link_Bps": ' '"links_used": ' '"bound_s": ' '"predicted_s": ' '"check": "pass"' '"flags": ['
[ "$(grep -c '"collective": ' out)" -eq 4 ]
ok $? "bench: each collective by each algorithm" "$out"
run bench allgather sbt gh:3 --min-bytes 8 --max-bytes 512 --factor 4 --iterations 6 --csv
[ "$(wc -l <out)" -eq 5 ] && [ "$(awk -F, '{ print NF }' out | sort -u)" = 29 ]
ok $? "bench --csv: a line for each size, all with the same columns" "$out$err"
for data in fresh resident cold; do
	run bench alltoall auto gh:2 --bytes 64 --iterations 6 --data $data --json
	has "bench --data $data: says so" "\"data\": \"$data\"" '"check": "pass"'
done
run bench broadcast sbt gh:2 --bytes 8 --iterations 6 --clock paced --beta 1e-5 --tau 0 --json
has "bench: paced links have no state of the data" '"data": null'
refused 2 'not a state of the data; there are fresh' "bench: a state that is none" bench barrier auto gh:2 --data warm
refused 2 'whichever caches' "bench: paced links take no state" bench barrier auto gh:2 --data cold --clock paced --beta 1e-5 --tau 0
run bench all auto cube:2 --bytes 64 --iterations 6 --fold max
has "bench all: every collective; an option counts for those that have it" broadcast permute barrier
[ -z "$(awk 'length > 80' out)" ]
ok $? "bench: 80 columns are enough" "$(awk 'length > 80' out)"
run link --json
if [ $status -eq 77 ]; then
	skip "link --json: as promised to other programs" "$err"
else
	has "link --json: as promised to other programs" '"results": [' '"cpus": [' '"items_per_s": ' \
		'"round_trip_s": ' '"bandwidth_Bps": ' '"ping_pong_s": '
fi

# Comparing -----------------------------------------------------------------------------------------

run bench broadcast sbt gh:2 --bytes 64 --iterations 20 --json
printf '%s\n' "$out" >bench.json
run compare bench.json bench.json
has "compare: a benchmark is as fast as itself" "broadcast" "64 B" "1 rows in both" "at least 1.00"
run compare bench.json bench.json --json
has "compare --json: ratios with their intervals" '"schema": "grove-compare"' '"ratio": 1,' \
	'"ratio_low": ' '"geometric_mean": 1,'

# Refusals ------------------------------------------------------------------------------------------

refused 2 'grove demo' "no sub-command"
# shellcheck disable=SC2016
refused 2 'did you mean `grove plan`' "a sub-command with a slip of the pen" plam
refused 2 'sizes are multiples' "tuning for sizes that are none" tune broadcast --min-bytes 12
refused 2 'cannot be read' "a benchmark that is not there" compare absent.json bench.json
refused 2 'did you mean --bytes' "an option with a slip of the pen" plan broadcast sbt cube:3 --byte 1
refused 2 'it is for' "an option of another sub-command" list --root 1
refused 2 'needs a value' "an option without its value" plan broadcast sbt cube:3 --bytes
refused 2 'not a size' "a size that is none" plan broadcast sbt cube:3 --bytes 1Q
refused 2 'choose one' "two forms at once" plan broadcast sbt cube:3 --json --text
refused 2 'too few words' "words that are missing" plan broadcast cube:3
refused 2 'one word too many' "a word too many" trees cube:3 sbt 7
refused 2 'the order is COLLECTIVE' "words in another order" plan sbt broadcast cube:3
refused 2 "did you mean 'broadcast'" "an unknown collective" plan brodcast sbt cube:3
refused 2 'it has brg' "an unknown algorithm, with those that there are" plan broadcast xyz cube:3
refused 2 'needs cube' "a family that is not there" plan broadcast nesbt gh:5
refused 2 'did you mean' "an unknown family" trees cube:3 nsbt
refused 2 'is not a network' "an unknown network" network hoop:4
refused 2 'nodes 0 to 7' "a root that is not a node" plan broadcast sbt cube:3 --root 8
refused 2 'nodes 0 to 7' "a root that is not a node, before anything is measured" \
	bench broadcast sbt cube:3 --root 8
refused 2 'nodes 0 to 7' "a destination that is not a node" plan send sbt cube:3 --destination 8
refused 2 'only send' "a destination where nothing is sent" plan broadcast sbt cube:3 --destination 1
refused 2 'only permute' "a permutation of nothing" plan broadcast sbt cube:3 --permutation inversion
refused 2 'node 0 sends to 15; permuted-send' "a permutation that the algorithm is not for" \
	plan permute lc-transpose cube:4 --permutation inversion
refused 2 'square' "a permutation that is not there" plan permute sbt cube:3 --permutation transpose
refused 2 'combines nothing' "a fold where nothing is combined" plan broadcast sbt cube:3 --fold sum
refused 2 'not for f64' "a fold that the type has not" plan reduce sbt cube:3 --fold xor --type f64
refused 2 'sum: not for bool, which has and, or, xor; sum is for u8, ' "the sum of bools" bench allreduce all gh:2 --type bool
refused 2 'min: not for c64, which has sum, prod; min is for u8, ' "the least complex number" run reduce auto gh:2 --type c64 --fold min
refused 2 'minloc is for i32_i32, f32_i32, i64_i32, ' "the place of a plain number" run scan auto gh:2 --type f64 --fold minloc
refused 2 'sum: not for bool' "the sum of bools, by a plan from a file" run --plan good.plan --type bool
refused 2 'f16, bf16, c64, c128, bool, i32_i32, ' "a type that is none" run reduce auto gh:2 --type f8
refused 2 'there are sum, prod, min, max, and, or, xor, minloc, maxloc' "a fold that is none" run reduce auto gh:2 --fold mean
refused 2 'nearest: 16 or 32' "bytes that are not whole pairs" run reduce auto gh:2 --type i64_i32 --fold minloc --bytes 24
refused 2 'nearest: 8 or 16' "bytes that are not whole elements" plan reduce sbt cube:3 --bytes 9 --type f64
refused 2 'nearest' "bins that cannot be cut" plan histogram sbt gh:3 --bytes 16
refused 2 "combines bytes at every hop" "reference: not where bytes are combined" run reduce sbt cube:3 --forward reference --bytes 8
refused 2 "no bytes would cross" "reference: not on paced links" run scatter sbt cube:3 --forward reference --clock paced --machine unit --bytes 8
refused 2 "not a way to forward" "there are copy, reference and auto" run scatter sbt cube:3 --forward carrier-pigeon
refused 2 'no machine' "an unknown machine" simulate broadcast sbt cube:3 --machine cray
refused 2 'use fewer nodes' "a plan that is too large to print" plan alltoall sbt cube:12 --json
refused 2 'the largest that fits' "a team that does not fit" run broadcast sbt cube:26
refused 2 'No such file' "a file that is not there" verify absent.plan
: >empty
refused 2 'is empty' "a file that is empty" verify empty
refused 2 'says this itself' "an option that the file has" run --plan good.json --root 1
refused 2 'ALGORITHM' "a network instead of an algorithm" bench broadcast cube:3
refused 2 'a sweep' "a size and a sweep" bench broadcast sbt cube:2 --bytes 8 --max-bytes 64
run run broadcast sbt cube:3 --clock native --forward copy --bytes 8
has "run: the clock and the way to forward that there are" right

# Output that goes nowhere --------------------------------------------------------------------------

if [ -c /dev/full ]; then
	"$grove" plan broadcast nesbt cube:3 >/dev/full 2>err
	[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'No space left' err
	ok $? "a full disk: status 1 and one line" "$(cat err)"
else
	skip "a full disk: status 1 and one line" "no /dev/full"
fi
if [ -c /dev/full ]; then
	for form in '' --csv --json; do
		# shellcheck disable=SC2086 # a word or none
		"$grove" bench broadcast sbt gh:2 --bytes 8 --iterations 3 $form >/dev/full 2>err
		[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'No space left' err ||
			echo "bench $form: $(cat err)"
	done >wrong
	[ ! -s wrong ]
	ok $? "a full disk, found when a row was flushed: the same line" "$(cat wrong)"
else
	skip "a full disk, found when a row was flushed: the same line" "no /dev/full"
fi
"$grove" plan broadcast nesbt cube:3 >&- 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'Bad file descriptor' err
ok $? "a closed output: status 1 and one line" "$(cat err)"
"$grove" verify - <&- 2>err
[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'Bad file descriptor' err
ok $? "a closed input: status 2 and one line" "$(cat err)"
(ulimit -f 1 && trap '' XFSZ && "$grove" plan broadcast nesbt cube:6 --packet 16 >large 2>err)
[ $? -eq 1 ] && grep -q 'File too large' err
ok $? "a file that gets too long: status 1 and the reason" "$(cat err)"
rm -f large

# Words of the command line that come back -----------------------------------------------------------

long=$(printf '%100000s' '' | tr ' ' x)
escape=$(printf '\033]0;owned\007\302\2332J')
for word in "$long" "$escape"; do
	for line in "$word" "plan $word" "plan broadcast $word cube:3" "plan broadcast sbt $word" \
		"plan broadcast sbt cube:3 --bytes $word" "run --plan $word" "plan --$word"; do
		# shellcheck disable=SC2086 # words
		"$grove" $line >out 2>err
		[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && [ "$(wc -c <err)" -lt 1100 ] &&
			! grep -q "$(printf '[\001-\037\177\233]')" err || printf '%.40s\n' "$line"
	done
done | tr -d '\033\007' >wrong
[ ! -s wrong ]
ok $? "words of 100 KB and of escapes come back short and plain" "$(cat wrong)"
"$grove" run --plan "$(printf '%3000s' '' | tr ' ' y)" 2>err
grep -q 'File name too long$' err
ok $? "a long name is followed by its reason" "$(cat err)"
(
	trap '' PIPE
	"$grove" plan broadcast nesbt cube:6 --packet 512 2>err
	echo $? >status
) | head -n 1 >/dev/null
[ "$(cat status)" = 1 ] && [ ! -s err ]
ok $? "a reader that goes away: no word" "$(cat status err)"

finish
