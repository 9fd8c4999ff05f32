/* A trial finds out from a program's own runs which way of copying is fastest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "base/monotonic.h"
#include "plan/program/program.h"
#include "runtime/node/copy_trial.h"

/* Another way has to win by an eighth, because short trials err. A way past the caches has to win
 * by a quarter: a reader of the result gains from bytes that are still in the caches, and a trial
 * does not see the reader. */
static enum way way_found(const struct way_trial *trial)
{
	const int64_t *took = trial->shortest;
	enum way way = took[WAY_OTHER] < took[WAY_USUAL] / 8 * 7 ? WAY_OTHER : WAY_USUAL;

	return took[WAY_PAST] < took[way] / 4 * 3 ? WAY_PAST : way;
}

/* A way whose first runs in a turn all take more than twice as long is given up. A single slow run
 * does not count, because other load may have caused it. */
static bool way_loses(struct way_trial *trial, enum way way, int64_t took)
{
	uint32_t run = trial->runs % TRIAL_TURN;

	if (run == 0 || took < trial->warm_up)
		trial->warm_up = took;
	return way != WAY_USUAL && run == TRIAL_WARM_UP - 1 &&
	       trial->warm_up / 2 > trial->shortest[WAY_USUAL];
}

/* Returns the way of a run in the trial; runs count from 0. */
static enum way way_of(uint32_t run)
{
	return (enum way)(run / TRIAL_TURN % WAYS);
}

/* Returns the program's trial. A program without a trial takes the place of another program. */
static struct way_trial *trial_of(struct way_trials *trials, const struct program *program)
{
	struct way_trial *trial = &trials->trial[(uintptr_t)program / 64 % TRIALS];

	if (trial->program != program || trial->runs == TRIAL_PERIOD)
		*trial = (struct way_trial){ .program = program,
			.shortest = { INT64_MAX, INT64_MAX, INT64_MAX } };
	return trial;
}

enum way copy_trial_begin(struct way_trials *trials, const struct program *program, bool past)
{
	struct way_trial *trial = trial_of(trials, program);
	enum way way = way_of(trial->runs);

	if (trial->runs >= TRIAL_RUNS || (way == WAY_PAST && !past)) {
		trial->runs++;
		return way_found(trial);
	}
	if (trial->lost[way]) {
		trial->runs++;
		return WAY_USUAL;
	}
	trials->now = trial;
	trials->began = monotonic_now();
	return way;
}

void copy_trial_end(struct way_trials *trials)
{
	struct way_trial *trial = trials->now;
	enum way way = way_of(trial->runs);
	int64_t took = monotonic_now() - trials->began;

	trial->lost[way] = way_loses(trial, way, took);
	if (trial->runs % TRIAL_TURN >= TRIAL_WARM_UP && took < trial->shortest[way])
		trial->shortest[way] = took;
	trial->runs++;
	trials->now = NULL;
}
