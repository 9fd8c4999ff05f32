/* Joins what the processes of a team have measured, by the least of all processes' values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include "perf/timing/clock.h"
#include "perf/timing/joined_results.h"

enum {
	AT_ONCE = 64, /* samples */
	BITS = 31     /* of flags */
};

/* The bits of numbers that are not negative are in the order of the numbers; their complements are
 * in the opposite order. */
static int64_t descending(double number)
{
	int64_t bits;

	memcpy(&bits, &number, sizeof bits);
	return ~bits;
}

static double number_of(int64_t descending)
{
	int64_t bits = ~descending;
	double number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

static void join_some(struct team *team, double *sample, int count)
{
	int64_t value[AT_ONCE];

	for (int k = 0; k < count; k++)
		value[k] = descending(sample[k]);
	team_least(team, value, count);
	for (int k = 0; k < count; k++)
		sample[k] = number_of(value[k]);
}

void join_samples(struct team *team, double *sample, size_t count)
{
	if (!team_is_wired(team))
		return;
	for (size_t done = 0; done < count; done += AT_ONCE)
		join_some(team, sample + done,
			count - done < AT_ONCE ? (int)(count - done) : AT_ONCE);
}

enum {
	IS_INPUT,
	IS_GUARD,
	NODE,
	OFFSET,
	GOT,
	EXPECTED,
	FROM,
	FIELDS
};

void join_wrong(struct team *team, struct wrong *wrong)
{
	int64_t first = wrong->found ? wrong->node : INT64_MAX, field[FIELDS];

	if (!team_is_wired(team))
		return;
	team_least(team, &first, 1);
	for (int i = 0; i < FIELDS; i++)
		field[i] = INT64_MAX;
	if (wrong->found && wrong->node == first) {
		field[IS_INPUT] = wrong->input;
		field[IS_GUARD] = wrong->guard;
		field[NODE] = wrong->node;
		field[OFFSET] = (int64_t)wrong->offset;
		field[GOT] = wrong->got;
		field[EXPECTED] = wrong->expected;
		field[FROM] = wrong->from;
	}
	team_least(team, field, FIELDS);
	if (first < INT64_MAX)
		*wrong = (struct wrong){ true, field[IS_INPUT] != 0, field[IS_GUARD] != 0,
			(int)field[NODE], (size_t)field[OFFSET], (unsigned)field[GOT],
			(unsigned)field[EXPECTED], (int)field[FROM] };
}

int join_greatest(struct team *team, int value)
{
	int64_t least = -(int64_t)value;

	team_least(team, &least, 1);
	return (int)-least;
}

int join_flags(struct team *team, int flags)
{
	int64_t clear[BITS];
	int any = 0;

	for (int bit = 0; bit < BITS; bit++)
		clear[bit] = !(flags >> bit & 1);
	team_least(team, clear, BITS);
	for (int bit = 0; bit < BITS; bit++)
		any |= clear[bit] ? 0 : 1 << bit;
	return any;
}

double joined_seconds(struct team *team, double begin)
{
	return team_greatest(team, clock_seconds() - begin);
}
