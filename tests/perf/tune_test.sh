#!/bin/sh
# What is kept of this machine: calibrations and tables, their keys, their errors, what they decide.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
GROVE_MACHINE=$folder/config/machine GROVE_TUNE=$folder/config/tune
export GROVE_MACHINE GROVE_TUNE

# A refusal of a calibration that was edited.
broken() # words sentence sed-expression
{
	sed "$3" whole >"$GROVE_MACHINE"
	refused 2 "$1" "$2" simulate broadcast sbt cube:3 --machine here
}

broken_table() # words sentence sed-expression
{
	sed "$3" table >"$GROVE_TUNE"
	refused 2 "$1" "$2" run broadcast auto gh:2 --bytes 64
}

plan 45

refused 2 'not calibrated' 'a machine that nobody has measured' \
	simulate broadcast sbt cube:3 --machine here
# A busy machine is not calibrated. Then a line says why, and nothing is kept.
begin=$(date +%s)
run calibrate --json
[ $(($(date +%s) - begin)) -le 20 ]
ok $? 'calibrate: ends in time'
if [ $status -eq 0 ]; then
	[ -s "$GROVE_MACHINE" ] && [ "$(tail -n 1 "$GROVE_MACHINE")" = end ] && case $out in
	*'"class": "same-thread"'*'"start_ups": ['*'"copies": ['*'"copy_memory_Bps"'*) true ;;
	*) false ;;
	esac
else
	[ $status -eq 1 ] && [ -z "$out" ] && [ "$(wc -l <err)" -eq 1 ] && [ ! -e "$GROVE_MACHINE" ] &&
		case $err in *'nothing was kept, try again'*) true ;; *) false ;; esac
fi
ok $? 'calibrate: writes a whole file and folders for it, or refuses' "status $status: $err $out"
[ "$(ls config 2>/dev/null)" = "$([ $status -eq 1 ] || echo machine)" ]
ok $? 'calibrate: nothing temporary is left' "$(ls config)"
mkdir -p config
calibrate_by_hand whole
cp whole "$GROVE_MACHINE"

run simulate broadcast sbt cube:3 --machine here --json
[ $status -eq 0 ] && case $out in *'"machine": "here"'*) true ;; *) false ;; esac
ok $? 'simulate --machine here' "status $status: $err $out"
sed 's/^key .*/key Another Processor; 1 packages/' whole >other
run simulate broadcast sbt cube:3 --machine "$folder/other" --json
[ $status -eq 0 ]
ok $? 'simulate --machine FILE takes the file of another machine' "status $status: $err"
refused 2 'no such file' 'a machine that is none' simulate broadcast sbt cube:3 --machine nowhere

number=$(sed -n '/^cost 0 same-thread start piece/=' whole)
broken "config/machine, line $number: 'costs' is not known" 'an unknown word, with its line' \
	's/^cost 0 same-thread start piece /costs /'
broken 'line 1: version 99' 'another version' 's/^grove-machine .*/grove-machine 99/'
broken 'measured on another machine' "another machine's file" 's/^key .*/key Another Processor/'
broken 'the file is cut off' 'a file without its end' '/^end/d'
broken 'a line has a name and three numbers' 'a line that ends too early' \
	's/^\(cost 0 same-thread start packet [^ ]*\).*/\1/'
broken 'is not a number' 'a number that is none' 's/\(start piece\) .*/\1 fast 1 2/'
broken 'no calibration' 'a file of another kind' '1s/.*/hello/'
head -c -2 whole >"$GROVE_MACHINE"
refused 2 'the line is cut off' 'a last line without its end' simulate broadcast sbt cube:3 --machine here
sed 's/^key .*/key Another Processor/' whole >"$GROVE_MACHINE"
refused 2 'config/tune: there is no such file; ' 'a table that is named and not there' \
	run broadcast auto gh:2 --bytes 64
GROVE_TUNE=''
refused 2 'measured on another machine' 'auto by a stale file' run broadcast auto gh:2 --bytes 64
GROVE_TUNE=$folder/config/tune
run run broadcast sbt gh:2 --bytes 64 --clock paced --beta 1e-3 --tau 0
[ $status -eq 0 ]
ok $? 'what does not go by the file does not mind it' "status $status: $err"
cp whole "$GROVE_MACHINE"

run tune broadcast,barrier ring:3 --max-bytes 64
[ $status -eq 0 ] && [ "$(grep -c '^row broadcast 0 ring:3' "$GROVE_TUNE")" -ge 6 ]
ok $? 'tune: a row for each candidate and size' "status $status: $err $out"
cp "$GROVE_TUNE" table
run tune broadcast,barrier ring:3 --max-bytes 64
[ $status -eq 0 ] && cmp -s table "$GROVE_TUNE" && case $out in 'points measured: 0;'*) true ;; *) false ;; esac
ok $? 'tune: what is there is not measured again' "status $status: $err $out"

# As if it had been stopped after the first size.
grep -v '^row .* 2 64 ' table >"$GROVE_TUNE"
head -n 6 "$GROVE_TUNE" >before
run tune broadcast,barrier ring:3 --max-bytes 64
head -n 6 "$GROVE_TUNE" >after
[ $status -eq 0 ] && cmp -s before after &&
	[ "$(grep -c ' 64 ' "$GROVE_TUNE")" = "$(grep -c ' 64 ' table)" ]
ok $? 'tune: goes on where it was stopped' "status $status: $err $out"

# The table decides, whatever the model says.
awk '/^row broadcast 0 ring:3 .* 64 / { $12 = $9 == "hp2" ? "1e-09" : "1e-03" } { print }' table >"$GROVE_TUNE"
run run broadcast auto ring:3 --bytes 64 --explain
[ $status -eq 0 ] && case $out in *'auto chose hp2, measured fastest in '*config/tune*) true ;; *) false ;; esac
ok $? 'auto: takes what was measured fastest, and says so' "status $status: $err $out"
run run broadcast auto ring:3 --bytes 4M --explain
[ $status -eq 0 ] && case $out in *', predicted fastest by this machine'*'a packet costs '*' of fresh data, and copies'*) true ;; *) false ;; esac
ok $? 'auto: goes by the model far beyond what was measured' "status $status: $err $out"

broken_table 'measured with grove 0.0.1' 'a table of another version of grove' \
	's/^version .*/version 0.0.1/'
broken_table 'measured on another machine' "another machine's table" 's/^key .*/key Another Processor/'
broken_table "config/tune, line 4: 'rows' is not known" 'an unknown word in a table' '4s/.*/rows/'
broken_table "there are fresh, resident and cold" 'a table of an unknown state of the data' \
	's/^data .*/data lukewarm/'
broken_table 'nosuch' 'an algorithm that this version does not have' 's/ hp2 / nosuch /'
# shellcheck disable=SC2016 # a script of sed
broken_table 'the line is cut off' 'a row that ends too early' '$s/ [^ ]*$//'
broken_table "'broadcast' has no aim" 'a collective that aims at something but does not' \
	's/^row broadcast 0 /row broadcast 7 /'

# The loss of auto and of the model, from rows of bench. Rows during which the cores moved do not count,
# so there are several tries.
loss_is_there()
{
	python3 "$source/perf/loss.py" "$grove" broadcast gh:2 --bytes 8 --iterations 9 --data fresh >said 2>err &&
		[ "$(awk '$1 == "copy" || $1 == "reference" { print $1 }' said | tr '\n' ' ')" = 'copy reference ' ] &&
		awk '$1 == "all" { found = $5 == 2 && $3 >= 1 && $6 >= 1 && $7 >= $6 } END { exit !found }' said &&
		grep -q 'the largest errors' said
}

cp table "$GROVE_TUNE"
if command -v python3 >/dev/null; then
	tries=9
	until loss_is_there || [ $((tries -= 1)) -eq 0 ]; do :; done
	[ $tries -gt 0 ]
	ok $? 'loss: a row for each group, and the largest errors' "$(cat err said)"
else
	skip 'loss: a row for each group, and the largest errors' 'there is no python3'
fi
refused 2 'means nothing here' 'a table of tune is no JSON' tune broadcast gh:2 --json
refused 2 'a file may change' 'a table for a graph from a file' tune broadcast "graph:$source/tests/topology/kite.graph"

rm -f "$GROVE_TUNE"
run tune broadcast gh:2 --max-bytes 8
run tune broadcast gh:2 --max-bytes 8 --data cold
[ $status -eq 2 ] && case $err in *'holds measurements of fresh data; use --data fresh, or --output'*) true ;; *) false ;; esac
ok $? 'tune: a table is of one state of the data' "status $status: $err $out"

# What a send or a permutation aims at belongs to its point.
rm -f "$GROVE_TUNE"
run tune send,permute gh:2x2 --max-bytes 8 --destination 2
[ $status -eq 0 ] && [ "$(grep -c '^row send 2 ' "$GROVE_TUNE")" -ge 2 ] &&
	[ "$(grep -c '^row permute [0-9]* ' "$GROVE_TUNE")" -ge 2 ]
ok $? 'tune: sends and permutations, with the number of the aim' "status $status: $err $out"
run run send auto gh:2x2 --destination 2 --bytes 8 --explain
first=$out
run run send auto gh:2x2 --destination 3 --bytes 8 --explain
case $first in *', measured fastest in '*) case $out in *', predicted fastest by '*) true ;; *) false ;; esac ;; *) false ;; esac
ok $? 'auto: a measured send speaks for its destination alone' "$first $out"

# Predictions hold while the two cores are as far from each other as at the calibration.
predicted() # line-of-the-calibration
{
	calibrate_by_hand whole
	sed "s/^cost 0 same-l3 start lent .*/&$1/" whole >"$GROVE_MACHINE"
	run run broadcast sbt gh:2 --bytes 64 --json
	prediction=$(printf '%s\n' "$out" | sed -n 's/.*"predicted_s": \([^,]*\),.*/\1/p')
}
predicted ''
[ $status -eq 0 ] && [ -n "$prediction" ] && [ "$prediction" != null ]
ok $? 'predictions: from a calibration without a distance' "status $status: $err $out"
for trip in 1 1e-12; do
	sentence="predictions: none where a line took $trip s at the calibration"
	if [ "$(nproc)" -lt 2 ]; then
		skip "$sentence" 'a single core'
		continue
	fi
	predicted "\\ncost 0 same-l3 start line $trip $trip $trip"
	[ $status -eq 0 ] && [ "$prediction" = null ]
	ok $? "$sentence" "status $status: $err $out"
done

# Writes a calibration with a table for each trip. The bytes of table i cost i times as much.
calibrate_distances() # trips...
{
	calibrate_by_hand whole
	{
		head -n 2 whole
		table=0
		for trip; do
			sed '1,2d; $d' whole | awk -v trip="$trip" -v table=$table '
				$4 == "copy" { for (i = 8; i <= 10; i++) $i *= table + 1 }
				{ $2 = table; print }
				/start lent/ { print "cost", table, "same-l3 start line", trip, trip, trip }'
			table=$((table + 1))
		done
		echo end
	} >"$GROVE_MACHINE"
}
if [ "$(nproc)" -lt 2 ]; then
	skip 'auto: by the table of the nearest distance' 'a single core'
	skip 'auto: by the table of the nearest distance' 'a single core'
	skip 'predictions: a table for every distance' 'a single core'
else
	# The limit between two tables is at 1 s or at 1 ps, beyond each line's trip on a busy machine.
	for trips in '1e-6 1e6 10.0' '1e-18 1e-6 5.00'; do
		# shellcheck disable=SC2086 # two trips, and the rate of the nearer one
		set -- $trips
		calibrate_distances "$1" "$2"
		run run broadcast auto gh:2 --bytes 64K --explain
		case $out in *" GB/s within a thread, $3 GB/s between threads"*) true ;; *) false ;; esac
		ok $? "auto: by the table of the nearest distance, of trips $1 s and $2 s" "$out"
	done
	# Six tables, three halves to both sides of each: from 20 to 2500 ns.
	calibrate_distances 30e-9 67e-9 150e-9 338e-9 760e-9 1710e-9
	sentence='predictions: a table for every distance'
	for _ in 1 2 3 4 5 6; do
		run bench broadcast sbt gh:2 --bytes 64 --no-limits --iterations 1000 --json
		case $out in *'"predicted_s": null'*) ;; *) break ;; esac
	done
	case $out in
	*'"predicted_s": null'*'"loaded"'* | *'"predicted_s": null'*'"moved"'*)
		skip "$sentence" 'the cores moved, or had other work, each of six times' ;;
	*'"predicted_s": null'*) ok 1 "$sentence" "status $status: $err $out" ;;
	*) case $out in *'"predicted_s": '*) true ;; *) false ;; esac
		ok $? "$sentence" "status $status: $err $out" ;;
	esac
fi

# auto chooses for the state of the data and the way of forwarding that the options ask for.
calibrate_by_hand "$GROVE_MACHINE"
run run scatter auto cube:3 --bytes 64K --explain --data resident
case $out in *' of resident data, and copies'*) true ;; *) false ;; esac
ok $? 'auto: for the state of the data' "status $status: $err $out"
for forward in copy reference; do
	run run scatter auto cube:3 --bytes 64K --explain --forward $forward
	printf '%s\n' "$out" | sed -n 's/^  sbt  *-  *\([0-9.]* [mun]s\) .*/\1/p' >"expected.$forward"
done
[ -s expected.copy ] && [ -s expected.reference ] && ! cmp -s expected.copy expected.reference
ok $? 'auto: for the way of forwarding' "$(cat expected.*)"

# A calibration keeps the tables of other distances, whether it succeeds or not.
calibrate_distances 1e-18 1
run calibrate --json
[ "$(grep -c -e ' start line 1e-18 ' -e ' start line 1 ' "$GROVE_MACHINE")" -eq 2 ] &&
	if [ $status -eq 0 ]; then
		grep -q '^cost 2 ' "$GROVE_MACHINE" && case $out in
		*'"distances": ['*'"line_s": 1e-18,'*'"measured_now": true'*) true ;;
		*) false ;;
		esac
	fi
ok $? 'calibrate: keeps what it knows of other distances' "status $status: $err $out"

finish
