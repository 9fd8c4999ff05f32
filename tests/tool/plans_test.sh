#!/bin/sh
# A plan file wherever a plan is named, and the plans of docs/plans.md, each with its verdict.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
page=$source/docs/plans.md

# Writes each plan of page $1 to a file of its own: 1.plan, 2.plan ... A plan begins with "# right",
# "# wrong" or "# refused", or with the brace of JSON.
split() # page
{
	awk '
		/^    (# right|# wrong|# refused|\{)/ { file = ++plans ".plan" }
		!/^    / { file = "" }
		file { print substr($0, 5) >file }' "$1"
}

# Prints a line for each plan whose verdict is another than its first line says.
faults()
{
	for file in [0-9]*.plan; do
		said=$(head -n 1 "$file")
		"$grove" verify - <"$file" >out 2>&1
		status=$?
		case $said in
		'# wrong: '*) expected=1 words="wrong: ${said#\# wrong: }" ;;
		'# refused: '*) expected=2 words=${said#\# refused: } ;;
		*) expected=0 words='right: ' ;;
		esac
		[ $status -eq $expected ] && grep -qF -- "$words" out ||
			echo "$file, $said: $status $(cat out)"
	done
}

plan 59
split "$page"
lines=$(faults)
[ -z "$lines" ] && [ "$(find . -name '*.plan' | wc -l)" -ge 22 ]
ok $? "plans.md: every plan has the verdict that stands on it" "$lines"

missing=
for name in broadcast reduce scatter gather allgather reducescatter allreduce alltoall send permute \
	barrier scan exscan; do
	grep -l '^# right' ./*.plan | xargs grep -q "^$name " || missing="$missing $name"
done
[ -z "$missing" ]
ok $? "plans.md: there is a right plan for each collective" "$missing"
missing=
for rule in link causality conflict ports duplex delivery contribution packet; do
	grep -q "^# wrong: $rule: " ./*.plan || missing="$missing $rule"
done
[ -z "$missing" ]
ok $? "plans.md: there is a wrong plan for each rule" "$missing"

# Right plans stand wherever plans are named.
lines=
# shellcheck disable=SC2013 # names without blanks
for file in $(grep -l '^# right' ./*.plan); do
	for words in 'plan --holds' 'plan --json' 'simulate' 'run --threads 1'; do
		# shellcheck disable=SC2086
		set -- $words
		# shellcheck disable=SC2046
		"$grove" "$1" "$file" $(shift && echo "$@") >out 2>err || lines="$lines $words $file: $(cat err)"
	done
done
[ -z "$lines" ]
ok $? "plan, simulate and run take every right plan of the page" "$lines"

# A fault of the page is noticed.
mkdir other && cd other || exit 1
{
	printf 'text\n\n    # right: no\n    send cube:1 bytes=8\n\n'
	printf '    # wrong: packet: step 0\n    send cube:1 bytes=8\n    step 0\n      0 -> 1 0[0:8]\n'
} >page.md
split page.md
[ "$(faults | grep -c '^[12]\.plan, ')" -eq 2 ]
ok $? "plans.md: a wrong verdict on the page is noticed" "$(faults)"
cd .. || exit 1

# One plan by name and from a file ------------------------------------------------------------------

"$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 >named.plan
"$grove" plan broadcast nesbt cube:3 --bytes 1024 --packet 128 --json >named.json

# The same words with the plan by name and with its file print the same.
same() # sentence sub-command options...
{
	sentence=$1 command=$2
	shift 2
	"$grove" "$command" broadcast nesbt cube:3 --bytes 1024 --packet 128 "$@" >first 2>&1 &&
		"$grove" "$command" named.plan "$@" >second 2>&1 && [ -s first ] && cmp -s first second
	ok $? "$sentence" "$(diff first second 2>&1)"
}

same "plan FILE: the text" plan
same "plan FILE --json: the JSON" plan --json
same "plan FILE --svg: the picture" plan --svg
same "plan FILE --moving: the picture that moves" plan --moving
run plan named.plan --moving
[ "$(printf '%s\n' "$out" | grep -c '<animateMotion')" -eq "$(grep -c ' -> ' named.plan)" ]
ok $? "plan --moving: each packet moves" "$status $err"
run plan broadcast sbt cube:1 --bytes 8 --packet 4 --moving
[ "$(printf '%s\n' "$out" | sed -n 's/.*keyPoints="0;0;1;1" \(keyTimes="[^"]*" dur="[^"]*"\).*/\1/p' | tr '\n' ,)" = \
	'keyTimes="0;0.07500;0.23750;1" dur="4s",keyTimes="0;0.32500;0.48750;1" dur="4s",' ]
ok $? "plan --moving: a packet moves within its step" "$status $out $err"
run plan broadcast sbt cube:2 --bytes 8 --moving --step 1
[ $status -eq 0 ] && [ "$(printf '%s\n' "$out" | grep -c '<circle .* cx=')" -eq "$("$grove" plan broadcast sbt cube:2 --bytes 8 | sed -n '/^step 1/,$p' | grep -c ' -> ')" ] &&
	case $out in *'>step 1 of 0..1<'*) true ;; *) false ;; esac && case $out in *animate*) false ;; *) true ;; esac
ok $? "plan --moving --step: the packets of one step, which do not move" "$status $out $err"
run plan broadcast sbt gh:2 --bytes 8 --moving --step 0
case $out in *'>step 0, the only one<'*) true ;; *) false ;; esac
ok $? "plan --moving --step: a single step is called so" "$status $out $err"
run plan broadcast sbt cube:3 --root -1
[ $status -eq 2 ] && [ "$err" = 'grove plan: --root -1: cube:3 has nodes 0 to 7' ]
ok $? "a negative root is refused with the nodes of the network" "$status $err"
run plan broadcast sbt cube:2 --bytes 8 --moving --step 2
[ $status -eq 2 ] && [ -z "$out" ] && case $err in *'there is no step 2: the steps of this plan are 0 to 1') true ;; *) false ;; esac
ok $? "plan --moving --step: no such step" "$status $err"
run plan broadcast sbt cube:2 --bytes 8 --svg --step 1
[ $status -eq 2 ] && case $err in *'only a picture of the network shows a step'*) true ;; *) false ;; esac
ok $? "plan --step: without --moving" "$status $err"
run plan alltoall sbt cube:6 --bytes 1K --packet 64 --moving
[ $status -eq 2 ] && [ -z "$out" ] && case $err in *'packets are too many for a moving picture (at most 20000)') true ;; *) false ;; esac
ok $? "plan --moving: too many packets" "$status $err"
same "plan FILE --trace: the time line" plan --trace --beta 1 --tau 1e-3
same "plan FILE --holds: the table" plan --holds
same "simulate FILE --svg: the picture" simulate --svg --beta 1 --tau 1e-3
same "verify FILE: the verdict" verify
"$grove" simulate broadcast nesbt cube:3 --bytes 1024 --packet 128 --beta 1 --tau 1e-3 --json |
	sed 's/"formula.*"bound_s"/"bound_s"/' >first
run simulate named.plan --beta 1 --tau 1e-3 --json
printf '%s\n' "$out" | sed 's/"formula_s": null, "formula": null, "bound_s"/"bound_s"/' >second
cmp -s first second
ok $? "simulate FILE --json: the times and figures, and no formula" "$(diff first second)"
"$grove" plan - <named.json >second
cmp -s named.plan second
ok $? "plan -: JSON from standard input becomes text" "$(diff named.plan second)"
run run named.json --threads 1 --json
case $out in *'"bytes": 1024'*'"check": "pass"'*) true ;; *) false ;; esac
ok $? "run FILE: every byte is checked" "$status $out $err"
run run --plan named.json --threads 1 --json
[ $status -eq 0 ]
ok $? "run --plan FILE: as before" "$status $out $err"
run bench ./1.plan --threads 1 --iterations 3 --no-limits --json
case $out in *'"algorithm": ""'*'"bytes": 8,'*'"check": "pass"'*) true ;; *) false ;; esac
ok $? "bench FILE: a row" "$status $out $err"
run bench named.plan --threads 1 --iterations 3 --no-limits --runs 2 --json
case $out in *'"launches": 2'* | *'"runs": ['*) true ;; *) false ;; esac
ok $? "bench FILE --runs: each launch reads the file" "$status $out $err"

# Graphs from files ----------------------------------------------------------------------------------

# A plan on a graph stands alone: the plan has the links and opens no other file.
cp "$source/tests/topology/kite.graph" kite.graph
for net in graph:kite.graph graph:kite.graph~2-5; do
	"$grove" plan allgather bfs "$net" --bytes 8 >kite.plan && "$grove" plan kite.plan --json >kite.json
	mv kite.graph away
	"$grove" plan kite.json | cmp -s - kite.plan && "$grove" verify kite.plan >out 2>err &&
		"$grove" run kite.plan >out 2>err && "$grove" simulate kite.json >out 2>err
	ok $? "a plan on $net stands alone, as text and as JSON" "$(cat out err)"
	mv away kite.graph
done
printf 'broadcast graph:kite.graph bytes=8\n' >bare.plan
refused 2 'a plan opens no other file' "a graph without its links" verify bare.plan
printf 'broadcast graph:point bytes=8 links=\n' >point.plan
run verify point.plan
[ $status -eq 0 ]
ok $? "a graph of one node has no links" "$status $out $err"

# Nodes of a file keep their names; plans have numbers.
printf 'graph { annabel -- bo -- cy }\n' >names.dot
run trees graph:names.dot bfs
case $out in *"annabel ─ bo ─ cy"* | *'annabel
└─ bo ─ cy'*) true ;; *) false ;; esac
ok $? "trees of a graph show the names of the nodes" "$status $out $err"
run simulate broadcast bfs graph:names.dot --bytes 8 --text
case $out in *'
  annabel → bo       0.
       bo → cy       .0
'*) true ;; *) false ;; esac
ok $? "steps stand below one another, whatever the names" "$status $out $err"
run plan broadcast bfs graph:names.dot --bytes 8
case $out in *'links=0-1,1-2'*'0 -> 1'*'1 -> 2'*) true ;; *) false ;; esac
ok $? "plans have the numbers of the nodes" "$status $out $err"
for file in both_ways:'0 1\n1 0\n' comma:'0,1\n' comment:'0 1 # a link\n' braces:'0 1 {}\n' end:'0 1' one:'1 2\n'; do
	printf %b "${file#*:}" >"${file%%:*}.txt"
	run run broadcast bfs "graph:${file%%:*}.txt" --bytes 8
	case $status$out in 0*"every byte of every node"*) true ;; *) false ;; esac
	ok $? "a file with links as people write them: ${file%%:*}" "$status $out $err"
done
printf '0 1\n1 3\n' >gap.txt
refused 2 'number the nodes 0, 1, 2' "a graph whose numbers have gaps" network graph:gap.txt

# What nodes hold -----------------------------------------------------------------------------------

cat >fold.plan <<'END'
reduce gh:3 bytes=8
step 0
  1 -> 0 fold 0[0:8]
  2 -> 1 fold 0[0:8]
step 2
  1 -> 0 fold 0[0:8]
END
run plan fold.plan --holds
[ "$(printf '%s\n' "$out" | tr -s ' ')" = " a bytes 0 to 8 of block 0

 node 0 1 2
 begin a:0 a:1 a:2
 step 0 A:0+1 A:1+2 a:2
 step 2 A:0+1+1+2 a:1+2 a:2

 capitals have just arrived; - holds nothing" ]
ok $? "plan --holds: the contributors of a wrong reduce, one twice" "$status $out $err"
run plan fold.plan --holds --json
[ "$out" = '{ "things": [[0, 0, 8]],
  "ways": [0], "contributors": true,
  "begin": [[0, 0, 0], [1, 0, 1], [2, 0, 2]],
  "steps": [
    { "step": 0, "arrived": [[0, 0, 0, 1], [1, 0, 1, 2]] },
    { "step": 2, "arrived": [[0, 0, 0, 1, 1, 2]] }],
  "lacks": [] }' ]
ok $? "plan --holds --json: the same" "$status $out $err"
printf 'broadcast cube:2 bytes=8\nstep 0\n 0 -> 1 0[0:4]\n 0 -> 2 0[4:8]\n 3 -> 1 0[4:8]\n' >halves.plan
run plan halves.plan --holds
case $(printf '%s\n' "$out" | tr -s ' \n' '  ') in
*' begin ab - - - step 0 ab A B - '*) true ;;
*) false ;;
esac
ok $? "plan --holds: a node that holds nothing brings nothing" "$status $out $err"
run plan --json --holds halves.plan
case $(printf '%s\n' "$out" | tr -s ' \n' '  ') in
*'[[0, 0, 4], [0, 4, 8]], "ways": [0, 1], "contributors": false, "begin": [[0, 0], [0, 1]], "steps": [ { "step": 0, "arrived": [[1, 0], [2, 1]] }], "lacks": [[1, 1], [2, 0], [3, 0], [3, 1]] }'*) true ;;
*) false ;;
esac
ok $? "plan --json --holds: copies, in either order of the options" "$status $out $err"

# A link breaks, and packets over the link bring nothing.
lacks() # name sentence expected; the plan is on standard input
{
	sed '1s/cube:2/cube:2~0-1/' >"$1.plan"
	run plan "$1.plan" --holds --json
	[ "${out##*lacks\": }" = "$3 }" ]
	ok $? "plan --holds: $2" "$status $out $err"
}
"$grove" plan broadcast sbt cube:2 --bytes 8 --packet 8 >whole.plan
lacks cut "nodes behind a broken link lack the block" '[[1, 0], [3, 0]]' <whole.plan
cat >whole.plan <<'END'
reduce cube:2 bytes=8
step 0
  3 -> 1 fold 0[0:8]
  2 -> 0 fold 0[0:8]
step 1
  1 -> 0 fold 0[0:8]
END
lacks sum "a sum lacks parts where a link is broken" '[[0, 0, 0, 2]]' <whole.plan

run plan scan updown gh:4 --bytes 8 --holds
case $out in *'bytes 0 to 8 of the fold of nodes 0 to 1'*) true ;; *) false ;; esac
ok $? "plan --holds: a scan tells which nodes a run folds" "$status $out $err"
refused 2 'more than a table shows' "a table that is too broad" plan alltoall sbt cube:7 --bytes 8 --holds
refused 2 'too many to show' "pieces that are too many" plan reducescatter bfs cube:8 --bytes 8 --holds

# Refusals ------------------------------------------------------------------------------------------

grep -l '^# wrong: link' ./*.plan | head -n 1 >name
wrong=$(cat name)
refused 1 'has no link from 0 to 3' "a picture of a link that is not there" plan "$wrong" --svg
refused 1 'line 4: link: step 0' "the time of a wrong plan, with the line" simulate "$wrong"
refused 2 'says this itself' "simulate FILE --bytes" simulate named.plan --bytes 8
refused 2 'no times are asked for' "plan FILE --beta without --trace" plan named.plan --beta 1 --tau 1
refused 2 'run and bench do' "simulate FILE --type" simulate named.plan --type f64
refused 2 'says this itself' "bench FILE with a sweep" bench named.plan --max-bytes 64
refused 2 'standard input can be read once' "bench - --runs 2" bench - --runs 2
refused 2 'too few words' "a collective alone is not a file" plan broadcast
refused 2 'No such file' "a file that is not there" simulate absent.plan
finish
