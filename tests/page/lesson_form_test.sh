#!/bin/sh
# A lesson that breaks the form is refused with its line, and numbers are computed by the command.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

fill() # lesson
{
	awk -v command="$grove" -v lesson=test.md -f "$source/lessons/figures.awk" -f "$source/lessons/fill.awk" "$1"
}

# Writes a lesson of one scene that keeps the form.
lesson()
{
	cat <<-'END'
		# 1. A test

		minutes: 5
		machine: 1 0.5

		## A scene
		plan: broadcast sbt cube:3 --bytes 12 --packet 4
		other: one = broadcast sbt cube:3 --bytes 12 --packet 12
		ask: steps
		minutes: 2

		There are {steps} steps instead of {one.steps}, and {steps * beta + volume * tau} seconds of {time}.

		? How many?

		- 3: No.
		- 5: Yes.
	END
}

# The lesson with line $1 replaced by $2 is refused in line $3 with the words $4.
breaks() # line text where words
{
	lesson | awk -v at="$1" -v text="$2" 'NR == at { $0 = text; if (text == "") next } { print }' >broken.md
	fill broken.md >out 2>err
	status=$?
	[ $status -eq 1 ] && [ "$(grep -c test.md err)" -eq 1 ] && grep -qF "test.md:$3: $4" err
	ok $? "form: $4" "$(cat err)"
}

plan 24
lesson >whole.md
fill whole.md >out 2>err
status=$?
[ $status -eq 0 ] && grep -q '^There are 5 steps instead of 3, and 15 seconds of 15\.$' out && grep -q '^answer: 5$' out
ok $? "form: numbers and answers come from the command" "$(cat err out)"
breaks 7 "minutes: 3" 9 "the plan of a scene comes before its question"
breaks 7 "plan: broadcast sbt cube:x" 7 "grove verify broadcast sbt cube:x"
breaks 7 "plan: broadcast sbt cube:3; ls" 7 "a plan has other letters than a request"
breaks 9 "asks: steps" 9 "there is no field 'asks'"
breaks 9 "ask: stairs" 9 "there is no question 'stairs'"
breaks 9 "ask: middle node" 9 "there is no question 'middle node'"
breaks 9 "ask: draw 9" 9 "there is no question 'draw 9'"
breaks 12 "There are {stairs} steps." 12 "there is no figure 'stairs'"
breaks 12 "There are {two.steps} steps." 12 "'two.steps' is of a plan that the scene does not have"
breaks 12 "There are 5 steps." 12 "'5 steps' is neither computed nor in a field of the scene"
breaks 17 "- 4: Yes." 6 "no option of 'A scene' is the answer, 5"
breaks 10 "line: two too late" 10 "a line is drawn for a plan of the scene"
breaks 10 "show: film" 10 "show is both, network, chart or curve: film"
breaks 10 "at: noon" 10 "at is begin, end, or step and a number: noon"
breaks 10 "light: sun" 10 "there is no light 'sun'"
breaks 12 "Look at [the sun](sun)." 12 "there is no light 'sun'"
breaks 10 "choose: colour red blue" 10 "choose is packet, bytes, beta or tau, and numbers"
breaks 12 "Take {choose packet} bytes." 12 "the scene has no choice 'packet'"
breaks 12 "It takes {live wind} seconds." 12 "no figure follows a choice by the name 'wind'"
breaks 10 "judge: right, beauty <= 3" 10 "there is no condition 'beauty <= 3'"
breaks 10 "harder: broadcast cube:3 bytes=8" 10 "a harder task is TASK | CONDITIONS | BYTES OF A PIECE | SOLUTION"
breaks 10 "harder: broadcast cube:3 bytes=8 | right | 8 | broadcast sbt cube:x" 10 "grove verify broadcast sbt cube:x"
lesson | sed '/^plan: /d; /^other: /d; /^ask: /d; /^There/d; /^?/d; /^- /d' >broken.md
fill broken.md >out 2>err
status=$?
[ $status -eq 1 ] && grep -qF "test.md:6: the scene 'A scene' has no plan" err
ok $? "form: a scene without a plan" "$(cat err)"
finish
