/* Keeps a list of places for each block that a node has seen, in a hash table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/program/block_map.h"

static int make_slots(struct block_map *map, size_t slots)
{
	map->slot = malloc(slots * sizeof *map->slot);
	if (!map->slot)
		return why(ENOMEM, "no memory to lower a plan");
	memset(map->slot, 0xff, slots * sizeof *map->slot);
	map->slots = slots;
	map->used = 0;
	return 0;
}

int block_map_open(struct block_map *map)
{
	*map = (struct block_map){ 0 };
	return make_slots(map, 64);
}

void block_map_close(struct block_map *map)
{
	free(map->place);
	free(map->slot);
	*map = (struct block_map){ 0 };
}

static struct block_place_list *slot_of(const struct block_map *map, uint64_t block)
{
	size_t at = (block * 0x9e3779b97f4a7c15u >> 20) & (map->slots - 1);

	while (map->slot[at].first != UINT32_MAX &&
		map->place[map->slot[at].first].block != block)
		at = (at + 1) & (map->slots - 1);
	return &map->slot[at];
}

static int grow_slots(struct block_map *map)
{
	struct block_map old = *map;
	int error = make_slots(map, old.slots * 2);

	if (error) {
		map->slot = old.slot;
		return error;
	}
	for (size_t i = 0; i < old.slots; i++)
		if (old.slot[i].first != UINT32_MAX) {
			*slot_of(map, old.place[old.slot[i].first].block) = old.slot[i];
			map->used++;
		}
	free(old.slot);
	return 0;
}

/* Returns the place at which a search for byte `begin` starts. No place before it can hold the
 * byte. */
static uint32_t start_at(
	const struct block_map *map, const struct block_place_list *list, size_t begin)
{
	uint32_t at = list->last_found;

	return at != UINT32_MAX && map->place[at].begin <= begin ? at : list->first;
}

struct block_place *block_map_find(
	struct block_map *map, uint64_t block, size_t begin, size_t *end)
{
	struct block_place_list *list = slot_of(map, block);
	uint32_t at = start_at(map, list, begin);

	for (; at != UINT32_MAX; at = map->place[at].next) {
		struct block_place *p = &map->place[at];

		if (p->end <= begin)
			continue;
		if (p->begin > begin) {
			*end = p->begin < *end ? p->begin : *end;
			return NULL;
		}
		*end = p->end < *end ? p->end : *end;
		list->last_found = at;
		return p;
	}
	return NULL;
}

static int add_place(struct block_map *map, struct block_place place, uint32_t *at)
{
	int error = array_reserve(&map->place, &map->room, map->places + 1, sizeof place);

	if (!error) {
		*at = (uint32_t)map->places;
		map->place[map->places++] = place;
	}
	return error;
}

/* Cuts bytes begin ... end - 1 out of place `at`. The rest of the place stays, as one or two
 * places. */
static int cut_out(struct block_map *map, uint32_t at, size_t begin, size_t end)
{
	struct block_place behind = map->place[at];
	uint32_t added;
	int error;

	if (end < behind.end) {
		behind.offset += end - behind.begin;
		behind.begin = end;
		error = add_place(map, behind, &added);
		if (error)
			return error;
		map->place[at].next = added;
	}
	if (map->place[at].end > begin)
		map->place[at].end =
			begin > map->place[at].begin ? begin : map->place[at].begin;
	return 0;
}

/* Returns true if the bytes of `b` follow the bytes of `a` both in the block and in memory. */
static bool adjacent(const struct block_place *a, const struct block_place *b)
{
	return a->end == b->begin && a->end > a->begin && a->space == b->space &&
	       a->offset + (a->end - a->begin) == b->offset;
}

/* Extends the place `before`, and then joins it with the next place if no gap is left. A message
 * that comes in many packets therefore ends as a single place. */
static bool joins(struct block_map *map, uint32_t before, const struct block_place *place)
{
	struct block_place *p = before == UINT32_MAX ? NULL : &map->place[before];

	if (!p || !adjacent(p, place))
		return false;
	p->end = place->end;
	if (p->next != UINT32_MAX && adjacent(p, &map->place[p->next])) {
		p->end = map->place[p->next].end;
		p->next = map->place[p->next].next;
	}
	return true;
}

int block_map_put(struct block_map *map, struct block_place place)
{
	struct block_place_list *list;
	uint32_t at, before = UINT32_MAX, added;
	int error = 0;

	if (map->used * 2 > map->slots)
		error = grow_slots(map);
	if (error)
		return error;
	list = slot_of(map, place.block);
	map->used += list->first == UINT32_MAX;
	for (at = start_at(map, list, place.begin);
		at != UINT32_MAX && map->place[at].begin < place.end;
		at = map->place[at].next) {
		if (map->place[at].end > place.begin)
			error = cut_out(map, at, place.begin, place.end);
		if (error)
			return error;
		if (map->place[at].begin <= place.begin)
			before = at;
	}
	list->last_found = before;
	if (joins(map, before, &place))
		return 0;
	place.next = before == UINT32_MAX ? list->first : map->place[before].next;
	error = add_place(map, place, &added);
	if (error)
		return error;
	*(before == UINT32_MAX ? &list->first : &map->place[before].next) = added;
	list->last_found = added;
	return 0;
}
