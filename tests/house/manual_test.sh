#!/bin/sh
# The man pages of the library: a page for each public name, no word of the headers lost, no warning.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
. "$source/tests/tap.sh"
temporary_folder
build=$PWD/${GROVE_BUILD:-build}
manual=$source/packaging/manual/manual.sh
include=$source/include

plan 11

# ---- The pages of the headers ----

here=$(cd "$build/man/man3" && echo *)
[ "$here" = "$(sh "$manual" "$source" | sed 's/$/.3/' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')" ]
ok $? "manual: the build makes the pages that are installed" "$here"

# The compiler's view of the headers, with the names of macros; comments are gone.
${CC:-cc} -E -dD -P -I"$include" -x c "$include/grove_measure.h" | sed -n '/define GROVE_MEASURE_H/,$p' >"$folder/seen"
public() # what
{
	case $1 in
	functions) tr '\n' ' ' <"$folder/seen" | grep -o 'grove_[a-z0-9_]* *([^;]*;' | sed 's/ *(.*//' ;;
	types) grep -oE '(struct|enum) grove_[a-z_]+( \{|;)' "$folder/seen" | grep -oE 'grove_[a-z_]+' ;;
	macros) grep -oE '^#define GROVE_[A-Z_]+' "$folder/seen" | sed 's/.* //' | grep -vE '^GROVE_([A-Z]*_?H|API)$' ;;
	esac | sort -u
}
for what in functions types macros; do
	public $what | grep -v '^grove_builtin_fold$' | while read -r name; do
		[ -e "$build/man/man3/$name.3" ] || echo "$what: no page for $name"
	done
done >"$folder/absent"
[ "$(public functions | wc -l)" -gt 60 ] && [ ! -s "$folder/absent" ]
ok $? "manual: each public function, type and macro has a page" "$(cat "$folder/absent")"

for page in $here; do
	[ "$page" = grove.3 ] || grep -qwF -- "${page%.3}" "$folder/seen" || echo "$page"
done >"$folder/stale"
[ ! -s "$folder/stale" ]
ok $? "manual: no page for a name that the headers lack" "$(cat "$folder/stale")"

# ---- What the pages say ----

# Lines in a form in which headers and pages agree.
plain()
{
	sed 's/(3)//g; s/[`•]//g; s/‐/-/g; s/−/-/g; s/\xe2\x80\x99/'"'"'/g; s/[ \t]\{1,\}/ /g; s/^ //; s/ $//; s/ - / /g' |
		tr '[:upper:]' '[:lower:]'
}
# The sentences of the header's comments, one a line: a page may set each in a part of its own.
sentences()
{
	awk '
		/^\/\* ----/ || /SPDX/ { next }
		/\/\*/ { open = 1; sub(/.*\/\*/, "") }
		open {
			line = $0
			last = line ~ /\*\//
			sub(/\*\/.*/, "", line)
			sub(/^[ \t]*\*( |$)?/, "", line)
			if (line ~ /^[ \t]*$/ || line ~ /^\t*(- |[^\t ][^\t]*\t)/ || (deep && line ~ /^[^\t]/))
				printf "\n"
			deep = line ~ /^\t/
			printf "%s ", line
			if (last)
				printf "\n"
			open = !last
		}' "$@" | sed 's/\. \{1,\}/.\n/g; s/^[ \t]*- //' | grep '[^ \t]'
}
# Sets the pages of a folder, and prints what groff says.
pages_set() # folder
{
	(cd "$1/.." && for page in man3/*.3; do
		grep -q '^\.so' "$page" || groff -mdoc -ww -Tutf8 -P-cbou -rLL=2000n -rHY=0 "$page"
	done 2>&3) 3>&1 >"$folder/set"
}
# Prints the sentences of the headers that no page has.
lost() # header...
{
	sentences "$@" | plain >"$folder/sentences"
	plain <"$folder/set" | awk '
		NR == FNR { text = text " " $0; next }
		!index(text, $0)' - "$folder/sentences"
}
if command -v groff >/dev/null; then
	lines=$(pages_set "$build/man/man3"; groff -mdoc -ww -Tutf8 "$source/docs/grove.7" 2>&1 >/dev/null)
	[ -z "$lines" ]
	ok $? "manual: groff sets the pages without a warning" "$lines"
	lines=$(lost "$include/grove.h" "$include/grove_measure.h")
	[ -z "$lines" ] && [ "$(wc -l <"$folder/sentences")" -gt 300 ]
	ok $? "manual: no sentence of the headers' comments is lost" "$lines"
else
	skip "manual: groff sets the pages without a warning" 'no groff'
	skip "manual: no sentence of the headers' comments is lost" 'no groff'
fi

if command -v lexgrog >/dev/null; then
	# shellcheck disable=SC2046 # a list of names
	lines=$(cd "$build/man" && lexgrog $(grep -L '^\.so' man3/*.3) 2>&1)
	[ "$(printf '%s\n' "$lines" | grep -icE '^[^ ]*: "grove[a-z_]* - .{8}')" = "$(echo "$here" | wc -w)" ]
	ok $? "manual: whatis understands each page's names" "$lines"
else
	skip "manual: whatis understands each page's names" 'no lexgrog (man-db)'
fi

# An alias says .so, which mandoc would replace by links; other manuals are unknown to mandoc.
if command -v mandoc >/dev/null; then
	lines=$(cd "$build/man" && mandoc -T lint -W warning man3/*.3 "$source/docs/grove.7" | grep -v '\.so is fragile')
	[ -z "$lines" ]
	ok $? "manual: mandoc finds no fault" "$lines"
else
	skip "manual: mandoc finds no fault" 'no mandoc'
fi

# ---- A header of every form ----

mkdir -p "$folder/small/include" "$folder/small/examples" "$folder/small/docs" "$folder/small/packaging"
ln -s "$source/packaging/manual" "$folder/small/packaging/manual"
echo '.Dd January 2, 2003' >"$folder/small/docs/grove.1"
printf '/* Adds numbers. */\nint x = grove_add(1);\n' >"$folder/small/examples/add.c"
small=$folder/small/include/grove.h
cat >"$folder/small/include/grove_measure.h" <<'X'
/* Measures. */
#ifndef GROVE_MEASURE_H
#define GROVE_MEASURE_H

/* Takes the time. */
GROVE_API int grove_time(double *seconds);

#endif
X
cat >"$small" <<'X'
/* grove: a header.
 *
 *	code(here);
 *
 * Rules
 *	A rule. Another:
 *	-EINVAL	is wrong
 *		in two lines
 *	-EBUSY	waits
 *	Then:
 *	- one
 *	  more
 *	- two
 */
/* ---- Sums ---- */

/* Free words. */

/* A sum of `size` numbers. */
struct grove_sum {
	int a, b; /* two
		   * numbers */
	/* The third. */
	int c;
};

/* Adds n to it. See struct grove_sum:
 *	first	the .one
 *	second	No
 *		more
 *
 * -EINVAL: it is wrong. So it is.
 *
 * Then it goes on. Returns late. */
GROVE_API int grove_add(int n);
GROVE_API int grove_add_all(
	const int *n, int count) __attribute__((const));
X
said=$(sh "$manual" "$folder/small" "$folder/small/man3" 2>&1)
status=$?
cat >"$folder/expected" <<'X'
.\" SPDX-License-Identifier: BSD-2-Clause
.\" Made from include/grove.h by packaging/manual; a change here is lost.
.Dd January 2, 2003
.Dt GROVE_ADD 3
.Os grove
.Sh NAME
.Nm grove_add ,
.Nm grove_add_all
.Nd adds n to it
.Sh LIBRARY
libgrove: \-lgrove, or what
.Li pkg\-config \-\-cflags \-\-libs grove
prints
.Sh SYNOPSIS
.In grove.h
.Ft "int"
.Fo grove_add
.Fa "int n"
.Fc
.Ft "int"
.Fo grove_add_all
.Fa "const int *n"
.Fa "int count"
.Fc
.Sh DESCRIPTION
Adds n to it.
See struct \fBgrove_sum\fP(3):
.Bl -tag -width Ds
.It Sy "first"
the .one
.It Sy "second"
No more
.El
.Pp
Then it goes on.
.Sh RETURN VALUES
0, or \-errno; then
.Xr grove_why 3
returns a line that says why.
.Pp
Returns late.
.Sh EXAMPLES
Programs that are installed with grove:
.Bl -tag -width Ds
.It Pa add.c
Adds numbers.
.El
.Sh ERRORS
\fB\-EINVAL\fP: it is wrong.
So it is.
.Pp
Errors that all functions have in common:
.Xr grove 7 .
.Sh SEE ALSO
.Xr grove 3 ,
.Xr grove_sum 3
X
lines=$(diff "$folder/expected" "$folder/small/man3/grove_add.3" 2>&1)
[ "$status" = 0 ] && [ -z "$lines" ] && [ "$(cat "$folder/small/man3/grove_add_all.3")" = '.so man3/grove_add.3' ]
ok $? "manual: a page with every form of text, and a page for the second name" "$said$lines"

awk '/^\.It Va/ { name = $0; getline; print name "|" $0 }' "$folder/small/man3/grove_sum.3" >"$folder/fields"
[ "$(cat "$folder/fields")" = '.It Va "a, b"|two numbers
.It Va "c"|The third.' ] && grep -qx '        int a, b;' "$folder/small/man3/grove_sum.3"
ok $? "manual: a struct, and what its fields mean" "$(cat "$folder/fields")"

lines=$(sed -n '/^\.Sh RULES/,/^\.Sh EXAMPLES/p' "$folder/small/man3/grove.3")
[ "$lines" = '.Sh RULES
A rule.
Another:
.Bl -tag -width Ds
.It Sy "\-EINVAL"
is wrong in two lines
.It Sy "\-EBUSY"
waits
.El
.Pp
Then:
.Bl -bullet
.It
one more
.It
two
.El
.Sh FUNCTIONS AND TYPES
.Ss Sums
Free words.
.Bl -tag -width Ds
.It Xr grove_sum 3
a sum of size numbers
.It Xr grove_add 3 , Xr grove_add_all 3
adds n to it
.El
.Ss grove_measure.h
Measures.
.Bl -tag -width Ds
.It Xr grove_time 3
takes the time
.El
.Sh EXAMPLES' ] && grep -qx '\.In grove_measure\.h' "$folder/small/man3/grove_time.3" && grep -qx 'code(here);' "$folder/small/man3/grove.3"
ok $? "manual: the page of the whole has headings, errors and a list of functions" "$lines"

# What cannot be set is refused by name and line.
printf '\nGROVE_API int grove_bare(void);\n\n/* Does. Then\n *\tneither an item nor code\n */\nGROVE_API int grove_odd(void);\n' >>"$small"
! said=$(sh "$manual" "$folder/small" "$folder/small/man3" 2>&1) &&
	[ "$(printf '%s\n' "$said" | sed 's/.*grove\.h:/grove.h:/')" = 'grove.h:39: a public declaration without a comment above: GROVE_API int grove_bare(void);
grove.h:41: neither an item nor code after an empty line: neither an item nor code' ]
ok $? "manual: a declaration without a comment, and text of no form, are refused" "$said"
finish
