#!/bin/sh
# Lists the sources as rules of Ninja: a new file is built, linked and tested without an edit.
# SPDX-License-Identifier: BSD-2-Clause
#
#	packaging/list_sources.sh SOURCE FILE     writes FILE (build/sources.ninja) if it changes
#
# A source belongs to the archive of its top folder; a source with a main() is a program of its own.
# SOURCE/tests/tests.ninja has the line of each test that needs more than the others.

# Ninja has variables, too.
# shellcheck disable=SC2016

set -u
unset CDPATH
export LC_ALL=C
archives='base topology plan collectives runtime library analysis perf tool'
start=$PWD
cd "$1" || exit 1
case $2 in
/*) file=$2 ;;
*) file=$start/$2 ;;
esac

# The sources in and below a folder; what needs an MPI, and the programs that grove is compared with, have
# rules of their own.
sources() # folder
{
	find "$1" -name '*.c' ! -path 'perf/peers/*' ! -path 'perf/clusters/*' ! -path 'tool/mpi/*' | sort
}

# The same without those that have a main(), or those alone.
parts()
{
	sources "$1" | xargs grep -L '^int main('
}
programs()
{
	sources "$1" | xargs grep -l '^int main('
}

archive() # folder
{
	parts "$1" | sed 's|\(.*\)\.c$|build build/\1.o: cc $srcdir/\1.c|'
	echo "build build/$1.a: ar \$"
	parts "$1" | sed 's|\(.*\)\.c$|  build/\1.o $|'
	echo
}

# An application is linked with the shared library, as a stranger's program would be.
applications()
{
	programs apps | sed 's|\(.*\)\.c$|build build/\1: app $srcdir/\1.c \| $application_library|'
	echo "build applications: phony \$"
	programs apps | sed 's|\(.*\)\.c$|  build/\1 $|'
	echo
}

examples()
{
	for example in $(sources examples); do
		rule=example
		! grep -q '<omp\.h>' "$example" || rule=example_openmp
		! grep -q '<fftw3\.h>' "$example" || rule=example_fftw
		echo "build build/${example%.c}: $rule \$srcdir/$example | build/libgrove.a"
	done
	echo "build example-programs: phony \$"
	sources examples | sed 's|\(.*\)\.c$|  build/\1 $|'
	echo
}

# The command in a page has what computes: no sub-command that needs a machine, none of the sources that
# name threads, signals or a library, and no file for another simulator; explorer/wasi stands in for these.
thinking()
{
	for folder in base topology plan collectives analysis tool/arguments tool/output; do
		sources $folder
	done | grep -Ev '/(machine_commands|goal_schedule|msccl_[a-z]*|packet_needs|surroundings).c' | xargs grep -LE '<(pthread|signal|jansson|expat|sys/[a-z]*)\.h>|config_file\.h|paced_plans\.h'
	printf 'tool/commands/%s.c\n' list network plan simulate trees verify
	printf 'library/%s.c\n' auto_choice machine/machine_levels rank_levels version zero_copy_choice
	printf '%s\n' runtime/kernels/fold.c runtime/kernels/*_kernels.c tool/command_line.c
	sources explorer/wasi
}

page()
{
	thinking | sed 's|\(.*\)\.c$|build build/page/\1.o: cc_wasm $srcdir/\1.c|'
	echo "build build/explorer/grove.wasm: link_wasm \$"
	thinking | sed 's|\(.*\)\.c$|  build/page/\1.o $|'
	echo
	echo "build build/explorer.html: page build/explorer/grove.wasm | \$"
	find explorer -type f ! -path 'explorer/wasi/*' | sort | sed 's|.*|  $srcdir/& $|'
	echo
	echo "build build/lesson.html: lesson_page build/explorer/grove.wasm | \$"
	find explorer lessons/page -type f ! -path 'explorer/wasi/*' | sort | sed 's|.*|  $srcdir/& $|'
	echo
	echo "build build/lessons/index.html | \$"
	find lessons -name '[0-9]*.md' | sort | sed 's|.*|  build/& $|'
	echo "  : lessons build/grove | build/explorer.html build/lesson.html \$"
	find lessons -type f ! -path 'lessons/page/*' | sort | sed 's|.*|  $srcdir/& $|'
	echo
}

# The man pages of the library: a page for each name that the header declares.
manual()
{
	[ -e include/grove.h ] || return 0
	pages=$(sh packaging/manual/manual.sh . | sed 's|.*|  build/man/man3/&.3 $|')
	printf 'build $\n%s\n  : manual $srcdir/include/grove.h $srcdir/include/grove_measure.h | $srcdir/docs/grove.1 $\n' "$pages"
	find packaging/manual examples -type f | sort | sed 's|.*|  $srcdir/& $|'
	printf '\nbuild manual: phony $\n%s\n\n' "$pages"
}

# The tests of all rooms whose names end so.
tests_named() # ending
{
	find tests -name "*_test.$1" | sort
}

# Programs and scripts, but for those of `ninja check-packages`.
all_tests()
{
	packages=$(sed -n 's/^build check-packages: //p' build.ninja)
	for test in $(tests_named sh); do
		case $packages in *"$test"*) ;; *) echo "\$srcdir/$test" ;; esac
	done
	tests_named c | sed 's|\(.*\)\.c$|build/\1|'
}

# A target that runs the tests of standard input.
check() # name
{
	echo "build $1: check \$"
	sed 's|.*|  & $|'
	echo "  | used-by-tests"
	echo
}

# Those of tests/long take most of the time.
tests()
{
	lines=$(sed -n 's/^build \([^ ]*\):.*/ \1 /p' tests/tests.ninja)
	for test in $(tests_named c); do
		case $lines in
		*" build/${test%.c} "*) ;;
		*) echo "build build/${test%.c}: test \$srcdir/$test | internal" ;;
		esac
	done
	long=$(grep -v '^#' tests/long | sed 's|.*|/&$|')
	all=$(all_tests)
	echo "$all" | grep -v "${long:-^$}" | check check
	echo "$all" | grep "${long:-^$}" | check check-long
	echo "$all" | check check-all
}

# The libraries, and the programs of tests, that are built by the compiler wrapper of each MPI; configure
# says which of them are built.
mpi()
{
	[ -d mpi ] || return 0
	for name in openmpi mpich own; do
		to=build/mpi/$name
		for source in $(sources mpi); do
			echo "build $to/$(basename "$source" .c).o: mpi_cc \$srcdir/$source"
			echo "  by = \$peer_$name"
		done
		echo "build $to/mpi.a: ar \$"
		sources mpi | sed "s|.*/\(.*\)\.c$|  $to/\1.o \$|"
		echo
		echo "build $to/libgrove-mpi.o: localise $to/mpi.a"
		echo "build $to/libgrove-mpi.a: ar $to/libgrove-mpi.o"
		echo "build $to/libgrove-mpi.so.\$version: mpi_shared \$"
		sources mpi | sed "s|.*/\(.*\)\.c$|  $to/\1.o \$|"
		echo "  | build/libgrove.so"
		echo "  by = \$peer_$name"
		echo "build $to/libgrove-mpi.so: alias | $to/libgrove-mpi.so.\$version"
		echo "  name = libgrove-mpi.so.\$version"
		command=$(find tool/mpi -name '*.c' | sort | sed 's|^|$srcdir/|' | tr '\n' ' ')
		echo "build $to/grove-mpi: mpi_program $command| $to/mpi.a internal"
		echo "  by = \$peer_$name"
		echo "  more = $to/mpi.a \$internal \$jansson_libs \$expat_libs"
		for source in $(sources tests/mpi); do
			library=build/libgrove.a made=build/libgrove.a
			[ "$source" != tests/mpi/mpi_plans.c ] || library="\$inside" made=inside
			echo "build $to/$(basename "$source" .c): mpi_program \$srcdir/$source | $to/libgrove-mpi.a $made"
			echo "  by = \$peer_$name"
			echo "  more = $to/libgrove-mpi.a $library"
		done
		echo "build $to/spoiler.so: mpi_preloaded \$srcdir/tests/spoiler.c"
		echo "  by = \$peer_$name"
	done
	echo
}

# The same under SimGrid, which loads a copy of the program for each rank: so a copy contains all of grove,
# and is small.
simulated()
{
	[ -d mpi ] || return 0
	for source in $(sources tests/mpi); do
		echo "build build/mpi/simulated/$(basename "$source" .c): simulated \$srcdir/$source \$"
		sources mpi | sed 's|.*|  $srcdir/& $|'
		echo "  | inside"
		echo "  flags = -std=gnu11 -D_GNU_SOURCE -O2 \$warnings \$includes"
		echo "  more = \$inside \$libs -pthread -s -Wl,--gc-sections"
	done
	echo "build build/mpi/simulated/grove-mpi: simulated \$"
	find mpi tool/mpi -name '*.c' | sort | sed 's|.*|  $srcdir/& $|'
	echo "  | internal"
	echo "  flags = -std=gnu11 -D_GNU_SOURCE -O2 \$warnings \$includes"
	echo "  more = \$internal \$jansson_libs \$expat_libs \$libs -pthread -s -Wl,--gc-sections"
	echo "build simulated-mpi: phony build/mpi/simulated/grove-mpi $(sources tests/mpi | sed 's|.*/\(.*\)\.c$|build/mpi/simulated/\1|' | tr '\n' ' ')"
	echo
}

# A folder's time changes when a file comes or goes: then this script runs again. `lessons` is also a name
# for `ninja`, so that folder has its whole path: the lists come before the pages, which need the lists.
folders()
{
	# shellcheck disable=SC2086 # a list of words
	find $archives examples explorer tests -type d ! -path 'perf/peers*' | sort | sed 's|.*|$srcdir/&|'
	[ ! -e include/grove.h ] || echo '$srcdir/include/grove.h $srcdir/include/grove_measure.h'
	[ ! -d mpi ] || echo '$srcdir/mpi'
	[ ! -d lessons ] || echo "$(pwd -P | sed 's/[ :$]/$&/g')/lessons"
}

list()
{
	echo "# Written by packaging/list_sources.sh; a change here is lost when it runs again."
	for folder in $archives; do
		archive "$folder"
	done
	applications
	examples
	page
	manual
	mpi
	simulated
	tests
	# As a phony target, a folder that has gone is out of date, and no error.
	folders | sed 's|.*|build &: phony|'
	echo "build build/sources.ninja: list_sources \$srcdir/packaging/list_sources.sh \$srcdir/tests/tests.ninja \$"
	echo '  $srcdir/tests/long $'
	folders | sed 's|.*|  & $|'
	echo
}

list >"$file.new" || exit 1
if cmp -s "$file.new" "$file"; then
	rm "$file.new"
else
	mv "$file.new" "$file"
fi
