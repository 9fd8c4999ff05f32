# Completes the words of the command `grove` in bash, from what the command says of itself.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash

# The names that a page of `grove list` begins its lines with.
_grove_list() # grove page
{
	"$1" list "$2" 2>/dev/null | sed -n 's/^  \([a-z][a-z0-9-]*\).*/\1/p'
}

# Values of one option: the words behind the last colon of its help text, when that is a list.
_grove_values() # grove sub-command option
{
	"$1" "$2" --help 2>/dev/null | awk -v option="$3" '
		/^  --/ { here = $1 == option }
		here { sub(/^  --[^ ]+( [^ ]+)?  +/, ""); text = text " " $0 }
		END {
			if (!sub(/.*: /, "", text))
				exit
			gsub(/\[[^]]*\]/, "", text)
			gsub(/[,;]/, " ", text)
			print text
		}' | grep -oE '(^| )[a-z][a-z0-9_-]*( |$)|[a-z][a-z0-9_-]+'
}

# The words that may stand at place `place` (0: the sub-command).
_grove_words() # grove sub-command place
{
	case $2:$3 in
	*:0) "$1" --help | sed -n 's/^  grove \([a-z]*\) .*/\1/p' ;;
	help:1) _grove_words "$1" "" 0 ;;
	list:1) echo networks collectives trees algorithms orders machines crossovers ;;
	network:1 | trees:1 | platform:1) _grove_list "$1" networks | sed 's/$/:/' ;;
	trees:2) _grove_list "$1" trees ;;
	plan:1 | simulate:1 | verify:1 | explore:1 | run:1 | bench:1 | tune:1)
		"$1" "$2" --help | sed -n '/^COLLECTIVE:/,/^[^ C]/p' | sed '$d; s/^COLLECTIVE://' |
			tr -s ' ' '\n'
		;;
	plan:2 | simulate:2 | verify:2 | explore:2 | run:2 | bench:2)
		echo auto
		_grove_list "$1" trees
		"$1" list algorithms | awk '/^  [a-z]+ [a-z]/ { print $2 }'
		;;
	plan:3 | simulate:3 | verify:3 | explore:3 | run:3 | bench:3 | tune:2)
		_grove_list "$1" networks | sed 's/$/:/'
		;;
	esac
}

# Plan files, which may stand in place of the collective.
_grove_plans() # sub-command place word
{
	case $1:$2 in
	plan:1 | simulate:1 | verify:1 | explore:[12] | run:1 | bench:1)
		compgen -f -X '!*.plan' -- "$3"
		compgen -f -X '!*.json' -- "$3"
		;;
	esac
}

# Whether an option stands alone; the word behind another option is its value.
_grove_flag() # grove sub-command option
{
	"$1" "$2" --help 2>/dev/null | grep -qE "^  $3(,|  )"
}

_grove()
{
	local grove=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local sub=${COMP_WORDS[1]} place=0 i

	for ((i = 2; i <= COMP_CWORD; i++)); do
		case ${COMP_WORDS[i - 1]} in
		--*) _grove_flag "$grove" "$sub" "${COMP_WORDS[i - 1]}" || ((place--)) ;; # its value is no word of its own
		*) ((place++)) ;;
		esac
	done
	! _grove_flag "$grove" "$sub" "$before" || before=
	compopt +o nospace 2>/dev/null
	case $word:$before in
	-*:*)
		mapfile -t COMPREPLY < <(compgen -W "$("$grove" "$sub" --help 2>/dev/null |
			grep -oE '^  --[a-z-]+')" -- "$word")
		return
		;;
	*:--machine) i=$(_grove_list "$grove" machines) ;;
	*:--order) i=$(_grove_list "$grove" orders) ;;
	*:--plan | *:--output | *:--plot | *:--hostfile) i= ;; # a file
	*:--?*) i=$(_grove_values "$grove" "$sub" "$before") ;;
	*)
		i=$(_grove_words "$grove" "$sub" "$place")
		i+=" $(_grove_plans "$sub" "$place" "$word")"
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$i" -- "$word" | sort -u)
	case ${COMPREPLY[0]-} in
	*:) compopt -o nospace 2>/dev/null ;; # the network's size follows
	esac
}

complete -o default -F _grove grove
