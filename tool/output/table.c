/* Prints tables with columns as wide as their longest cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "tool/output/table.h"

static bool row_missing;

bool tables_are_whole(void)
{
	return !row_missing;
}

static const char *heading_text(const struct table *table, int i)
{
	return table->heading[i] + (table->heading[i][0] == '<');
}

void table_open(struct table *table, const char *const *headings)
{
	*table = (struct table){ 0 };
	for (int i = 0; headings[i] && i < TABLE_COLUMNS; i++) {
		table->heading[i] = headings[i];
		table->columns = i + 1;
		table->width[i] = (int)strlen(heading_text(table, i));
	}
}

void table_row(struct table *table, const char *const *texts)
{
	size_t room = (size_t)table->room, cells = (size_t)(table->rows * table->columns);

	if (array_reserve(&table->cell, &room, cells + (size_t)table->columns, TABLE_CELL)) {
		row_missing = true;
		return;
	}
	table->room = (int)room;
	for (int i = 0; i < table->columns; i++) {
		char *cell = table->cell[cells + (size_t)i];
		int length;

		snprintf(cell, TABLE_CELL, "%s", texts[i] ? texts[i] : "");
		length = (int)strlen(cell);
		if (length > table->width[i])
			table->width[i] = length;
	}
	table->rows++;
}

static void print_cell(const struct table *table, int i, const char *text)
{
	int left = table->heading[i][0] == '<', last = i == table->columns - 1;

	if (left && last)
		printf("%s%s", *text ? "  " : "", text);
	else
		printf("  %*s", left ? -table->width[i] : table->width[i], text);
}

void table_close(struct table *table)
{
	for (int i = 0; i < table->columns; i++)
		print_cell(table, i, heading_text(table, i));
	putchar('\n');
	for (int row = 0; row < table->rows; row++) {
		for (int i = 0; i < table->columns; i++)
			print_cell(table, i, table->cell[row * table->columns + i]);
		putchar('\n');
	}
	free(table->cell);
	*table = (struct table){ 0 };
}
