#!/bin/sh
# Holds the arrows between rooms: which room may know which, and which library.
# SPDX-License-Identifier: BSD-2-Clause
#
# A room is a folder. Two things show that a room knows another: a line #include names a header of
# the other room, or an object needs a symbol that only the other room's objects define. An object
# tells the truth about prototypes written by hand; #include lines tell of types, inline functions
# and constants, which no object shows.

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
temporary_folder
source=${GROVE_SOURCE:-.}
build=${GROVE_BUILD:-build}

# room: the rooms that it may know beside itself; NAME/ is NAME with all rooms below. grove.h stands
# for the public header and functions; build is the folder of what configure writes.
planned='base topology/ plan plan/lists plan/costs plan/verify plan/model'
unrun='base topology/ plan/ collectives/'
libgrove="$unrun runtime/ library library/machine library/plans"
measured='analysis/ perf perf/data perf/timing perf/calibration'
table="
base:
topology:          base
topology/networks: base topology
topology/trees:    base topology topology/networks
plan:              base topology
plan/lists:        base topology plan
plan/costs:        base topology plan
plan/verify:       base topology plan plan/lists
plan/model:        base topology plan plan/lists plan/costs
plan/program:      base topology plan
plan/format:       base topology/ plan plan/lists
collectives:       $planned
collectives/cube:  $planned collectives
collectives/flow:  $planned collectives
collectives/auto:  $planned collectives
runtime/machine:   base
runtime/kernels:   base grove.h
runtime/fiber:     base
runtime/ring:      base plan plan/program runtime/kernels
runtime/node:      base topology plan plan/program runtime/ring runtime/kernels
runtime/drive:     base topology plan plan/program runtime/ring runtime/kernels runtime/fiber runtime/node
runtime/team:      base topology plan plan/program runtime/ring runtime/kernels runtime/machine runtime/fiber runtime/node runtime/drive
runtime/paced:     base topology plan plan/program runtime/ring runtime/kernels runtime/node runtime/drive runtime/team
runtime/wire:      base topology plan plan/program runtime/ring runtime/kernels runtime/node runtime/drive runtime/team
runtime/messages:  base topology plan plan/program runtime/ring runtime/kernels runtime/node runtime/drive runtime/team
library:           $unrun runtime/ library/machine grove.h
library/machine:   base topology plan/costs collectives/auto runtime/ grove.h
library/plans:     $unrun runtime/ library library/machine grove.h
library/verbs:     $unrun runtime/ library library/machine grove.h
library/messages:  base topology plan/ runtime/ library grove.h
library/sized:     base topology plan/ runtime/ library grove.h
library/requests:  base topology plan/ runtime/ library library/messages library/sized grove.h
analysis:          $unrun
analysis/draw:     base topology/ plan/ analysis
analysis/text:     base topology/ plan/ analysis analysis/draw
analysis/formulas: $unrun analysis
analysis/msccl:    base topology/ plan/ analysis
perf/data:         $libgrove grove.h
perf/timing:       $libgrove library/sized analysis/ perf/data grove.h build
perf/calibration:  $libgrove analysis/ perf/data perf/timing grove.h build
perf:              $libgrove analysis/ perf/data perf/timing grove.h build
tool/output:       $libgrove $measured grove.h build
tool/reports:      $libgrove $measured tool/output grove.h
tool/arguments:    $libgrove $measured tool/output tool/reports grove.h
tool/files:        $libgrove $measured tool/output tool/reports tool/arguments grove.h
tool/applications: $libgrove $measured tool/output tool/reports tool/arguments tool/files grove.h
tool/commands:     $libgrove $measured tool/output tool/reports tool/arguments tool/files tool/applications grove.h build
tool/mpi:          base topology plan/costs runtime/kernels runtime/team library library/machine perf/data perf/timing perf/calibration tool tool/arguments tool/output tool/reports mpi grove.h
tool:              base tool/arguments tool/commands tool/output grove.h build
explorer/wasi:     base analysis analysis/msccl plan collectives/auto library library/machine runtime/machine tool tool/arguments tool/output tool/reports
perf/peers:        $libgrove $measured tool/files tool/applications mpi grove.h build
perf/clusters:     $libgrove $measured tool/arguments tool/output mpi
perf/peers/programs:
mpi:               plan/costs runtime/wire library grove.h
apps:              grove.h
examples:          grove.h
include:           grove.h
"

# file: the rooms that this file may know as well. A table names its rows. A paced team is a team:
# four files of teams hand over to the pace. The size of a plan counts the bytes of its programs.
# The explorer of interleavings, a test, puts its own atomics under the ring.
exceptions='
topology/network.c:             topology/networks
topology/hamiltonian_circuit.c: topology/networks
topology/tree.c:                topology/trees
collectives/registry.c:         collectives/cube collectives/flow
tool/arguments/command_table.c: tool/commands
tool/arguments/machine_commands.c: tool/commands
runtime/team/team.c:            runtime/paced
runtime/team/node_calls.c:      runtime/paced
runtime/drive/drive.c:          runtime/paced
runtime/drive/wait_report.c:    runtime/paced
plan/lists/expanded_size.c:     plan/program
runtime/ring/atomics.h:         tests/explorer
'

# library: the rooms that may include its headers. Any other header in <> must be the system's.
libraries='
jansson.h:                  perf tool/output
mpi.h:                      perf/clusters perf/peers perf/peers/programs mpi tool/mpi include
omp.h:                      perf/peers perf/peers/programs examples
parallel/:                  perf/peers/programs
grove_mpi.h:                mpi tool/mpi
fftw3.h:                    perf/peers/programs examples
cblas.h:                    perf/peers
ck_ring.h:                  perf/peers
boost/:                     perf/peers
sanitizer/:                 runtime/fiber
'
system='assert.h complex.h cpuid.h ctype.h dirent.h dlfcn.h emmintrin.h errno.h fcntl.h fenv.h getopt.h immintrin.h inttypes.h
	libgen.h limits.h locale.h linux/ math.h poll.h pthread.h sched.h signal.h spawn.h stdalign.h stdarg.h
	stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h strings.h sys/ time.h ucontext.h unistd.h
	algorithm array chrono cmath cstdint cstdio cstdlib memory numeric random string vector'

# Reads rows "FILE include NAME", "FILE defines SYMBOL", "FILE needs SYMBOL"; prints a line for each
# arrow that the tables do not have.
judge()
{
	# The program of awk is no text for the shell.
	# shellcheck disable=SC2016
	TABLE=$table EXCEPTIONS=$exceptions LIBRARIES=$libraries SYSTEM=$system awk '
	function read_table(text, into, lines, line, words, word, i, k) {
		lines = split(text, line, "\n")
		for (i = 1; i <= lines; i++) {
			words = split(line[i], word, /:?[ \t]+|:$/)
			for (k = 1; k <= words && word[1]; k++)
				into[word[1], word[k]] = 1
		}
	}
	function folder(path) {
		sub(/\/[^\/]*$/, "", path)
		return path
	}
	# The nearest of the folder and those above it, each with its slash.
	function within(from, to) {
		if ((from, to) in into_room)
			return 1
		for (to = to "/"; to ~ /\//; sub(/[^\/]*\/$/, "", to))
			if ((from, to) in into_room)
				return 1
		return 0
	}
	function known(room) {
		return (room, room) in into_room || room ~ /^(grove.h|build|tests\/explorer)$/
	}
	function may(file, to) {
		return folder(file) == to || within(folder(file), to) || (file, to) in into_file
	}
	function judge_library(file, name, first) {
		first = name ~ /\// ? substr(name, 1, index(name, "/")) : name
		if (index(" " system_headers " ", " " first " ") || (first, folder(file)) in into_library)
			return
		print file ": " folder(file) " may not include " name
	}
	function judge_include(file, name, to) {
		to = name ~ /^grove(_measure)?[.]h(pp)?$/ ? "grove.h" : name == "config.h" ? "build" : folder(name)
		if (name ~ /\// && to ~ /\.\./ || !known(to))
			judge_library(file, name)
		else if (!may(file, to))
			print file ": " folder(file) " may not include " name
	}
	BEGIN {
		read_table(ENVIRON["TABLE"], into_room)
		read_table(ENVIRON["EXCEPTIONS"], into_file)
		read_table(ENVIRON["LIBRARIES"], into_library)
		system_headers = ENVIRON["SYSTEM"]
		gsub(/[ \t\n]+/, " ", system_headers)
	}
	!known(folder($1)) && !told[folder($1)]++ {
		print $1 ": the table of arrows does not know the room " folder($1)
	}
	$2 == "include" { judge_include($1, $3) }
	$2 == "defines" {
		rooms_of[$3] = rooms_of[$3] " " ($3 ~ /^grove_/ ? "grove.h" : folder($1))
	}
	$2 == "needs" { need[++needs] = $1 " " $3 }
	END {
		for (i = 1; i <= needs; i++) {
			split(need[i], word, " ")
			rooms = split(rooms_of[word[2]], room, " ")
			for (k = 1; k <= rooms && !may(word[1], room[k]); k++)
				;
			if (k > rooms && rooms)
				print word[1] ": " folder(word[1]) " may not call " word[2] " of " room[1]
		}
	}'
}

# The sources below folder $1, by their paths from there.
sources()
{
	(cd "$1" && find . -mindepth 2 \( -name '*.[ch]' -o -name '*.cc' \) ! -path './tests/*' \
		! -path '*/build/*' ! -path './.*/*' | sed 's|^\./||' | sort)
}

includes() # source
{
	(cd "$1" && sources . | xargs sed -n 's/^[ \t]*#[ \t]*include[ \t]*\([<"]\)\([^>"]*\)[>"].*/\1 \2/
		t say
		b
		: say
		F
		p' | awk 'NR % 2 { file = $1; next } { print file, "include", $2 }' | sed 's|^\./||')
}

# Compiles the sources that have no object in any of the folders, into the first: all of a room by one
# call. A source whose library is not here is left out; its #include lines are read all the same. So are
# the sources for a page alone, which define the machine's symbols a second time.
compile() # source objects...
{
	from=$(cd "$1" && pwd) configured=$(cd "${GROVE_BUILD:-build}" && pwd)
	shift
	sources "$from" | grep '\.cc*$' | grep -v '^explorer/wasi/' | while read -r file; do
		for objects in "$@"; do
			[ ! -e "$objects/${file%.c*}.o" ] || continue 2
		done
		echo "$file"
	done >"$folder/uncompiled"
	sed 's|/[^/]*$||' "$folder/uncompiled" | sort -u | while read -r room; do
		mkdir -p "$1/$room"
		# shellcheck disable=SC2086 # a compiler may have words
		(cd "$1/$room" && grep "^$room/[^/]*$" "$folder/uncompiled" | sed "s|^|$from/|" |
			xargs ${CC:-cc} -w -D_GNU_SOURCE -I"$from" -I"$from/include" -I"$configured" -c 2>/dev/null)
	done
}

# The symbols of the objects of the sources below $1 that lie below the other folders.
symbols() # source objects...
{
	from=$1
	shift
	sources "$from" | grep '\.cc*$' | while read -r file; do
		for objects in "$@"; do
			[ ! -e "$objects/${file%.c*}.o" ] || echo "$objects/${file%.c*}.o"
		done
	done | xargs nm -A -g -P 2>/dev/null | awk -v folders="$*" '
		BEGIN { count = split(folders, folder, " ") }
		{
			file = $1
			for (i = 1; i <= count; i++)
				if (index(file, folder[i] "/") == 1)
					file = substr(file, length(folder[i]) + 2)
			sub(/\.o:$/, ".c", file)
			print file, $3 ~ /^[Uwv]$/ ? "needs" : "defines", $2
		}'
}

plan 20

# The objects of the build, and those of the programs that have none there.
mkdir "$folder/objects"
compile "$source" "$folder/objects" "$build"
includes "$source" >"$folder/included"
symbols "$source" "$folder/objects" "$build" >"$folder/symbols"

said=$(judge <"$folder/included")
[ "$(wc -l <"$folder/included")" -gt 2000 ] && [ -z "$said" ]
ok $? "arrows: every #include line of the sources follows the tables" "$said"
said=$(cat "$folder/included" "$folder/symbols" | judge)
[ -z "$said" ]
ok $? "arrows: every symbol that an object needs follows the tables" "$said"
for file in plan/plan tool/main apps/transpose perf/peers/barrier; do
	grep -q "^$file.c needs" "$folder/symbols" || echo "$file"
done >"$folder/unread"
[ ! -s "$folder/unread" ]
ok $? "arrows: objects of rooms, programs and peers were read" "$(cat "$folder/unread")"

# Each kind of forbidden arrow is refused, in a small tree that is compiled here.
tree=$folder/tree
put() # file line...
{
	mkdir -p "$tree/${1%/*}"
	name=$1
	shift
	printf '%s\n' "$@" >"$tree/$name"
}

refused() # sentence line-that-is-said
{
	rm -rf "$folder/tried"
	mkdir "$folder/tried"
	compile "$tree" "$folder/tried"
	said=$({
		includes "$tree"
		symbols "$tree" "$folder/tried"
	} | judge)
	[ "$said" = "$2" ]
	ok $? "arrows: refused: $1" "$said"
	rm -rf "$tree"
}

put plan/plan.h ''
put topology/a.c '#include "plan/plan.h"'
refused 'an #include of a room above' 'topology/a.c: topology may not include plan/plan.h'
put runtime/team/team.c 'int team_open(void) { return 0; }'
put plan/a.c 'int team_open(void);' 'int f(void) { return team_open(); }'
refused 'a prototype written by hand, for a room above' \
	'plan/a.c: plan may not call team_open of runtime/team'
put runtime/ring/ring.c 'int ring_capacity = 1;'
put collectives/a.c 'extern int ring_capacity;' 'int f(void) { return ring_capacity; }'
refused 'a variable of a room above' \
	'collectives/a.c: collectives may not call ring_capacity of runtime/ring'
put plan/model/cost.c 'int cost(void) { return 0; }'
put plan/verify/a.c 'int cost(void);' 'int f(void) { return cost(); }'
refused 'a room that calls its neighbour' \
	'plan/verify/a.c: plan/verify may not call cost of plan/model'
put plan/model/cost.h ''
put plan/a.c '#include "plan/model/cost.h"'
refused 'a room that knows a room within' 'plan/a.c: plan may not include plan/model/cost.h'
put runtime/team/team.h ''
put runtime/ring/a.h '#include "runtime/team/team.h"'
refused 'a header of the ring that knows teams' \
	'runtime/ring/a.h: runtime/ring may not include runtime/team/team.h'
put analysis/bound.c 'int bound(void) { return 0; }'
put library/a.c 'int bound(void);' 'int f(void) { return bound(); }'
refused 'libgrove that calls analysis' 'library/a.c: library may not call bound of analysis'
put collectives/transforms.h ''
put runtime/team/a.c '#include "collectives/transforms.h"'
refused 'the runtime that knows collectives' \
	'runtime/team/a.c: runtime/team may not include collectives/transforms.h'
put tool/commands/run.c 'int command_run(void) { return 0; }'
put tool/output/a.c 'int command_run(void);' 'int f(void) { return command_run(); }'
refused 'output that calls a sub-command' \
	'tool/output/a.c: tool/output may not call command_run of tool/commands'
put base/size.h ''
put apps/a.c '#include "base/size.h"'
refused 'an application that looks behind grove.h' 'apps/a.c: apps may not include base/size.h'
put tool/output/units.h ''
put perf/peers/a.cc '	#  include "tool/output/units.h"'
refused 'a C++ file of comparisons that knows the command' \
	'perf/peers/a.cc: perf/peers may not include tool/output/units.h'
put runtime/ring/ring.h ''
put examples/a.c '	#include <runtime/ring/ring.h>'
refused 'angle brackets around a header of grove' \
	'examples/a.c: examples may not include runtime/ring/ring.h'
put library/a.c '#include <jansson.h>'
put perf/peers/b.cc '#include <boost/version.hpp>'
put perf/a.c '#include <boost/version.hpp>'
put tool/a.c '#include <hwloc.h>'
refused 'libraries in rooms that are not theirs' "library/a.c: library may not include jansson.h
perf/a.c: perf may not include boost/version.hpp
tool/a.c: tool may not include hwloc.h"
put plan/a.c '#include "../topology/network.h"'
put plan/b.c '#include "problem.h"'
refused 'headers that are not named from the root' \
	"plan/a.c: plan may not include ../topology/network.h
plan/b.c: plan may not include problem.h"
put include/grove.h '#include "base/error.h"'
put base/error.h ''
refused 'a public header that needs a hidden one' \
	'include/grove.h: include may not include base/error.h'
put strategy/a.c 'int f(void) { return 0; }'
refused 'a folder that the table does not know' \
	'strategy/a.c: the table of arrows does not know the room strategy'
put topology/networks/cube.c 'int cube(void) { return 0; }'
put topology/network.c 'int cube(void);' 'int f(void) { return cube(); }'
put apps/a.c '#include <stdio.h>' '#include "grove.h"' 'int grove_version(void);' \
	'int g(void) { return grove_version(); }'
put library/a.c 'int grove_version(void) { return 0; }'
put include/grove.h ''
refused 'nothing, where all arrows are in the tables' ''
finish
