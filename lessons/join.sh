#!/bin/sh
# Writes a page for each lesson by `grove explore --lesson`, and an index of all.
# SPDX-License-Identifier: BSD-2-Clause
#
#	lessons/join.sh SOURCE COMMAND FOLDER     SOURCE: the folder lessons/; FOLDER: lessons/ beside the command

set -u
unset CDPATH
export LC_ALL=C
source=$1 command=$2 folder=$3

# The title of a lesson, as HTML.
title() # lesson
{
	sed -n '1s/^# //; 1s/&/\&amp;/g; 1s/</\&lt;/g; 1p' "$1"
}

goal() # lesson
{
	awk '/^Goal: / { goal = 1 } /^$/ && goal { exit } goal { printf "%s ", $0 }' "$1" |
		sed 's/&/\&amp;/g; s/</\&lt;/g; s/^Goal: //'
}

index()
{
	cat <<-'END'
		<!doctype html>
		<html lang="en"><head><meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<title>grove: lessons</title>
		<style>
		:root { color-scheme: light dark }
		body { font: 16px/1.5 system-ui, "DejaVu Sans", Verdana, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }
		li { margin: .6em 0; list-style: none }
		</style></head>
		<body><main><h1>Collectives on networks: a course</h1>
		<p>Each lesson has an explanation, pictures to predict before they play, a schedule to write, a
		question of proof, and an erratum of a paper where there is one. Every answer comes from the
		command, which is inside each page.</p>
		<ul>
	END
	for lesson in "$source"/*.md; do
		name=$(basename "$lesson" .md)
		echo "<li><a href=\"$name.html\">$(title "$lesson")</a><br>$(goal "$lesson")</li>"
	done
	echo '</ul></main></body></html>'
}

# A page beside an index has a link to the index.
mkdir -p "$folder" && cp "$source"/*.md "$folder" || exit 1
for lesson in "$source"/*.md; do
	name=$(basename "$lesson" .md)
	"$command" explore --lesson "$name" >"$folder/lesson.html" || exit 1
	sed 's|^<title>|<link rel="contents" href="index.html">\n&|' "$folder/lesson.html" >"$folder/$name.html" || exit 1
done
rm "$folder/lesson.html"
index >"$folder/index.html"
