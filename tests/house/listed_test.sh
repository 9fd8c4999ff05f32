#!/bin/sh
# A source that comes or goes is built, linked and tested without an edit of the build.
# SPDX-License-Identifier: BSD-2-Clause

# Ninja has variables, too.
# shellcheck disable=SC2016

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

# The sources below folder $1: those that git knows, where it does; else all that are there.
sources()
(
	cd "$1" || exit 1
	if [ -e .git ] && command -v git >/dev/null 2>&1; then
		git -c safe.directory='*' ls-files
	else
		find . -type f ! -path '*/build/*' | sed 's|^\./||'
	fi | grep -E '^[a-z]+/([a-z0-9_/]*)[a-z0-9_]+(\.c|_test\.sh)$' | sort
)

# Prints a line for each source below folder $1 that no rule of the build names.
forgotten()
{
	sh "$source/packaging/list_sources.sh" "$1" "$folder/list.ninja"
	cat "$1/build.ninja" "$1/tests/tests.ninja" "$folder/list.ninja" |
		grep -o '\$srcdir/[a-z0-9_/]*\.[a-z]*' | sed 's|[^/]*/||' | sort -u >"$folder/named"
	sources "$1" | comm -23 - "$folder/named"
}

plan 8
lines=$(forgotten "$source")
[ -z "$lines" ] && [ -n "$(sources "$source")" ]
ok $? "listed: the build names every source" "$lines"

# A small tree, with a test that has a line of its own.
mkdir "$folder/tree"
(
	cd "$folder/tree" || exit 1
	mkdir -p base topology/trees plan collectives runtime library analysis perf tool/arguments tool/output apps \
		explorer/wasi examples tests
	echo 'int main(void) { return 0; }' | tee apps/sort.c examples/hello.c >tests/own_test.c
	for name in base/error topology/trees/sbt plan/plan collectives/a runtime/b library/c analysis/d perf/e \
		tool/f tests/error_test; do
		echo 'int none;' >"$name.c"
	done
	touch tests/tool_test.sh
	printf '# Long ones.\nerror_test\n' >tests/long
	echo 'build build/tests/own_test: test $srcdir/tests/own_test.c' >tests/tests.ninja
	echo 'build check-packages: check $srcdir/tests/none_test.sh' >build.ninja
)
lines=$(forgotten "$folder/tree")
[ -z "$lines" ]
ok $? "listed: a small tree, whole" "$lines"

rules=$(sed 's/ \$$//' "$folder/list.ninja" | tr -s ' \n' ' ')
says() # words sentence
{
	case $rules in
	*"$1"*) ok 0 "listed: $2" ;;
	*) ok 1 "listed: $2" "$(cat "$folder/list.ninja")" ;;
	esac
}
says 'build build/topology.a: ar build/topology/trees/sbt.o' 'an archive has the sources of the rooms below its folder'
says 'build check-all: check $srcdir/tests/tool_test.sh build/tests/error_test build/tests/own_test |' \
	'every test is run, also one with a line of its own'
says 'build check: check $srcdir/tests/tool_test.sh build/tests/own_test |' 'a long test is left out of ninja check'
says 'build check-long: check build/tests/error_test |' 'and is one of ninja check-long'
lines=$(cat "$source/tests/alone" "$source/tests/long" "$source/tests/unsanitized" | grep -v '^#' | while read -r name; do
	ls "$source"/tests/*/"${name%.sh}".[cs]* >/dev/null 2>&1 || echo "$name"
done)
[ -z "$lines" ]
ok $? 'listed: the lists of tests name tests that exist' "$lines"

mkdir "$folder/tree/other"
echo 'int none;' >"$folder/tree/other/lost.c"
lines=$(forgotten "$folder/tree")
[ "$lines" = other/lost.c ]
ok $? "listed: a source outside all folders is found" "$lines"
finish
