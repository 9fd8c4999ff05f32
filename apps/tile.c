/* Copies and transposes blocks in memory.
 *
 * A transposition reads along rows and writes along columns, so one of the two touches a new cache
 * line for each item. In squares whose side is about one line, each line is used up before it
 * leaves the cache. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "apps/tile.h"

enum {
	LINE = 64,
	SIDE_MIN = 8
};

void tile_copy(struct tile to, struct tile from, size_t rows, size_t columns, size_t item)
{
	if (!columns)
		return;
	for (size_t i = 0; i < rows; i++)
		memcpy(to.at + i * to.stride, from.at + i * from.stride, columns * item);
}

static inline size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static inline __attribute__((always_inline)) void square(
	struct tile to, struct tile from, size_t rows, size_t columns, size_t item)
{
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			memcpy(to.at + j * to.stride + i * item,
				from.at + i * from.stride + j * item, item);
}

static inline __attribute__((always_inline)) void squares(
	struct tile to, struct tile from, size_t rows, size_t columns, size_t item)
{
	size_t side = item * SIDE_MIN < LINE ? LINE / item : SIDE_MIN;

	for (size_t i = 0; i < rows; i += side)
		for (size_t j = 0; j < columns; j += side)
			square((struct tile){ to.at + j * to.stride + i * item, to.stride },
				(struct tile){ from.at + i * from.stride + j * item, from.stride },
				smaller(side, rows - i), smaller(side, columns - j), item);
}

/* With a constant size, memcpy is one move. */
void tile_transpose(struct tile to, struct tile from, size_t rows, size_t columns, size_t item)
{
	switch (item) {
	case 1:
		squares(to, from, rows, columns, 1);
		break;
	case 2:
		squares(to, from, rows, columns, 2);
		break;
	case 3:
		squares(to, from, rows, columns, 3);
		break;
	case 4:
		squares(to, from, rows, columns, 4);
		break;
	case 8:
		squares(to, from, rows, columns, 8);
		break;
	case 16:
		squares(to, from, rows, columns, 16);
		break;
	default:
		squares(to, from, rows, columns, item);
	}
}
