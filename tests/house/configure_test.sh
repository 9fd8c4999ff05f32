#!/bin/sh
# Runs configure as users, packagers and ninja do, in folders of its own.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
temporary_folder
# Nothing of the build that runs us may reach the builds here, but its compiler.
compiler=${CC:-gcc}
unset CC CXX CPPFLAGS CFLAGS CXXFLAGS LDFLAGS LIBS AR LD NM OBJCOPY NINJA PKG_CONFIG DESTDIR

# A machine of stand-ins, which answer at once: its compiler is gcc and builds everything, but cmocka only
# after apt-get has brought it, and apt-get writes down what it is asked.
mkdir "$folder/bin" "$folder/quick"
cat >"$folder/quick/gcc" <<END
#!/bin/sh
case "\$*" in
*--version*) echo 'gcc (a stand-in)' ;;
*-dM*) echo '#define __GNUC__ 12' ;;
*cmocka*) [ -e "$folder/cmocka" ] ;;
esac
END
for name in g++ clang mpicc.openmpi mpirun.openmpi mpicc.mpich mpiexec.hydra python3; do
	printf '#!/bin/sh\n' >"$folder/quick/$name"
done
cat >"$folder/bin/pkg-config" <<END
#!/bin/sh
case "\$*" in *cmocka*) [ -e "$folder/cmocka" ] || exit 1 ;; esac
exec "$(command -v pkg-config)" "\$@"
END
cat >"$folder/bin/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$folder/apt"
case "\$1" in install) touch "$folder/cmocka" ;; esac
END
printf '#!/bin/sh\nexec "$@"\n' >"$folder/bin/sudo"
chmod +x "$folder/bin"/* "$folder/quick"/*
touch "$folder/cmocka"
PATH=$folder/bin:$PATH

# A small source tree, whose configure may be touched, and which is soon listed.
mkdir -p "$folder/tree/include"
for name in base topology plan collectives runtime library analysis perf tool apps examples tests; do
	mkdir "$folder/tree/$name"
	echo 'int none;' >"$folder/tree/$name/${name}_test.c"
done
cp -r "$source/configure" "$source/build.ninja" "$source/packaging" "$folder/tree/"
cp "$source/include/grove.h" "$source/include/grove_measure.h" "$folder/tree/include/"
cp "$source/tests/tests.ninja" "$source/tests/long" "$folder/tree/tests/"

# Runs a configure in the folder $folder/NAME. Sets $at, $status and $said.
configure() # name tree arguments...
{
	at=$folder/$1 tree=$2
	mkdir -p "$at"
	shift 2
	said=$(cd "$at" && "$tree/configure" "$@" 2>&1)
	status=$?
}

# The whole tree on this machine, and the small tree on that of stand-ins.
run_here() # name arguments...
{
	name=$1
	shift
	configure "$name" "$source" "CC=$compiler" "$@"
}
run() # name arguments...
{
	name=$1
	shift
	PATH=$folder/quick:$PATH
	configure "$name" "$folder/tree" "$@"
	PATH=${PATH#*:}
}

says() # text
{
	case $said in
	*"$1"*) ;;
	*) return 1 ;;
	esac
}

has() # file line
{
	grep -qxF -e "$2" "$at/$1"
}

# Other libraries that are there have defines, too.
no_likwid()
{
	grep -qE '^defines =.* -DGROVE_NO_LIKWID( |$)' "$at/build/config.ninja"
}

plan 44

run_here 'a place' --prefix=/opt/grove --libdir /opt/grove/lib64 CFLAGS=-O1
[ $status -eq 0 ]
ok $? "configure: in a folder of its own, whose name has a blank" "$said"
says 'now run: ninja' && says /opt/grove/lib64
ok $? "configure: ends with a summary" "$said"
# shellcheck disable=SC2016 # the text is in the file
has build/config.ninja 'user_cflags = -O1' && has build/grove.pc 'prefix=/opt/grove' &&
	has build/grove.pc 'libdir=${prefix}/lib64'
ok $? "configure: --prefix, --libdir and CFLAGS arrive"
grep -q '^\$ .*conf.* -o ' "$at/config.log" && grep -q '^| int main' "$at/config.log"
ok $? "configure: config.log has the commands of the probes and what they compiled"
lines=$(cd "$at" && ninja build/base/error.o 2>&1)
[ -e "$at/build/base/error.o" ]
ok $? "configure: ninja compiles there" "$lines"
lines=$(cd "$at" && ninja build/base/error.o 2>&1)
case $lines in *'no work to do'*) ok 0 "configure: and has then no work left" ;;
*) ok 1 "configure: and has then no work left" "$lines" ;; esac

before=$(cksum "$folder/tree/build.ninja")
said=$(cd "$folder/tree" && ./configure "CC=$compiler" CFLAGS='-DA="b c"' --without-likwid 2>&1)
status=$?
at=$folder/tree
[ $status -eq 0 ] && [ "$(cksum "$folder/tree/build.ninja")" = "$before" ]
ok $? "configure: in the source tree, leaves the tracked build.ninja alone" "$said"
has build/config.ninja 'srcdir = .' && no_likwid
ok $? "configure: --without-likwid compiles the markers out"
rm -f "$folder/tree/build/grove.pc"
touch -d '+2 seconds' "$folder/tree/configure"
lines=$(cd "$folder/tree" && ninja build/config.ninja 2>&1 && ninja -n build/config.ninja)
[ -e "$folder/tree/build/grove.pc" ] && case $lines in *'no work to do.') ;; *) false ;; esac && has build/config.ninja 'user_cflags = -DA="b c"' &&
	no_likwid
ok $? "configure: ninja runs an edited configure again, with the same arguments" "$lines"
before=$(cksum "$folder/tree/build"/*)
mkdir "$folder/beside"
said=$(cd "$folder/beside" && ../tree/configure "CC=$compiler" CFLAGS=-O2 2>&1)
at=$folder/beside
has build/config.ninja "srcdir = $(cd "$folder/tree" && pwd -P)" &&
	has build/config.ninja 'user_cflags = -O2' &&
	[ "$(cksum "$folder/tree/build"/*)" = "$before" ]
ok $? "configure: a build outside the tree does not disturb the one inside" "$said"

said=$(cd "$folder/tree" && CFLAGS=-O2 ./configure "CC=$compiler" 2>&1)
grep -q '^configure_command = .* CFLAGS=-O2' "$folder/tree/build/config.ninja"
ok $? "configure: remembers CFLAGS of the environment" "$said"

mkdir "$folder/foreign"
echo 'rule theirs' >"$folder/foreign/build.ninja"
run foreign
[ $status -eq 1 ] && says 'belongs to something else' && has build.ninja 'rule theirs'
ok $? "configure: does not write over a build.ninja that is not its own" "$said"

run out --enable-frobnication --without-frob
[ $status -eq 0 ] && says '--enable-frobnication is not known' && says '--without-frob is not known'
ok $? "configure: warns of unknown --enable and --without, and goes on" "$said"
refuses() # sentence words argument...
{
	sentence=$1 words=$2
	shift 2
	run out "$@"
	[ $status -eq 1 ] && says "$words"
	ok $? "configure: refuses $sentence" "$said"
}
run out FROB=1
[ $status -eq 0 ] && says "FROB=... is not a variable"
ok $? "configure: warns of unknown variables, and goes on" "$said"
refuses 'other unknown options' "unknown option '--frobnicate'" --frobnicate
refuses 'an option without its value' '--prefix needs a value' --prefix
refuses 'a relative prefix' 'absolute path' --prefix=relative
refuses 'a folder with a blank' '--bindir: a path must not contain such characters' '--bindir=/a b'
refuses 'a line break' 'must not contain a line break' 'CFLAGS=a
b'
refuses 'sanitizers that exclude each other' 'thread cannot be joined' --enable-sanitizers=thread,address
refuses 'a sanitizer that it does not know' "'memory' is not one of" --enable-sanitizers=memory
refuses 'sanitizers without names' 'wants a list' --enable-sanitizers
refuses 'to leave both libraries out' 'leave no library' --disable-shared --disable-static
refuses 'a compiler that does not exist' 'CC=no-such-compiler: no such command' CC=no-such-compiler
refuses 'a compiler of another kind' 'is neither gcc nor clang' CC=true
refuses 'flags that the compiler does not take' 'with these flags' "CC=$(command -v "$compiler")" CFLAGS=-fno-such-flag
refuses 'an MPI that is not here' "there is no 'no-such-mpi'" --with-mpi=no-such-mpi
run out --help
[ $status -eq 0 ] && says '--enable-sanitizers=LIST' && says '--install-deps'
ok $? "configure: --help"
# shellcheck disable=SC2016 # debhelper writes it so
run debian --build=x86_64-linux-gnu --prefix=/usr '--includedir=${prefix}/include' \
	'--mandir=${prefix}/share/man' '--infodir=${prefix}/share/info' --sysconfdir=/etc \
	--disable-option-checking --disable-silent-rules '--libdir=${prefix}/lib/x86_64-linux-gnu' \
	--runstatedir=/run --disable-maintainer-mode --disable-dependency-tracking
[ $status -eq 0 ] && ! says warning &&
	has build/config.ninja "install_places = bindir=/usr/bin libdir=/usr/lib/x86_64-linux-gnu\
 includedir=/usr/include datadir=/usr/share mandir=/usr/share/man"
ok $? "configure: takes what the tools of Debian pass" "$said"

# What is built.
run shared --disable-static
[ $status -eq 0 ] && has build/products.ninja 'build libraries: phony build/libgrove.so' &&
	! grep -q 'libgrove\.a' "$at/build/products.ninja"
ok $? "configure: --disable-static builds and installs no static library" "$said"
run static --disable-shared
[ $status -eq 0 ] && has build/products.ninja 'build libraries: phony build/libgrove.a' &&
	has build/config.ninja 'application_library = build/libgrove.a' &&
	! grep -q 'libgrove\.so' "$at/build/products.ninja"
ok $? "configure: --disable-shared builds and installs no shared library" "$said"
rm -f "$folder/cmocka"
run library --disable-tests
[ $status -eq 0 ] && ! says cmocka
ok $? "configure: --disable-tests does not ask for cmocka" "$said"
lines=$(cd "$at" && sed -n 's/^no_tests = //p' build/config.ninja)
said=$(sh -c "$lines" 2>&1)
[ $? -eq 1 ] && says 'this build has no tests'
ok $? "configure: and ninja check says that there are no tests" "$said"
run library --disable-command
[ $status -eq 0 ] && ! says jansson && ! grep -q 'build/grove ' "$at/build/products.ninja"
ok $? "configure: --disable-command asks neither for jansson nor for cmocka" "$said"
touch "$folder/cmocka"
run out "CFLAGS=-O1 -ffile-prefix-map=$folder=/x -I$folder/include"
[ $status -eq 0 ] && ! grep -F "$folder" "$at/build/config.h" && grep -q '"-O3 -g -O1"' "$at/build/config.h"
ok $? "configure: flags with paths do not get into what is built" "$said"

# For another machine, whose tools are stand-ins, too.
for tool in gcc ar objcopy readelf pkg-config; do
	printf '#!/bin/sh\necho "%s $*" >>"%s"\nexec %s "$@"\n' $tool "$folder/crossed" $tool \
		>"$folder/quick/riscv64-linux-gnu-$tool"
done
chmod +x "$folder/quick"/riscv64-*
run cross --build=x86_64-pc-linux-gnu --host=riscv64-linux-gnu
[ $status -eq 0 ] && has build/config.ninja 'cc = riscv64-linux-gnu-gcc' &&
	has build/config.ninja 'ar = riscv64-linux-gnu-ar' &&
	has build/config.ninja 'objcopy = riscv64-linux-gnu-objcopy' && grep -q '^pkg-config' "$folder/crossed"
ok $? "configure: --host takes that machine's tools" "$said"
run cross --build=x86_64-pc-linux-gnu --host=riscv64-unknown-linux-gnu
[ $status -eq 1 ] && says 'missing: ' && says gcc-riscv64-unknown-linux-gnu
ok $? "configure: --host does not take this machine's tools instead" "$said"
run cross --build=x86_64-pc-linux-gnu --host=x86_64-linux-gnu
[ $status -eq 0 ] && ! grep -q 'x86_64-linux-gnu-ar' "$at/build/config.ninja"
ok $? "configure: --host of the machine that builds is no other machine" "$said"
run cross --build=x86_64-pc-linux-gnu --host=riscv64-linux-gnu CC=no-such-compiler
[ $status -eq 1 ] && says 'CC=no-such-compiler: no such command'
ok $? "configure: CC goes before --host" "$said"
run_here lto 'CFLAGS=-O1 -flto'
[ $status -eq 0 ] && says 'link-time optimization' && ! has build/config.ninja 'ar = ar'
ok $? "configure: -flto takes the compiler's own archiver" "$said"

run out --install-deps
[ $status -eq 0 ] && [ ! -e "$folder/apt" ]
ok $? "configure: --install-deps installs nothing when nothing is missing" "$said"
rm -f "$folder/cmocka"
run out NINJA=no-such-ninja
[ $status -eq 1 ] && says 'missing: libcmocka-dev ninja-build' &&
	says 'apt-get install libcmocka-dev ninja-build'
ok $? "configure: names all that is missing, and one command that installs it" "$said"
run out --install-deps
[ $status -eq 0 ] && says 'now run: ninja'
ok $? "configure: --install-deps goes on with what came" "$said"
[ "$(sed 's/ .* / ... /' "$folder/apt" | tr '\n' ';')" = 'update -q;install ... libcmocka-dev;' ]
ok $? "configure: and asks apt-get for that alone" "$(cat "$folder/apt" 2>&1)"
finish
