#!/bin/sh
# A fold in C++ that throws: the exception arrives, and nobody reads what its way has freed.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

# Node 0 throws as soon as another node folds as well; that one is in no hurry to read.
cat >"$folder/throw.cc" <<'END'
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <sys/mman.h>
#include <grove.h>

enum { COUNT = 40000, BYTES = COUNT * 8 };

static std::atomic<int> inside, unmapped, caught;
static thread_local int number;

struct room {
	void *bytes = mmap(nullptr, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	~room() { munmap(bytes, BYTES); unmapped++; }
};

static void wait_for(std::atomic<int> &count, int least)
{
	for (int k = 0; k < 200 && count < least; k++)
		std::this_thread::sleep_for(std::chrono::microseconds(100));
}

static void fold(void *result, const void *left, const void *right, size_t count, int, void *)
{
	inside++;
	if (number == 0) {
		wait_for(inside, 2);
		throw std::runtime_error("enough");
	}
	wait_for(unmapped, 1);
	for (size_t i = 0; i < count; i++)
		static_cast<double *>(result)[i] = static_cast<const double *>(left)[i] +
						   static_cast<const double *>(right)[i];
}

static int body(grove_node *me, void *)
{
	static const grove_fold own = { fold, nullptr, "own" };

	number = grove_node_number(me);
	try {
		room in, out;
		return grove_allreduce(me, in.bytes, out.bytes, COUNT, GROVE_F64, &own);
	} catch (const std::runtime_error &error) {
		caught += !std::strcmp(error.what(), "enough");
		return -5;
	}
}

int main()
{
	grove_team_options options = {};
	grove_team *team;

	options.network = "gh:3";
	if (grove_team_open(&team, &options))
		return 2;
	int error = grove_team_run(team, body, nullptr);
	std::printf("%d %d %s\n", error, caught.load(), grove_why());
	return grove_team_free(team);
}
END

if [ -n "${SANITIZE:-}${GROVE_COUNTERS:-}" ]; then
	echo "1..0 # SKIP the library has calls of a sanitizer or of coverage, this program has not"
	exit 77
fi
for compiler in g++ clang++; do
	command -v $compiler
done >"$folder/here"
[ -s "$folder/here" ] || { echo "1..0 # SKIP no compiler of C++ is here"; exit 77; }
plan "$(($(wc -l <"$folder/here") * 2))"
while read -r compiler; do
	# shellcheck disable=SC2046 # words
	said=$($compiler -std=c++11 -pthread -I"$source/include" -o "$folder/throw" "$folder/throw.cc" \
		"$build/libgrove.a" -lm -ldl 2>&1)
	ok $? "throw: ${compiler##*/} builds a fold that throws" "$said"
	said=$("$folder/throw" 2>&1 && echo ended)
	[ "$said" = "-125 1 the thread of node 0 ended inside operation #1, or left it by an exception
ended" ]
	ok $? "throw: the exception arrives, and the others return" "$said"
done <"$folder/here"
finish
