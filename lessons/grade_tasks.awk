# Writes the task of a lesson as JSON for `grove grade`, from its fields task and judge.
# SPDX-License-Identifier: BSD-2-Clause

function heading(text,   word, words, i, pair, known)
{
	split("root destination bytes packet ports duplex permutation", known, " ")
	words = split(text, word, " ")
	printf "  \"collective\": \"%s\", \"network\": \"%s\"", word[1], word[2]
	for (i = 3; i <= words; i++) {
		split(word[i], pair, "=")
		printf ", \"%s\": %s", pair[1], pair[2] ~ /^[0-9]+$/ ? pair[2] : "\"" pair[2] "\""
	}
	print ","
}

function points(text,   item, items, i)
{
	items = split(text, item, ", ")
	print "  \"points\": ["
	print "    { \"item\": \"right\", \"points\": 4 },"
	printf "    { \"item\": \"partial\", \"points\": 2 }"
	for (i = 1; i <= items; i++)
		if (item[i] ~ /^(steps|packets|volume|links|redundant) /)
			printf ",\n    { \"item\": \"%s\", \"points\": 2 }", item[i]
	print " ] }"
}

/^## / { title = substr($0, 4) }
/^task: / { task = substr($0, 7); name = title }
/^judge: / { judge = substr($0, 8) }
END {
	gsub(/["\\]/, "\\\\&", name)
	printf "{ \"title\": \"%s\",\n", name
	heading(task)
	points(judge)
}
