#!/bin/sh
# Compares the shared library's binary interface with that of an earlier version, by abidiff.
# SPDX-License-Identifier: BSD-2-Clause
#
#	packaging/abi.sh [REVISION]     the revision to compare with [the last tag]
#
# Both are built from what is committed. Exit status 0: programs of then run with the library of now;
# 1: they may not, and the report says why; 77: there is nothing to compare with, or no abidiff. With
# GROVE_ABI_BEFORE in the environment, the earlier version is built in that folder, once for many
# comparisons.

set -u
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel) || exit 77
command -v abidiff >/dev/null || { echo 'abi: needs abidiff (package abigail-tools)'; exit 77; }
before=${1:-$(git -C "$source" describe --tags --abbrev=0 2>/dev/null)}
[ -n "$before" ] || { echo 'abi: there is no tag to compare with'; exit 77; }

folder=$(mktemp -d "${TMPDIR:-/tmp}/grove-abi.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP

# The shared library of a revision; fast to build, and with all that abidiff reads.
library() # revision name
{
	mkdir -p "$folder/$2/source" &&
		git -C "$source" archive "$1" | tar -x -C "$folder/$2/source" &&
		cd "$folder/$2" &&
		./source/configure --disable-tests --disable-command --disable-static CFLAGS='-O0 -g' &&
		ninja build/libgrove.so
}

if [ -n "${GROVE_ABI_BEFORE:-}" ]; then
	mkdir -p "$GROVE_ABI_BEFORE" && ln -s "$GROVE_ABI_BEFORE" "$folder/before" || exit 1
fi
for one in "$before before" 'HEAD now'; do
	[ ! -e "$folder/${one#* }/build/libgrove.so" ] || continue
	# shellcheck disable=SC2086 # two words
	(library $one) >"$folder/log" 2>&1 ||
		{ cat "$folder/log"; echo "abi: ${one% *} does not build"; exit 1; }
done

# New functions change nothing for a program, and structs that begin with their size may grow.
abidiff --no-added-syms --suppressions "$source/packaging/abi.suppr" \
	--headers-dir1 "$folder/before/source/include" --headers-dir2 "$folder/now/source/include" \
	"$folder/before/build/libgrove.so" "$folder/now/build/libgrove.so" || exit 1
echo "abi: programs of $before run with this version"
