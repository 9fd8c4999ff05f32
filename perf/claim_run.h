/* Reproduces a paper's claim: simulates two schedules, and runs both on paced threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CLAIM_RUN_H
#define PERF_CLAIM_RUN_H

#include "perf/paper_claims.h"
#include "perf/checked_run.h"

/* The outcome: times in seconds, and ratios of the time of `before` to the time of `after`. */
struct reproduction {
	const struct paper_claim *claim;
	char network[NETWORK_NAME];
	struct setting setting;
	double predicted[2]; /* by the simulator: before, after */
	double measured[2];  /* medians */
	double paper, simulator, threads;
	bool late; /* too few runs kept the pace */
};

/* Computes the ratios of the paper and of the simulator for a claim, on the claim's network
 * of size n with links of that pace. Returns 0; -EINVAL (for example: a schedule does not
 * exist) or -ENOMEM with why. */
int foretell(struct reproduction *result, const struct paper_claim *claim, int n,
	const struct grove_pace *pace);

/* Does the same, and measures both schedules on teams of these options; options->pace is the pace
 * of the links. Every run checks every byte. Returns 0, an error as foretell() does, or -EIO
 * (wrong data) or -ETIMEDOUT. */
int reproduce(struct reproduction *result, const struct paper_claim *claim, int n,
	const struct run_options *options);

#endif
