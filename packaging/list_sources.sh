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

# Programs that are linked as a stranger's would be. The name of the rule is `program`, or `foreign` for
# those that have flags of their own.
linked() # output rule compiler flags libraries needs source...
{
	output=$1 rule=$2 compiler=$3 flags=$4 libraries=$5 needs=$6
	shift 6
	printf '%s\n' "$@" | from_source | edge "build/$output: $rule" "| $needs"
	printf '  %s\n' "by = $compiler" "flags = $flags" "more = $libraries"
}
applications()
{
	for application in $(programs apps); do
		linked "${application%.c}" program '$cc' '' '$application_library $in_place $application_libs' \
			'$application_library' "$application"
	done
	programs apps | made build | edge 'applications: phony'
}
examples()
{
	for example in $(sources examples); do
		set -- '$cc' ''  ''
		! grep -q '<omp\.h>' "$example" || set -- '$needs_openmp $cc' -fopenmp ''
		! grep -q '<fftw3\.h>' "$example" || set -- '$needs_fftw $cc' '$fftw_cflags' '$fftw_libs '
		linked "${example%.c}" program "$1" "$2" "build/libgrove.a $3\$libs" build/libgrove.a "$example"
	done
	sources examples | made build | edge 'example-programs: phony'
}

# What grove is compared with, for `ninja compare`; and the parts of grove that all of them share.
peer() # name compiler flags libraries source...
{
	name=$1 compiler=$2 flags=$3 libraries=$4
	shift 4
	# shellcheck disable=SC2046 # words
	linked "peers/$name" foreign "$compiler" "$flags" "build/peers.a $libraries -lm" \
		'build/peers.a build/libgrove.a' $(printf 'perf/peers/%s\n' "$@")
}
peers()
{
	[ -d perf/peers ] || return 0
	parts='perf/timing/clock library/machine/cache_lines perf/peers/pair base/small_file perf/peers/peer
		perf/peers/peer_ring perf/timing/synchronised_start perf/timing/stats perf/peers/transpose_pair
		perf/peers/work'
	for part in $parts; do
		echo "build build/peers/${part##*/}.o: cc \$srcdir/$part.c"
		echo '  cflags = $peer_cflags'
	done
	for part in $parts; do
		echo "build/peers/${part##*/}.o"
	done | edge 'build/peers.a: ar'
	peer barrier '$cc' '$peer_cflags' '' barrier.c
	peer boost '$needs_boost $cxx' '-O3 -g -D_GNU_SOURCE -Wall -Wextra -pthread $includes' '' boost_ring.cc
	peer ck '$needs_ck $cc' '$peer_cflags' -lck ck_ring.c
	peer copy '$cc' '$peer_cflags' '' memcpy_pair.c
	peer first '$cc' '$peer_cflags $sanitize' 'build/libgrove.a $libs' first_calls.c
	peer gnu-openmp '$needs_gnu_openmp gcc' '$peer_cflags -fopenmp' '' openmp.c
	peer llvm-openmp '$needs_llvm_openmp clang' '$peer_cflags -fopenmp' '' openmp.c
	peer openblas '$needs_openblas $cc' '$peer_cflags $openblas_cflags' '$openblas_libs' blas.c
	for mpi in mpich openmpi; do
		linked "peers/$mpi" foreign "\$needs_$mpi \$peer_$mpi" '$peer_cflags $sanitize' \
			'build/peers.a $internal $jansson_libs $libs' 'build/peers.a internal' perf/peers/mpi.c mpi/mpi_native.c
	done
	printf 'build/peers/%s\n' apps barrier boost ck copy first gnu-openmp grove llvm-openmp mpich openblas \
		openmpi tile | edge 'peers: phony'
}

# Whole programs for `ninja programs`: examples, and the same by OpenMP, Open MPI and FFTW. All are compiled
# alike; what each needs stands in the end of its name.
program() # source compiler flags [libraries]
{
	name=${1##*/} language=gnu11
	[ "$1" = "${1%.cc}" ] || language=c++17
	linked "programs/${name%.*}" foreign "$2" "-std=$language \$program_flags $3" "build/peers.a ${4:-} -lm" \
		'build/peers.a build/libgrove.a' "$1"
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
		xargs grep -LE '<(pthread|signal|jansson|sys/[a-z]*)\.h>|whole_file\.h|paced_plans\.h'
	printf 'tool/commands/%s.c\n' list network plan simulate trees verify
	printf 'library/%s.c\n' auto_choice machine/machine_levels rank_levels version zero_copy_choice
	printf '%s\n' runtime/kernels/fold.c runtime/kernels/*_kernels.c tool/command_line.c tool/main.c
	sources explorer/wasi
}

# A page begins with three texts, and has all others from its folders.
texts_of_page() # page html css mjs folder...
{
	page=$1 first=$(printf ' $srcdir_quoted/%s' "$2" "$3" "$4")
	shift 4
	find "$@" -type f ! -path 'explorer/wasi/*' | sort | from_source |
		edge "build/$page: page build/explorer/grove.wasm |"
	echo "  page =$first"
	echo "  folders =$(printf ' $srcdir_quoted/%s' "$@")"
}

page()
{
	[ -d lessons ] || return 0
	thinking | sed 's|\(.*\)\.c$|build build/page/\1.o: cc_wasm $srcdir/\1.c|'
	thinking | made build/page .o | edge 'build/explorer/grove.wasm: link_wasm'
	texts_of_page explorer.html explorer/page.html explorer/page.css explorer/main.mjs explorer
	texts_of_page lesson.html lessons/page/lesson.html lessons/page/lesson.css lessons/page/lesson_main.mjs \
		explorer lessons/page
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

# What has a line of its own in tests/tests.ninja.
own_lines()
{
	sed -n 's/^build \([^ ]*\):.*/ \1 /p' tests/tests.ninja
}

# The explorer of interleavings.
explorer()
{
	[ -d tests/explorer ] || return 0
	lines=$(own_lines)
	for source in tests/explorer/*.c; do
		case $lines in
		*" build/${source%.c}.o "*) ;;
		*) echo "build build/${source%.c}.o: cc_explorer \$srcdir/$source" ;;
		esac
	done
	{
		printf '%s\n' tests/explorer/*.c | made build .o
		echo "$lines" | sed -n 's|^ \(build/tests/explorer/.*\.o\) $|\1|p'
	} | sort -u | edge 'build/tests/explorer.a: ar'
}

# Those of tests/long take most of the time.
tests()
{
	lines=$(own_lines)
	for test in $(tests_named c); do
		case $lines in
		*" build/${test%.c} "*) ;;
		*)
			echo "build build/${test%.c}: test \$srcdir/$test | internal"
			# hwloc makes up other machines.
			! grep -q tests/machine_help.h "$test" ||
				printf '  %s\n' 'flags = $hwloc_cflags' 'cmocka_libs = $cmocka_libs $hwloc_libs'
			;;
		esac
	done
	long=$(grep -v '^#' tests/long | sed 's|.*|/&$|')
	all=$(all_tests)
	echo "$all" | grep -v "${long:-^$}" | edge 'check: check' '| used-by-tests'
	echo "$all" | grep "${long:-^$}" | edge 'check-long: check' '| used-by-tests'
	echo "$all" | edge 'check-all: check' '| used-by-tests'
	# Those of the page, which need clang for WebAssembly, node and Chromium; those of teams over MPI,
	# which need an MPI; and those of programs in simulated time, which need SimGrid.
	scripts=$(tests_named sh | from_source)
	echo "$scripts" | grep '/page/' | edge 'check-page: check' '| all'
	echo "$scripts" | grep '/mpi/' | grep -v /simulated |
		edge 'check-mpi: check' '| build/grove libraries applications mpi-libraries'
	echo "$scripts" | grep -E '/mpi/simulated|/perf/(clusters|platform)' | edge 'check-clusters: check' \
		'| build/grove simulated-mpi build/perf/clusters/player build/tests/perf/simulated_links'
}

# The libraries, and the programs of tests, that are built by the compiler wrapper of an MPI; configure
# says which of them are built.
mpi() # name
{
	to=build/mpi/$1
	by="  by = \$mpi_by \$peer_$1"
	objects=$(sources mpi | sed "s|.*/\(.*\)\.c$|$to/\1.o|")
	for source in $(sources mpi); do
		name=${source##*/}
		echo "build $to/${name%.c}.o: cc \$srcdir/$source"
		echo "$by"
	done
	echo "$objects" | edge "$to/mpi.a: ar"
	echo "build $to/libgrove-mpi.o: localise $to/mpi.a"
	echo "build $to/libgrove-mpi.a: ar $to/libgrove-mpi.o"
	echo "$objects" | edge "$to/libgrove-mpi.so.\$version: shared" '| build/libgrove.so'
	echo "$by"
	echo '  flags = -Wl,-z,nodelete -Wl,-soname,libgrove-mpi.so.$version'
	echo '  more = -Lbuild -lgrove'
	echo "build $to/libgrove-mpi.so: alias | $to/libgrove-mpi.so.\$version"
	echo "  name = libgrove-mpi.so.\$version"
	find tool/mpi -name '*.c' | sort | from_source | edge "$to/grove-mpi: program" "| $to/mpi.a internal"
	echo "$by"
	echo "  more = $to/mpi.a \$internal \$jansson_libs \$libs"
	for source in $(sources tests/mpi); do
		name=${source##*/} library=build/libgrove.a made=build/libgrove.a
		[ "$name" != mpi_plans.c ] || library="\$inside" made=inside
		echo "build $to/${name%.c}: program \$srcdir/$source | $to/libgrove-mpi.a $made"
		echo "$by"
		echo "  more = $to/libgrove-mpi.a $library \$libs"
	done
	echo "build $to/spoiler.so: shared \$srcdir/tests/spoiler.c"
	echo "$by"
	echo '  more ='
}

# The same under SimGrid, which loads a copy of the program for each rank: so a copy contains all of grove,
# and is small.
simulated_program() # source-or-grove-mpi inside|internal libraries source...
{
	name=${1##*/} made=$2 library=$3
	shift 3
	linked "mpi/simulated/${name%.c}" foreign '$needs_simgrid smpicc' \
		'-std=gnu11 -D_GNU_SOURCE -O2 $warnings $includes' "$library \$libs -pthread -s -Wl,--gc-sections" \
		"$made" "$@"
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
	peers
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
	explorer
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
