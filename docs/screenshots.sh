#!/bin/sh
# Photographs the page of `grove explore` for docs/explorer.md, in headless Chromium.
# SPDX-License-Identifier: BSD-2-Clause

#	sh docs/screenshots.sh GROVE FOLDER
#
# The moments of the pictures are addresses of the page. `ninja screenshots` writes the pictures of
# docs/; fonts differ from machine to machine, so no test compares the pictures.

set -u
[ $# = 2 ] || { echo "usage: sh docs/screenshots.sh GROVE FOLDER" >&2; exit 2; }
command -v chromium >/dev/null || { echo "docs/screenshots.sh: needs chromium" >&2; exit 77; }
grove=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

photograph() # name height moment: the page $work/page.html
{
	chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size="1360,$2" \
		--user-data-dir="$work/profile" --virtual-time-budget=20000 \
		--screenshot="$work/$1.png" "file://$work/page.html#$3" >/dev/null 2>"$work/said"
	[ -s "$work/$1.png" ] && mv "$work/$1.png" "$folder/$1.png" && return
	cat "$work/said" >&2
	status=1
}

set -- --bytes 24 --packet 4
"$grove" explore broadcast nesbt cube:3 "$@" >"$work/page.html" || exit 1
photograph explorer-step 770 'step=2&selected=30'
photograph explorer-pair 1000 \
	'a=@0&b=broadcast+sbt+cube:3+--bytes+24+--packet+4&clock=seconds&seconds=4.2&tau=0.05'
cat >"$work/my.plan" <<'PLAN'
broadcast ring:8 bytes=8
step 0
  0 -> 1  0[0:8]
step 1
  1 -> 2  0[0:8]
  0 -> 7  0[0:8]
step 2
  2 -> 3  0[0:8]
  6 -> 5  0[0:8]
step 3
  3 -> 4  0[0:8]
PLAN
(cd "$work" && "$grove" explore my.plan >page.html) || exit 1
photograph explorer-fault 890 'step=2&fault=0'
exit $status
