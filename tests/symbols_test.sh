#!/bin/sh
# What the libraries show to programs: names that begin with grove_, and nothing else.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
build=${GROVE_BUILD:-build}
temporary_folder

# Global names that the file defines, apart from grove_ ones and the name of the version.
strangers() # file nm-option...
{
	file=$1
	shift
	nm --defined-only "$@" "$file" | awk 'NF == 3 && $3 !~ /^grove_/ && $3 !~ /^GROVE_[0-9.]*$/ { print $3 }'
}

plan 9
shared=$build/libgrove.so static=$build/libgrove.a

lines=$(strangers "$shared" -D)
[ -e "$shared" ] && [ -z "$lines" ]
ok $? "symbols: the shared library shows only grove_ names" "$lines"

lines=$(strangers "$static" -g)
[ -e "$static" ] && [ -z "$lines" ]
ok $? "symbols: the static library shows only grove_ names" "$lines"

# What the public header declares must be there, in both libraries: a forgotten function is found
# here, not by the first program that calls it.
header=${GROVE_SOURCE:-.}/include/grove.h
# shellcheck disable=SC2086
${CC:-cc} -E -P -x c "$header" | tr '\n' ' ' | tr ';' '\n' | grep 'visibility("default")' |
	sed 's/__attribute__ *((visibility("default")))//; s/(.*//; s/\(struct\|enum\)  *[a-z_]*//g' |
	grep -o 'grove_[a-z0-9_]*' | sort -u >"$folder/declared"
for library in "$shared -D" "$static -g"; do
	# shellcheck disable=SC2086
	nm --defined-only $library | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' |
		sort -u >"$folder/defined"
	lines=$(comm -23 "$folder/declared" "$folder/defined")
	[ -s "$folder/declared" ] && [ -z "$lines" ]
	ok $? "symbols: ${library%% *} has all that grove.h declares" "$lines"
done

# A version 0.y may break what 0.x promised, so its name has both numbers.
number() # name
{
	sed -n "s/^#define GROVE_VERSION_$1 //p" "$header"
}
soversion=$(number MAJOR)
[ "$soversion" != 0 ] || soversion=0.$(number MINOR)
said=$(objdump -p "$shared" | awk '$1 == "SONAME" { print $2 }')
[ "$said" = "libgrove.so.$soversion" ]
ok $? "symbols: the shared library is called libgrove.so.$soversion" "$said"
said=$(nm -D --with-symbol-versions --defined-only "$shared" | sed -n 's/.* grove_version@@//p')
[ "$said" = "GROVE_$soversion" ]
ok $? "symbols: programs ask for the version GROVE_$soversion" "$said"

# The size of a variable would be copied into programs, and could never change.
lines=$(nm -D --defined-only "$shared" | awk '$2 !~ /^[TA]$/ { print $3 }')
[ -z "$lines" ]
ok $? "symbols: the shared library shows functions, and no variables" "$lines"

# jansson serves the command alone, and likwid, which is GPL-3, is never linked.
lines=$(objdump -p "$shared" | awk '$1 == "NEEDED" && $2 ~ /jansson|likwid|cmocka/')
[ -z "$lines" ]
ok $? "symbols: the library links neither jansson nor likwid" "$lines"

echo 'int ring_push(void) { return 0; } int grove_x(void) { return ring_push(); }' >"$folder/bad.c"
${CC:-cc} -c -o "$folder/bad.o" "$folder/bad.c"
[ "$(strangers "$folder/bad.o" -g)" = ring_push ]
ok $? "symbols: a library that shows ring_push would be refused"
finish
