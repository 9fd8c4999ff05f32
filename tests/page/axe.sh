#!/bin/sh
# Prints the path of axe-core, which finds barriers in pages; fetched once, at one version, by its hash.
# SPDX-License-Identifier: BSD-2-Clause

set -u
version=4.10.3
hash=Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg==
cache=${GROVE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/grove}/axe-core-$version
archive=$cache/axe-core-$version.tgz

refuse()
{
	echo "$1" >&2
	exit 1
}

[ -r "$cache/package/axe.min.js" ] && { echo "$cache/package/axe.min.js"; exit 0; }
# shellcheck disable=SC2015 # neither is refused
command -v npm >/dev/null && command -v openssl >/dev/null || refuse 'no npm and openssl to fetch axe-core'
mkdir -p "$cache" || refuse "cannot write $cache"
timeout 60 npm pack "axe-core@$version" --pack-destination "$cache" >/dev/null 2>&1 ||
	refuse "npm cannot fetch axe-core $version"
[ "$(openssl dgst -sha512 -binary "$archive" | base64 -w0)" = "$hash" ] ||
	{ rm -f "$archive"; refuse "axe-core $version has another hash"; }
unpacked=$(mktemp -d "$cache/unpacked.XXXXXX") || refuse "cannot write $cache"
tar -xzf "$archive" -C "$unpacked" package/axe.min.js || refuse "$archive cannot be unpacked"
mkdir -p "$cache/package" || refuse "cannot write $cache"
mv "$unpacked/package/axe.min.js" "$cache/package/" || refuse "cannot write $cache"
rm -rf "$unpacked"
echo "$cache/package/axe.min.js"
