/* The rules about bytes, news and runs that the verifier checks, and the broken rule's record. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_INTERNAL_H
#define PLAN_VERIFY_VERIFY_INTERNAL_H

#include "plan/verify/verify_schedule.h"

/* Records the broken rule and the packet that breaks the rule, if there is such a packet. Returns
 * false. */
bool rule_broken(struct verdict *verdict, enum rule rule, const struct packet *p,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Verifies causality and delivery of copies: follows every byte, step by step. Returns 0 with a
 * verdict, or -errno. */
int verify_copies(const struct schedule *s, struct verdict *verdict);

/* Verifies delivery and contributions of folds, byte by byte. Causality always holds, because each
 * node has its contribution from the beginning. */
int verify_folds(const struct schedule *s, struct verdict *verdict);

/* Verifies causality and delivery of prefix folds, in which nodes join runs. */
int verify_runs(const struct schedule *s, struct verdict *verdict);

/* Verifies the delivery of a barrier: a packet carries news of all nodes of which the sender has
 * heard. */
int verify_barrier(const struct schedule *s, struct verdict *verdict);

#endif
