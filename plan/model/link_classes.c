/* Groups the links of a pipelined plan by the parts that a link carries in a slot of a turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/model/link_classes.h"
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
	const struct link_groups *alikes, int32_t slot, const struct term *term, size_t count)
{
	size_t i = hash_of(slot, term, count) & (alikes->places - 1);

	for (; alikes->place[i]; i = (i + 1) & (alikes->places - 1)) {
		const struct link_group *group = &alikes->group[alikes->place[i] - 1];

		if (group->slot == slot && group->count == count &&
			same_terms(alikes->term + group->first, term, count))
			break;
	}
	return &alikes->place[i];
}

static int widen(struct link_groups *alikes)
{
	alikes->places = alikes->places ? alikes->places * 2 : FIRST_PLACES;
	free(alikes->place);
	alikes->place = array_zeros(alikes->places, sizeof *alikes->place);
	if (!alikes->place)
		return why(ENOMEM, "no memory to count %zu groups of links", alikes->groups);
	for (size_t g = 0; g < alikes->groups; g++) {
		const struct link_group *group = &alikes->group[g];

		*place_of(alikes, group->slot, alikes->term + group->first, group->count) =
			(uint32_t)g + 1;
	}
	return 0;
}

/* Counts a link with the last `count` terms. The terms stay in the array if the group is new. */
static int add_link(struct link_groups *alikes, int32_t slot, size_t count)
{
	size_t first = alikes->terms - count;
	uint32_t *place;
	int error = 0;

	if (alikes->groups * 2 >= alikes->places)
		error = widen(alikes);
	if (error)
		return error;
	place = place_of(alikes, slot, alikes->term + first, count);
	if (*place) {
		alikes->terms = first;
	} else {
		error = array_reserve(&alikes->group, &alikes->groups_room, alikes->groups + 1,
			sizeof *alikes->group);
		if (error)
			return error;
		alikes->group[alikes->groups++] =
			(struct link_group){ slot, (uint32_t)first, (uint32_t)count, 0 };
		*place = (uint32_t)alikes->groups;
	}
	alikes->group[*place - 1].links++;
	return 0;
}

int link_groups_find(struct link_groups *alikes, const struct plan *plan)
{
	struct packet_walk walk = walk_turn(plan);
	int error = 0;

	*alikes = (struct link_groups){ 0 };
	while (!error && walk_next(&walk)) {
		size_t count = (size_t)(walk.end - walk.first);

		error = array_reserve(&alikes->term, &alikes->terms_room, alikes->terms + count,
			sizeof *alikes->term);
		for (const struct hop *h = walk.first; h < walk.end && !error; h++)
			alikes->term[alikes->terms++] =
				(struct term){ (uint32_t)hop_stage(plan, h), h->part, h->absent };
		if (!error)
			error = add_link(alikes, hop_slot(plan, walk.first), count);
	}
	free(alikes->place);
	alikes->place = NULL;
	if (error)
		link_groups_free(alikes);
	return error;
}

void link_groups_free(struct link_groups *alikes)
{
	free(alikes->group);
	free(alikes->term);
	free(alikes->place);
	*alikes = (struct link_groups){ 0 };
}
