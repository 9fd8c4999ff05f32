/* Marks the regions in which likwid-perfctr counts hardware events. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LIKWID_MARKERS_H
#define PERF_LIKWID_MARKERS_H

/* Called before and after the measured work, on each thread that takes part. Nothing happens unless
 * the program runs under `likwid-perfctr -m`. Not for the data path. */
#ifdef GROVE_NO_LIKWID
static inline void marker_region_start(const char *name)
{
	(void)name;
}

static inline void marker_region_stop(const char *name)
{
	(void)name;
}
#else
void marker_region_start(const char *name);
void marker_region_stop(const char *name);
#endif

#endif
