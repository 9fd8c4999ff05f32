/* Does the group arithmetic that cube-connected cycles and butterflies share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "base/error.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, chapter 1. d is the dimension. */

enum {
	LEAST_LEVELS = 3,
	MOST_LEVELS = 21 /* 21 * 2^21 < 2^26 < 22 * 2^22 */
};

int cycle_groups_parse(struct network *net, const char *kind, const char *arguments)
{
	const char *text = arguments;
	int d = network_read_number(&text);

	if (d < 0 || *text)
		return why(EINVAL, "'%s:%s' is not a network: write %s:d with d = %d..%d", kind,
			arguments, kind, LEAST_LEVELS, MOST_LEVELS);
	if (d < LEAST_LEVELS || d > MOST_LEVELS)
		return why(EINVAL, "'%s:%s' does not exist here: d = %d..%d, d 2^d nodes", kind,
			arguments, LEAST_LEVELS, MOST_LEVELS);
	net->nodes = d << d;
	net->dimension = d;
	snprintf(net->name, sizeof net->name, "%s:%d", kind, d);
	return 0;
}

static unsigned moved_left(unsigned x, int places, int d)
{
	return (x << places | x >> (d - places)) & ((1u << d) - 1);
}

int cycle_groups_translate(const struct network *net, int s, int v)
{
	int d = net->dimension, i = s % d;
	unsigned x = (unsigned)(s / d) ^ moved_left((unsigned)(v / d), i, d);

	return (int)x * d + level_plus(i, v % d, d);
}

int cycle_groups_untranslate(const struct network *net, int s, int v)
{
	int d = net->dimension, back = d - s % d;
	unsigned x = moved_left((unsigned)(s / d ^ v / d), back, d);

	return (int)x * d + level_plus(back == d ? 0 : back, v % d, d);
}

/* The rotation is a reflection of the levels. */
int cycle_groups_rotations(const struct network *net)
{
	(void)net;
	return 2;
}

void cycle_groups_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	int d = net->dimension, used = snprintf(text, NETWORK_LABEL, "(%d,", v % d);

	for (int b = 0; b < d; b++)
		text[used++] = v / d >> b & 1 ? '1' : '0';
	text[used++] = ')';
	text[used] = '\0';
}

unsigned cycle_groups_reflect(unsigned x, int shift, int d)
{
	unsigned image = 0;

	for (int b = 0; b < d; b++)
		image |= (x >> b & 1) << (2 * d - b - shift) % d;
	return image;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* Cuts the cycle open to a line. The walk goes down to level -down, up to level `up`, and ends at
 * goal, 0 <= goal <= up, in 2 (down + up) - goal steps. Each place is passed on the way up, or as
 * place - d on the way down. Going down to a place also passes all places above. */
static int walk_on_line(unsigned places, int goal, int behind, int d)
{
	int best = 4 * d;

	for (int down = 0;;) {
		int top = places ? 31 - __builtin_clz(places) : -1, up = top < 0 ? 0 : top + behind;

		up = up > goal ? up : goal;
		best = least(best, 2 * (down + up) - goal);
		if (top < 0)
			return best;
		down = d - top;
		places ^= 1u << top;
	}
}

/* A walk ends at goal or, the other way round, at goal - d, a mirror image of the first; or the
 * walk goes round the whole cycle and passes all places. */
int cycle_groups_walk(unsigned places, int goal, int behind, int d)
{
	int best = walk_on_line(places, goal, behind, d);
	unsigned mirrored = cycle_groups_reflect(places, behind, d);

	if (goal)
		best = least(best, walk_on_line(mirrored, d - goal, behind, d));
	return least(best, least(d + goal, 2 * d - goal));
}
