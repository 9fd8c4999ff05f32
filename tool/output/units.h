/* Writes times, sizes and rates for people. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_UNITS_H
#define TOOL_OUTPUT_UNITS_H

#include <stddef.h>

enum {
	UNITS_TEXT = 24
};

/* Each function writes into `text` and returns `text`: "1.23 us", or "-"
 * for an unknown value (NAN). */
const char *time_text(char text[UNITS_TEXT], double seconds);
/* "16 KiB" for a whole number of KiB, else "1000 B". */
const char *size_text(char text[UNITS_TEXT], size_t bytes);
/* "12.3 GB/s" */
const char *rate_text(char text[UNITS_TEXT], double bytes_per_second);
/* " of 4 ranks"; "" for a single process */
const char *ranks_text(char text[UNITS_TEXT], int processes);
/* "265 M/s" */
const char *count_text(char text[UNITS_TEXT], double per_second);
/* "87 %" */
const char *share_text(char text[UNITS_TEXT], double part, double whole);

#endif
