/* Cells: what every node holds of every byte, while a schedule is run abstractly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_CELLS_H
#define PLAN_VERIFY_VERIFY_CELLS_H

#include "plan/schedule.h"

/* Blocks are cut at every byte at which any packet begins or ends a piece; the bytes between two
 * cuts are a cell, and move together. The value of a cell on a node is what its user makes of it; 0:
 * the node does not have it. Values at the beginning, 1 for who has the block, follow from the promise
 * and are not stored. */
struct cells {
	const struct problem *problem;
	size_t cuts; /* cell i is bytes cut[i] ... cut[i + 1] - 1 */
	size_t *cut;
	size_t used, room; /* of the hash table, open addressing */
	uint64_t *key, *value;
};

/* 0; -ENOMEM; or -EINVAL when the pieces are cut so finely that following them takes too long. */
int cells_open(struct cells *cells, const struct schedule *schedule);
void cells_close(struct cells *cells);

/* The cells of bytes begin ... end - 1: first ... last - 1. */
size_t cells_at(const struct cells *cells, size_t byte);

uint64_t cells_get(const struct cells *cells, int v, uint64_t block, size_t cell);
int cells_set(struct cells *cells, int v, uint64_t block, size_t cell, uint64_t value);

#endif
