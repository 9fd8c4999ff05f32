/* Makes the machine that choices assume where processes have several nodes each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "library/rank_levels.h"

static const enum pair_class BETWEEN = OTHER_PACKAGE, THREADS = SAME_L3;

bool rank_levels_make(struct machine *levels, int nodes, int processes, int threads,
	const struct grove_pace *between, const struct grove_wired_within *within)
{
	*levels = (struct machine){ .name = RANK_LEVELS,
		.text = "ranks of an MPI, with threads",
		.citation = "",
		.beta = between->beta,
		.tau = between->tau,
		.packet = within->packet };
	if (nodes <= processes || nodes > RANK_LEVELS_NODES || !(between->tau > 0) ||
		!(within->tau[0] > 0 && within->tau[1] > 0))
		return false;
	levels->class[SAME_THREAD] = (struct link_class){ within->beta[0], within->tau[0] };
	levels->class[THREADS] = (struct link_class){ within->beta[1], within->tau[1] };
	levels->class[BETWEEN] = (struct link_class){ between->beta, between->tau };
	hierarchy_add(&levels->hierarchy, processes, BETWEEN);
	hierarchy_add(&levels->hierarchy, threads, THREADS);
	return true;
}

const char *rank_level_name(enum pair_class class)
{
	return class == BETWEEN	  ? "between ranks"
	       : class == THREADS ? "between threads of a rank"
				  : "within a thread";
}
