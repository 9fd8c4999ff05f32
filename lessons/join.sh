#!/bin/sh
# Fills the lessons with the command's numbers, and writes a page for each, an index, and what a lecturer keeps.
# SPDX-License-Identifier: BSD-2-Clause
#
#	lessons/join.sh SOURCE COMMAND FOLDER     SOURCE: the folder lessons/; FOLDER: lessons/ beside the command
#
# FOLDER is for students. FOLDER/lecturer has the lessons by minutes, the solutions, and tasks for `grove grade`.

set -u
unset CDPATH
export LC_ALL=C
source=$1 command=$2 folder=$3

lessons()
{
	ls "$source"/[0-9]*.md
}

title() # lesson
{
	sed -n '1s/^# [0-9]*\. //p' "$1"
}

# The value of a field in the head of a lesson.
head_field() # lesson name
{
	awk -v name="$2" '/^## / { exit } index($0, name ": ") == 1 { print substr($0, length(name) + 3); exit }' "$1"
}

html()
{
	sed 's/&/\&amp;/g; s/</\&lt;/g'
}

# All lessons, for the line of lessons in each page: [{ "name": ..., "title": ... }].
course()
{
	printf '['
	lessons | while IFS= read -r lesson; do
		printf '%s{"name":"%s","title":"%s"}' "${comma-}" "$(basename "$lesson" .md)" \
			"$(title "$lesson" | sed 's/["\\]/\\&/g; s/</\\u003c/g')"
		comma=,
	done
	printf ']'
}

fill() # lesson
{
	case $command in */*) run=$command ;; *) run=./$command ;; esac
	awk -v command="$run" -v lesson="$(basename "$1")" -f "$source/figures.awk" -f "$source/fill.awk" "$1" \
		>"$folder/filled" || return 1
	mv "$folder/filled" "$folder/$(basename "$1")"
}

# A page beside an index knows the other lessons.
page() # name
{
	"$command" explore --lesson "$1" >"$folder/page" || return 1
	awk -v course="$course" '
		/^<title>/ { print "<link rel=\"contents\" href=\"index.html\">" }
		/id="lesson-text"/ { print "<script type=\"application/json\" id=\"course\">" course "</script>" }
		{ print }' "$folder/page" >"$folder/$1.html"
	rm "$folder/page"
}

# The picture of a lesson in the index, drawn by the command.
picture() # lesson
{
	printf '<img alt="" src="data:image/svg+xml;base64,'
	# A request is words.
	# shellcheck disable=SC2046
	"$command" $(head_field "$1" picture) --svg | base64 | tr -d '\n'
	printf '">'
}

index()
{
	cat "$source/index_head.html"
	lessons | while IFS= read -r lesson; do
		name=$(basename "$lesson" .md)
		number=$(sed -n '1s/^# \([0-9]*\).*/\1/p' "$lesson")
		printf '<li data-lesson="%s"><a href="%s.html">' "$number" "$name"
		picture "$lesson"
		printf '<span><strong>%s. %s</strong><br>%s minutes · you need: %s<br><span class="state">not begun</span></span></a></li>\n' \
			"$number" "$(title "$lesson" | html)" "$(head_field "$lesson" minutes | html)" "$(head_field "$lesson" needs | html)"
	done
	cat "$source/index_foot.html"
}

# A task of `grove grade` and its solution for each task of a lesson.
lecturer() # lesson
{
	awk -v out="$folder/lecturer/$(basename "$1" .md)" -f "$source/grade_tasks.awk" "$1" |
		while IFS= read -r line; do
			request=${line#"$folder/lecturer/"}
			# A request is words.
			# shellcheck disable=SC2086
			"$command" plan ${request#* } >"$folder/lecturer/${request%% *}.plan" || exit 1
		done
}

mkdir -p "$folder/lecturer" || exit 1
lessons | while IFS= read -r lesson; do
	fill "$lesson" && lecturer "$lesson" || exit 1
done || exit 1
{
	echo '# The lessons by minutes'
	lessons | while IFS= read -r lesson; do
		awk -f "$source/lecture_plan.awk" "$folder/$(basename "$lesson")"
	done
} >"$folder/lecturer/minutes.md"
course=$(course | sed 's/\\/\\\\/g')
lessons | while IFS= read -r lesson; do
	page "$(basename "$lesson" .md)" || exit 1
done || exit 1
"$command" explore >"$folder/explorer.html" || exit 1
index >"$folder/index.html"
