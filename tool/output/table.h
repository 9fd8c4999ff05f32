/* Prints tables with columns as wide as their longest cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_TABLE_H
#define TOOL_OUTPUT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
	TABLE_COLUMNS = 16,
	TABLE_CELL = 96
};

/* A table, whose cells are kept row by row. A heading that begins with '<'
 * aligns the column to the left. */
struct table {
	int columns, rows, room;
	int width[TABLE_COLUMNS];
	const char *heading[TABLE_COLUMNS];
	char (*cell)[TABLE_CELL];
};

/* Opens a table. The headings end with NULL and must stay valid. */
void table_open(struct table *table, const char *const *headings);

/* Adds a row, with a text for each column; NULL: empty. */
void table_row(struct table *table, const char *const *texts);

/* Prints the table with each line indented by two blanks, and frees the table. */
void table_close(struct table *table);

/* Returns false if a row of any table did not fit in memory; main() reports that. */
bool tables_are_whole(void);

#endif
