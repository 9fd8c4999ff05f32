/* Measures what `auto` chooses from: all candidates of one problem at one size, in turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CANDIDATE_SWEEP_H
#define PERF_CANDIDATE_SWEEP_H

#include "collectives/auto/choose.h"
#include "perf/bench_engine.h"

enum {
	TUNE_ENTRIES = 2 * CANDIDATES,
	TUNE_ROUNDS = 8
};

/* A candidate with a limit for its packets. */
struct tune_entry {
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	size_t packet;	  /* 0: no limit */
	uint64_t hash;	  /* of the plan: no two entries are the same plan with the same limit */
	double predicted; /* seconds */
	double seconds;	  /* measured; INFINITY: it could not be run */
};

/* How often, and for how long. */
struct tune_effort {
	double hopeless; /* what is predicted that many times slower than the best is left out */
	double behind;	 /* what was measured that many times slower, after its first round */
	int rounds;	 /* 1 to TUNE_ROUNDS; the median counts */
};

/* The candidates that are worth measuring, the one of least prediction first. Returns how many, or
 * -errno with why; *left_out: of those that the model could price, how many were not worth it. */
int tune_candidates(struct tune_entry entry[TUNE_ENTRIES], int *left_out,
	const struct bench_case *what, const struct tune_effort *effort);

/* Measures them round by round. 0, or -errno with why where none could be run. */
int tune_measure(struct bench *bench, struct tune_entry *entry, int count,
	const struct bench_case *what, const struct tune_effort *effort);

/* Bytes of all buffers of a case. */
double tune_buffers(const struct bench_case *what);

#endif
