#!/bin/sh
# Joins template, style, modules and the command to the page of `grove explore`.
# SPDX-License-Identifier: BSD-2-Clause
#
#	explorer/join.sh SOURCE COMMAND.wasm >PAGE      SOURCE: the folder explorer/
#
# A module becomes a function that runs when another module first uses the module. Imports become
# uses and exports the function's result, so that a name may stand in several modules. A module is known
# by its name, whatever its folder.

set -u
unset CDPATH
export LC_ALL=C
source=$1
wasm=$2

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

script()
{
	echo '"use strict";'
	echo 'const modules = {}, used = {};'
	echo 'const use = (name) => used[name] ??= modules[name]();'
	find "$source" -name '*.mjs' | sort | while IFS= read -r file; do
		module "$file"
	done || exit 1
	echo 'use("./main.mjs").main();'
}

command()
{
	echo '<script type="text/plain" id="wasm">'
	gzip -9 -n -c "$wasm" | base64 | tr -d '\n' # an end of line at every 76 letters is 4 KB
	echo '</script>'
}

[ -r "$wasm" ] || refuse "there is no $wasm"
! grep -rl --include='*.mjs' '</script' "$source" >&2 || refuse "a module holds the end of a script"
while IFS= read -r line; do
	case $line in
	'<!-- style -->') cat "$source/page.css" ;;
	'<!-- script -->') script ;;
	'<!-- wasm -->') command ;;
	*) printf '%s\n' "$line" ;;
	esac
done <"$source/page.html"
