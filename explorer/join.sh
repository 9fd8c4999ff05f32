#!/bin/sh
# Joins template, style, modules and the command to a page: that of `grove explore`, or that of a lesson.
# SPDX-License-Identifier: BSD-2-Clause
#
#	explorer/join.sh TEMPLATE.html STYLE.css MAIN.mjs COMMAND.wasm FOLDER... >PAGE
#
# The page has the modules that MAIN.mjs uses, found in the folders.
# A module becomes a function that runs when another module first uses the module. Imports become
# uses and exports the function's result, so that a name may stand in several modules. A module is known
# by its name, whatever its folder.

set -u
unset CDPATH
export LC_ALL=C
template=$1 style=$2 main=$3 wasm=$4
shift 4

refuse()
{
	echo "join.sh: $1" >&2
	exit 1
}

module() # FILE
{
	awk -v file="${1##*/}" '
	BEGIN { printf "modules[\"./%s\"] = () => {\n", file }
	/^import / { joining = 1 }
	joining {
		text = text " " $0
		if ($0 ~ /;$/) {
			from = text
			sub(/.* from "/, "", from); sub(/";$/, "", from); sub(/.*\//, "./", from)
			sub(/^ *import /, "", text); sub(/ from .*$/, "", text); gsub(/ as /, ": ", text)
			printf "const %s = use(\"%s\");\n", text, from
			text = ""; joining = 0
		}
		next
	}
	/^export (async function|function|const) / {
		name = $0
		sub(/^export (async function|function|const) /, "", name); sub(/[^A-Za-z0-9_$].*/, "", name)
		names = names (names ? ", " : "") name
		sub(/^export /, "")
	}
	/SPDX-License-Identifier: / { next } # the page has its own
	/^export / { print "join.sh: " file ": " $0 >"/dev/stderr"; exit 1 }
	{ print }
	END { printf "return { %s };\n};\n", names }' "$1" || refuse "$1: such an export is not joined"
}

# Prints the files of a module and of all that it uses, each once; the folders are the other arguments.
modules_of() # MAIN.mjs FOLDER...
{
	first=$1
	shift
	# shellcheck disable=SC2016 # a program of awk
	find "$@" -name '*.mjs' | sort | xargs awk -v first="$first" '
		FNR == 1 { name = FILENAME; sub(/.*\//, "", name); file[name] = FILENAME }
		/ from "[^"]*\.mjs";$/ { used = $0; sub(/.* from "/, "", used); sub(/";$/, "", used); sub(/.*\//, "", used)
			uses[name] = uses[name] " " used }
		function visit(name,   list, i, n) {
			if (name in seen)
				return
			seen[name]
			if (!(name in file)) { print "join.sh: there is no module " name >"/dev/stderr"; exit 1 }
			n = split(uses[name], list, " ")
			for (i = 1; i <= n; i++)
				visit(list[i])
			print file[name]
		}
		END { sub(/.*\//, "", first); visit(first) }' || exit 1
}

script() # FOLDER...
{
	echo '"use strict";'
	echo 'const modules = {}, used = {};'
	echo 'const use = (name) => used[name] ??= modules[name]();'
	files=$(modules_of "$main" "$@") || exit 1
	echo "$files" | while IFS= read -r file; do
		module "$file"
	done || exit 1
	printf 'use("./%s").main();\n' "${main##*/}"
}

command()
{
	echo '<script type="text/plain" id="wasm">'
	gzip -9 -n -c "$wasm" | base64 | tr -d '\n' # an end of line at every 76 letters is 4 KB
	echo '</script>'
}

[ -r "$wasm" ] || refuse "there is no $wasm"
! grep -rl --include='*.mjs' '</script' "$@" >&2 || refuse "a module holds the end of a script"
while IFS= read -r line; do
	case $line in
	'<!-- style -->') cat "$style" ;;
	'<!-- script -->') script "$@" || exit 1 ;;
	'<!-- wasm -->') command ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$template"
