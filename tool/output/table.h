/* Tables: columns as wide as what stands in them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_TABLE_H
#define TOOL_OUTPUT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum {
	TABLE_COLUMNS = 16,
	TABLE_CELL = 96
};

/* Cells are kept row after row. A column whose heading begins with '<' is aligned to the left. */
struct table {
	int columns, rows, room;
	int width[TABLE_COLUMNS];
	const char *heading[TABLE_COLUMNS];
	char (*cell)[TABLE_CELL];
};

/* headings: up to the first NULL; static storage. */
void table_open(struct table *table, const char *const *headings);

/* One row, a text for each column; NULL: empty. */
void table_row(struct table *table, const char *const *texts);

/* Prints it, each line indented by two blanks, and frees it. */
void table_close(struct table *table);

/* False when a row of some table did not fit in memory: main says so. */
bool tables_are_whole(void);

#endif
