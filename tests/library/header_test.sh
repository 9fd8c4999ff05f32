#!/bin/sh
# The headers alone, in every language and standard that it is for, with the strictest warnings.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

cat >"$folder/use.c" <<'END'
#include <grove_measure.h>

struct big {
	long part[5];
};

#ifdef __cplusplus
constexpr int element = GROVE_ELEMENT(sizeof(struct big)), largest = GROVE_ELEMENT(65535);
static_assert(element == GROVE_ELEMENT(40) && largest == 0x1ffff, "elements keep their sizes");
#else
_Static_assert(GROVE_ELEMENT(sizeof(struct big)) == GROVE_ELEMENT(40), "elements keep their sizes");
static const int element = GROVE_ELEMENT(40), largest = GROVE_ELEMENT(65535);
#endif

int all(struct grove_node *me, const struct big *in, struct big *out, const struct grove_fold *fold)
{
	int type = me ? element : largest;

	return grove_allreduce(me, in, out, 1, type, fold) ||
	       grove_allreduce(me, GROVE_IN_PLACE, out, 1, GROVE_ELEMENT(40), GROVE_SUM);
}
END
cp "$folder/use.c" "$folder/use.cc"

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror'
cat >"$folder/languages" <<'END'
gcc c11 c
gcc c17 c
clang c11 c
clang c17 c
g++ c++11 cc
g++ c++17 cc
g++ c++20 cc
clang++ c++11 cc
clang++ c++17 cc
clang++ c++20 cc
END

while read -r compiler standard end; do
	command -v "$compiler" >/dev/null && echo "$compiler $standard $end"
done <"$folder/languages" >"$folder/here"
[ -s "$folder/here" ] || { echo "no compiler is here"; exit 77; }
plan "$(($(wc -l <"$folder/here") + 4))"
while read -r compiler standard end; do
	# shellcheck disable=SC2086 # words
	said=$($compiler -std="$standard" $warnings -I"$source/include" -c -o "$folder/use.o" \
		"$folder/use.$end" 2>&1)
	ok $? "header: elements of one's own, by $compiler -std=$standard" "$said"
done <"$folder/here"

# The example of grove(7) for C++.
{
	echo '#include <grove.h>'
	echo 'void example();'
	echo 'void example() {'
	sed -n '/^\.Sh C++/,$p' "$source/docs/grove.7" | sed -n '/^\.Bd/,/^\.Ed/p' | sed '/^\./d'
	echo '}'
} >"$folder/example.cc"
compiler=$(command -v g++ || command -v clang++)
if [ -n "$compiler" ]; then
	# shellcheck disable=SC2086 # words
	said=$($compiler -std=c++17 $warnings -I"$source/include" -c -o "$folder/use.o" "$folder/example.cc" 2>&1) &&
		[ "$(grep -c grove_team "$folder/example.cc")" = 5 ]
	ok $? "header: the example of grove(7) in C++" "$said$(cat "$folder/example.cc")"
else
	skip "header: the example of grove(7) in C++" 'no C++'
fi
# A header that people read from end to end has a length: what is longer belongs into the man pages.
lengths() # header lines functions
{
	lines=$(wc -l <"$1")
	functions=$(grep -c '^GROVE_API ' "$1")
	said="$lines lines, $functions functions; at most $2 and $3"
	[ "$lines" -le "$2" ] && [ "$functions" -le "$3" ]
}
lengths "$source/include/grove.h" 700 55 && [ "$functions" -gt 30 ]
ok $? "header: grove.h has at most 700 lines and 55 functions" "$said"
{
	cat "$source/include/grove.h"
	echo 'GROVE_API int grove_one(void);'
	echo 'GROVE_API int grove_more(void);'
	seq 100 | sed 's|.*|/* line & */|'
} >"$folder/longer.h"
! lengths "$folder/longer.h" 900 55
ok $? "header: further functions are counted" "$said"
! lengths "$folder/longer.h" 700 60
ok $? "header: further lines are counted" "$said"
finish
