#!/bin/sh
# The tables of `grove bench` and `grove compare`: columns for people, plain columns for awk, the sizes of a sweep.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

plan 27

run bench bcast sbt,nesbt cube:2 --bytes 64 -i 5
grep -q '^ *bytes *algorithm *time *95 % *reps *link *peak *predict *bound *check *flags$' out
ok $? "the size comes first; there are a check and flags" "$out$err"
[ "$(grep -cE '^ *64 B (sbt|nesbt) .* 5 .* pass +f?e?' out)" -eq 2 ]
ok $? "repetitions, check and flags stand in each row" "$out"
grep -q '^flags: .*few_samples' out
ok $? "the legend explains the flags of the rows" "$out"
if unshare -m mount -t tmpfs none /sys 2>/dev/null; then
	out=$(unshare -m sh -c 'mount -t tmpfs none /sys && exec "$@"' sh "$grove" bench bcast sbt cube:2 --bytes 64 -i 5)
	! grep -q '^flags: .*hidden' out && case $out in *' hidden'*) ;; *) false ;; esac
	ok $? "a flag says that the system hides the machine" "$out"
else
	skip "a flag says that the system hides the machine" 'no right to hide /sys'
fi
run bench reduce sbt,nesbt cube:2 --order dimension --bytes 64 -i 5 --no-limits
awk 'NR > 1 && NR < 5 && match($0, /time |[0-9.]+ [mun]?s /) { n++; end[RSTART + RLENGTH] = 1 }
	END { exit n != 3 || length(end) != 1 }' out
ok $? "times stand below each other beside names with an order" "$out"
# A sweep says beforehand how long it will take, unless that is short.
timeout 2 "$grove" bench all auto gh:2 -m 64:4K >out 2>err
head -n 1 err | grep -qE '^grove bench: [0-9]+ rows, about [0-9]+ s$'
ok $? "a long sweep says first how many rows it has, and how long they take" "$(cat err)"
run bench bcast sbt gh:2 -m 8:16 -i 5 --no-limits
[ -z "$err" ]
ok $? "a short sweep says nothing" "$err"
run bench bcast sbt cube:2 --bytes 64 -i 9 --check off
grep -qE '^ *64 B sbt .* off ' out
ok $? "check: off" "$out"

run bench bcast,barrier sbt,nesbt cube:2 --units plain -m 8:1M -f 256 -i 5
awk '/^#/ { n = NF - ($1 == "#"); next } NF != n { bad = 1 } END { exit bad || n != 20 }' out &&
	[ "$(grep -c '^#' out)" -eq 1 ]
ok $? "plain: the same columns in all rows, one heading, no legend" "$out$err"
[ "$(awk '!/^#/ && $2 == "broadcast" && $3 == "sbt" { print $1 }' out | tr '\n' ' ')" = \
	"8 2048 524288 1048576 " ]
ok $? "plain: bytes are numbers" "$out"
awk '!/^#/ { n++; if ($8 != "fresh" || !($10 <= $9 && $9 <= $11) || $12 != 5 || $17 != "pass" ||
	$18 !~ /few_samples/)
	bad = 1 } END { exit bad || n < 8 }' out
ok $? "plain: the interval, samples, check and flags" "$out"
run bench bcast sbt gh:2 --bytes 1M -i 9 --units plain --clock paced --beta 1e-4 --tau 1e-8
awk '!/^#/ { exit !($14 > 0.099 && $14 < 0.101 && $9 > 10000 && $13 * $9 > 1040) }' out
ok $? "plain: microseconds and GB/s" "$out$err"
refused 2 'leave out --json' "units are the table's" bench bcast --units plain --json
refused 2 'not one of human, plain' "units that are none" bench bcast --units SI

# Without limits there is a dash for peak and bound, in JSON null; no other column changes.
run bench bcast sbt gh:2 --bytes 64K -i 9 --no-limits --units plain
[ "$(awk '!/^#/ { print ($13 > 0), $14, $16, $17 }' out)" = '1 - - pass' ]
ok $? "no limits: a dash for peak and bound" "$out$err"
run bench bcast sbt gh:2 --bytes 64K -i 9 --no-limits --json
grep -q '"peak_Bps": null.*"bound_s": null' out && ! grep -q '"link_Bps": null' out
ok $? "no limits: null for peak and bound" "$out$err"
refused 2 'given limits' 'no limits on links that have given limits' \
	bench bcast sbt gh:2 --no-limits --clock paced --beta 1e-4 --tau 1e-8
run bench barrier,bcast sbt gh:2 --bytes 0 -i 9 --no-limits --json
[ "$(grep -c '"link_Bps": null' out)" -eq 2 ] && ! grep -qE '"(link_Bps|predicted_s)": 0' out
ok $? "no bytes have neither bandwidth nor a prediction of 0" "$out$err"

# The plain table of compare: bytes, microseconds, and A, B or - for the faster file.
rows() # file microseconds...
{
	to=$1 between=
	shift
	printf '{ "schema": "grove-bench", "results": [' >"$to"
	for us; do
		printf '%s{ "collective": "broadcast", "algorithm": "sbt", "network": "gh:2",
			"nodes": 2, "bytes": 65536, "root": %s, "data": "fresh", "launches": 9,
			"time_s": { "median": %se-6, "ci_low": %se-6, "ci_high": %se-6 } }' \
			"$between" "$us" "$us" "$us" "$us" >>"$to"
		between=', '
	done
	printf '] }' >>"$to"
}
rows a.json 2 4
rows b.json 2 4
sed 's/"median": 2e-6, "ci_low": 2e-6, "ci_high": 2e-6/"median": 5e-6, "ci_low": 5e-6, "ci_high": 5e-6/' \
	b.json >c.json
run compare a.json c.json --units plain
[ "$(awk '!/^#/ { print NF, $1, $2, $3, $4, $5, $6, $7, $8, $9, $12 }' out)" = \
	'12 65536 broadcast sbt sbt 2 fresh 2.000 5.000 2.5000 A
12 65536 broadcast sbt sbt 2 fresh 4.000 4.000 1.0000 -' ] && [ "$(grep -c '^#' out)" -eq 1 ]
ok $? "plain: compare has a row for each pair, and names the faster file" "$out$err"
run compare c.json a.json --units plain
[ "$(awk '!/^#/ { print $12 }' out | tr '\n' ' ')" = 'B - ' ]
ok $? "plain: compare the other way round" "$out$err"
sed 's/"median": 2e-6, "ci_low": 2e-6, "ci_high": 2e-6/"median": null, "ci_low": null, "ci_high": null/' \
	b.json >null.json
run compare a.json null.json --units plain
[ "$(awk '!/^#/ { print $7, $8 }' out)" = '4.000 4.000' ]
ok $? "plain: compare passes over a row that the clock could not time" "$out$err"
refused 2 'leave out --json' "units of compare's JSON" compare a.json b.json --units plain --json

# Rows of other types or folds are other operations; a program that tells neither is compared with all.
sed 's/"root"/"type": "f32", "fold": "sum", "root"/' a.json >sums.json
sed 's/"root"/"type": "f32", "fold": "max", "root"/' b.json >maxima.json
sed 's/"root"/"type": "f16", "fold": "sum", "root"/' b.json >halves.json
pairs=
for files in 'sums sums' 'sums maxima' 'sums halves' 'sums b'; do
	# shellcheck disable=SC2086 # two names
	set -- $files
	run compare "$1.json" "$2.json" --units plain
	pairs="$pairs $(grep -c '^ *65536 ' out)"
done
[ "$pairs" = ' 2 0 0 2' ]
ok $? "compare: rows of one type and one fold are pairs" "$pairs: $out$err"

# Each type by a fold that it has, and by each fold that only some types have.
folded() # sentence collective fold type...
{
	sentence=$1 collective=$2 fold=$3 bad=
	shift 3
	for type; do
		run run "$collective" auto gh:3 --type "$type" --fold "$fold" --bytes 1008
		case $status:$out in 0:*'every byte of every node'*) ;; *) bad="$bad $type: $err" ;; esac
	done
	[ -z "$bad" ]
	ok $? "run: $sentence" "$bad"
}
folded "sums of 16-bit floats and complex numbers" allreduce sum f16 bf16 c64 c128
folded "the exclusive or of bools and of integers" reducescatter xor bool u8 i16
folded "places in pairs" exscan minloc i32_i32 f32_i32 i64_i32 f64_i32 i64_i64 f64_i64

# The last size of a sweep by 8 lies between two powers of 8, and no element is cut.
bad=
for type in u8 f64; do
	"$grove" bench all auto gh:2 -b 8 -e 4100 -f 8 -i 3 -w 1 --type $type --csv --no-limits >out 2>err || bad="$(cat err)"
	last=4100
	collectives=$(cut -d, -f1 out | sed 1d | sort -u)
	for collective in $collectives; do
		last=4100
		case $type:$collective in
		f64:*reduce* | f64:*scan) last=4096 ;;
		*:barrier) last=0 ;;
		esac
		got=$(awk -F, -v c="$collective" '$1 == c { print $8 }' out | tail -n 1)
		[ "$got" = $last ] || bad="$bad $collective $type $got"
	done
done
[ -z "$bad" ]
ok $? "the last size of a sweep is measured, by every collective" "$bad"
finish
