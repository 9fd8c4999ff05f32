#!/bin/sh
# Draws the pictures of the pages in docs/ again, by the commands of the pages.
# SPDX-License-Identifier: BSD-2-Clause

#	sh docs/pictures.sh GROVE FOLDER
#
# A page shows `![...](pictures/NAME.svg)`, and a line of the page is the command that makes the
# picture: `    grove ... > NAME.svg`. FOLDER gets all pictures; `ninja pictures` has docs/pictures.

set -u
[ $# = 2 ] || { echo "usage: sh docs/pictures.sh GROVE FOLDER" >&2; exit 2; }
grove=$1
folder=$2
here=$(dirname "$0")
status=0

# Prints the names of the pictures that the pages show.
shown()
{
	grep -oh '](pictures/[a-z0-9-]*\.svg)' "$here"/*.md | sed 's|.*/||; s|)||' | sort -u
}

# Prints the words of the command that makes a picture.
command_of() # picture
{
	grep -h "^    grove .* > $1\$" "$here"/*.md | sed 's|^    grove ||; s| > .*||' | sort -u
}

for picture in $(shown); do
	command=$(command_of "$picture")
	if [ "$(printf '%s\n' "$command" | grep -c .)" != 1 ]; then
		echo "docs/pictures.sh: $picture needs one command in the pages" >&2
		status=1
		continue
	fi
	# shellcheck disable=SC2086 # the words of the command
	"$grove" $command >"$folder/$picture" || status=1
done
exit $status
