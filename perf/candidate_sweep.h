/* Measures the candidates of `auto` in turn: all algorithms for a problem of some size. */
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
	uint64_t hash;	  /* of the plan; no two entries have the same plan with the same limit */
	double predicted; /* seconds */
	double seconds;	  /* median; INFINITY: the plan could not run */
};

/* The limits of a measurement. */
struct tune_effort {
	/* A candidate is left out if its prediction is that many times the best one. */
	double hopeless;
	/* After the first round an entry is measured no more if its time is
	 * that many times the least. */
	double behind;
	int rounds; /* 1 to TUNE_ROUNDS, a sample of each entry per round */
	/* for which auto chooses: */
	enum forward forward;
	enum data_state data;
};

/* Lists the candidates that are worth measuring, the least prediction first. Returns
 * the number of entries, or -errno with why. Sets *left_out to the number of candidates
 * with too slow a prediction. */
int tune_candidates(struct tune_entry entry[TUNE_ENTRIES], int *left_out,
	const struct bench_case *what, const struct tune_effort *effort);

/* Measures the entries round by round. Returns 0, or -errno with why if no entry could run. */
int tune_measure(struct bench *bench, struct tune_entry *entry, int count,
	const struct bench_case *what, const struct tune_effort *effort);

/* Returns the bytes of all buffers of a case. */
double tune_buffers(const struct bench_case *what);

#endif
