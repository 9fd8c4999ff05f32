/* Places: where in a node's memory the bytes of each block are, while its tape is lowered. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PLACES_H
#define PLAN_PLACES_H

#include "plan/program/program.h"

/* Bytes begin ... end - 1 of a block are at `offset` and on in `space`. */
struct place {
	uint64_t block;
	size_t begin, end, offset;
	uint32_t space;
	uint32_t next; /* of the same block, in order of begin; UINT32_MAX: none */
};

/* The list of one block. Packets come and go in the order of their bytes, more or less: a search
 * begins where the last one ended, when that is not too far. */
struct place_list {
	uint32_t first, last_found;
};

struct places {
	size_t places, room, used, slots;
	struct place *place;
	struct place_list *slot; /* hash table, by block */
};

int places_open(struct places *places);
void places_close(struct places *places);

/* The place that holds byte `begin` of the block, and how far it goes (*end, cut at `end`); NULL
 * when that byte is nowhere; then *end is the next byte that is somewhere, or `end`. */
struct place *places_find(struct places *places, uint64_t block, size_t begin, size_t *end);

/* Says that these bytes are there from now on, wherever they were. */
int places_put(struct places *places, struct place place);

#endif
