#!/bin/sh
# The static library in programs of all kinds: static, position-independent, C++, beside other archives.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
temporary_folder

case $(sed -n 's/^sanitize = //p' "$build/config.ninja") in
?*)
	echo '1..0 # SKIP a sanitizer has a library of its own, which is no static one'
	exit 77
	;;
esac
[ -z "${GROVE_COUNTERS:-}" ] || { echo "1..0 # SKIP programs would lack the calls of coverage"; exit 77; }
library=$PWD/$build/libgrove.a include=$(cd "$source/include" && pwd)
case $build in /*) library=$build/libgrove.a ;; esac
libs=$(sed -n 's/^switch_libs = //p' "$build/config.ninja")

# A thread that is cancelled runs its cleanup handlers, which takes the unwinder of libgcc and libc.
cat >"$folder/cancel.c" <<'EOT'
#include <grove.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void cleanup(void *unused)
{
	(void)unused;
	puts("cleaned up");
}

/* Is cancelled inside of libc, through whose frames the unwinder goes. */
static void *reads(void *unused)
{
	int ends[2];
	FILE *file;

	if (pipe(ends) || !(file = fdopen(ends[0], "r")))
		return unused;
	pthread_cleanup_push(cleanup, NULL);
	fgetc(file);
	pthread_cleanup_pop(0);
	return unused;
}

static int sum(struct grove_node *me, void *all)
{
	int v = grove_node_number(me), *result = (int *)all + v;

	return grove_allreduce(me, &v, result, 1, GROVE_I32, GROVE_SUM);
}

int use(void)
{
	struct grove_team_options options = { 0 };
	struct grove_team *team;
	int all[4] = { 0 };
	pthread_t thread;
	void *result;

	options.network = "gh:4";
	if (grove_team_open(&team, &options) || grove_team_run(team, sum, all) ||
		grove_team_free(team) || all[3] != 6)
		return 1;
	pthread_create(&thread, NULL, reads, NULL);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	return result != PTHREAD_CANCELED;
}
EOT
printf 'int use(void);\n\nint main(void)\n{\n\treturn use();\n}\n' >"$folder/main.c"
# An object that refers to the unwinder as those of grove do.
cat >"$folder/unwinds.c" <<'EOT'
int use(void);
int use_and_clean(void);

static void clean(int *value)
{
	*value = 0;
}

int use_and_clean(void)
{
	int value __attribute__((cleanup(clean))) = use();

	return value || use();
}
EOT
cat >"$folder/main.cc" <<'EOT'
#include <cstring>
#include <grove.hpp>
#include <stdexcept>

extern "C" int use_and_clean(void);

/* An exception leaves a body. */
static bool throws()
{
	grove::team team("gh:2");

	try {
		team.run([](grove::node &) { throw std::runtime_error("thrown"); });
	} catch (const std::runtime_error &error) {
		return !std::strcmp(error.what(), "thrown");
	}
	return false;
}

int main()
{
	return use_and_clean() || !throws();
}
EOT

# Compiles the two C files, or the C file into an archive of its own and the C++ file, and runs the program.
works() # sentence compiler options...
{
	sentence=$1 compiler=$2
	shift 2
	if ! command -v "$compiler" >/dev/null; then
		skip "static: $sentence" "there is no $compiler"
		return
	fi
	case $compiler in
	*++)
		c=${compiler%++} && [ "$c" != g ] || c=gcc
		# shellcheck disable=SC2086 # words
		(cd "$folder" && "$c" -O1 "$@" -c -I"$include" cancel.c &&
			"$c" -O1 -fPIC -fexceptions "$@" -c unwinds.c && rm -f libuser.a &&
			ar rc libuser.a cancel.o unwinds.o) &&
			"$compiler" -std=c++17 -O1 "$@" -I"$include" "$folder/main.cc" "$library" \
				"$folder/libuser.a" "$library" $libs -pthread -lm -o "$folder/program"
		;;
	*)
		# shellcheck disable=SC2086 # words
		"$compiler" -O1 "$@" -I"$include" "$folder/main.c" "$folder/cancel.c" \
			"$library" $libs -pthread -lm -o "$folder/program"
		;;
	esac >"$folder/said" 2>&1
	linked=$?
	[ $linked = 0 ] && [ "$(timeout 60 "$folder/program" 2>&1 | sort -u)" = "cleaned up" ]
	ok $? "static: $sentence" "$(cat "$folder/said")"
}

plan 12
works 'gcc' gcc
works 'gcc -static' gcc -static
works 'gcc -static-pie' gcc -static-pie -fPIE
works 'clang' clang
works 'clang -static' clang -static
works 'clang -static-pie' clang -static-pie -fPIE
works 'gcc -O2 -flto=auto' gcc -O2 -flto=auto
works 'g++, an archive of the program after it' g++
works 'g++ -static' g++ -static
works 'g++ -static-pie' g++ -static-pie -fPIE
works 'clang++, an archive of the program after it' clang++
works 'clang++ -static' clang++ -static
