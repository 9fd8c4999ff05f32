/* Markers: the regions that likwid-perfctr counts hardware events in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_LIKWID_MARKERS_H
#define RUNTIME_MACHINE_LIKWID_MARKERS_H

/* Around what is measured, on each thread that takes part. Nothing happens unless the program
 * runs under `likwid-perfctr -m`. Not for the data path. */
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
