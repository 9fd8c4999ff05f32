#!/bin/sh
# Pictures of benchmarks: `grove bench --plot` and `grove compare --plot`.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

plan 16

mkdir empty
said=$(PATH=$folder/empty "$grove" bench bcast -m 64 --plot a.svg 2>&1)
[ $? -eq 2 ] && case $said in *'there is no gnuplot'*) true ;; *) false ;; esac
ok $? "--plot: refused without gnuplot, before anything is measured" "$said"
if ! command -v gnuplot >/dev/null; then
	for sentence in curves legend sizes well-formed compare unwritable both pipe link nothing; do
		skip "--plot: $sentence" "there is no gnuplot"
	done
	finish
fi
run bench bcast,barrier sbt,nesbt cube:2 -m 8:64 -i 9 --json --plot a.svg
cp out a.json
curves=$(grep -c '<g id="gnuplot_plot_[0-9]*[ab]"' a.svg)
[ $status -eq 0 ] && [ "$curves" -ge 4 ]
ok $? "bench --plot: curves for each of two rows of sizes" "$err$(head -c 300 a.svg)"
grep -q 'broadcast nesbt cube:2, fresh' a.svg && ! grep -q barrier a.svg
ok $? "bench --plot: the legend has what has a size" "$(head -c 300 a.svg)"
grep -q '<text>.*8 B</text>' a.svg && grep -q '<text>.*64 B</text>' a.svg
ok $? "bench --plot: sizes are labelled as in tables" "$(grep 'B</text>' a.svg)"
if command -v rsvg-convert >/dev/null; then
	rsvg-convert a.svg -o a.png 2>err
	ok $? "bench --plot: a picture that others read" "$(cat err)"
else
	skip "bench --plot: a picture that others read" "no rsvg-convert"
fi
run compare a.json a.json --plot b.svg
[ $status -eq 0 ] && [ "$(grep -c '<g id="gnuplot_plot_[0-9]*[ab]"' b.svg)" -gt "$curves" ] &&
	grep -q 'a.json: broadcast sbt cube:2, fresh' b.svg
ok $? "compare --plot: the rows of both files" "$err$(head -c 300 b.svg)"
refused 2 'cannot be written' "a picture that cannot be written, before anything is measured" \
	bench bcast -m 64 --plot /proc/a.svg
refused 2 'cannot be written' "the same of two files" compare a.json a.json --plot /proc/a.svg
refused 2 'ends in .svg' "a picture of another kind" bench bcast -m 64 --plot a.png
refused 2 'ends in .svg' "the same of two files" compare a.json a.json --plot b
refused 2 'nofolder/a.svg cannot be written' "a folder that is not there" bench bcast -m 64 --plot nofolder/a.svg
refused 2 'nofolder/a.svg cannot be written' "the same of two files" compare a.json a.json --plot nofolder/a.svg
mkfifo pipe.svg
refused 2 'pipe.svg is not a regular file' "a pipe is not replaced" compare a.json a.json --plot pipe.svg
ln -s b.svg link.svg
run compare a.json a.json --plot link.svg
[ $status -eq 0 ] && [ -L link.svg ] && [ -p pipe.svg ]
ok $? "compare --plot: a link stays a link" "$err$(ls -l)"
rm link.svg pipe.svg
run bench barrier -i 9 --plot c.svg
[ $status -eq 2 ] && [ ! -e c.svg ] && grep -q 'nothing to plot' err && [ "$(wc -l <err)" -eq 1 ]
ok $? "nothing to plot: the rows, one line, no file" "$status $err"
[ "$(find . -name '*.svg*' -o -name '.grove*' | wc -l)" -eq 2 ]
ok $? "no other file is left" "$(ls)"
finish
