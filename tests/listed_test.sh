#!/bin/sh
# Holds build.ninja to its word: every source has its line, every test is run.
# SPDX-License-Identifier: BSD-2-Clause
#
# A source that is not linked, or a test that `ninja check` does not run, would be missed by nobody.

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder

# The sources below folder $1: those that git knows, where it does; else what is there.
sources()
(
	cd "$1" || exit 1
	if [ -e .git ] && command -v git >/dev/null 2>&1; then
		git -c safe.directory='*' ls-files
	else
		find . -type f ! -path '*/build/*' | sed 's|^\./||'
	fi | grep -E '^[a-z]+/([a-z0-9_/]*)[a-z0-9_]+\.(c|sh)$' | sort
)

# Prints a line for each source below folder $1 that its build.ninja forgets.
forgotten()
{
	sources "$1" | while IFS= read -r file; do
		case $file in
		*_test.sh | *.c) ;;
		*) continue ;; # scripts that others use
		esac
		if ! grep -qF "\$srcdir/$file" "$1/build.ninja"; then
			echo "$file has no line in build.ninja"
			continue
		fi
		# What is made from it is named twice: where it is made, and where it is used. Programs
		# that nothing else uses must be among what plain `ninja` makes, or in a list like it.
		case $file in *.sh) continue ;; esac
		made=$(sed -n "s|^build \(build/[^ :]*\): [a-z_]* \$srcdir/$file.*|\1|p" "$1/build.ninja")
		for name in $made; do
			[ "$(grep -cwF "$name" "$1/build.ninja")" -ge 2 ] ||
				echo "$file is made into $name, which nothing uses"
		done
	done
}

plan 5
source=${GROVE_SOURCE:-.}
lines=$(forgotten "$source")
[ -z "$lines" ] && [ -n "$(sources "$source")" ]
ok $? "listed: build.ninja names every source, and uses what is made of it" "$lines"

# The test can fail.
mkdir -p "$folder/base" "$folder/tests"
touch "$folder/base/why.c" "$folder/tests/why_test.c" "$folder/tests/arrows_test.sh"
cat >"$folder/whole" <<'END'
build build/base/why.o: cc $srcdir/base/why.c
build build/base.a: ar $
  build/base/why.o
build build/tests/why_test: test $srcdir/tests/why_test.c | internal
build check: check $
  $srcdir/tests/arrows_test.sh $
  build/tests/why_test
END
try() # sed-script expected sentence
{
	sed "$1" "$folder/whole" >"$folder/build.ninja"
	lines=$(forgotten "$folder")
	[ "$lines" = "$2" ]
	ok $? "listed: $3" "$lines"
}
try '' '' 'a complete file passes'
try '/arrows/d' 'tests/arrows_test.sh has no line in build.ninja' 'a script that is not run is found'
try '/^  build.base.why.o/d' 'base/why.c is made into build/base/why.o, which nothing uses' \
	'a source that is in no archive is found'
try '/^  build.tests.why_test/d' \
	'tests/why_test.c is made into build/tests/why_test, which nothing uses' \
	'a test that is not run is found'
finish
