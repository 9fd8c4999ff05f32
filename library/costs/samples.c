/* Makes a quantity of samples: the median, and its interval. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "library/costs/samples.h"

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the rank of the sample below which the median lies with a probability of 2.5 %, by the
 * normal approximation of the binomial distribution. */
static size_t interval_rank(size_t count)
{
	return (size_t)fmax(0, ((double)count - 1 - 1.96 * sqrt((double)count)) / 2);
}

struct quantity samples_quantity(double *sample, size_t count)
{
	size_t rank = interval_rank(count);

	qsort(sample, count, sizeof *sample, compare_doubles);
	return (struct quantity){ sample[count / 2], sample[rank], sample[count - 1 - rank] };
}
