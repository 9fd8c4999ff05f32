# Reads pages for tests written in shell: their programs, and the names of grove in them; read in with `.`.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh

# Prints program number $3 in language $2 of page $1.
program() # page language number
{
	awk -v mark="\`\`\`$2" -v number="$3" '
		$0 == mark { open = ++count == number; next }
		/^```$/ { open = 0 }
		open' "$1"
}

# Prints the names of grove in a page that no header in a folder has.
unknown_names() # page folder
{
	grep -oE '(grove|GROVE)_[A-Za-z0-9_]+' "$1" | sort -u | while read -r word; do
		[ -e "$2/$word.h" ] || grep -qw "$word" "$2"/*.h || echo "$word"
	done
}
