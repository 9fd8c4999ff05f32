/* Makes quantities of samples, looks up measured costs, and interpolates between measured sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "plan/costs/copy_costs.h"

static const char *const ways[COPY_WAYS] = {
	[COPY_WITHIN] = "within",
	[COPY_WITHIN_TWO] = "within-two",
	[COPY_ONE_END] = "one-end",
	[COPY_BOTH_ENDS] = "both-ends",
	[COPY_EXCHANGE] = "exchange",
	[COPY_PAST] = "past",
	[COPY_BOTH_PAST] = "both-past",
	[COPY_EXCHANGE_PAST] = "exchange-past",
	[COPY_FOLD] = "fold",
	[COPY_FOLD_BOTH] = "fold-both",
};

static const char *const starts[START_UPS] = {
	[START_PACKET] = "packet",
	[START_CALL] = "call",
	[START_PIECE] = "piece",
	[START_FOLD] = "fold",
	[START_INLINE] = "inline",
	[START_INLINE_FOUR] = "inline-four",
	[START_EAGER] = "eager",
	[START_EAGER_FOUR] = "eager-four",
	[START_LENT] = "lent",
	[START_LINE] = "line",
};

static const char *const places[BYTE_PLACES] = {
	[PLACE_OWN] = "own",
	[PLACE_SHARED] = "shared",
	[PLACE_READ] = "read",
	[PLACE_WRITTEN] = "written",
	[PLACE_MEMORY] = "memory",
};

const char *copy_way_name(enum copy_way way)
{
	return ways[way];
}

const char *start_up_name(enum start_up start)
{
	return starts[start];
}

const char *byte_place_name(enum byte_place place)
{
	return places[place];
}

size_t copy_size(int i)
{
	size_t bytes = COPY_LEAST;

	while (i--)
		bytes *= COPY_FACTOR;
	return bytes;
}

int copy_size_number(size_t bytes)
{
	for (int i = 0; i < COPY_SIZES; i++)
		if (copy_size(i) == bytes)
			return i;
	return -1;
}

/* Finds the measured sizes around a size: the largest below and the smallest above, or the same
 * size twice. Returns false if no size was measured. */
static bool find_neighbours(
	const struct quantity quantity[COPY_SIZES], double bytes, int *below, int *above)
{
	*below = *above = -1;
	for (int i = 0; i < COPY_SIZES; i++) {
		if (!(quantity[i].seconds > 0))
			continue;
		if (*below < 0 || (double)copy_size(i) <= bytes)
			*below = i;
		*above = i;
		if ((double)copy_size(i) >= bytes)
			break;
	}
	return *below >= 0;
}

double pair_copy_seconds(
	const struct pair_costs *pair, enum copy_way way, enum data_state state, double bytes)
{
	const struct quantity *quantity = pair->copy[way][state];
	int below, above;
	double low, high, share;

	if (!find_neighbours(quantity, bytes, &below, &above))
		return NAN;
	low = quantity[below].seconds / (double)copy_size(below);
	high = quantity[above].seconds / (double)copy_size(above);
	if (below == above)
		return bytes * low;
	share = log(bytes / (double)copy_size(below)) /
		log((double)copy_size(above) / (double)copy_size(below));
	return bytes * (low + share * (high - low));
}

const struct pair_costs *machine_nearest_pair(const struct machine *machine)
{
	for (int pair = SAME_THREAD + 1; machine->measured && pair < PAIR_CLASSES; pair++)
		if (machine->measured->pair[pair].start[START_INLINE].seconds > 0)
			return &machine->measured->pair[pair];
	return NULL;
}

static const struct pair_costs *costs_of_class(const struct machine *machine, bool thread)
{
	if (!thread)
		return machine_nearest_pair(machine);
	return machine->measured ? &machine->measured->pair[SAME_THREAD] : NULL;
}

double machine_copy_seconds(
	const struct machine *machine, enum copy_way way, enum data_state state, double bytes)
{
	const struct pair_costs *pair = costs_of_class(machine, way <= COPY_WITHIN_TWO);

	return pair ? pair_copy_seconds(pair, way, state, bytes) : NAN;
}

double machine_start_seconds(const struct machine *machine, enum start_up start)
{
	const struct pair_costs *pair = costs_of_class(machine, start <= START_FOLD);

	return pair && pair->start[start].seconds > 0 ? pair->start[start].seconds : NAN;
}

/* ---- Samples ---- */

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
