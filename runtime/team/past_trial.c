/* A trial finds out from a program's own runs whether stores past the caches pay. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "runtime/team/past_trial.h"

/* A reader of the result gains from bytes that are still in the caches, and a trial does not see
 * the reader. So stores past the caches have to win by an eighth. */
static bool past_pays(const struct past_trial *trial)
{
	return trial->shortest[true] < trial->shortest[false] / 8 * 7;
}

static bool past_next(const struct past_trial *trial)
{
	return trial->runs < TRIAL_RUNS ? trial->runs % 2 : past_pays(trial);
}

/* Returns the program's trial. A program without a trial takes the place of another program. */
static struct past_trial *trial_of(struct past_trials *trials, const struct program *program)
{
	struct past_trial *trial = &trials->trial[(uintptr_t)program / 64 % TRIALS];

	if (trial->program != program || trial->runs == TRIAL_PERIOD)
		*trial = (struct past_trial){ program, 0, { INT64_MAX, INT64_MAX } };
	return trial;
}

bool past_trial_begin(struct past_trials *trials, const struct program *program, int64_t now)
{
	trials->now = trial_of(trials, program);
	trials->began = now;
	return past_next(trials->now);
}

void past_trial_end(struct past_trials *trials, int64_t now)
{
	struct past_trial *trial = trials->now;
	int64_t *shortest = &trial->shortest[past_next(trial)], took = now - trials->began;

	if (trial->runs > 0 && trial->runs < TRIAL_RUNS && took < *shortest)
		*shortest = took;
	trial->runs++;
	trials->now = NULL;
}
