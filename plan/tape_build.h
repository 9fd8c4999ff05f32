/* Deeds: what tapes are made of, added one by one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TAPE_BUILD_H
#define PLAN_TAPE_BUILD_H

#include "plan/tape.h"

/* By time and chunk; in each, sends by their ports, then receives by theirs. For qsort. */
int tape_ops_compare(const void *a, const void *b);

/* Empties a tape, which may be all zeros. 0 or -ENOMEM, here and below with why. */
int tape_ops_clear(struct tape *tape);

/* Adds a op that has no bytes yet. */
int tape_ops_add(struct tape *tape, struct tape_op op);

/* Adds bytes to the last op; what follows on without a gap extends the last range. */
int tape_ops_add_range(struct tape *tape, struct range range);

/* Cuts ops of more bytes than the limit, which follow one another as chunks. */
int tape_ops_chop(struct tape *tape, size_t limit);

#endif
