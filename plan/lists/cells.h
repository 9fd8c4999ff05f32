/* Cells are the pieces of blocks that move together, with a value for each cell at each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_CELLS_H
#define PLAN_LISTS_CELLS_H

#include "plan/schedule.h"

/* A hash table with open addresses. */
struct cell_table {
	size_t used, room;
	uint64_t *key, *value; /* a key of 0 marks a free place */
};

/* Blocks are cut at every byte at which some packet begins or ends a piece. The bytes between two
 * cuts are a cell, and move together. The user gives a meaning to the value of a cell at a node; a
 * value that was never set is 0. */
struct cells {
	const struct problem *problem;
	size_t cuts; /* cell i is bytes cut[i] ... cut[i + 1] - 1 */
	size_t *cut;
	struct cell_table number; /* of the cell that begins at a cut */
	struct cell_table value;
	size_t nodes;
	/* [cuts * nodes], instead of `value` where all nodes have a single block */
	uint64_t *single;
};

/* Cells first ... end - 1. */
struct cell_run {
	size_t first, end;
};

/* Returns 0, -ENOMEM, or -EINVAL if the packets have more than `most` cells. */
int cells_open(struct cells *cells, const struct schedule *schedule, uint64_t most);
void cells_close(struct cells *cells);

enum {
	CELLS_FOLLOWED = 1 << 25 /* the most that are followed one by one, which takes seconds */
};

/* Returns the cells of a range, which begins and ends where ranges of the schedule do. */
struct cell_run cells_of(const struct cells *cells, const struct range *range);

/* Returns the number of cells in all packets, a cell once for each packet. */
uint64_t cells_moved(const struct cells *cells, const struct schedule *schedule);

/* Returns the value. */
uint64_t cells_get(const struct cells *cells, int v, uint64_t block, size_t cell);

/* Returns 1 for a value that was never set at a node that has the block from the beginning. */
uint64_t cells_held(const struct cells *cells, int v, uint64_t block, size_t cell);

/* Returns the place of the value until another place is asked for, or NULL without memory. */
uint64_t *cells_place(struct cells *cells, int v, uint64_t block, size_t cell);

#endif
