#!/bin/sh
# The tour: all chapters on this machine, and what becomes of commands and files that are wrong.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# The output has each of these, and the status is that.
has() # status sentence string...
{
	expected=$1 sentence=$2 missing=
	shift 2
	for string; do
		case $out in *"$string"*) ;; *) missing="$missing [$string]" ;; esac
	done
	[ "$status" -eq "$expected" ] && [ -z "$missing" ]
	ok $? "$sentence" "status $status, missing:$missing
$err
$out"
}

plan 19

PATH=$build:$PATH TMPDIR=$folder "$grove" demo >out 2>err </dev/null
status=$? out=$(cat out) err=$(cat err)
has 0 "demo: all chapters" 'This machine' 'step by step' 'abcdef' 'measured' nesbt peak predicted \
	bound 'wire of its own' 'transpose:' 'histogram:' 'permute:' 'What to try next'
[ "$(grep -c '^  right: ' out)" -eq 3 ] && ! grep -q WRONG out
ok $? "demo: the three applications are right on real files" "$out"
# The line with PATH is as long as the path of the build.
[ -z "$(awk 'length > 80 && !/PATH=/' out)" ] && ! LC_ALL=C grep -q "$(printf '[\033\r]')" out
ok $? "demo: 80 columns, and no control characters in a pipe" "$(awk 'length > 80' out)"
said=$(grep -v '^grove bench: [0-9]* rows, about [0-9]* s$' err)
[ -z "$said" ] && [ -z "$(find . -name 'grove-demo.*')" ]
ok $? "demo: only forecasts on standard error, and leaves no folder behind" "$said"
cp out whole

# What the links did: a picture that is still there, at the path that is printed; no figure that is 0,
# and no share above 105 %.
picture=$(grep -E '^/.*/grove-links\..*\.svg$' whole)
[ -s "$picture" ] && [ "$(grep -c '^<g><title>' "$picture")" -eq 24 ] && [ "$(ls grove-links.*)" = "${picture##*/}" ]
ok $? "demo: a picture of links at work is left" "$picture"
sed -n '/Real files/,$p' whole | awk '$2 == "->" { links++ }
	($2 == "->" || /^  share of these/) && $NF == "%" && $(NF - 1) > 105 { print; bad = 1 }
	/ 0 [kMG]B\/s/ || / 0 .?s / { print; bad = 1 }
	END { exit bad || links != 24 }' >wrong
ok $? "demo: links, none of 0, none above 105 %" "$(cat wrong)"

# The picture of the schedule, and gains: all but the measured gain are known.
[ "$(grep -cE '^  (first|[0-4]    )  abcdef(  [a-fA-F.]{6}){7}$' whole)" -eq 6 ] &&
	grep -q '^  0      abcdef  A.....  .B....  ......  ..C...  ......  ......  ......$' whole &&
	grep -qi '^  4      abcdef  abcdef  abcdef  abcdef  abcdef  abcdef  abcdef  abcdef$' whole
ok $? "demo: a picture of the schedule, at whose end each node has the message" "$out"
said=$(sed -n 's/.* \([0-9.]*\) times as fast by \([a-z]*\) .*/\2 \1/p
	s/^Gain: [0-9.]* measured, \(.*\)$/paper \1/p' whole | tr '\n' ' ')
[ "$said" = 'nesbt 4.9 sbnt 2.5 sbnt 2.8 paper 3.62 by the paper (Johnsson & Ho 1986, table 5). ' ]
ok $? "demo: gains are those of the commands' own figures" "$said"

# What a reader pastes: lines after a prompt, and those that go on. To measure once is enough.
awk '/^\$ / { on = 1 }
	on && !/^(\$ |      [^ ]|  })/ { on = 0 }
	on { sub(/^\$ /, ""); print }' whole |
	sed '/^grove bench/,/--iterations/d' >pasted
mkdir reader
(cd reader && PATH=$build:$PATH sh ../pasted) >out 2>err
status=$? out=$(cat out) err=$(cat err)
has 0 "demo: its commands can be pasted" 'links used               21  of 24' '"check": "pass"' \
	permute:
[ "$(grep -c '^\$ ' whole)" -gt 25 ] && [ -s reader/inverse ] && cmp -s reader/mixed reader/back
[ $? -eq 1 ] && [ -z "$err" ]
ok $? "demo: all of them" "$(grep -c '^\$ ' whole) commands. $err"

# A command that fails or can not run, and applications that are wrong.
mkdir fake
cat >fake/grove <<'END'
#!/bin/sh
case $1 in
link) exit 77 ;;
bench | run) exit 1 ;;
transpose | permute) cp "$2" "$3" ;;
histogram) echo nothing ;;
simulate) echo '{ "time_s": 1, "formula_s": 1 }' ;;
*) exec "$REAL" "$@" ;;
esac
END
chmod +x fake/grove
tour=$source/docs/tour.sh
REAL=$grove sh "$tour" fake/grove >out 2>err
status=$? out=$(cat out) err=$(cat err)
has 1 "demo: a check that fails fails the tour" 'left out here' "WRONG: the second time" \
	"WRONG: one loop" "WRONG: the file is back" 'What to try next'
[ "$err" = 'grove demo: 7 checks failed; see above' ] && [ "$(grep -c 'FAILED: ' out)" -eq 4 ]
ok $? "demo: and says how many did" "$err $(grep FAILED out)"
grep -qxF "\$ PATH=$folder/fake:\$PATH" out
ok $? "demo: the first command is where grove is, unless the shell finds it" "$out"
if command -v script >/dev/null; then
	export TERM=xterm REAL="$grove"
	NO_COLOR='' script -qec "sh '$tour' fake/grove" /dev/null >shown </dev/null
	NO_COLOR=1 script -qec "sh '$tour' fake/grove" /dev/null >plain </dev/null
	grep -q "$(printf '\033\\[1m== 1. This')" shown &&
		grep -q "$(printf '\033\\[31mWRONG')" shown && ! grep -q "$(printf '\033')" plain
	ok $? "demo: colours on a terminal, unless NO_COLOR says no" "$(head -n 12 shown plain)"
else
	skip "demo: colours on a terminal, unless NO_COLOR says no" 'no script (bsdutils)'
fi

# Without the script, as when the command alone was copied somewhere.
mkdir -p lonely/bin lonely/share/grove
cp "$grove" lonely/bin
# shellcheck disable=SC2016
echo 'echo "a tour by $1"; exit 3' >lonely/share/grove/tour.sh
"$folder/lonely/bin/grove" demo >out 2>err
[ $? -eq 3 ] && grep -qx "a tour by $folder/lonely/bin/grove" out
ok $? "demo: an installed command finds the tour, and ends with the status of the tour" \
	"$(cat out err)"
# A file of the tour's programs must not take the place of a stream.
# shellcheck disable=SC2016
echo 'for n in 0 1 2; do true 3>&$n && echo "$n is open"; done' >lonely/share/grove/tour.sh
"$folder/lonely/bin/grove" demo 2>&- <&- >out
[ "$(cat out)" = "$(printf '%s is open\n' 0 1 2)" ]
ok $? "demo: streams that are closed are open for the tour" "$(cat out)"
rm lonely/share/grove/tour.sh
datadir=$(sed -n 's/^#define CONFIG_DATADIR "\(.*\)"/\1/p' "$build/config.h")
if [ -e "$datadir/grove/tour.sh" ]; then
	skip "refused: a tour that is missing" "one is installed in $datadir"
else
	grove=$folder/lonely/bin/grove
	refused 2 'the tour is missing' "a tour that is missing" demo
fi
PATH=$build:$PATH TMPDIR=$folder sh "$tour" 2>err </dev/null | head -n 3 >/dev/null
[ ! -s err ] && [ -z "$(find . -name 'grove-demo.*')" ]
ok $? "demo: a reader that goes away: no word, and no file behind" "$(cat err; find . -name 'grove-demo.*')"
[ ! -c /dev/full ] || sh "$tour" "$build/grove" >/dev/full 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "demo: ends where nobody reads" "$(cat err)"
finish
