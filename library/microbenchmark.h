/* Trials: one collective, run often on a team of its own, to find out what its links cost. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MICROBENCHMARK_H
#define LIBRARY_MICROBENCHMARK_H

#include "library/library_internal.h"

enum {
	TRIAL_BATCHES = 21
};

/* What is run: set by the caller up to `operations`; zeros behind. */
struct microbenchmark {
	const char *network;
	int threads;
	enum collective collective;
	const char *algorithm;
	size_t bytes;
	int batches, operations; /* of each batch; at most TRIAL_BATCHES */

	struct team *team;
	struct grove_plan *plan;
	unsigned char *memory;
	struct grove_buffers *buffers; /* of each node */
	double seconds[TRIAL_BATCHES]; /* of one operation, sorted at the end */
};

/* Runs it, forwarding by copy, so that links carry bytes. The threads are pinned to these cpus, as far as
 * there are any. 0 or -errno with why. */
int microbenchmark_run(struct microbenchmark *trial, const int cpus[2]);

/* The lower quartile: what other programs take of the cores is none of the link's. */
double microbenchmark_usual(const struct microbenchmark *trial);

#endif
