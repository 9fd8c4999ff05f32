# Writes the tasks of a lesson as JSON for `grove grade`: OUT.json, OUT-harder-1.json ...; prints name and solution of each.
# SPDX-License-Identifier: BSD-2-Clause
#
#	awk -v out=FOLDER/NAME -f grade_tasks.awk LESSON.md

# The heading of a plan as fields.
function heading(text,   word, words, i, pair, said)
{
	words = split(text, word, " ")
	said = "  \"collective\": \"" word[1] "\", \"network\": \"" word[2] "\""
	for (i = 3; i <= words; i++) {
		split(word[i], pair, "=")
		said = said ", \"" pair[1] "\": " (pair[2] ~ /^[0-9]+$/ ? pair[2] : "\"" pair[2] "\"")
	}
	return said ",\n"
}

# Each condition has two points; the bytes of a packet are in the heading.
function points(text,   item, items, i, said)
{
	items = split(text, item, ", ")
	said = "    { \"item\": \"right\", \"points\": 4 },\n    { \"item\": \"partial\", \"points\": 2 }"
	for (i = 1; i <= items; i++) {
		sub(/^failures /, "survives ", item[i])
		if (item[i] !~ /^(right$|packet )/)
			said = said ",\n    { \"item\": \"" item[i] "\", \"points\": 2 }"
	}
	return "  \"points\": [\n" said " ] }\n"
}

function task(name, title, text, judge, solution)
{
	printf "{ \"title\": \"%s\",\n%s%s", title, heading(text), points(judge) >(name ".json")
	close(name ".json")
	print name, solution
}

/^## / { title = substr($0, 4); gsub(/["\\]/, "\\\\&", title) }
/^task: / { text = substr($0, 7) }
/^judge: / { judge = substr($0, 8) }
/^solution: / { task(out, title, text, judge, substr($0, 11)) }
/^harder: / {
	split(substr($0, 9), part, / \| /)
	task(out "-harder-" ++harder, title ", harder", part[1], part[2], part[4])
}
