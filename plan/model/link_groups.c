/* Groups the links of a pipelined plan by the parts that a link carries in a slot of a turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/model/link_groups.h"
#include "plan/packet_walk.h"

/* Links of a regular network carry few different sets of parts. On cube:20 the 21 million hops of
 * the nESBT are 20 parts in 21 stages, and a few hundred groups are enough to count a turn. Hops
 * are sorted by slot, so groups are, too. A hash table with open addresses finds the groups, and is
 * never more than half full. */

enum {
	FIRST_PLACES = 1024
};

static uint64_t hash_of(int32_t slot, const struct term *term, size_t count)
{
	uint64_t hash = hash_word(0, (uint64_t)slot);

	for (size_t i = 0; i < count; i++)
		hash = hash_word(hash_word(hash, (uint64_t)term[i].stage << 32 | term[i].part),
			term[i].absent);
	return hash;
}

static bool same_terms(const struct term *a, const struct term *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (a[i].stage != b[i].stage || a[i].part != b[i].part ||
			a[i].absent != b[i].absent)
			return false;
	return true;
}

/* Finds the place in the table for the group of this slot and these terms. */
static uint32_t *place_of(
	const struct link_groups *all, int32_t slot, const struct term *term, size_t count)
{
	size_t i = hash_of(slot, term, count) & (all->places - 1);

	for (; all->place[i]; i = (i + 1) & (all->places - 1)) {
		const struct link_group *group = &all->group[all->place[i] - 1];

		if (group->slot == slot && group->count == count &&
			same_terms(all->term + group->first, term, count))
			break;
	}
	return &all->place[i];
}

static int widen(struct link_groups *all)
{
	all->places = all->places ? all->places * 2 : FIRST_PLACES;
	free(all->place);
	all->place = array_zeros(all->places, sizeof *all->place);
	if (!all->place)
		return why(ENOMEM, "no memory to count %zu groups of links", all->groups);
	for (size_t g = 0; g < all->groups; g++) {
		const struct link_group *group = &all->group[g];

		*place_of(all, group->slot, all->term + group->first, group->count) =
			(uint32_t)g + 1;
	}
	return 0;
}

/* Counts a link with the last `count` terms. The terms stay in the array if the group is new. */
static int add_link(struct link_groups *all, int32_t slot, size_t count)
{
	size_t first = all->terms - count;
	uint32_t *place;
	int error = 0;

	if (all->groups * 2 >= all->places)
		error = widen(all);
	if (error)
		return error;
	place = place_of(all, slot, all->term + first, count);
	if (*place) {
		all->terms = first;
	} else {
		error = array_reserve(&all->group, &all->groups_room, all->groups + 1,
			sizeof *all->group);
		if (error)
			return error;
		all->group[all->groups++] =
			(struct link_group){ slot, (uint32_t)first, (uint32_t)count, 0 };
		*place = (uint32_t)all->groups;
	}
	all->group[*place - 1].links++;
	return 0;
}

int link_groups_find(struct link_groups *all, const struct plan *plan)
{
	struct packet_walk walk = walk_turn(plan);
	int error = 0;

	*all = (struct link_groups){ 0 };
	while (!error && walk_next(&walk)) {
		size_t count = (size_t)(walk.end - walk.first);

		error = array_reserve(&all->term, &all->terms_room, all->terms + count,
			sizeof *all->term);
		for (const struct hop *h = walk.first; h < walk.end && !error; h++)
			all->term[all->terms++] =
				(struct term){ (uint32_t)hop_stage(plan, h), h->part, h->absent };
		if (!error)
			error = add_link(all, hop_slot(plan, walk.first), count);
	}
	free(all->place);
	all->place = NULL;
	if (error)
		link_groups_free(all);
	return error;
}

void link_groups_free(struct link_groups *all)
{
	free(all->group);
	free(all->term);
	free(all->place);
	*all = (struct link_groups){ 0 };
}
