/* Times the local part of the transpose application. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include "apps/tile.h"
#include "perf/peers/turn.h"

static void half(const double *from, double *to, size_t rows, size_t columns, size_t n)
{
	tile_transpose((struct tile){ (unsigned char *)to, n * sizeof *to },
		(struct tile){ (unsigned char *)(uintptr_t)from, n * sizeof *from }, rows, columns,
		sizeof *from);
}

int main(void)
{
	return turn_measure("grove", half);
}
