#!/bin/sh
# `grove explore` writes one page that contains the command and the plans, whatever a plan's text holds.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# Prints what the page's element of plans says, as JSON; a browser ends the element at the first </script.
plans_of() # page
{
	sed -n 's|^<script type="application/json" id="plans">\(.*\)</script>$|\1|p' "$1"
}

template() # plans or lesson
{
	printf '%s\n' '<html>' '<title>grove explore</title>' "<!-- $1 -->" '</html>'
}

mkdir -p lonely/bin lonely/share/grove
cp "$grove" lonely/bin
template plans >lonely/share/grove/explorer.html
own=$grove grove=$folder/lonely/bin/grove

plan 21
refused 2 'files: a page shows 2 plans' "three files" explore a.plan b.plan c.plan
refused 2 'none.plan: No such file' "a file that is not there" explore none.plan
refused 2 'too few words' "a problem without a network" explore broadcast sbt
refused 2 '--root: a plan from a file says this itself' "an option that a file has" explore - --root 1
rm lonely/share/grove/explorer.html
if [ -e "$(sed -n 's/^#define CONFIG_DATADIR "\(.*\)"/\1/p' "$build/config.h")/grove/explorer.html" ]; then
	skip "refused: a template that is missing" 'one is installed'
else
	refused 2 'is missing' "a template that is missing" explore broadcast sbt cube:2
fi
printf '<html>\n</html>\n' >lonely/share/grove/explorer.html
"$grove" explore broadcast sbt cube:2 >page 2>err
status=$?
[ $status -eq 2 ] && grep -q 'template of the page is damaged' err
ok $? "explore: a template without the place of the plans" "$(cat err)"
template plans >lonely/share/grove/explorer.html

"$grove" explore broadcast sbt cube:2 --bytes 8 --beta 1e-3 --tau 1e-6 >page 2>err
status=$?
[ $status -eq 0 ] && plans_of page | grep -qF '"name": "broadcast sbt cube:2", "text": "broadcast sbt cube:2 root=0 bytes=8 ' &&
	plans_of page | grep -qF '"request": ["broadcast", "sbt", "cube:2", "--bytes", "8", "--beta", "1e-3", "--tau", "1e-6"] }' &&
	plans_of page | grep -qF '"beta": 0.001, "tau": 1e-06 }'
ok $? "explore: a problem and its links" "$(cat err page)"
[ "$(head -n 1 page)" = '<html>' ] && [ "$(tail -n 1 page)" = '</html>' ] && [ "$(wc -l <page)" -eq 4 ]
ok $? "explore: the template stays as it is" "$(cat page)"

# Text that would end the element, or the quotes, or a line of JavaScript.
printf 'wrong "\\ </script><!-- plans --><script>\n<!-- plans -->\n\001\000\302\205 end' >hostile.plan
# shellcheck disable=SC2094 # both only read
"$grove" explore hostile.plan - <hostile.plan >page 2>err
status=$?
[ $status -eq 0 ] && [ "$(grep -c '<script' page)" -eq 1 ] && [ "$(wc -l <page)" -eq 4 ] && ! plans_of page | grep -q '<'
ok $? "explore: a hostile text stays within its quotes" "$(cat err page)"
python=$(command -v python3)
if [ -n "$python" ]; then
	plans_of page | "$python" -c 'import json, sys
plans = json.load(sys.stdin)["plans"]
text = open("hostile.plan", "rb").read().decode()
sys.exit([p["name"] for p in plans] != ["hostile.plan", "standard input"] or any(p["text"] != text for p in plans))' 2>err
	ok $? "explore: and is read as the text that it was" "$(cat err page)"
else
	skip "explore: and is read as the text that it was" 'no python3'
fi

"$grove" plan reduce sbt cube:2 --bytes 8 --json >reduce.json
"$grove" plan reduce sbt cube:2 --bytes 8 | sed 's/$/\\u000a/' | tr -d '\n' >expected
"$grove" explore reduce.json >page 2>err
status=$?
[ $status -eq 0 ] && plans_of page | grep -qF "$(cat expected)"
ok $? "explore: a plan as JSON comes as text" "$(cat err page expected)"

refused 2 'the folder of lessons is missing' "a lesson without lessons" explore --lesson 5
mkdir lonely/share/grove/lessons
template lesson >lonely/share/grove/lesson.html
printf '# 5. Trees & < </script>\n\nGoal: "see".\n' >lonely/share/grove/lessons/05-trees.md
echo '# 12. End' >lonely/share/grove/lessons/12-end.md
touch lonely/share/grove/lessons/notes
for name in 5 05-trees; do
	"$grove" explore --lesson $name >page 2>err
	status=$?
	[ $status -eq 0 ] && [ "$(grep -c '<script' page)" -eq 1 ] && grep -qF '<title>5. Trees &amp; &lt; &lt;/script&gt;</title>' page &&
		grep -qF '"# 5. Trees & \u003c \u003c/script>\u000a\u000aGoal: \u0022see\u0022.\u000a"' page
	ok $? "explore: a lesson by its number or its name" "$(cat err page)"
done
for option in '--root 3' '--bytes 3' '--beta 2 --tau 1'; do
	# shellcheck disable=SC2086 # an option is two words
	refused 2 'a lesson has its own plans' "a lesson and $option" explore --lesson 5 $option
done
refused 2 'a lesson has its own plans' "a lesson and a plan" explore broadcast sbt cube:2 --lesson 5
refused 2 "there is no lesson '7'; there are: 05-trees, 12-end" "a lesson that is not there" explore --lesson 7
refused 2 "there is no lesson '../lessons/05-trees'" "a lesson elsewhere" explore --lesson ../lessons/05-trees

# The page that this build makes: whole, small, and without anything to fetch.
if [ ! -e "$build/explorer.html" ]; then
	skip "explore: the page of this build" 'no clang for wasm32'
else
	"$own" explore broadcast nesbt cube:3 --bytes 64 --packet 16 >page 2>err
	status=$?
	[ $status -eq 0 ] && [ "$(wc -c <page)" -lt 500000 ] && [ -n "$(plans_of page)" ] &&
		! grep -qE '(src|href)="?(https?:)?//' page
	ok $? "explore: the page of this build is below 500 KB and asks no network" "$(cat err; wc -c page)"
fi
finish
