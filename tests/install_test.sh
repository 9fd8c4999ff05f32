#!/bin/sh
# Installs grove into an empty folder and uses it from there as a stranger's program does.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder
DESTDIR="$folder/a place" # a blank, to see that everything is quoted
export DESTDIR

# The very command that `ninja install` runs. Ninja itself is not started a second time: it is
# running us.
recipe() # install|uninstall
{
	sh -c "$("${NINJA:-ninja}" -t commands "$1" | tail -n 1)"
}

# The compilers that are here, C and C++. Sanitizers belong to the compiler of this build, so that
# a library with them is tried with that one alone.
compilers()
{
	case ${SANITIZE:-} in
	'')
		for compiler in gcc clang g++ clang++; do
			command -v $compiler
		done
		;;
	*) echo "${CC:-cc}" ;;
	esac 2>/dev/null
}

plan $(($(compilers | wc -l) * 2 + 6))

lines=$(recipe install 2>&1)
ok $? "install: with DESTDIR" "$lines"

pc=$(find "$DESTDIR" -name grove.pc)
prefix=$(sed -n 's/^prefix=//p' "$pc")
# Relocated, as if the files were in the places for which they were configured.
flags()
{
	PKG_CONFIG_PATH=${pc%/*}:${PKG_CONFIG_PATH:-} ${PKG_CONFIG:-pkg-config} \
		--define-variable=prefix="$folder/link$prefix" "$@" grove
}
ln -s "$DESTDIR" "$folder/link" # pkg-config would have to escape the blank

[ "$(flags --modversion)" = "$(sed -n 's/^#define CONFIG_VERSION "\(.*\)"/\1/p' build/config.h)" ]
ok $? "install: pkg-config knows the version"

lines=$(find "$DESTDIR" ! -type d | sed "s|^$DESTDIR$prefix/||" | sort)
expected='
grove.h
grove.pc
libgrove.a
libgrove.so
libgrove.so.0'
for name in $expected; do
	printf '%s\n' "$lines" | grep -q "\(^\|/\)$name\$" || echo "$name is not installed"
done >"$folder/absent"
[ ! -s "$folder/absent" ]
ok $? "install: header, libraries and pkg-config file are there" "$(cat "$folder/absent")"

# The same text is C and C++.
cat >"$folder/program.c" <<'END'
#include <grove.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C"
#endif
int why(void);

static int body(struct grove_node *me, void *argument)
{
	int value = grove_node_number(me) == 1 ? 42 : 0;
	int error = grove_broadcast(me, &value, sizeof value, 1);

	((int *)argument)[grove_node_number(me)] = value;
	return error;
}

/* A name that grove has inside, too: a static library that did not hide its own would clash. */
int why(void)
{
	return 7;
}

int main(void)
{
	struct grove_team_options options;
	struct grove_team *team;
	int seen[4] = { 0, 0, 0, 0 };

	memset(&options, 0, sizeof options);
	options.network = "cube:2";
	if (grove_team_open(&team, &options) || grove_team_run(team, body, seen)) {
		printf("%s\n", grove_why());
		return 1;
	}
	printf("%s %d %d %d %d %d\n", grove_version(), seen[0], seen[1], seen[2], seen[3], why());
	return grove_team_close(team) != 0;
}
END
cp "$folder/program.c" "$folder/program.cc"
answer="$(flags --modversion) 42 42 42 42 7"

# Builds and runs the program; what is said otherwise than the answer is the reason to fail.
try() # compiler libraries...
{
	case $1 in
	*++) program=$folder/program.cc ;;
	*) program=$folder/program.c ;;
	esac
	compiler=$1
	shift
	# Compilers and flags are lists of words.
	# shellcheck disable=SC2046,SC2086
	(
		cd "$folder" || exit
		$compiler -Wall -Wextra -Werror ${SANITIZE:-} $(flags --cflags) -o program "$program" "$@" &&
			LD_LIBRARY_PATH=$folder/link${libdir#"$DESTDIR"} ./program
	) 2>&1
}

libdir=$(find "$DESTDIR" -name libgrove.a)
libdir=${libdir%/*}
compilers >"$folder/compilers"
while IFS= read -r compiler; do
	name=${compiler##*/}
	# shellcheck disable=SC2046
	said=$(try "$compiler" $(flags --libs))
	[ "$said" = "$answer" ]
	ok $? "install: a program of $name with the shared library" "$said"

	# The other libraries stay shared: not every system has them as archives.
	# shellcheck disable=SC2046
	said=$(try "$compiler" $(flags --libs --static | sed 's/-lgrove/-Wl,-Bstatic -lgrove -Wl,-Bdynamic/'))
	[ "$said" = "$answer" ]
	ok $? "install: a program of $name with the static library" "$said"
done <"$folder/compilers"

lines=$(objdump -p "$folder/program" 2>/dev/null | grep 'NEEDED.*libgrove')
[ -z "$lines" ]
ok $? "install: a program with the static library does not need the shared one"

lines=$(recipe uninstall 2>&1)
ok $? "uninstall: with DESTDIR" "$lines"
lines=$(find "$DESTDIR" ! -type d)
[ -z "$lines" ]
ok $? "uninstall: leaves no file behind" "$lines"
finish
