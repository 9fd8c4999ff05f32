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
		needs: nothing
		goal: test
		picture: network cube:3
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

plan 32
lesson >whole.md
fill whole.md >out 2>err
status=$?
[ $status -eq 0 ] && grep -q '^There are 5 steps instead of 3, and 15 seconds of 15\.$' out && grep -q '^answer: 5$' out
ok $? "form: numbers and answers come from the command" "$(cat err out)"
breaks 10 "minutes: 3" 12 "the plan of a scene comes before its question"
breaks 10 "plan: broadcast sbt cube:x" 10 "grove verify broadcast sbt cube:x"
breaks 10 "plan: broadcast sbt cube:3; ls" 10 "a plan has other letters than a request"
breaks 12 "asks: steps" 12 "there is no field 'asks'"
breaks 12 "ask: stairs" 12 "there is no question 'stairs'"
breaks 12 "ask: middle node" 12 "there is no question 'middle node'"
breaks 12 "ask: draw 9" 12 "there is no question 'draw 9'"
breaks 15 "There are {stairs} steps." 15 "there is no figure 'stairs'"
breaks 15 "There are {two.steps} steps." 15 "'two.steps' is of a plan that the scene does not have"
breaks 15 "There are 5 steps." 15 "'5 steps' is neither computed nor in a field of the scene"
breaks 20 "- 4: Yes." 9 "no option of 'A scene' is the answer, 5"
breaks 13 "line: two too late" 13 "a line is drawn for a plan of the scene"
breaks 13 "show: film" 13 "show is both, network, chart or curve: film"
breaks 13 "at: noon" 13 "at is begin, end, or step and a number: noon"
breaks 13 "light: sun" 13 "there is no light 'sun'"
breaks 15 "Look at [the sun](sun)." 15 "there is no light 'sun'"
breaks 13 "choose: colour red blue" 13 "choose is packet, bytes, beta or tau, and numbers"
breaks 15 "Take {choose packet} bytes." 15 "the scene has no choice 'packet'"
breaks 15 "It takes {live wind} seconds." 15 "no figure follows a choice by the name 'wind'"
breaks 13 "judge: right, beauty <= 3" 13 "there is no condition 'beauty <= 3'"
breaks 13 "harder: broadcast cube:3 bytes=8" 13 "a harder task is TASK | CONDITIONS | BYTES OF A PIECE | SOLUTION"
breaks 13 "harder: broadcast cube:3 bytes=8 | right | 8 | broadcast sbt cube:x" 13 "grove verify broadcast sbt cube:x"
breaks 1 "# A test" 1 "a lesson begins with # NUMBER. TITLE"
breaks 4 "" 1 "the head of the lesson has no 'needs'"
breaks 3 "minutes: five" 3 "minutes is a number: five"
breaks 13 "pieces: few" 13 "pieces is a number: few"
breaks 17 "" 9 "the question of 'A scene' is not asked"
breaks 19 "- 3 No." 19 "an option is VALUE: REASON"
breaks 10 "task: send cube:2 destination=9 bytes=8" 10 "grove plan - --json: send cube:2 destination=9 bytes=8"
breaks 13 "harder: send cube:2 destination=9 bytes=8 | right | 8 | broadcast sbt cube:3" 13 "grove plan - --json: send cube:2 destination=9"
lesson | sed '/^plan: /d; /^other: /d; /^ask: /d; /^There/d; /^?/d; /^- /d' >broken.md
fill broken.md >out 2>err
status=$?
[ $status -eq 1 ] && grep -qF "test.md:9: the scene 'A scene' has no plan" err
ok $? "form: a scene without a plan" "$(cat err)"
finish
