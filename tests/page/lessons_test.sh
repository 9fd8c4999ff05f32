#!/bin/sh
# The lessons can be taught: numbers are computed, questions have answers, tasks can be solved and graded, pages are whole.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# shellcheck disable=SC2015 # no node is node 18
command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
	{ echo 'no node 18'; exit 77; }
# The templates without the command in the page: these tests read the lessons alone.
cp "$grove" . && cp "$source/explorer/page.html" explorer.html && cp "$source/lessons/page/lesson.html" . || exit 1
sh "$source/lessons/join.sh" "$source/lessons" "$folder/grove" lessons || exit 1
# Each solution, handed in by a student, has all points of its task.
for solution in lessons/lecturer/*.plan; do
	name=$(basename "$solution" .plan)
	mkdir -p "class/$name" && cp "$solution" "class/$name/ada.plan" || exit 1
	printf '%s{ "name": "%s", "task": "%s.json", "due": "2100-01-01 00:00" }' "${comma-}" "$name" "$name"
	comma=', '
done >tasks
printf '{ "tasks": [ %s ] }' "$(cat tasks)" >lessons/lecturer/course.json
"$grove" grade class --course lessons/lecturer/course.json >marks || exit 1
node "$source/tests/page/lesson_checks.mjs" "$source" "$grove" "$folder/lessons" "$folder/marks"
