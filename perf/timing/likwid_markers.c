/* Passes regions on to likwid, which is loaded only when the program runs under likwid-perfctr. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include "perf/timing/likwid_markers.h"

/* likwid is licensed under the GPL-3, so no part of grove links likwid. `likwid-perfctr -m` shows
 * its presence in the environment, and the marker interface is then looked up by name. All
 * variables here are written once, under pthread_once, and only read afterwards. */
#ifndef GROVE_NO_LIKWID

static struct {
	void (*init)(void), (*thread_init)(void), (*close)(void);
	int (*start)(const char *), (*stop)(const char *);
} likwid;

static bool present;

/* Objects and functions have the same representation on every system with dlsym. */
static bool look_up(void *library, const char *name, void *function)
{
	*(void **)function = dlsym(library, name);
	return *(void **)function;
}

static void markers_close(void)
{
	likwid.close();
}

static void markers_open(void)
{
	void *library =
		getenv("LIKWID_MODE") ? dlopen("liblikwid.so", RTLD_NOW | RTLD_LOCAL) : NULL;

	if (!library || !look_up(library, "likwid_markerInit", &likwid.init) ||
		!look_up(library, "likwid_markerThreadInit", &likwid.thread_init) ||
		!look_up(library, "likwid_markerStartRegion", &likwid.start) ||
		!look_up(library, "likwid_markerStopRegion", &likwid.stop) ||
		!look_up(library, "likwid_markerClose", &likwid.close))
		return;
	likwid.init();
	present = !atexit(markers_close);
}

static bool markers_present(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, markers_open);
	return present;
}

void marker_region_start(const char *name)
{
	static _Thread_local bool known;

	if (!markers_present())
		return;
	if (!known)
		likwid.thread_init();
	known = true;
	likwid.start(name);
}

void marker_region_stop(const char *name)
{
	if (markers_present())
		likwid.stop(name);
}

#endif
