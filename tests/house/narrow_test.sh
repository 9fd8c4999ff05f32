#!/bin/sh
# Machines of 32 bits: what knows no threads is built for one, and reads plan files there.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.}
CC=${CC:-cc}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

# The kernel's headers lie in a folder of the machine's own kind, where there is no other.
narrow="-m32 -idirafter /usr/include/$($CC -dumpmachine)"
printf '#include <stdio.h>\nint main(void) { return printf("") < 0; }\n' >"$folder/try.c"
# shellcheck disable=SC2086 # words
if ! $CC $narrow -o "$folder/try" "$folder/try.c" 2>"$folder/said" || ! "$folder/try"; then
	echo "$CC makes no programs of 32 bits here"
	exit 77
fi

cd "$source" || exit 1
# shellcheck disable=SC2046,SC2086 # words
if ! said=$($CC $narrow -std=c11 -D_GNU_SOURCE -O0 -I. -Iinclude -o "$folder/narrow" \
	tests/house/narrow.c $(find base topology plan -name '*.c') -lm 2>&1); then
	plan 1
	ok 1 "narrow: base, topology, plan and the format of plans are built for 32 bits" "$said"
	finish
fi
"$folder/narrow"
