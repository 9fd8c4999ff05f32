#!/bin/sh
# Markers: a library that only takes notes stands in for likwid.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
source=${GROVE_SOURCE:-.}
temporary_folder

cat >"$folder/likwid.c" <<'END'
#include <stdio.h>
static int note(const char *text) { return printf("%s ", text); }
void likwid_markerInit(void) { note("init"); }
void likwid_markerThreadInit(void) { note("thread"); }
int likwid_markerStartRegion(const char *name) { return note("start") + note(name); }
int likwid_markerStopRegion(const char *name) { return note("stop") + note(name); }
void likwid_markerClose(void) { note("close"); }
END
cat >"$folder/measured.c" <<'END'
#include "perf/timing/likwid_markers.h"
int main(void)
{
	for (int i = 0; i < 2; i++) {
		marker_region_start("broadcast");
		marker_region_stop("broadcast");
	}
	return 0;
}
END

measured() # more flags: builds the program, with the markers in it
{
	# The flags are words.
	# shellcheck disable=SC2086
	${CC:-cc} -std=c11 -D_GNU_SOURCE -pthread -I"$source" $1 "$folder/measured.c" \
		"$source/perf/timing/likwid_markers.c" -o "$folder/measured" -ldl
}

run() # under likwid, or what stands in for it
{
	LD_LIBRARY_PATH=$folder LIKWID_MODE=1 "$folder/measured"
}

plan 4
${CC:-cc} -shared -fPIC "$folder/likwid.c" -o "$folder/liblikwid.so" && measured ''
said=$(run)
[ "$said" = 'init thread start broadcast stop broadcast start broadcast stop broadcast close ' ]
ok $? "markers: likwid hears of every region, and of each thread once" "$said"

said=$(LD_LIBRARY_PATH=$folder "$folder/measured" 2>&1) && [ -z "$said" ]
ok $? "markers: without likwid-perfctr nothing is loaded" "$said"

mv "$folder/liblikwid.so" "$folder/away.so"
if ldconfig -p 2>/dev/null | grep -q liblikwid; then
	ok 0 "markers: a likwid that is not there is no error # SKIP there is one"
else
	said=$(run 2>&1) && [ -z "$said" ]
	ok $? "markers: a likwid that is not there is no error" "$said"
fi

mv "$folder/away.so" "$folder/liblikwid.so"
measured -DGROVE_NO_LIKWID
said=$(run 2>&1) && [ -z "$said" ]
ok $? "markers: --without-likwid leaves them out" "$said"
finish
