/* Reproduces a headline: two schedules, simulated and on paced threads, beside what was promised. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CLAIM_RUN_H
#define PERF_CLAIM_RUN_H

#include "perf/paper_claims.h"
#include "perf/checked_run.h"

/* Times in seconds, and the ratios `before` into `after`. */
struct reproduction {
	const struct paper_claim *headline;
	char network[NETWORK_NAME];
	struct setting setting;
	double predicted[2]; /* by the simulator: before, after */
	double measured[2];  /* medians */
	double paper, simulator, threads;
	bool late; /* in too few runs the machine kept the pace */
};

/* What the paper and the simulator say of one headline on its network with that n, where links have
 * that pace. 0; -EINVAL (a schedule that does not exist, say) or -ENOMEM with why. */
int foretell(struct reproduction *result, const struct paper_claim *headline, int n,
	const struct grove_pace *pace);

/* And what threads do: teams are as the options say, whose pace links take. Every byte is checked in
 * every run. As foretell, and -EIO (wrong data) or -ETIMEDOUT. */
int reproduce(struct reproduction *result, const struct paper_claim *headline, int n,
	const struct run_options *options);

#endif
