#!/bin/sh
# Holds the arrows of the house: which folder may include which.
# SPDX-License-Identifier: BSD-2-Clause
#
#	base <- topology <- plan <- collectives      topology, plan <- runtime
#	collectives and runtime never know each other
#	all of these <- library <- perf <- tool      apps, examples -> grove.h alone
#	base, topology, plan, collectives <- analysis <- perf
#
# Headers of the house are named by their path from the root. What the table does not allow
# fails; so does a name that is no path from the root, since it would slip through the table.

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder

# folder: what its files may include. `grove.h` is the public header, for its constants;
# `config.h` says how this build was made.
table='
base:        base config.h
topology:    base topology config.h
plan:        base topology plan grove.h config.h
collectives: base topology plan collectives grove.h config.h
runtime:     base topology plan runtime grove.h config.h
library:     base topology plan collectives runtime library grove.h config.h
analysis:    base topology plan collectives analysis grove.h config.h
perf:        base topology plan collectives runtime library analysis perf grove.h config.h
tool:        base topology plan collectives runtime library analysis perf tool grove.h config.h
perf/peers:  base topology plan collectives runtime library analysis perf apps grove.h config.h
tests:       base topology plan collectives runtime library analysis perf tool apps tests grove.h config.h
apps:        apps grove.h
examples:    grove.h
include:
'

# The explorer of interleavings, a test, puts its own atomics under the ring.
exceptions='runtime/ring/atomics.h tests/explorer/atomics.h'

# Prints a line for each include below folder $1 that breaks the table.
broken()
(
	cd "$1" || exit 1
	# The program of awk is no text for the shell.
	# shellcheck disable=SC2016
	find . -mindepth 2 -name '*.[ch]' ! -path '*/build/*' ! -path './.*/*' | sed 's|^\./||' | sort |
		TABLE=$table EXCEPTIONS=$exceptions xargs awk '
		BEGIN {
			lines = split(ENVIRON["TABLE"], line, "\n")
			for (i = 1; i <= lines; i++) {
				words = split(line[i], word, /[: ]+/)
				for (j = 2; j <= words; j++)
					allowed[word[1], word[j]] = 1
				house[word[1]] = 1
			}
			house["grove.h"] = house["config.h"] = 1
		}
		FNR == 1 {
			folder = FILENAME
			sub(/\/[^\/]*$/, "", folder)
			if (!(folder in house)) # a room within a folder has an entry of its own
				sub(/\/.*/, "", folder)
			if (!(folder in house))
				print FILENAME ": the table of arrows does not know this folder"
		}
		/^[ \t]*#[ \t]*include[ \t]*["<]/ {
			quoted = $0 ~ /^[^<]*"/
			name = $0
			sub(/^[^"<]*["<]/, "", name)
			sub(/[">].*/, "", name)
			to = name
			sub(/\/.*/, "", to)
			if (!quoted && !(to in house))
				next # a header of the system or of a library
			if (ENVIRON["EXCEPTIONS"] == FILENAME " " name)
				next
			if (!((folder, to) in allowed))
				print FILENAME ":" FNR ": " folder " may not include " name
		}'
)

plan 14

source=${GROVE_SOURCE:-.}
lines=$(broken "$source")
[ -z "$lines" ] && [ -e "$source/base/error.c" ]
ok $? "arrows: every include of the sources follows the table" "$lines"

# The test can fail: one bad include each in a tree of its own.
tree=$folder/tree
mkdir "$tree"

try() # file include-line sentence: must be refused
{
	rm -rf "${tree:?}"/*
	mkdir -p "$tree/${1%/*}"
	printf '/* A room. */\n%s\n' "$2" >"$tree/$1"
	case $(broken "$tree") in
	"$1:2: "*) ok 0 "arrows: refused: $3" ;;
	*) ok 1 "arrows: refused: $3" "$(broken "$tree")" ;;
	esac
}

try base/error.c '#include "topology/network.h"' 'base that knows topology'
try topology/networks/cube.c '#include "plan/plan.h"' 'topology that knows plans'
try plan/verify/verify_schedule.c '#include "collectives/transforms.h"' 'a plan that knows who made it'
try collectives/scatter.c '#include "runtime/ring/ring.h"' 'collectives that know the runtime'
try runtime/team/team.c '#include "collectives/transforms.h"' 'the runtime that knows collectives'
try library/verbs.c '# include "perf/engine.h"' 'the library that knows perf'
try perf/peers/pair.c '#include "tool/output/units.h"' 'a comparison that knows the command'
try apps/transpose.c '#include "base/size.h"' 'an application that looks behind grove.h'
try examples/own.c '	#include <runtime/ring/ring.h>' 'angle brackets around a header of the house'
try include/grove.h '#include "base/error.h"' 'a public header that needs a hidden one'
try plan/plan.c '#include "../runtime/ring.h"' 'a path with dots in it'
try plan/plan.c '#include "problem.h"' 'a header that is not named from the root'

rm -rf "${tree:?}"/*
mkdir "$tree/plan" "$tree/apps"
printf '%s\n' '#include <stdio.h>' '#include "topology/network.h"' '#include "grove.h"' >"$tree/plan/a.c"
printf '%s\n' '#include <grove.h>' '#include "apps/npy.h"' >"$tree/apps/a.c"
lines=$(broken "$tree")
[ -z "$lines" ]
ok $? "arrows: includes along the arrows pass" "$lines"
finish
