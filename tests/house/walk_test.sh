#!/bin/sh
# The way of a warm broadcast of 8 bytes through the library: how many functions in how many files.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
temporary_folder

# The numbers of today, which may only sink.
sender='30 10' receiver='28 10'

command -v addr2line >/dev/null || { echo '1..0 # SKIP there is no addr2line'; exit 77; }
cd "$folder" || exit 1
{
	"$source/configure" --disable-command CC="${CC:-cc}" \
		CFLAGS='-O0 -g -finstrument-functions' && ninja build/libgrove.a
} >log 2>&1 || { echo "Bail out! the library cannot be built: $(tail -n 3 log)"; exit 1; }
# shellcheck disable=SC2046 # words
${CC:-cc} -O0 -g -no-pie -I"$source/include" "$source/tests/house/walk.c" build/libgrove.a \
	$(sed -n 's/^switch_libs = //p' build/config.ninja) -lm -pthread -o walk || exit 1

# Prints "FUNCTIONS FILES" of a node's broadcast, and keeps the list in a file.
walk() # node
{
	HOME=$folder ./walk "$1" >addresses || return
	# shellcheck disable=SC2046 # words
	addr2line -f -e walk $(sort -u addresses) | paste - - | sed 's/:[^:]*$//' | sort -u >"list$1"
	echo "$(wc -l <"list$1") $(cut -f 2 "list$1" | sort -u | wc -l)"
}

is_within() # limits found
{
	[ "${2% *}" -gt 10 ] && [ "${2% *}" -le "${1% *}" ] && [ "${2#* }" -le "${1#* }" ]
}

plan 3
found=$(walk 0)
is_within "$sender" "$found"
ok $? "walk: the sender passes at most ${sender% *} functions in ${sender#* } files" "$found
$(cat list0)"
found=$(walk 1)
is_within "$receiver" "$found"
ok $? "walk: the receiver passes at most ${receiver% *} functions in ${receiver#* } files" "$found
$(cat list1)"
! is_within '47 18' '48 18' && ! is_within '47 18' '47 19' && is_within '47 18' '47 18'
ok $? 'walk: a longer way is found'
finish
