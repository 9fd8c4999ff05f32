/* Joins what the processes of a team have measured, by the least of all processes' values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include "base/monotonic.h"
#include "perf/timing/joined_results.h"
#include "runtime/node/transport.h"

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

/* A node is in a single process, so the least word is that of the process, unless all have the
 * greatest. */
void join_wrong(struct team *team, struct wrong *wrong)
{
	int64_t first = wrong->found ? wrong->node : INT64_MAX;
	int64_t word[sizeof *wrong / sizeof(int64_t)];
	bool mine;

	if (!team_is_wired(team))
		return;
	mine = wrong->found;
	team_least(team, &first, 1);
	mine &= wrong->node == first;
	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
		word[i] = INT64_MAX;
	if (mine)
		memcpy(word, wrong, sizeof word);
	team_least(team, word, sizeof word / sizeof word[0]);
	if (first < INT64_MAX)
		memcpy(wrong, word, sizeof word);
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
	return team_greatest(team, monotonic_seconds() - begin);
}
