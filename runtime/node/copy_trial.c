/* A trial finds out from a program's own runs which of two ways of copying is faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "base/monotonic.h"
#include "plan/program/program.h"
#include "runtime/node/copy_trial.h"

/* The other way has to win by an eighth, because short trials err. A reader of the result gains
 * from bytes that are still in the caches, too, and a trial does not see the reader. */
static bool other_pays(const struct way_trial *trial)
{
	return trial->shortest[1] < trial->shortest[0] / 8 * 7;
}

/* A way that begins at less than half the speed is given up, even in the runs that do not count: to
 * win, the way would have to become more than twice as fast. Large operations are not repeated so
 * often that a trial could be passed over. */
static bool other_loses(const struct way_trial *trial, int64_t took)
{
	return trial->shortest[1] == INT64_MAX && took / 2 > trial->shortest[0];
}

/* Returns the way of a run in the trial; runs count from 0. */
static bool way_of(uint32_t run)
{
	return run / TRIAL_TURN % 2;
}

/* Returns the program's trial. A program without a trial takes the place of another program. */
static struct way_trial *trial_of(struct way_trials *trials, const struct program *program)
{
	struct way_trial *trial = &trials->trial[(uintptr_t)program / 64 % TRIALS];

	if (trial->program != program || trial->runs == TRIAL_PERIOD)
		*trial = (struct way_trial){ program, 0, false, { INT64_MAX, INT64_MAX } };
	return trial;
}

bool copy_trial_begin(struct way_trials *trials, const struct program *program)
{
	struct way_trial *trial = trial_of(trials, program);

	if (trial->lost || trial->runs >= TRIAL_RUNS) {
		trial->runs++;
		return !trial->lost && other_pays(trial);
	}
	trials->now = trial;
	trials->began = monotonic_now();
	return way_of(trial->runs);
}

void copy_trial_end(struct way_trials *trials)
{
	struct way_trial *trial = trials->now;
	bool other = way_of(trial->runs);
	int64_t *shortest = &trial->shortest[other];
	int64_t took = monotonic_now() - trials->began;

	trial->lost = other && other_loses(trial, took);
	if (trial->runs % TRIAL_TURN >= TRIAL_WARM_UP && took < *shortest)
		*shortest = took;
	trial->runs++;
	trials->now = NULL;
}
