/* Finds the sizes from which a way of copying pays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/costs/copy_thresholds.h"

enum {
	HALVINGS = 10 /* of the distance between two sizes, in the logarithm */
};

struct contest {
	const struct pair_costs *pair;
	enum copy_way usual, other;
	enum data_state state;
	double more; /* seconds that the other way needs besides the copy */
};

static bool pays(const struct contest *c, double bytes)
{
	return pair_copy_seconds(c->pair, c->other, c->state, bytes) + c->more <
	       pair_copy_seconds(c->pair, c->usual, c->state, bytes);
}

static bool has_both(const struct contest *c, int size)
{
	return c->pair->copy[c->usual][c->state][size].seconds > 0 &&
	       c->pair->copy[c->other][c->state][size].seconds > 0;
}

/* Finds the crossing between a size at which the way does not pay and a size at which it does. */
static double crossing(const struct contest *c, double below, double above)
{
	for (int i = 0; i < HALVINGS; i++) {
		double middle = sqrt(below * above);

		if (pays(c, middle))
			above = middle;
		else
			below = middle;
	}
	return above;
}

/* Returns the bytes from which on the other way takes less time, for every measured size above.
 * Returns 0 if the other way is always faster, INFINITY if it is slower at the largest size that
 * both have, and NAN if no size has both. */
static double pays_from(const struct contest *c)
{
	double from = NAN;

	for (int size = COPY_SIZES - 1; size >= 0; size--) {
		double bytes = (double)copy_size(size);

		if (!has_both(c, size))
			continue;
		if (!pays(c, bytes))
			return isnan(from) ? INFINITY : crossing(c, bytes, from);
		from = bytes;
	}
	return isnan(from) ? NAN : from > COPY_LEAST ? from : 0;
}

static const struct choice_ways choices[COPY_CHOICES] = {
	[CHOICE_BOTH_ENDS] = { COPY_ONE_END, COPY_BOTH_ENDS },
	[CHOICE_FOLD_BOTH] = { COPY_FOLD, COPY_FOLD_BOTH },
	[CHOICE_PAST] = { COPY_ONE_END, COPY_PAST },
	[CHOICE_BOTH_PAST] = { COPY_BOTH_ENDS, COPY_BOTH_PAST },
	[CHOICE_EXCHANGE_PAST] = { COPY_EXCHANGE, COPY_EXCHANGE_PAST },
};

struct choice_ways copy_choice_ways(enum copy_choice choice)
{
	return choices[choice];
}

double machine_pays_from(
	const struct machine *machine, enum copy_choice choice, enum data_state state)
{
	const struct pair_costs *pair = machine_nearest_pair(machine);
	bool agrees = choice == CHOICE_BOTH_ENDS || choice == CHOICE_FOLD_BOTH;
	struct contest contest = { pair, choices[choice].usual, choices[choice].other, state, 0 };

	if (!pair)
		return NAN;
	if (agrees)
		contest.more = pair->start[START_LINE].seconds;
	return pays_from(&contest);
}
