/* Link groups are the links of a pipelined plan that carry the same parts in a slot of a turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_LINK_GROUPS_H
#define PLAN_MODEL_LINK_GROUPS_H

#include "plan/plan.h"

/* Part `part` of the round in this stage, unless the round is of an absent kind. */
struct term {
	uint32_t stage, part, absent;
};

/* A number of links that all carry these terms together in a slot. */
struct link_group {
	int32_t slot;
	uint32_t first, count; /* of terms */
	uint64_t links;
};

/* All groups, in the order of their slots. */
struct link_groups {
	size_t groups, groups_room, terms, terms_room, places;
	struct link_group *group;
	struct term *term;
	uint32_t *place; /* during the search: 1 + the group, at a hash of slot and terms */
};

/* Finds the groups of a plan with sorted hops. Returns 0, or -ENOMEM with why. link_groups_free
 * accepts a struct of zeros. */
int link_groups_find(struct link_groups *all, const struct plan *plan);
void link_groups_free(struct link_groups *all);

#endif
