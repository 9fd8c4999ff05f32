#!/bin/sh
# Each number in the prose of docs/errata.md is in a command or an output of its section.
# SPDX-License-Identifier: BSD-2-Clause

# A section ends at a heading of the second level or lower. Numbers in `code`, and those of tables, theorems and algorithms of a paper,
# need nothing; neither do years. tests/analysis/lectures_test.sh compares the outputs with the commands.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# Prints the numbers that stand in the prose of page $1 and are not shown in their section. A sentence
# with "every", "all", "none" and so on needs some output in its section.
unshown()
{
	awk '
		function numbers(text, found,   n) {
			while (match(text, /[0-9]+(\.[0-9]+)?/)) {
				found[substr(text, RSTART, RLENGTH) + 0]
				text = substr(text, RSTART + RLENGTH)
			}
		}
		function flush(   said, seen, n) {
			gsub(/`[^`]*`/, "", prose)
			gsub(/([Tt]ables?|[Ss]ections?|[Ll]emmas?|[Tt]heorems?|[Ee]quations?) [0-9.]+(,? (and|to) [0-9.]+)?/, "", prose)
			gsub(/[A-Z]+ [0-9]([AB ,.:]|$)|19[0-9][0-9]/, "", prose)
			numbers(prose, said)
			numbers(shown, seen)
			for (n in said)
				if (!(n in seen) && heading !~ /^# /)
					print heading ": " n
			if (prose ~ /[^a-z](every|all|none|no|half|twice)[^a-z]/ && !outputs && heading !~ /^# /)
				print heading ": no output"
			prose = shown = ""
			outputs = 0
		}
		/^#/ { flush(); heading = $0 }
		/^#/ { next }
		/^    / { shown = shown " " $0; outputs += /^    # /; next }
		{ prose = prose " " $0 }
		END { flush() }' "$1"
}

plan 2
lines=$(unshown "$source/docs/errata.md")
[ -z "$lines" ]
ok $? "shown: the numbers of errata.md" "$lines"
cat >page.md <<'END'
### A heading with 7
A cube has 8 nodes, 24 links and `12` of them in section 3.2, says BROADCAST 4 in 1990.

    grove network cube:3
    # nodes 8
### Another heading
It holds for all cubes.
END
[ "$(unshown page.md | tr '\n' '|')" = '### A heading with 7: 24|### Another heading: no output|' ]
ok $? "shown: a number that is not shown is found" "$(unshown page.md)"
finish
