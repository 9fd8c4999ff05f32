/* Rows of measured quantities, each with its name, in files of costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_QUANTITY_ROWS_H
#define PLAN_COSTS_QUANTITY_ROWS_H

#include "base/text_lines.h"
#include "plan/costs/copy_costs.h"

enum {
	QUANTITY_NAME = 80
};

/* All quantities that a file may have. A row is
 *
 *	cost NAME SECONDS LOW HIGH
 *
 * and a name is one word or several words. */
struct quantities {
	size_t count, group; /* the names of a group begin with the same two words */
	void (*name)(size_t i, char text[QUANTITY_NAME]);
	struct quantity *(*at)(void *costs, size_t i);
	void *costs;
	size_t next; /* where the next row's name is looked for first; 0 to begin with */
};

/* Reads a row. Returns 0, or -EINVAL with why: another word, a name that is not known or stood in
 * another row, or seconds outside of their interval. */
int quantity_read(const struct text_lines *lines, struct quantities *all);

/* Writes a row for each quantity that was measured. */
void quantities_write(FILE *file, const struct quantities *all);

#endif
