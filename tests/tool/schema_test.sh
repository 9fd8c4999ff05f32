#!/bin/sh
# The JSON of the command and of the applications is as docs/schema/ says, field by field.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
for python in /usr/bin/python3 python3; do
	"$python" -c 'from jsonschema import Draft202012Validator' 2>/dev/null && break
	python=
done
[ -n "$python" ] || { echo 'no validator: python3-jsonschema'; exit 77; }

plan 56

valid() # schema sentence [the status that is expected]
{
	cp out "$1.$tap_number"
	said=$("$python" "$source/tests/tool/schema_check.py" "$source/docs/schema/$1.json" out 2>&1) &&
		[ $status -eq "${3:-0}" ]
	ok $? "$2" "status $status $said $err"
}

run bench bcast,allreduce,barrier auto gh:2,cube:2 --bytes 64 -i 9 --json
valid bench "bench: rows with times"
run bench bcast sbt cube:2 -m 8:64 -i 9 --json --check off --data cold
valid bench "bench: unchecked, cold"
run bench alltoall sbt cube:2 --order dimension --bytes 64 -i 9 --json --data resident
valid bench "bench: an order, resident"
run bench bcast sbt gh:2 --bytes 64 -i 9 --json --clock paced --beta 1e-5 --tau 1e-9
valid bench "bench: paced links"
run bench permute auto cube:2 --bytes 4K -i 9 --json --forward reference
valid bench "bench: by reference"
run bench scatterv,reducescatterv auto cube:2 --sizes random:3 --bytes 64 -i 9 --json
valid bench "bench: sizes"
run bench pingpong,stream,exchange auto gh:2 --bytes 64 -i 9 --json
valid bench "bench: messages"
cp out messages.json
run bench bcast auto gh:2 --bytes 64 -i 9 --json --style spmd
grep -q '"style": "spmd"' out
ok $? "bench: the style is told" "$out"
valid bench "bench: bodies that call verbs"
run bench allreduce sbt gh:2 -m 4:8 --type f64 -i 9 --json
grep -q '"error"' out && grep -q '"time_s"' out
ok $? "bench: a sweep with refused rows" "$out"
valid bench "bench: refused rows" 2
run bench bcast sbt gh:2 --bytes 64 -i 9 --runs 2 --json
valid bench "bench: several launches"
run bench reduce,bcast auto gh:3 --bytes 96 -i 9 --type f64_i32 --fold maxloc --runs 2 --json
[ "$(grep -c '"type": "f64_i32", "fold": "maxloc"' out)" -eq 1 ]
ok $? "bench: a row that folds tells type and fold" "$out"
valid bench "bench: pairs, in several launches"
timeout -s INT --preserve-status 3 "$grove" bench bcast sbt gh:2 -i 900000000 --json >out 2>err
status=$?
valid bench "bench: no row before an interruption" 130
timeout -s INT --preserve-status 3 "$grove" bench all all gh:2 -m 8:1M --json >out 2>err
status=$?
valid bench "bench: rows before an interruption" 130

# A command in which each check finds a wrong byte.
"$build/tests/perf/wrong_command" bench bcast sbt,nesbt cube:2 -m 8:64 -f 8 -i 9 --json >out 2>err
status=$?
[ "$(grep -c '"median": null.*"check": "fail", "wrong": "' out)" -eq 4 ]
ok $? "bench: wrong data has no time" "$(cat out err)"
valid bench "bench: wrong data" 1
cp out wrong.json
"$build/tests/perf/wrong_command" bench bcast sbt cube:2 --bytes 8 -i 9 >out 2>err
[ $? -eq 1 ] && grep -q '^ *8 B sbt .*check fail: ' out && [ "$(wc -l <err)" -eq 1 ]
ok $? "the table: wrong data gives no time" "$(cat out err)"
"$build/tests/perf/wrong_command" bench bcast sbt cube:2 --bytes 8 -i 9 --units plain >out 2>err
[ "$(awk '!/^#/ { print NF, $9, $13, $17 }' out)" = '20 - - fail' ]
ok $? "the plain table: wrong data gives no time" "$(cat out err)"
"$build/tests/perf/wrong_command" bench bcast sbt cube:2 --bytes 8 -i 9 --csv >out 2>err
[ "$(sed 1d out | cut -d, -f11-15,21)" = ',,,,,fail' ]
ok $? "csv: wrong data gives no time" "$(cat out err)"

run bench bcast sbt,nesbt cube:2 -m 8:64 -i 9 --json
cp out right.json
run compare right.json right.json --json
valid compare "compare"
run compare right.json wrong.json --json
[ $status -eq 2 ] && [ -z "$out" ]
ok $? "compare: wrong data is compared with nothing" "$out$err"
run link --json
if [ $status -eq 77 ]; then
	skip "link" "$err"
else
	valid link "link"
fi

run run bcast nesbt cube:2 --bytes 64 --json
valid run "run"
run run scan auto gh:3 --bytes 96 --type bf16 --json
grep -q '"type": "bf16", "fold": "sum"' out
ok $? "run: type and fold are told" "$out"
valid run "run: 16-bit floats"
run run permute auto cube:2 --bytes 4K --forward reference --json
valid run "run: by reference"
run run allreduce sbt gh:2 --bytes 64 --json --clock paced --beta 1e-5 --tau 1e-9
valid run "run: paced links"
run simulate send ocsend1 cube:3 --bytes 1K --json
valid simulate "simulate: a send"
run simulate permute auto cube:2 --machine ipsc --json
valid simulate "simulate: a permutation, on a machine that cuts packets"
cp out simulated.json
"$grove" plan bcast nesbt cube:3 --bytes 1K --packet 128 >a.plan
run verify a.plan --json
valid verify "verify: a right plan"
cp out verified.json
sed 5d a.plan >b.plan
run verify b.plan --json
valid verify "verify: a wrong plan" 1
echo nonsense >c.plan
run verify c.plan --json
valid verify "verify: no plan" 2
run verify alltoall sbt cube:8 --json
valid verify "verify: a large plan"
run reproduce scatter-split --json --beta 1e-3 --tau 1e-7
[ $status -ne 1 ] || status=0 # on a busy machine ratios are off
valid reproduce "reproduce"
mkdir class && cp [abc].plan class
echo '{ "collective": "broadcast", "network": "cube:3", "bytes": "1K", "points": [
	{ "item": "right", "points": 2 }, { "item": "partial", "points": 1 } ] }' >task.json
run grade class --task task.json --json
valid grade "grade: a right plan, a wrong plan, and no plan"
cp out graded.json
run calibrate --output calibration --json
if [ $status -eq 0 ]; then
	valid calibrate "calibrate"
else
	skip "calibrate" "$err"
fi

application() # sentence name arguments...
{
	sentence=$1 name=$2
	shift 2
	"$grove" "$name" "$@" --seconds 0.02 --json >out 2>err
	status=$? err=$(cat err)
	valid application "$sentence"
}
awk 'BEGIN { printf "P5\n64 64\n255\n"; for (i = 0; i < 1024; i++) printf "%04d", i }' >in.pgm
application "transpose: both ways" transpose in.pgm t.pgm --forward both
application "transpose: a turn of stripes" transpose in.pgm t.pgm --striped --turn 90
application "permute: a single node" permute in.pgm p --permutation inversion --network cube:0
application "histogram" histogram in.pgm --bins 5 --everywhere
cp out app.json

# What the schemas forbid.
spoiled() # sentence sed-command [schema file]
{
	sed "$2" "${4:-right.json}" >out
	! "$python" "$source/tests/tool/schema_check.py" "$source/docs/schema/${3:-bench}.json" out >said 2>&1 &&
		! cmp -s out "${4:-right.json}"
	ok $? "$1" "$(cat said)"
}
spoiled "an application's share above 105 %" 's/"peak_percent": [0-9.null]*/"peak_percent": 233/' \
	application app.json
spoiled "an application's step without its time" 's/{ "name": "count", "time_s": [^,]*,/{ "name": "count",/' \
	application app.json
spoiled "a field of another application" 's/"everywhere": true,/"everywhere": true, "gray": false,/' \
	application app.json
spoiled "histogram without its counts" 's/"counts": /"tallies": /' application app.json
run run bcast nesbt cube:2 --bytes 64 --json
cp out one.json
spoiled "simulate: a bound that is text" 's/"bound_s": [^,]*/"bound_s": "small"/' simulate simulated.json
spoiled "verify: a right plan that breaks a rule" 's/"ok": true/"ok": true, "rule": "link"/' \
	verify verified.json
spoiled "verify: a wrong plan without its rule" 's/"ok": true/"ok": false/' verify verified.json
spoiled "grade: a rule that is none" 's/"format"/"taste"/' grade graded.json
spoiled "run: a time that is not known" 's/"time_s": [^,]*/"time_s": null/' run one.json
spoiled "a field without a description" 's/"threads": /"strands": 1, "threads": /'
spoiled "sizes of a collective that has none" 's/"threads": /"sizes": "even", "threads": /'
spoiled "messages that are phased" 's/"style": "spmd"/"style": "phased"/' bench messages.json
spoiled "a row without its check" 's/"check": "pass", //'
spoiled "a time that is text" 's/"median": \([^,]*\)/"median": "\1"/'
finish
