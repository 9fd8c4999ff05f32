/* Alike: the links of a pipelined plan that carry the same parts in the same slot of a turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_LINK_CLASSES_H
#define PLAN_MODEL_LINK_CLASSES_H

#include "plan/plan.h"

/* Part `part` of the round that is in this stage, unless the round is of an absent kind. */
struct term {
	uint32_t stage, part, absent;
};

/* So many links carry these terms, together, in a slot. */
struct link_group {
	int32_t slot;
	uint32_t first, count; /* of terms */
	uint64_t links;
};

/* In the order of their slots. */
struct link_groups {
	size_t groups, groups_room, terms, terms_room, places;
	struct link_group *group;
	struct term *term;
	uint32_t *place; /* while they are found: 1 + the group, by a hash of slot and terms */
};

/* 0 or -ENOMEM with why; link_groups_free takes one that is all zeros. The hops are sorted. */
int link_groups_find(struct link_groups *alikes, const struct plan *plan);
void link_groups_free(struct link_groups *alikes);

/* The term of a hop; what is not pipelined has one stage. */
static inline struct term term_of(const struct plan *plan, const struct hop *hop)
{
	int32_t stage = plan->interval > 1 ? hop->time / plan->interval
					   : hop->time * plan->interval;

	return (struct term){ (uint32_t)stage, hop->part, hop->absent };
}

#endif
