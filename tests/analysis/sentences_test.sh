#!/bin/sh
# Each sentence of docs/lectures.md with a number or "every", "all", "none" has evidence that is recomputed.
# SPDX-License-Identifier: BSD-2-Clause

# tests/analysis/lecture_sentences.txt has such a sentence on a line, and indented below: commands, and after each
# command "# text" for each part of its output, in which blanks count as one. "by definition: ..." stands
# instead of commands below a sentence that only says what words mean, or cites.

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"
PATH=$build:$PATH
evidence=$source/tests/analysis/lecture_sentences.txt

# Prints the sentences of page $1, one a line, without headings, commands and tables.
sentences()
{
	awk '
		function flush(   i, c, last, begin) {
			begin = 1
			for (i = 1; i <= length(text); i++) {
				c = substr(text, i, 1)
				last = substr(text, i - 1, 1)
				if (c == "." && last !~ /[A-Z]/ && substr(text, i + 1, 1) ~ /^ ?$/) {
					print substr(text, begin, i - begin + 1)
					begin = i + 2
				}
			}
			text = ""
		}
		/^#/ || /^ / || /^\|/ || /^$/ { flush(); next }
		{ text = text (text == "" ? "" : " ") $0 }
		END { flush() }' "$1"
}

# Prints the sentences that need evidence. A number in `code` needs none.
checkable()
{
	sentences "$1" | awk '{
		prose = tolower($0)
		gsub(/`[^`]*`/, "", prose)
		if ((" " prose " ") ~ /[0-9]|[^a-z](every|each|all|none|no|half|twice|two|three)[^a-z]/)
			print
	}'
}

# Prints the sentences of the evidence in file $1.
listed()
{
	grep -v '^[ 	]' "$1" | grep -v '^$'
}

# Runs the evidence in file $1, and prints a line for each fault.
faults()
{
	sentence='' ran=yes
	while IFS= read -r line; do
		case $line in
		'') ;;
		'    by definition: '*) ran=yes ;;
		'    # '*)
			[ "$ran" = no ] && ran=yes
			tr -s ' \n' '  ' <out | grep -qF -- " ${line#    \# } " ||
				echo "$sentence: no '${line#    \# }'"
			;;
		'    '*)
			[ "$ran" = no ] && [ -n "$command" ] && echo "$sentence: nothing is expected"
			ran=no command=${line#    }
			{ echo; (eval "$command") 2>&1 </dev/null; echo; } >out
			;;
		*)
			[ "$ran" = yes ] || echo "$sentence: no evidence"
			sentence=$line ran=no command=''
			;;
		esac
	done <"$1"
	[ "$ran" = yes ] || echo "$sentence: no evidence"
}

plan 5
checkable "$source/docs/lectures.md" | sort >needed
listed "$evidence" | sort >given
comm -23 needed given >without
[ ! -s without ]
ok $? "sentences: each with a number, every, all or none has evidence" "$(cat without)"
comm -13 needed given >stale
[ ! -s stale ]
ok $? "sentences: the evidence is for sentences of the page" "$(cat stale)"
lines=$(faults "$evidence")
[ -z "$lines" ] && [ "$(wc -l <needed)" -gt 40 ]
ok $? "sentences: the evidence shows what the sentences say" "$lines"

# Faults of every kind.
cat >page.md <<'END'
# All headings

Every cube has links. A cube of dimension 4 has 16 nodes. Nothing is here.
No O.C. SEND is
half. The code `cube:4` is free.

    all commands
END
[ "$(checkable page.md | tr '\n' '|')" = \
	'Every cube has links.|A cube of dimension 4 has 16 nodes.|No O.C. SEND is half.|' ]
ok $? "sentences: found where a sentence ends, and only in prose" "$(checkable page.md)"
cat >wrong.txt <<'END'
A right sentence.
    grove network cube:4
    # nodes 16
A wrong sentence.
    grove network cube:4
    # nodes 17
Without evidence.
A command without a value.
    grove network cube:4
The last.
    by definition: it is the last
END
faults wrong.txt >found
[ "$(cut -d: -f 1 found | tr '\n' '|')" = \
	'A wrong sentence.|Without evidence.|A command without a value.|' ]
ok $? "sentences: wrong and missing evidence is found" "$(cat found)"
finish
