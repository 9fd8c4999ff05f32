#!/bin/sh
# Room: what the command does where a request wants much of the machine, or the machine has little.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

# Sanitizers map terabytes, and want stacks of their own.
if grep -q __asan_init "$grove" || grep -q __tsan_init "$grove"; then
	echo "sanitizers take more memory than there is"
	exit 77
fi

plan 3

# Stacks --------------------------------------------------------------------------------------------

# The command under `ulimit -s 64`.
small_stack() # arguments...
{
	(
		ulimit -s 64
		"$grove" "$@" >out 2>err </dev/null
	)
	status=$?
	ok $status "a stack of 64 KiB: grove $1 $2" "status $status: $(cat err)"
}
small_stack run allreduce auto cube:4 --threads 3 --type f64
small_stack run alltoall sbt cube:3 --threads 8
small_stack bench scatter sbt cube:3 --iterations 9
finish
