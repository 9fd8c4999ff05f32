#!/bin/sh
# Each word of the glossary has one entry, with a sentence and a file that exists and uses the word.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

# Prints "word|file|sentence" for each entry of glossary $1: "* **word** (`file`): sentence".
# shellcheck disable=SC2016 # Markdown's backquotes
entries()
{
	awk '
		function flush() { if (entry != "") print entry; entry = "" }
		/^\* / { flush(); entry = $0; next }
		/^  / && entry != "" { sub(/^ */, ""); entry = entry " " $0; next }
		{ flush() }
		END { flush() }' "$1" |
		sed 's/^\* \*\*\([^*]*\)\*\* *(*`*\([^`)]*\)`*)*:* *\(.*\)$/\1|\2|\3/'
}

# Prints a line for each entry of glossary $1 that is wrong; files are looked for below $2.
faults()
{
	entries "$1" >"$folder/entries"
	cut -d '|' -f 1 "$folder/entries" | sort -f | uniq -di | sed 's/$/: two entries/'
	while IFS='|' read -r word file sentence; do
		pattern=$(printf '%s' "$word" | sed 's/[ -]/[ _-]/g')
		if [ -z "$file" ] || [ ! -f "$2/$file" ]; then
			echo "$word: there is no file '$file'"
		elif ! grep -qi -e "$pattern" "$2/$file"; then
			echo "$word: $file does not use the word"
		fi
		case $sentence in
		[A-Z]*.) ;;
		*) echo "$word: no sentence" ;;
		esac
	done <"$folder/entries"
}

plan 4
lines=$(faults "$source/docs/glossary.md" "$source")
[ -z "$lines" ]
ok $? "glossary: each word has one sentence, and its file uses the word" "$lines"
[ "$(wc -l <"$folder/entries")" -ge 40 ]
ok $? "glossary: at least 40 words" "$(wc -l <"$folder/entries") words"
cut -d '|' -f 1 "$folder/entries" | LC_ALL=C sort -f -c 2>"$folder/order"
ok $? "glossary: the words are in alphabetical order" "$(cat "$folder/order")"

# Entries with a fault each.
mkdir "$folder/tree"
echo 'A ring has slots.' >"$folder/tree/ring.h"
cat >"$folder/glossary.md" <<'END'
* **ring** (`ring.h`): A ring has slots.
* **slot** (`ring.h`): A slot
  is a line.
* **hop** (`ring.h`): A hop is nowhere in that file.
* **plan** (`plan.h`): This file does not exist.
* **team**: This entry names no file.
* **ring slot** (`ring.h`): The file has both words, but not in this order.
* **rings** (`ring.h`): of a link
* **slot** (`ring.h`): The word has an entry already.
END
lines=$(faults "$folder/glossary.md" "$folder/tree" | sed 's/:.*//' | sort | tr '\n' ' ')
[ "$lines" = "hop plan ring slot rings rings slot team team " ]
ok $? "glossary: faults of every kind are found" "$lines"
finish
