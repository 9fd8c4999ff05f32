/* The targets that grove sets itself beside its peers, and what became of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_TARGETS_H
#define PERF_PEERS_TARGETS_H

#include <stdbool.h>
#include "perf/peers/merge.h"

/* A target speaks of ratios: the time of the fastest peer, or the limit, into grove's. */
struct target {
	const char *text;	/* what is compared with what */
	const char *collective; /* NULL: all that an MPI has, but barriers */
	long long nodes_least, nodes_most;
	size_t least, most; /* bytes of a block */
	enum side side;	    /* whose fastest row counts */
	bool limit;	    /* not a peer's time, but merge_limit */
	double each, mean;  /* at every point; in the geometric mean, 0: nothing is asked */
};

struct target_outcome {
	size_t points; /* 0: it was not measured */
	double least, mean;
	const struct bench_row *worst; /* grove's row of the least ratio */
	bool met;
};

/* The i-th target; NULL behind the last. */
const struct target *target_at(int i);

/* What became of it in these launches. */
struct target_outcome target_judge(const struct target *target, const struct bench_file *file);

/* None is missed, and at least one was measured. */
bool targets_met(const struct bench_file *file);

/* "at least 1.2, mean 2.5"; "broadcast of 128 B, 2 nodes". Return text. */
enum {
	TARGET_TEXT = 160
};
const char *target_asks(char text[TARGET_TEXT], const struct target *target);
const char *target_worst(char text[TARGET_TEXT], const struct target_outcome *outcome);
/* "met", "missed", "not measured" */
const char *target_verdict(const struct target_outcome *outcome);

#endif
