/* Times the transposition of OpenBLAS, omatcopy, on two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <cblas.h>
#include "perf/peers/transpose_pair.h"

static void half(const double *from, double *to, size_t rows, size_t columns, size_t n)
{
	cblas_domatcopy(CblasRowMajor, CblasTrans, (blasint)rows, (blasint)columns, 1, from,
		(blasint)n, to, (blasint)n);
}

int main(void)
{
	return turn_measure("OpenBLAS omatcopy", half);
}
