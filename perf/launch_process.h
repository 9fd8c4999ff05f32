/* Starts this program once more, as a launch that hands records over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LAUNCH_PROCESS_H
#define PERF_LAUNCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* A launch is this program in a process of its own, with arguments of its parent's choice. The
 * environment names the descriptor to which the launch writes its records: as structs, since both
 * sides are the same program. */

#define LAUNCH_VARIABLE "GROVE_LAUNCH"

struct launch {
	const char *command; /* the first argument */
	int count;
	char *const *argument; /* further arguments */
	void *record;	       /* each record comes here */
	size_t bytes;
	int (*take)(void *context); /* takes the record; returns 0 or -errno with why */
	void *context;
	bool (*stop)(void); /* asked each second while no record comes; true ends the launch */
};

/* Returns the descriptor if this process is a launch, else -1. */
int launch_descriptor(void);

/* Hands a record over, in a launch. Returns 0 or -EIO with why. */
int launch_give(const void *record, size_t bytes);

/* Starts a launch, takes its records, and waits for its end. A launch ends with its parent. Returns
 * 0 or -errno with why: -ECANCELED when the launch did not end by itself with status 0, -EINTR when
 * it was to stop. */
int launch_run(const struct launch *launch);

#endif
