/* Makes one allocation of the process fail: memory, mappings and threads, in the C library as well.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_FAILER_H
#define TESTS_FAILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where an allocation is asked for: its callers. The number is the same in every run of a program.
 */
struct site {
	uint64_t number;
	long first; /* the first allocation from there, counted from 1 */
};

/* From now on allocations are counted from 1, and number `failing` fails; 0: none. */
void failer_arm(long failing);
long failer_count(void);

/* Blocks and mappings that there are now. */
long failer_live(void);

/* From now on distinct sites are written down too; ends the writing and says how many there are. */
void failer_watch(struct site *site, size_t room);
size_t failer_watched(void);

/* Behind the last allocation that failed: its callers, for a report. */
void failer_print(int descriptor);

#endif
