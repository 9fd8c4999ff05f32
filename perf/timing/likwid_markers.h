/* Marks the regions in which likwid-perfctr counts hardware events. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_LIKWID_MARKERS_H
#define PERF_TIMING_LIKWID_MARKERS_H

/* Start and end a region of measured work. Each thread that takes part calls these functions, which
 * do nothing unless the program runs under `likwid-perfctr -m`. Not for the data path. */
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
