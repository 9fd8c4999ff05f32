/* The rules about bytes, news and runs that the verifier checks, and the broken rule's record. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_INTERNAL_H
#define PLAN_VERIFY_VERIFY_INTERNAL_H

#include "plan/verify/verify_schedule.h"

/* A verification of a schedule, with the judgement so far. Each of the functions below returns 0,
 * or -errno with why. */
struct verification {
	const struct schedule *s;
	struct judgement *judgement;
};

/* Records the broken rule and the packet that breaks the rule, if there is such a packet. Returns
 * false if the search ends here. */
bool rule_broken(const struct verification *check, enum rule rule, const struct packet *p,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds to the last violation the packet with which the packet of the violation collides. */
void rule_broken_with(const struct verification *check, const struct packet *other);

/* Returns true if a further violation is only counted, so that its text does not matter. */
static inline bool is_only_counted(const struct verification *check)
{
	return check->judgement->found >= check->judgement->most;
}

static inline bool is_ended(const struct verification *check)
{
	return check->judgement->found && !check->judgement->all;
}

/* Verifies the port model and the duplex. */
int verify_models(const struct verification *check);

/* Verifies causality and delivery of copies: follows every byte, step by step. */
int verify_copies(const struct verification *check);

/* Verifies delivery and contributions of folds, byte by byte. Causality always holds, because each
 * node has its contribution from the beginning. */
int verify_folds(const struct verification *check);

/* Verifies causality and delivery of prefix folds, in which nodes join runs. */
int verify_runs(const struct verification *check);

/* Verifies the delivery of a barrier: a packet carries news of all nodes of which the sender has
 * heard. */
int verify_barrier(const struct verification *check);

#endif
