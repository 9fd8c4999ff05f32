#!/bin/sh
# Installs, or removes, the files that `ninja install` names; each kind has its place.
# SPDX-License-Identifier: BSD-2-Clause
#
#	install.sh install|uninstall bindir=... libdir=... includedir=... datadir=... mandir=... soname=... FILE...
#
# DESTDIR in the environment goes in front of every place.

set -eu

action=$1
shift
# shellcheck disable=SC2034
bindir='' libdir='' includedir='' datadir='' mandir='' soname=''
while case ${1:-} in *dir=* | soname=*) ;; *) false ;; esac do
	eval "${1%%=*}=\${1#*=}"
	shift
done
root=${DESTDIR:-}

put() # mode file place [name]
{
	target=$root$3/${4:-${2##*/}}
	if [ "$action" = install ]; then
		install -d "$root$3"
		install -m "$1" "$2" "$target"
	else
		rm -f "$target"
	fi
	echo "$target"
}

# The names by which programs find the shared library, at run time and when they are linked.
name() # link file
{
	if [ "$action" = install ]; then
		ln -sf "$2" "$root$libdir/$1"
	else
		rm -f "$root$libdir/$1"
	fi
	echo "$root$libdir/$1"
}

for file; do
	base=${file##*/}
	case $file in
	*/grove | */grove-mpi) put 755 "$file" "$bindir" ;;
	*/libgrove-mpi.so.*)
		put 644 "$file" "$libdir"
		name libgrove-mpi.so "$base"
		;;
	*.so.*)
		put 644 "$file" "$libdir"
		name "$soname" "$base"
		name "${soname%%.so.*}.so" "$base"
		;;
	*.a) put 644 "$file" "$libdir" ;;
	*examples/*) put 644 "$file" "$datadir/grove/examples" ;;
	*.h | *.hpp) put 644 "$file" "$includedir" ;;
	*.pc) put 644 "$file" "$libdir/pkgconfig" ;;
	*.cmake) put 644 "$file" "$libdir/cmake/grove" ;;
	*/schema/*.json) put 644 "$file" "$datadir/grove/schema" ;;
	*msccl/*.py) put 644 "$file" "$datadir/grove/msccl" ;;
	*grading/*.py) put 644 "$file" "$datadir/grove/grading" ;;
	*lessons/*.md) put 644 "$file" "$datadir/grove/lessons" ;;
	*/explorer.html | */lesson.html) put 644 "$file" "$datadir/grove" ;;
	*/tour.sh) put 755 "$file" "$datadir/grove" ;;
	*.bash) put 644 "$file" "$datadir/bash-completion/completions" "$(basename "$base" .bash)" ;;
	*/histogram.1 | */permute.1 | */transpose.1) put 644 "$file" "$mandir/man1" "grove-$base" ;;
	*.[1-8]) put 644 "$file" "$mandir/man${file##*.}" ;;
	*)
		echo "install.sh: no place is known for $file" >&2
		exit 1
		;;
	esac
done

# The system's list of libraries, where the library went to one of its folders.
if [ -z "$root" ] && [ "$(id -u)" = 0 ] && command -v ldconfig >/dev/null 2>&1; then
	ldconfig || echo "install.sh: ldconfig failed; programs may need LD_LIBRARY_PATH=$libdir" >&2
fi
