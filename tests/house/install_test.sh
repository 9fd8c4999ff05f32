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

[ -z "${GROVE_COUNTERS:-}" ] || { echo "1..0 # SKIP programs would lack the calls of coverage"; exit 77; }

plan $(($(compilers | wc -l) * 2 + 17))

lines=$(recipe install 2>&1)
ok $? "install: with DESTDIR" "$lines"

ln -s "$DESTDIR" "$folder/link" # pkg-config would have to escape the blank

# The folder where a file went, whatever places the build was configured for.
place() # file
{
	place=$(find "$folder/link/" -name "$1")
	printf '%s' "${place%/*}"
}
completions=$(find "$folder/link/" -path '*/bash-completion/completions')
bindir=$(dirname "$(find "$folder/link/" -path "*/bin/grove")") libdir=$(place libgrove.a) includedir=$(place grove.h)

# As if those were the very places for which it was configured.
flags()
{
	PKG_CONFIG_PATH=$(place grove.pc):${PKG_CONFIG_PATH:-} ${PKG_CONFIG:-pkg-config} \
		--define-variable=libdir="$libdir" --define-variable=includedir="$includedir" "$@" grove
}

[ "$(flags --modversion)" = "$(sed -n 's/^#define CONFIG_VERSION "\(.*\)"/\1/p' build/config.h)" ]
ok $? "install: pkg-config knows the version"

soname=$(objdump -p build/libgrove.so | awk '$1 == "SONAME" { print $2 }')
for name in "$soname" grove.h grove_measure.h grove.hpp kmeans.cc grove.py libgrove.a libgrove.so \
	grove.pc groveConfig.cmake groveConfigVersion.cmake tour.sh grade.py bench.json compare.json link.json \
	grove.1 grove-histogram.1 grove-permute.1 grove.3 grove.7 grove_allreduce.3 grove_alltoallv.3 grove_predict.3 \
	grove-transpose.1 $([ ! -e build/explorer.html ] || echo explorer.html lesson.html 05-many-trees.md); do
	[ -e "$(place "$name")/$name" ] || echo "$name is not installed"
done >"$folder/absent"
[ ! -s "$folder/absent" ]
ok $? "install: commands, headers, examples, libraries, pkg-config file and manual are there" \
	"$(cat "$folder/absent")"

said=$(cd "$folder" && "$bindir/grove" network cube:3 2>&1)
ok $? "install: the installed command runs" "$said"
if command -v man >/dev/null; then
	said=$(MANPATH=$(place grove.3)/.. man --warnings 3 grove_alltoallv 2>&1) &&
		case $said in *GROVE_SCATTERV*) ! printf '%s\n' "$said" | grep -i warning ;; *) false ;; esac
	ok $? "install: man finds a function that shares its page with others" "$said"
else
	skip "install: man finds a function that shares its page with others" 'no man'
fi
said=$(cd "$folder" && LD_LIBRARY_PATH=$libdir "$bindir/grove" histogram "$includedir/grove.h" 2>&1)
ok $? "install: the installed command counts a file" "$said"

said=$(LD_LIBRARY_PATH=$libdir "$bindir/grove" demo 2>&1) &&
	[ "$(printf '%s\n' "$said" | grep -c '^  right: ')" = 3 ] &&
	case $said in *'$ grove transpose'*) true ;; *) false ;; esac
ok $? "install: the installed tour runs" "$said"

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
	return grove_team_free(team) != 0;
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
			LD_LIBRARY_PATH=$libdir ./program
	) 2>&1
}

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

# Programs that are built by CMake find the library by its name and version.
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(stranger C)
separate_arguments(WANTED)
find_package(grove ${WANTED} REQUIRED)
add_executable(with_shared program.c)
target_link_libraries(with_shared grove::grove)
add_executable(with_static program.c)
target_link_libraries(with_static grove::static)
END
cmake_finds() # version
{
	cmake -S "$folder" -B "$folder/by-cmake" -DWANTED="$1" -DCMAKE_PREFIX_PATH="$folder/link/usr/local" \
		-Dgrove_DIR="$(place groveConfig.cmake)" -DCMAKE_C_COMPILER="${CC:-cc}" \
		-DCMAKE_C_FLAGS="${SANITIZE:-}" 2>&1
}
by_cmake()
{
	cmake_finds "$(flags --modversion)" && cmake --build "$folder/by-cmake" >&2 &&
		"$folder/by-cmake/with_shared" && "$folder/by-cmake/with_static"
}
if command -v cmake >/dev/null 2>&1; then
	said=$(by_cmake 2>&1)
	[ "$(printf '%s\n' "$said" | grep -cxF "$answer")" = 2 ]
	ok $? "install: programs by CMake, with the shared library and the static one" "$said"
	! said=$(cmake_finds 0.0)
	ok $? "install: CMake refuses a minor version that may differ" "$said"
	said=$(cmake_finds '')
	ok $? "install: CMake finds the library without a version" "$said"
	said=$(cmake_finds "$(flags --modversion) EXACT")
	ok $? "install: CMake finds the exact version" "$said"
	! said=$(cmake_finds "$(flags --modversion).1") && case $said in *"version: $(flags --modversion)"*) ;; *) false ;; esac
	ok $? "install: CMake refuses a version that is newer, and names the one that is here" "$said"
else
	skip "install: programs by CMake, with the shared library and the static one" 'no cmake'
	skip "install: CMake refuses a minor version that may differ" 'no cmake'
	skip "install: CMake finds the library without a version" 'no cmake'
	skip "install: CMake finds the exact version" 'no cmake'
	skip "install: CMake refuses a version that is newer, and names the one that is here" 'no cmake'
fi

# shellcheck disable=SC2016 # bash expands it
said=$(bash -c '. "$1"; complete -p grove' bash "$completions/grove" 2>&1)
case $said in *'-F _grove grove') ;; *) false ;; esac
ok $? "install: bash completes the words of the command" "$said"

# The first program that the README shows, built as it says.
# shellcheck disable=SC2016 # these are no commands but the marks of a listing
awk '/^```c$/ { inside = !seen++; next } /^```$/ { inside = 0 } inside' "${GROVE_SOURCE:-.}/README.md" >"$folder/ten.c"
# shellcheck disable=SC2046,SC2086
said=$(cd "$folder" && ${CC:-cc} ${SANITIZE:-} -o ten ten.c $(flags --cflags --libs) 2>&1 &&
	LD_LIBRARY_PATH=$libdir ./ten 2>&1)
[ "$said" = 'the sum of all node numbers is 28' ]
ok $? "install: the program of the README" "$said"

lines=$(objdump -p "$folder/program" 2>/dev/null | grep 'NEEDED.*libgrove')
[ -z "$lines" ]
ok $? "install: a program with the static library does not need the shared one"

lines=$(recipe uninstall 2>&1)
ok $? "uninstall: with DESTDIR" "$lines"
lines=$(find "$DESTDIR" ! -type d)
[ -z "$lines" ]
ok $? "uninstall: leaves no file behind" "$lines"
finish
