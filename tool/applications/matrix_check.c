/* Compares a matrix that the nodes transposed or turned with the matrix of the file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "tool/files/need.h"
#include "tool/applications/matrix_work.h"

/* Returns the item of the file that belongs in row i and column j of the result. */
static const unsigned char *origin(const struct matrix_work *w, size_t i, size_t j)
{
	const struct matrix_layout *l = &w->layout;
	size_t row = w->turn.transposes ? j : i, column = w->turn.transposes ? i : j;

	row = w->turn.rows_back ? l->rows - 1 - row : row;
	column = w->turn.columns_back ? l->columns - 1 - column : column;
	return w->matrix->items + (row * l->columns + column) * l->item;
}

void matrix_spoil(void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;

	room_spoil(&w->room, w->nodes);
	bytes_spoil(w->result, l->rows * l->columns * l->item);
}

void need_turned(void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	size_t rows = w->turn.transposes ? l->columns : l->rows;
	size_t columns = w->turn.transposes ? l->rows : l->columns;
	const unsigned char *item = w->result;

	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++, item += l->item)
			if (memcmp(item, origin(w, i, j), l->item))
				end_command(STATUS_FAILED, "item (%zu, %zu) of the result is wrong",
					i, j);
}
