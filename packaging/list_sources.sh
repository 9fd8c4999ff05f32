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

# The sources in and below folders; what needs an MPI, and the programs that grove is compared with, have
# rules of their own.
sources() # folder...
{
	find "$@" -name '*.c' ! -path 'perf/peers/*' ! -path 'perf/clusters/*' ! -path 'tool/mpi/*' | sort
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

# Writes an edge whose inputs, or outputs, are the lines of standard input.
edge() # words-before [words-after]
{
	echo "build $1 \$"
	sed 's|.*|  & $|'
	echo "  ${2:-}"
}

# Turns the names of sources into those of what is made of them.
made() # folder [ending]
{
	sed "s|^\(.*\)\.c\$|$1/\1${2:-}|"
}

from_source()
{
	sed 's|^|$srcdir/|'
}

archive() # folder
{
	objects=$(parts "$1")
	echo "$objects" | sed 's|\(.*\)\.c$|build build/\1.o: cc $srcdir/\1.c|'
	echo "$objects" | made build .o | edge "build/$1.a: ar"
}

# An application is linked with the shared library, as a stranger's program would be.
applications()
{
	programs apps | sed 's|\(.*\)\.c$|build build/\1: app $srcdir/\1.c \| $application_library|'
	programs apps | made build | edge 'applications: phony'
}

examples()
{
	openmp=$(grep -l '<omp\.h>' examples/*.c) fftw=$(grep -l '<fftw3\.h>' examples/*.c)
	for example in $(sources examples); do
		rule=example
		case $openmp in *"$example"*) rule=example_openmp ;; esac
		case $fftw in *"$example"*) rule=example_fftw ;; esac
		echo "build build/${example%.c}: $rule \$srcdir/$example | build/libgrove.a"
	done
	sources examples | made build | edge 'example-programs: phony'
}

# Whole programs for `ninja programs`: examples, and the same by OpenMP, Open MPI and FFTW. All are compiled
# alike; what each needs stands in the end of its name.
program() # source compiler flags [library]
{
	name=${1##*/}
	library=
	[ "$1" = "${1#examples/}" ] || library=' build/libgrove.a'
	echo "build build/programs/${name%.*}: peer \$srcdir/$1 | build/peers.a$library"
	echo "  by = $2"
	case $1 in
	*.cc) echo "  flags = -std=c++17 \$program_flags $3" ;;
	*) echo "  flags = -std=gnu11 \$program_flags $3" ;;
	esac
	[ -z "${4:-}" ] || echo "  more = $4"
}
compared_programs()
{
	[ -d perf/peers/programs ] || return 0
	grove='build/libgrove.a $libs'
	compared="examples/fft.c examples/grid.c examples/jacobi.c examples/kmeans_phased.cc examples/logistic.c
		examples/overlap.c examples/sample_sort.cc $(echo perf/peers/programs/*_*.c*)"
	for source in $compared; do
		case $source in
		*/fft.c) program "$source" '$needs_fftw $cc' '$sanitize $fftw_cflags' "\$fftw_libs $grove" ;;
		*/logistic.c) program "$source" '$needs_openmp $cc' '$sanitize -fopenmp' "$grove" ;;
		examples/*.cc) program "$source" '$needs_boost $cxx' '$sanitize' "$grove" ;;
		examples/*.c) program "$source" '$cc' '$sanitize' "$grove" ;;
		*_mpi.cc) program "$source" '$needs_boost OMPI_CC=$cxx $needs_openmpi $peer_openmpi' -DOMPI_SKIP_MPICXX ;;
		*_mpi.c) program "$source" '$needs_openmpi $peer_openmpi' '' ;;
		*_openmp.cc) program "$source" '$needs_gnu_openmp $needs_boost $cxx' -fopenmp ;;
		*_openmp.c) program "$source" '$needs_gnu_openmp gcc' -fopenmp ;;
		*_fftw.c) program "$source" '$needs_fftw_openmp gcc' '$fftw_cflags -fopenmp' '-lfftw3_omp $fftw_libs' ;;
		esac
	done
	# shellcheck disable=SC2086 # words
	printf '%s\n' $compared | sed 's|.*/\(.*\)\..*|build/programs/\1|' | edge 'program-pairs: phony'
}

# The command in a page has what computes: no sub-command that needs a machine, none of the sources that
# name threads, signals or a library, and no file for another simulator; explorer/wasi stands in for these.
thinking()
{
	for folder in base topology plan collectives analysis tool/arguments tool/output tool/reports; do
		sources $folder
	done | grep -Ev '/(machine_commands|goal_schedule|msccl_[a-z]*|packet_needs|surroundings|data_file).c' |
		xargs grep -LE '<(pthread|signal|jansson|sys/[a-z]*)\.h>|config_file\.h|paced_plans\.h'
	printf 'tool/commands/%s.c\n' list network plan simulate trees verify
	printf 'library/%s.c\n' auto_choice machine/machine_levels rank_levels version zero_copy_choice
	printf '%s\n' runtime/kernels/fold.c runtime/kernels/*_kernels.c tool/command_line.c
	sources explorer/wasi
}

# A page of texts from the explorer's folder, and from others.
page()
{
	[ -d lessons ] || return 0
	thinking | sed 's|\(.*\)\.c$|build build/page/\1.o: cc_wasm $srcdir/\1.c|'
	thinking | made build/page .o | edge 'build/explorer/grove.wasm: link_wasm'
	find explorer -type f ! -path 'explorer/wasi/*' | sort | from_source |
		edge 'build/explorer.html: page build/explorer/grove.wasm |'
	find explorer lessons/page -type f ! -path 'explorer/wasi/*' | sort | from_source |
		edge 'build/lesson.html: lesson_page build/explorer/grove.wasm |'
	lessons=$(find lessons -name '[0-9]*.md' | sort | sed 's|^|build/|' | tr '\n' ' ')
	made="build/lessons/index.html | $lessons: lessons build/grove | build/explorer.html build/lesson.html"
	find lessons -type f ! -path 'lessons/page/*' | sort | from_source | edge "$made"
}

# The man pages of the library: a page for each name that the header declares.
manual()
{
	[ -e include/grove.h ] || return 0
	pages=$(sh packaging/manual/manual.sh . | sed 's|.*|build/man/man3/&.3|' | tr '\n' ' ')
	find packaging/manual examples -type f | sort | from_source |
		edge "$pages: manual \$srcdir/include/grove.h \$srcdir/include/grove_measure.h | \$srcdir/docs/grove.1"
	echo "build manual: phony $pages"
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
	tests_named c | made build
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
	echo "$all" | grep -v "${long:-^$}" | edge 'check: check' '| used-by-tests'
	echo "$all" | grep "${long:-^$}" | edge 'check-long: check' '| used-by-tests'
	echo "$all" | edge 'check-all: check' '| used-by-tests'
}

# The libraries, and the programs of tests, that are built by the compiler wrapper of an MPI; configure
# says which of them are built.
mpi() # name
{
	to=build/mpi/$1
	objects=$(sources mpi | sed "s|.*/\(.*\)\.c$|$to/\1.o|")
	for source in $(sources mpi); do
		name=${source##*/}
		echo "build $to/${name%.c}.o: mpi_cc \$srcdir/$source"
		echo "  by = \$peer_$1"
	done
	echo "$objects" | edge "$to/mpi.a: ar"
	echo "build $to/libgrove-mpi.o: localise $to/mpi.a"
	echo "build $to/libgrove-mpi.a: ar $to/libgrove-mpi.o"
	echo "$objects" | edge "$to/libgrove-mpi.so.\$version: mpi_shared" '| build/libgrove.so'
	echo "  by = \$peer_$1"
	echo "build $to/libgrove-mpi.so: alias | $to/libgrove-mpi.so.\$version"
	echo "  name = libgrove-mpi.so.\$version"
	find tool/mpi -name '*.c' | sort | from_source | edge "$to/grove-mpi: mpi_program" "| $to/mpi.a internal"
	echo "  by = \$peer_$1"
	echo "  more = $to/mpi.a \$internal \$jansson_libs"
	for source in $(sources tests/mpi); do
		name=${source##*/} library=build/libgrove.a made=build/libgrove.a
		[ "$name" != mpi_plans.c ] || library="\$inside" made=inside
		echo "build $to/${name%.c}: mpi_program \$srcdir/$source | $to/libgrove-mpi.a $made"
		echo "  by = \$peer_$1"
		echo "  more = $to/libgrove-mpi.a $library"
	done
	echo "build $to/spoiler.so: mpi_preloaded \$srcdir/tests/spoiler.c"
	echo "  by = \$peer_$1"
}

# The same under SimGrid, which loads a copy of the program for each rank: so a copy contains all of grove,
# and is small.
simulated_program() # source-or-grove-mpi inside|internal libraries source...
{
	name=${1##*/} made=$2 library=$3
	shift 3
	printf '%s\n' "$@" | from_source | edge "build/mpi/simulated/${name%.c}: simulated" "| $made"
	echo '  flags = -std=gnu11 -D_GNU_SOURCE -O2 $warnings $includes'
	echo "  more = $library \$libs -pthread -s -Wl,--gc-sections"
}
simulated()
{
	# shellcheck disable=SC2046 # words
	simulated_program grove-mpi internal '$internal $jansson_libs' $(find mpi tool/mpi -name '*.c' | sort)
	for source in $(sources tests/mpi); do
		# shellcheck disable=SC2046
		simulated_program "$source" inside '$inside' "$source" $(sources mpi)
	done
	# shellcheck disable=SC2046
	printf '%s\n' grove-mpi $(sources tests/mpi) | sed 's|.*/||; s|\.c$||; s|^|build/mpi/simulated/|' |
		edge 'simulated-mpi: phony'
}

# Programs in Python, which the command finds beside itself.
grading()
{
	for source in grading/*.py; do
		echo "build build/$source: copy \$srcdir/$source"
	done
	printf 'build/%s\n' grading/*.py | edge 'grading: phony'
}
msccl_reader()
{
	echo 'build build/msccl/read_msccl.py: copy $srcdir/analysis/msccl/read_msccl.py'
}

# A folder's time changes when a file comes or goes: then this script runs again. `lessons` and `grading` are
# also names for `ninja`, so these folders have whole paths: the lists come before what needs the lists.
folders()
{
	# shellcheck disable=SC2086 # a list of words
	find $archives examples explorer tests -type d ! -path 'perf/peers*' 2>/dev/null | sort | from_source
	for name in include/grove.h include/grove_measure.h mpi perf/peers/programs; do
		[ ! -e $name ] || echo "\$srcdir/$name"
	done
	for name in lessons grading; do
		[ ! -d $name ] || echo "$(pwd -P | sed 's/[ :$]/$&/g')/$name"
	done
}

list()
{
	echo "# Written by packaging/list_sources.sh; a change here is lost when it runs again."
	for folder in $archives; do
		archive "$folder"
	done
	applications
	examples
	compared_programs
	page
	manual
	if [ -d mpi ]; then
		for name in openmpi mpich own; do
			mpi $name
		done
		simulated
	fi
	[ ! -d grading ] || grading
	msccl_reader
	tests
	# As a phony target, a folder that has gone is out of date, and no error.
	folders | sed 's|.*|build &: phony|'
	{
		printf '$srcdir/%s\n' packaging/list_sources.sh tests/tests.ninja tests/long
		folders
	} | edge 'build/sources.ninja: list_sources'
}

list >"$file.new" || exit 1
if cmp -s "$file.new" "$file"; then
	rm "$file.new"
else
	mv "$file.new" "$file"
fi
