/* Runs a collective many times on a team of its own and times the runs, to find the costs of
 * links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MICROBENCHMARK_H
#define LIBRARY_MICROBENCHMARK_H

#include "library/library_internal.h"

enum {
	TRIAL_BATCHES = 21
};

/* A trial. The caller sets the fields up to `operations`; the fields after that start as zeros. */
struct microbenchmark {
	const char *network;
	int threads;
	enum collective collective;
	const char *algorithm;
	size_t bytes;
	int batches, operations; /* in each batch; at most TRIAL_BATCHES batches */

	struct team *team;
	struct grove_plan *plan;
	unsigned char *memory;
	struct grove_buffers *buffers; /* for each node */
	double seconds[TRIAL_BATCHES]; /* for each operation of a batch, sorted at the end */
};

/* Runs the trial. Blocks are forwarded by copy, so that links carry the bytes. The threads are
 * pinned to these cpus; -1 means not pinned. Returns 0 or -errno with why. */
int microbenchmark_run(struct microbenchmark *trial, const int cpus[2]);

/* Returns the lower quartile of the batches. Batches slowed down by other work on the cores
 * do not count. */
double microbenchmark_usual(const struct microbenchmark *trial);

#endif
