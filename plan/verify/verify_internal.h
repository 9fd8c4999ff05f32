/* The verifier from inside: the rules about bytes and about news, and how a broken one is recorded. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_INTERNAL_H
#define PLAN_VERIFY_VERIFY_INTERNAL_H

#include "plan/verify/verify_schedule.h"

/* Records the broken rule, with the packet that breaks it, if it is one; returns false. */
bool rule_broken(struct verdict *verdict, enum rule rule, const struct packet *p,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Of what is copied, causality and delivery: follows every byte, step by step. 0 with a verdict, or
 * -errno. */
int verify_copies(const struct schedule *s, struct verdict *verdict);

/* Of what is combined, delivery and contributions: byte by byte. Nothing is sent before it is there,
 * since each node has its contribution from the beginning. */
int verify_folds(const struct schedule *s, struct verdict *verdict);

/* Of prefix folds, causality and delivery: nodes join runs. */
int verify_runs(const struct schedule *s, struct verdict *verdict);

/* A barrier's delivery: a packet carries the news of all that its sender has heard of. */
int verify_barrier(const struct schedule *s, struct verdict *verdict);

#endif
