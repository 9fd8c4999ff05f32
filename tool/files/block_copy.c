/* Copies blocks in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "tool/files/block_copy.h"

void tile_copy(struct tile to, struct tile from, size_t rows, size_t columns, size_t item)
{
	if (!columns)
		return;
	for (size_t i = 0; i < rows; i++)
		memcpy(to.at + i * to.stride, from.at + i * from.stride, columns * item);
}
