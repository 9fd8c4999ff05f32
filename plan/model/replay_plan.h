/* Makes the steps of a replay from a bound plan, or from a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_REPLAY_PLAN_H
#define PLAN_MODEL_REPLAY_PLAN_H

#include "plan/binding.h"
#include "plan/model/replay.h"
#include "plan/schedule.h"

/* Fills in everything but the threads and the costs. `refers`: empty packets travel, and each block
 * is read once. Rounds after the first `rounds` are left out. Returns 0, or -ENOMEM with why.
 * replay_close accepts a replay of zeros. */
int replay_of_plan(struct replay *replay, const struct plan *plan, const struct cutting *cutting,
	uint64_t rounds, bool refers);

/* Does the same for a schedule, in which all bytes cross all links. */
int replay_of_schedule(struct replay *replay, const struct schedule *schedule);
void replay_close(struct replay *replay);

#endif
