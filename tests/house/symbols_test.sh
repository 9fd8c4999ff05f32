#!/bin/sh
# What the libraries show to programs: names that begin with grove_, and nothing else.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
build=${GROVE_BUILD:-build}
temporary_folder

# The names of groups of sections (COMDAT), of which the linker keeps one for all objects, as of the reference
# of all objects that unwind.
groups() # file
{
	LC_ALL=C readelf -gW "$1" | sed -n 's/^COMDAT group.* \[\([^]]*\)\] contains.*/\1/p' | sort -u
}

# Global names that the file defines, apart from grove_ ones, those of groups, and the name of the version.
strangers() # file nm-option...
{
	file=$1
	shift
	groups "$file" >"$folder/groups"
	nm --defined-only "$@" "$file" | awk 'NF == 3 && $3 !~ /^grove_/ && $3 !~ /^GROVE_([0-9.]*|PRIVATE)$/ { print $3 }' |
		grep -vxFf "$folder/groups"
}

# Names of groups that are not global in the file: where the linker keeps the group of another object, what refers
# to the name has nothing left.
stranded() # archive
{
	groups "$1" >"$folder/groups"
	nm -g --defined-only "$1" 2>/dev/null | awk '{ print $3 }' | sort -u | comm -13 - "$folder/groups"
}

plan 18
shared=$build/libgrove.so static=$build/libgrove.a

lines=$(strangers "$shared" -D)
[ -e "$shared" ] && [ -z "$lines" ]
ok $? "symbols: the shared library shows only grove_ names" "$lines"

lines=$(strangers "$static" -g)
[ -e "$static" ] && [ -z "$lines" ]
ok $? "symbols: the static library shows only grove_ names" "$lines"

for name in openmpi mpich; do
	library=$build/mpi/$name/libgrove-mpi.a
	if [ -e "$library" ]; then
		lines=$(strangers "$library" -g; [ ! -e "${library%.a}.so" ] || strangers "${library%.a}.so" -D)
		[ -z "$lines" ]
		ok $? "symbols: the libraries for $name show only grove_ names" "$lines"
	else
		skip "symbols: the libraries for $name show only grove_ names" 'not in this build'
	fi
done

lines=$(for library in "$static" "$build"/mpi/*/libgrove-mpi.a; do [ ! -e "$library" ] || stranded "$library"; done)
[ -z "$lines" ]
ok $? "symbols: names of groups of sections are global in the static libraries" "$lines"

# Functions that the compiler puts into groups, as for 32-bit x86, by the rule of the build.
localised() # name of a group
{
	printf '	.section .text.%s,"axG",@progbits,%s,comdat\n	.globl %s\n	.hidden %s\n%s:\n	nop\n' \
		"$1" "$1" "$1" "$1" "$1" >"$folder/grouped.s"
	echo 'int ring_push(void); int ring_push(void) { return 0; }' >"$folder/own.c"
	(cd "$folder" && ${CC:-cc} -c grouped.s own.c && ar rc grouped.a grouped.o own.o) || return
	sh -c "$("${NINJA:-ninja}" -t commands build/library/grove.o | tail -n 1 | sed "
		s|--whole-archive .* -Wl,--no-whole-archive|--whole-archive $folder/grouped.a -Wl,--no-whole-archive|
		s|build/library/grove.o|$folder/localised.o|g")"
}
said=$(localised compiler.thunk 2>&1) && [ "$(nm -g --defined-only "$folder/localised.o" | awk '{ print $3 }')" = compiler.thunk ]
ok $? "symbols: what the compiler puts into a group stays global, whatever its name" "$said"

# What the public headers declare must be there, in both libraries: a forgotten function is found
# here, not by the first program that calls it.
include=${GROVE_SOURCE:-.}/include
header=$include/grove.h
# shellcheck disable=SC2086
${CC:-cc} -E -P -I"$include" -x c "$include/grove_measure.h" | tr '\n' ' ' | tr ';' '\n' | grep 'visibility("default")' |
	sed 's/__attribute__ *((visibility("default")))//; s/(.*//; s/\(struct\|enum\)  *[a-z_]*//g' |
	grep -o 'grove_[a-z0-9_]*' | sort -u >"$folder/declared"
for library in "$shared -D" "$static -g"; do
	# shellcheck disable=SC2086
	nm --defined-only $library | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' |
		sort -u >"$folder/defined"
	lines=$(comm -23 "$folder/declared" "$folder/defined")
	[ -s "$folder/declared" ] && [ -z "$lines" ]
	ok $? "symbols: ${library%% *} has all that the headers declare" "$lines"
done

nm -D --defined-only "$shared" | awk 'NF == 3 && $3 ~ /^grove_/ && $3 !~ /^grove_wired_/ { sub(/@.*/, "", $3); print $3 }' |
	sort -u >"$folder/defined"
lines=$(comm -13 "$folder/declared" "$folder/defined")
[ -s "$folder/defined" ] && [ -z "$lines" ]
ok $? "symbols: the shared library shows no function that the headers do not declare" "$lines"

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

# The public functions reach all that the library carries. The linker knows better: it is asked to leave out
# each function and each variable that no public function reaches, and hardly anything may go.
archives=''
for room in library runtime collectives plan topology base; do
	archives="$archives $build/$room.a"
done

# The bytes of code and constants, and those of variables, of a shared library.
linked() # map option-or-object...
{
	map=$1
	shift
	# shellcheck disable=SC2086 # words
	${CC:-cc} -shared -pthread -o "$folder/linked.so" -Wl,--version-script="$map" "$@" \
		-Wl,--whole-archive $archives -Wl,--no-whole-archive -lm -ldl || return
	size "$folder/linked.so" | awk 'NR == 2 { print $1, $2 + $3 }'
}

# The hundredths of a percent that the linker leaves out, of code and of variables.
unreached() # map object...
{
	{
		linked "$@"
		linked "$@" -Wl,--gc-sections
	} | awk '{ code[NR] = $1; data[NR] = $2 }
		END { printf "%d %d\n", 1e4 * (1 - code[2] / code[1]), 1e4 * (1 - data[2] / data[1]) }'
}

few() # code data
{
	[ "$1" -lt 200 ] && [ "$2" -lt 200 ]
}

map=${GROVE_SOURCE:-.}/library/grove.map
if grep -q 'CONFIG_FLAGS.*-flto' "$build/config.h"; then
	for number in 15 16 17 18; do
		skip "symbols: question $number about unreached code" \
			'link-time optimization leaves unreached functions out by itself'
	done
	finish
fi
said=$(unreached "$map")
# shellcheck disable=SC2086 # two numbers
few $said
ok $? "symbols: less than 2 % of the library is out of reach of its public functions" \
	"hundredths of a percent of code and of data: $said"

# The same question finds a function that nobody calls, and a variable that nobody reads. A variable
# that nothing writes would be a constant.
fattened() # declaration expression
{
	echo "int out_of_reach(int i) { static $1 = { 1 }; return $2; }" >"$folder/fat.c"
	${CC:-cc} -O1 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -c -o "$folder/fat.o" \
		"$folder/fat.c"
	said=$(unreached "$map" "$folder/fat.o")
	# shellcheck disable=SC2086 # two numbers
	[ "${said% *}" -ge 0 ] && ! few $said
}

# Instruments, which are sanitizers and coverage, add far more than such a function.
instruments=${SANITIZE:-}${GROVE_COUNTERS:-}
refuses() # declaration expression sentence
{
	if [ -n "$instruments" ]; then
		skip "$3" 'the instruments of this build are larger'
	else
		fattened "$1" "$2"
		ok $? "$3" "$said"
	fi
}
refuses 'const char big[20000]' 'big[i]' 'symbols: 20 kB of code and constants that nobody calls would be refused'
refuses 'int big[2000]' 'big[i]++' 'symbols: 8 kB of variables that nobody reads would be refused'

echo 'NARROW { global: grove_version; local: *; };' >"$folder/narrow.map"
if [ -n "$instruments" ]; then
	skip 'symbols: the linker can leave out each function by itself' 'the instruments stay, and are larger'
else
	said=$(unreached "$folder/narrow.map")
	[ "${said% *}" -gt 5000 ]
	ok $? 'symbols: the linker can leave out each function by itself' "$said"
fi
finish
