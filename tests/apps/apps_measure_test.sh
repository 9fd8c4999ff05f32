#!/bin/sh
# The applications as instruments: repeated steps, intervals, bandwidths, and results that are checked.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
built=$(cd "${GROVE_BUILD:-build}" && pwd) || exit 1
grove=$built/grove
temporary_folder
cd "$folder" || exit 1
{
	printf 'P5\n256 1024\n255\n'
	awk 'BEGIN { for (i = 0; i < 65536; i++) printf "%04d", (i * i) % 9973 }'
} >in.pgm

plan 27

# Each application, in each way of forwarding, with enough time to measure.
"$grove" transpose in.pgm out.pgm --forward both >transpose.text 2>err &&
	"$grove" permute in.pgm out.pgm --permutation shuffle --forward both >permute.text 2>>err &&
	"$grove" histogram in.pgm | tail -n +258 >histogram.text 2>>err
[ ! -s err ]
ok $? "measure: all applications, within their budgets" "$(cat err)"

steps() # file
{
	awk '$1 == "step" { on = 1; next }
		on && !NF { exit }
		on { printf "%s ", $1 }' "$1"
}
said=$(steps transpose.text; steps permute.text; steps histogram.text)
[ "$said" = 'read cut exchange transpose write read cut exchange join write read count reduce-scatter gather ' ]
ok $? "measure: a row for each step" "$said"

# The sum over the first column of shares, which are rounded.
share()
{
	awk '$1 == "step" { on = 1; next }
		on && !NF { exit }
		on { for (i = 4; i <= NF; i++) if ($i == "%" && $(i - 1) !~ /^([+]-|>)/) { sum += $(i - 1); break } }
		END { print (sum > 97 && sum < 103) ? "whole" : sum }' "$1"
}
said="$(share transpose.text) $(share permute.text) $(share histogram.text)"
[ "$said" = 'whole whole whole' ]
ok $? "measure: the shares of all steps are the whole" "$said"

# By copy there is a link's bandwidth, by reference a dash, and both deliver.
wrong=
for app in transpose permute; do
	grep -Eq '^  busiest link +[0-9.]+ .B/s +-$' $app.text &&
		grep -Eq '^  delivered +[0-9.]+ .B/s +[0-9.]+ .B/s$' $app.text || wrong="$wrong $app"
done
grep -Eq '^  busiest link +[0-9.]+ .B/s$' histogram.text || wrong="$wrong histogram"
[ -z "$wrong" ]
ok $? "measure: bandwidth over links by copy, a dash by reference" "$wrong $(cat transpose.text)"
said=$(tail -n 2 transpose.text | sed -E 's/.*threads?: [0-9.]+ .?s (by [a-z]*); [0-9.]+ .B\/s ([a-z]*).*/\1 \2/' | tr '\n' ' ')
[ "$said" = 'by copy over by reference delivered ' ]
ok $? "measure: a last line for each way" "$said"

"$grove" transpose in.pgm out.pgm >text && grep -q 'by copy' text && ! grep -q 'by reference' text
ok $? "measure: by copy where nothing else is asked" "$(cat text)"

cat >check.py <<-'END'
	import json, sys
	def near(a, b): return abs(a - b) <= 1e-6 * abs(b)
	def look(way):
	    for step in way["steps"]:
	        if step["ci_low_s"] is not None:
	            assert step["ci_low_s"] <= step["time_s"] <= step["ci_high_s"], step
	        assert step["time_s"] > 0 and 0 < step["share"] < 1
	    assert near(sum(s["share"] for s in way["steps"]), 1)
	    assert way["repetitions"] >= 6 and way["delivered_Bps"] > 0
	    assert way["ci_low_s"] <= way["time_s"] <= way["ci_high_s"]
	    if way["forward"] == "copy":
	        assert near(way["link_Bps"] * way["time_s"], way["busiest_link_bytes"])
	        assert max(l["bytes"] for l in way["links"]) == way["busiest_link_bytes"]
	        used = [l["bytes"] for l in way["links"] if l["bytes"]]
	        assert near(way["mean_link_Bps"] * way["time_s"], sum(used) / len(used))
	        for l in way["links"] + [way]:
	            assert l["peak_percent"] is None or 0 < l["peak_percent"] <= 105, l
	        for l in way["links"]:
	            assert l["busy_s"] is None or near(l["link_Bps"] * l["busy_s"], l["bytes"]), l
	    else:
	        assert way["link_Bps"] is None and way["busiest_link_bytes"] is None
	        assert way["peak_percent"] is None and way["links"] == []
	for name in sys.argv[1:]:
	    o = json.load(open(name))
	    assert o["data"] == "fresh" and o["check"] == "pass"
	    look(o)
	    for way in o["ways"]:
	        look(way)
	    assert [w["forward"] for w in o["ways"]] == (["copy", "reference"] if name != "h.json" else ["copy"])
END
if command -v python3 >/dev/null; then
	"$grove" transpose in.pgm out.pgm --forward both --turn 90 --json >t.json &&
		"$grove" permute in.pgm out.pgm --permutation shuffle --forward both --json >p.json &&
		"$grove" histogram in.pgm --json >h.json &&
		said=$(python3 check.py t.json p.json h.json 2>&1)
	ok $? "measure: JSON has every step, interval and bandwidth" "$said"
else
	skip "measure: JSON has every step, interval and bandwidth" "there is no python3"
fi
"$grove" permute in.pgm out.pgm --permutation shuffle --seconds 0 >text &&
	grep -Eq '^  repetitions +1$' text && ! grep -q '[+]-' text
ok $? "measure: a single measurement has no interval" "$(cat text)"

# What the model does not know has a dash: transposing on the way, and caches that bodies emptied.
grep -Eq '^  predicted .*-$' transpose.text && tail -n 1 transpose.text | grep -q 'no prediction is known'
ok $? "predictions: none of a transposition on the way" "$(tail -n 12 transpose.text)"
printf 'P5\n8 8\n255\n%064d' 7 >small.pgm
said=$("$grove" permute small.pgm out.pgm --permutation shuffle | tail -n 1)
case $said in *'no prediction is known') true ;; *) false ;; esac
ok $? "predictions: none of a collective as short as a few barriers between the bodies" "$said"
head -c 64M /dev/zero >large
said=$("$grove" histogram large --seconds 0 | tail -n 1)
case $said in *'no prediction is known') true ;; *) false ;; esac
ok $? "predictions: none of a histogram whose input fills the caches" "$said"

# Launches: processes of their own, whose times are joined.
"$grove" permute in.pgm out.pgm --permutation shuffle --forward both --seconds 0.02 --runs 3 >text \
	2>err && [ ! -s err ] && grep -Eq '^  launches +3 +3$' text
ok $? "launches: the table has their number" "$(cat text err)"
grep -Eq '^  flags +by (copy|reference):.* folded' text
ok $? "launches: and flags, such as folded" "$(cat text)"
# A traced process cannot look for leaks.
said=$(ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 strace -f -e trace=execve "$grove" histogram in.pgm --seconds 0.02 --runs 3 2>&1 >text |
	grep -c 'execve("/proc/self/exe"') 2>/dev/null
if command -v strace >/dev/null; then
	[ "$said" = 2 ]
	ok $? "launches: each but the first is a process of its own" "$said"
else
	skip "launches: each but the first is a process of its own" "there is no strace"
fi
if command -v python3 >/dev/null; then
	said=$("$grove" histogram in.pgm --seconds 0.02 --runs 3 --json 2>&1 | python3 -c '
import json, sys
o = json.load(sys.stdin)
times = sorted(r["time_s"] for r in o["runs"])
assert o["launches"] == 3 and len(times) == 3, o["launches"]
assert abs(times[1] - o["time_s"]) < 1e-9 * times[1], times
assert sum(r["repetitions"] for r in o["runs"]) == o["repetitions"]
assert o["ci_low_s"] <= o["time_s"] <= o["ci_high_s"] and o["ci_low_s"] < times[0]' 2>&1)
	ok $? "launches: JSON has each, and the median with its interval" "$said"
else
	skip "launches: JSON has each, and the median with its interval" "there is no python3"
fi
"$grove" histogram in.pgm --runs 0 >text 2>line
[ $? = 2 ] && grep -q -e '--runs: .*100' line && [ ! -s text ]
ok $? "launches: refused: none" "$(cat line)"
echo precious >out
GROVE_LAUNCH=99 "$grove" permute in.pgm out --permutation shuffle --seconds 0 >text 2>line
[ $? = 1 ] && grep -q 'GROVE_LAUNCH=99: the times cannot be written' line && [ "$(cat out)" = precious ]
ok $? "launches: a launch that cannot write leaves OUT as it was" "$(cat line)"

# The table and the picture of links. An exchange on cube:3 sends half of each node's bytes over each
# of its links.
"$grove" transpose in.pgm out.pgm --links >text
awk '$2 == "->" { links++; if ($4 != 16384 || $5 < 1) bad++ } END { exit links != 24 || bad }' text
ok $? "links: a row for each, with its bytes" "$(cat text)"
"$grove" permute in.pgm out.pgm --network star:3 --permutation rotate:1 --picture net.svg >text &&
	! grep -q -e '->' text && [ "$(grep -c '^<g><title>' net.svg)" = 12 ] && grep -q 'bandwidth while busy' net.svg && grep -q '>not known<' net.svg
ok $? "links: a picture with an arrow for each" "$(cat text)"
if command -v xmllint >/dev/null; then
	lines=$(xmllint --noout net.svg 2>&1)
	ok $? "links: the picture is well-formed" "$lines"
elif command -v python3 >/dev/null; then
	lines=$(python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("net.svg")' 2>&1)
	ok $? "links: the picture is well-formed" "$lines"
else
	skip "links: the picture is well-formed" "there is neither xmllint nor python3"
fi
echo precious >out
"$grove" permute in.pgm out --permutation inversion --picture no/where.svg --seconds 0 >text 2>line
[ $? = 2 ] && [ ! -s text ] && grep -q 'no/where.svg: No such file' line && [ "$(cat out)" = precious ]
ok $? "links: a picture that cannot be written leaves OUT as it was" "$(cat line)"
"$grove" transpose in.pgm out --forward reference --links >text 2>line
[ $? = 2 ] && grep -q 'no bytes cross a link' line && [ "$(cat out)" = precious ]
ok $? "links: by reference there are none to list" "$(cat line)"
"$grove" histogram in.pgm --network cube:0 --links --picture one.svg >text &&
	grep -Eq '^  busiest link +-$' text && tail -n 1 text | grep -q 'nothing crossed a link' &&
	! grep -Eq ' 0 [kMG]?B/s' text
ok $? "links: a single node has none, and dashes" "$(tail -n 20 text)"

# The same collectives, but a byte of node 1 comes out wrong.
broken=$built/tests/apps/broken_command
wrong=
for work in 'transpose in.pgm out' 'transpose in.pgm out --forward reference' \
	'transpose in.pgm out --turn 180' 'permute in.pgm out --permutation inversion' \
	'permute in.pgm out --permutation inversion --forward reference' \
	'histogram in.pgm --everywhere'; do
	echo precious >out
	# shellcheck disable=SC2086
	"$broken" $work --seconds 0 >text 2>line
	[ $? = 1 ] && [ "$(wc -l <line)" = 1 ] && [ ! -s text ] || wrong="$wrong $work: $(cat line text)"
	[ "$(cat out)" = precious ] || echo "$work" >>written
done
[ -z "$wrong" ]
ok $? "measure: a wrong byte is found" "$wrong"
[ ! -e written ]
ok $? "measure: a wrong result is not written" "$(cat written 2>/dev/null)"

# The same collectives, of which only the first MOVES move a byte.
{ printf 'P5 120 100 255\n' && head -c 12000 /dev/zero; } >zeros.pgm
# Prints what an application calls right although nothing moved after that many collectives.
called_right() # moves picture
{
	for work in "transpose $2 out" "transpose $2 out --forward reference" "transpose $2 out --turn 180" \
		"permute $2 out --permutation inversion" \
		"permute $2 out --permutation inversion --forward reference" "histogram $2 --everywhere"; do
		echo precious >out
		# shellcheck disable=SC2086
		MOVES=$1 "$broken" $work --seconds 0 >text 2>line
		[ $? = 1 ] && [ ! -s text ] && [ "$(cat out)" = precious ] || echo "$work: $(cat line)"
	done
}
wrong=$(called_right 0 zeros.pgm)
[ -z "$wrong" ]
ok $? "measure: results that no byte comes to are wrong" "$wrong"
wrong=$(called_right 2 in.pgm; called_right 3 in.pgm)
[ -z "$wrong" ]
ok $? "measure: results of an earlier run do not pass" "$wrong"
finish
