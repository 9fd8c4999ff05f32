/* The quick proof of a round: from its hops, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_HOPS_H
#define PLAN_VERIFY_VERIFY_HOPS_H

#include "plan/plan.h"

/* `problem` is what the hops do: its collective may differ from the plan's (finalize.c). Hops are sorted.
 *
 * *right: the hops of rounds of these kinds keep every rule but ports and duplex, and then the figures
 * are theirs, as tally.h has them. When it is false, the verifier has the last word. 0 or -ENOMEM with
 * why. */
int verify_hops_round(const struct plan *plan, const struct problem *problem, unsigned kinds,
	struct figures *figures, bool *right);

#endif
