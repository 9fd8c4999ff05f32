#!/bin/sh
# The comparison of binary interfaces: what programs of an earlier version need is seen to be missed.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
command -v abidiff >/dev/null || { echo 'no abidiff (package abigail-tools)'; exit 77; }
git -C "${GROVE_SOURCE:-.}" rev-parse HEAD >/dev/null 2>&1 || { echo 'no git checkout'; exit 77; }
temporary_folder

# A clone whose version of now has a tag.
git clone -q --depth 1 "file://$(cd "${GROVE_SOURCE:-.}" && pwd)" "$folder/tree" || exit 1
cd "$folder/tree" || exit 1
git config user.name tests && git config user.email tests@grove.invalid
git tag -d "$(git tag)" >/dev/null 2>&1
plan 5

said=$(packaging/abi.sh 2>&1)
[ $? -eq 77 ]
ok $? "abi: without a tag there is nothing to compare with" "$said"
git tag v0
GROVE_ABI_BEFORE=$folder/before
export GROVE_ABI_BEFORE

# Commits a change of one file, and compares.
changed() # file sed-script
{
	sed -i "$2" "$1" && ! git diff --quiet && git commit -qam change || return 2
	said=$(packaging/abi.sh 2>&1)
	set -- $?
	git reset -q --hard v0
	return "$1"
}

changed include/grove.h 's/^#define GROVE_VERSION_PATCH 0/#define GROVE_VERSION_PATCH 1/'
ok $? "abi: a patch changes nothing" "$said"
changed include/grove.h 's/^\(.*const struct grove_matrix \*matrix; .*\)$/\1\n\tint later;/'
ok $? "abi: a struct that begins with its size may grow at its end" "$said"
changed include/grove_measure.h 's/^\(.*size_t links;.*\)$/\1\n\tint later;/'
[ $? -eq 1 ]
ok $? "abi: another struct may not" "$said"
changed library/grove.map '/grove_version;/d'
[ $? -eq 1 ]
ok $? "abi: a function must not go" "$said"
finish
