/* Writes times, sizes and rates for people. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_UNITS_H
#define TOOL_OUTPUT_UNITS_H

#include <stddef.h>

/* Returns a text of up to 95 characters, which is valid until 31 others have been made. */
const char *short_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Such texts: "1.23 us", or "-" for an unknown value (NAN). */
const char *time_text(double seconds);
/* "16 KiB" for a whole number of KiB, else "1000 B". */
const char *size_text(size_t bytes);
/* "12.3 GB/s" */
const char *rate_text(double bytes_per_second);
/* " of 4 ranks"; "" for a single process */
const char *ranks_text(int processes);
/* "cpus 0,1", of the cpus of a result; "not pinned" if no thread of it is */
const char *cpus_text(const char *cpus);
/* "265 M/s" */
const char *count_text(double per_second);
/* "87 %" */
const char *share_text(double part, double whole);
/* The name itself, or "-" for none: NULL or "". */
const char *name_or_dash(const char *name);

#endif
