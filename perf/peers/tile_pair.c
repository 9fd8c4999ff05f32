/* Times the kernel with which grove transposes blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include "perf/peers/peer.h"
#include "perf/peers/transpose_pair.h"
#include "runtime/machine/cpus.h"
#include "runtime/kernels/transpose_kernel.h"

static size_t cache; /* bytes of the last-level cache */

/* Transposes half of the matrix, past the caches for a large matrix, as each of two nodes of a team
 * does (runtime/team/team.c). */
static void half(const double *from, double *to, size_t rows, size_t columns, size_t n)
{
	bool past = cache && rows * columns * 2 * sizeof *from > cache / 2 / 2;

	transpose_block((struct rows){ (unsigned char *)to, n * sizeof *to },
		(struct rows){ (unsigned char *)(uintptr_t)from, n * sizeof *from },
		&(struct block){ rows, columns, sizeof *from, past, 0, false });
}

int main(void)
{
	const struct cpus *cpus = cpus_machine();

	if (!cpus)
		peer_fail("no memory to read the machine");
	cache = cpus->cache;
	return turn_measure("grove", half);
}
