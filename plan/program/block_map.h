/* Places: where in a node's memory the bytes of each block are, while its tape is lowered. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_BLOCK_MAP_H
#define PLAN_PROGRAM_BLOCK_MAP_H

#include "plan/program/program.h"

/* Bytes begin ... end - 1 of a block are at `offset` and on in `space`. */
struct block_place {
	uint64_t block;
	size_t begin, end, offset;
	uint32_t space;
	uint32_t next; /* of the same block, in order of begin; UINT32_MAX: none */
};

/* The list of one block. Packets come and go in the order of their bytes, more or less: a search
 * begins where the last one ended, when that is not too far. */
struct block_place_list {
	uint32_t first, last_found;
};

struct block_map {
	size_t places, room, used, slots;
	struct block_place *place;
	struct block_place_list *slot; /* hash table, by block */
};

int block_map_open(struct block_map *places);
void block_map_close(struct block_map *places);

/* The place that holds byte `begin` of the block, and how far it goes (*end, cut at `end`); NULL
 * when that byte is nowhere; then *end is the next byte that is somewhere, or `end`. */
struct block_place *block_map_find(struct block_map *places, uint64_t block, size_t begin, size_t *end);

/* Says that these bytes are there from now on, wherever they were. */
int block_map_put(struct block_map *places, struct block_place place);

#endif
