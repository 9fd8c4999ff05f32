#!/bin/sh
# Builds the Debian packages from what is committed, has lintian look at them, and installs them in a
# fresh system of their own.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
for tool in dpkg-buildpackage dh lintian; do
	command -v $tool >/dev/null || { echo "no $tool (packages dpkg-dev, debhelper, lintian)"; exit 77; }
done
source=$(git -C "${GROVE_SOURCE:-.}" rev-parse --show-toplevel 2>/dev/null) ||
	{ echo 'no git checkout'; exit 77; }
temporary_folder
unset CC CXX CPPFLAGS CFLAGS CXXFLAGS LDFLAGS DESTDIR
plan 5

# The tests that the packages would run are those that run anyway.
mkdir "$folder/grove" && git -C "$source" archive HEAD | tar -x -C "$folder/grove"
said=$(cd "$folder/grove" && DEB_BUILD_OPTIONS='nocheck parallel=2' \
	dpkg-buildpackage -us -uc -b 2>&1)
ok $? "debian: the packages are built" "$(echo "$said" | tail -n 30)"

names=$(cd "$folder" && echo ./*.deb | sed 's/_[^ ]*//g; s|\./||g')
[ "$names" = 'grove-dbgsym grove libgrove-dev libgrove0.1-dbgsym libgrove0.1' ]
ok $? "debian: they are the command, the library, and what programs are built with" "$names"

said=$(cd "$folder" && lintian --fail-on error,warning ./*.changes 2>&1)
ok $? "debian: lintian finds no error and no warning" "$said"

version=$(dpkg-parsechangelog -l "$source/debian/changelog" -S Version)
[ "$version" = "$(sed -n 's/^#define CONFIG_VERSION "\(.*\)"/\1/p' build/config.h)" ]
ok $? "debian: the changelog has the version of grove.h" "$version"

# A system with nothing but what the packages ask for.
name="debian: installed in a fresh system, the command runs, a program is built and runs"
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap >/dev/null; then
	skip "$name" 'needs root and mmdebstrap'
	finish
fi
cat >"$folder/program.c" <<'END'
#include <grove.h>
#include <stdio.h>
int main(void) { return printf("%s\n", grove_version()) < 0; }
END
cat >"$folder/inside.sh" <<'END'
set -e
cd /packages
grove run broadcast auto cube:2 --bytes 64
grove histogram program.c | tail -n 1
grove demo | grep -c 'right: ' | grep -x 3
gcc -o /tmp/program program.c $(pkg-config --cflags --libs grove)
/tmp/program
END
# shellcheck disable=SC2016 # the hooks' own shells expand it
said=$(mmdebstrap --variant=minbase --include=gcc,libc6-dev,pkg-config \
	--setup-hook='mkdir -p "$1"/packages' \
	--customize-hook='cp '"$folder"'/libgrove*.deb '"$folder"'/grove_*.deb '"$folder"'/program.c '"$folder"'/inside.sh "$1"/packages/' \
	--customize-hook='chroot "$1" sh -c "rm -f /packages/*dbgsym*; apt-get install -y -q --no-install-recommends /packages/*.deb"' \
	--customize-hook='chroot "$1" sh /packages/inside.sh' \
	"$(. /etc/os-release && echo "$VERSION_CODENAME")" /dev/null 2>&1)
status=$?
case $said in
*'Unable to fetch'* | *'Failed to fetch'* | *'Could not resolve'*)
	skip "$name" 'the packages of Debian cannot be reached' ;;
*)
	ok $status "$name" "$(echo "$said" | tail -n 30)" ;;
esac
finish
