/* Deeds: what tapes are made of, added one by one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_DEEDS_H
#define PLAN_DEEDS_H

#include "plan/tape.h"

/* By time and chunk; in each, sends by their ports, then receives by theirs. For qsort. */
int deeds_compare(const void *a, const void *b);

/* Empties a tape, which may be all zeros. 0 or -ENOMEM, here and below with why. */
int deeds_clear(struct tape *tape);

/* Adds a deed that has no bytes yet. */
int deeds_add(struct tape *tape, struct tape_deed deed);

/* Adds bytes to the last deed; what follows on without a gap extends the last range. */
int deeds_add_range(struct tape *tape, struct range range);

/* Cuts deeds of more bytes than the limit, which follow one another as chunks. */
int deeds_chop(struct tape *tape, size_t limit);

#endif
