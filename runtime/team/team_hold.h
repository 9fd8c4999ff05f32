/* Holding: one thread at a time has its turn with a team as a whole. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_HOLD_H
#define RUNTIME_HOLD_H

#include "runtime/team/team.h"

/* Running a job, measuring, counting and closing are for one thread at a time: 0, and the thread may
 * not be cancelled until hold_end; -EDEADLK for a thread of the team, which would wait for itself;
 * -EBUSY while another thread holds the team; -ECHILD after a fork; with why. */
int hold_begin(struct team *team);
void hold_end(struct team *team);

/* The same; -EBUSY also while nodes are inside an operation. */
int hold_idle(struct team *team);

/* The holder is about to free the team: 0, and no thread attaches any more; -EBUSY while one is
 * attached. */
int hold_close(struct team *team);

#endif
