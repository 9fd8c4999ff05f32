/* Marks the packets of a replay that two nodes combine together, or after their bytes came back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_REPLAY_FOLDS_H
#define PLAN_MODEL_REPLAY_FOLDS_H

#include "plan/problem.h"
#include "plan/model/replay.h"

/* Sets late and halves of all packets, which are in the order of their times. Where a node combines
 * bytes that the node lends at the same time, the bytes come back first. Prefixes are joined when
 * they are sent. `symmetric`: the packets are of a symmetric plan, with relative blocks. */
void mark_folds(struct replay *replay, const struct problem *problem, bool symmetric);

#endif
