#!/bin/sh
# Makes the man pages of section 3 from the public headers.
# SPDX-License-Identifier: BSD-2-Clause
#
#	manual.sh SOURCE                prints the names of the pages
#	manual.sh SOURCE FOLDER         writes FOLDER/NAME.3

set -eu
export LC_ALL=C
here=$1/packaging/manual
make() # options of awk
{
	awk "$@" -f "$here/header.awk" -f "$here/prose.awk" -f "$here/fields.awk" -f "$here/pages.awk" \
		"$source/include/grove.h" "$source/include/grove_measure.h" "$source"/examples/*
}

source=$1
if [ $# = 1 ]; then
	make -v mode=names
else
	mkdir -p "$2"
	rm -f "$2"/*.3
	make -v mode=pages -v folder="$2" -v date="$(sed -n 's/^\.Dd //p' "$source/docs/grove.1")"
fi
