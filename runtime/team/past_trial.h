/* A trial finds out from a program's own runs whether stores past the caches pay. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_PAST_TRIAL_H
#define RUNTIME_TEAM_PAST_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Stores past the caches make large copies twice as fast on some machines, and two to five times
 * slower on others. The ratio depends on the processor, on the memory and on the other load. Sizes
 * of caches do not tell. So a program that touches more memory than the last-level cache holds
 * runs with stores of both kinds in turn. After TRIAL_RUNS runs the kind with the shortest run
 * stays, and after TRIAL_PERIOD runs the trial begins again, because machines change.
 *
 * All nodes of a team begin a trial with the same operation, so all nodes try the same kind at the
 * same time. */
enum {
	TRIALS = 4,	/* of a node: programs whose results are kept */
	TRIAL_RUNS = 7, /* the first run only warms up; then three of each kind */
	TRIAL_PERIOD = 512
};

struct program;

struct past_trial {
	const struct program *program;
	uint32_t runs;
	int64_t shortest[2]; /* nanoseconds, by kind */
};

struct past_trials {
	struct past_trial trial[TRIALS];
	struct past_trial *now; /* of the running program; NULL: nothing is tried */
	int64_t began;
};

/* Returns true if this run of the program should store past the caches. */
bool past_trial_begin(struct past_trials *trials, const struct program *program, int64_t now);

/* Notes the end of the run. */
void past_trial_end(struct past_trials *trials, int64_t now);

#endif
