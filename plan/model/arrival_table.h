/* An arrival table says when each byte of a single block came to each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ARRIVAL_TABLE_H
#define PLAN_MODEL_ARRIVAL_TABLE_H

#include "plan/schedule.h"

/* The table answers as arrival_times.h does, for schedules that cut one block in few places: all
 * bytes between two neighbouring cuts move together, and have one time for each node. */
struct arrival_table {
	bool last; /* bytes that come again count from the last arrival, not from the first */
	size_t nodes, cells;
	struct table_cut *cut; /* [2^bits], a hash table */
	int bits;
	double *time; /* [cells * nodes], 0: nothing came; NULL: the schedule needs
		       * arrival_times.h */
};

/* Returns 0 or -ENOMEM. A schedule with several blocks, or with too many cuts, gets a table without
 * times. */
int arrival_table_open(struct arrival_table *table, const struct schedule *schedule, bool last);
void arrival_table_free(struct arrival_table *table);

/* Notes that these bytes, a range of the schedule, come to node v at that time. */
void arrival_table_add(struct arrival_table *table, int v, const struct range *range, double time);

/* Returns the time at which the last of these bytes came to node v, or 0 if no byte came. */
double arrival_table_when(const struct arrival_table *table, int v, const struct range *range);

#endif
