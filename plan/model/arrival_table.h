/* The grid: when each byte came to each node, for schedules that cut one block in few places. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ARRIVAL_TABLE_H
#define PLAN_MODEL_ARRIVAL_TABLE_H

#include "plan/schedule.h"

/* The answers are those of arrivals.h, from a plain table: bytes between two cuts move together. */
struct arrival_table {
	bool last; /* bytes that come again count from their last arrival, not from the first */
	size_t nodes, cells;
	struct grid_cut *cut; /* [2^bits] by hashing */
	int bits;
	double *time; /* [cells * nodes], 0: nothing came; NULL: the schedule is not for grids */
};

/* 0 or -ENOMEM. A schedule with several blocks, or too many cuts, gets a grid without times. */
int arrival_table_open(struct arrival_table *grid, const struct schedule *schedule, bool last);
void arrival_table_free(struct arrival_table *grid);

/* These bytes, a range of the schedule, come to node v at that time. */
void arrival_table_add(struct arrival_table *grid, int v, const struct range *range, double time);

/* When the last of these bytes came to node v; 0 when none did. */
double arrival_table_when(const struct arrival_table *grid, int v, const struct range *range);

#endif
