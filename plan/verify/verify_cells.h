/* Cells keep the bytes that every node has while a schedule is run abstractly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_CELLS_H
#define PLAN_VERIFY_VERIFY_CELLS_H

#include "plan/schedule.h"

/* Blocks are cut at every byte at which some packet begins or ends a piece. The bytes between two
 * cuts are a cell, and move together. The verifier gives a meaning to the value of a cell at a
 * node; 0 means that the node does not have the cell. Values at the beginning, 1 at nodes with the
 * block, follow from the semantics of the collective and are not stored. */
struct cells {
	const struct problem *problem;
	size_t cuts; /* cell i is bytes cut[i] ... cut[i + 1] - 1 */
	size_t *cut;
	size_t used, room; /* of the hash table with open addresses */
	uint64_t *key, *value;
};

/* Returns 0, -ENOMEM, or -EINVAL if the pieces are cut too finely to be followed in reasonable
 * time. */
int cells_open(struct cells *cells, const struct schedule *schedule);
void cells_close(struct cells *cells);

/* Returns the cell that begins at the byte. Bytes begin ... end - 1 are the cells cells_at(begin)
 * ... cells_at(end) - 1. */
size_t cells_at(const struct cells *cells, size_t byte);

uint64_t cells_get(const struct cells *cells, int v, uint64_t block, size_t cell);
int cells_set(struct cells *cells, int v, uint64_t block, size_t cell, uint64_t value);

#endif
