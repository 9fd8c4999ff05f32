/* Joins several looks at a quantity, and tells if the looks agree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "perf/calibration/calibration_looks.h"
#include "perf/timing/stats.h"

/* Intervals that are this far apart still agree: an interval of a few samples is too narrow. */
static const double slack = 1.15;

void looks_add(struct looks *looks, const struct quantity *look)
{
	if (looks->count < LOOKS)
		looks->look[looks->count++] = *look;
}

static double median_of(const struct looks *looks)
{
	double seconds[LOOKS];

	for (int i = 0; i < looks->count; i++)
		seconds[i] = looks->look[i].seconds;
	return stats_median(seconds, (size_t)looks->count);
}

/* Returns the look of which the median is the nearest to the median of all. */
static const struct quantity *middle_look(const struct looks *looks)
{
	const struct quantity *middle = &looks->look[0];
	double median = median_of(looks);

	for (int i = 1; i < looks->count; i++)
		if (fabs(looks->look[i].seconds - median) < fabs(middle->seconds - median))
			middle = &looks->look[i];
	return middle;
}

static bool meet(const struct quantity *a, const struct quantity *b)
{
	return a->low <= slack * b->high && b->low <= slack * a->high;
}

bool looks_agree(const struct looks *looks)
{
	int agreeing = 0;

	for (int i = 0; i < looks->count; i++)
		agreeing += meet(&looks->look[i], middle_look(looks));
	return 2 * agreeing > looks->count;
}

struct quantity looks_join(const struct looks *looks)
{
	struct quantity joined = { 0 };
	bool agree = looks_agree(looks);

	if (!looks->count)
		return joined;
	joined = *middle_look(looks);
	for (int i = 0; i < looks->count; i++)
		if (!agree || meet(&looks->look[i], middle_look(looks))) {
			joined.low = fmin(joined.low, looks->look[i].low);
			joined.high = fmax(joined.high, looks->look[i].high);
		}
	return joined;
}
