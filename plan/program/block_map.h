/* A block map says where the bytes of each block lie in a node's memory while a tape is lowered. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_BLOCK_MAP_H
#define PLAN_PROGRAM_BLOCK_MAP_H

#include "plan/program/program.h"

/* Bytes begin ... end - 1 of a block lie at `offset` of `space`. */
struct block_place {
	uint64_t block;
	size_t begin, end, offset;
	uint32_t space;
	uint32_t next; /* the next place of the same block, by `begin`; UINT32_MAX: no more */
};

/* The list of the places of a block. Packets come and go nearly in the order of their bytes, so a
 * search begins at the place that the last search found, unless the byte lies before that place. */
struct block_place_list {
	uint32_t first, last_found;
};

struct block_map {
	size_t places, room, used, slots;
	struct block_place *place;
	struct block_place_list *slot; /* hash table, by block */
};

int block_map_open(struct block_map *map);
void block_map_close(struct block_map *map);

/* Returns the place that holds byte `begin` of the block, and sets *end to the end of the place or
 * keeps the caller's *end, whichever is less. Returns NULL if the node does not have the byte; then
 * *end is the next byte that the node has, or the caller's *end. */
struct block_place *block_map_find(
	struct block_map *map, uint64_t block, size_t begin, size_t *end);

/* Says that from now on these bytes lie at this place, and no longer at their old place. */
int block_map_put(struct block_map *map, struct block_place place);

#endif
