/* Chooses the lengths of the steps of a scatter by a linear program. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "collectives/flow/simplex.h"
#include "collectives/flow/step_lengths.h"

/* The program minimises the sum of the lengths such that a flow in the time-expanded network brings
 * a block to every node. By Ford and Fulkerson's theorem such a flow exists if each cut has room
 * for the units that lie beyond the cut, and the room of a cut is a sum of lengths. So the
 * variables are only the few lengths, and only the cuts that a flow meets are written down
 * (Benders' decomposition). A turn finds lengths from the cuts known so far, a flow for these
 * lengths, and the cut that limits the flow. Lengths as late as possible make the search quick:
 * some twenty turns for thousands of nodes. On cubes the lengths come out as Johnsson & Ho's
 * C(n, l) / n.
 *
 * Fractions: a vertex has small denominators. The largest units that the sum allows are tried
 * first. Lengths are rounded so that no more is sent late than before, and a flow of integers
 * decides. */

enum {
	SCALE = 1 << 20, /* units of a block during the search for lengths */
	MOST_PARTS = 1000,
	MOST_TURNS = 1000
};

struct search {
	struct expanded_flow *e;
	int64_t *need;
	struct inequality *cut;
	size_t cuts, room;
	double length[EXPANSION_STEPS]; /* in blocks */
};

static double sum(const double *length, int steps)
{
	double all = 0;

	for (int t = 0; t < steps; t++)
		all += length[t];
	return all;
}

double step_lengths_sum(const struct expanded_flow *e, int parts)
{
	double all = 0;

	for (int t = 0; t < e->steps; t++)
		all += (double)e->length[t] / parts;
	return all;
}

/* Returns true if a flow brings `units` units to every node. */
static bool serves(const struct search *s, int64_t units)
{
	struct expanded_flow *e = s->e;

	for (int v = 0; v < e->net.nodes; v++)
		s->need[v] = v ? units : 0;
	expanded_flow_drain(e);
	return expanded_flow_fill(e) == units * (e->net.nodes - 1);
}

/* Adds the least cut next to the root, or the least cut next to the receivers (far). Returns 0 or
 * -ENOMEM. */
static int add_cut(struct search *s, bool far)
{
	int64_t crossing[EXPANSION_STEPS], least = expanded_flow_cut(s->e, far, crossing);
	struct inequality cut = { .least = (double)least / SCALE };

	for (int t = 0; t < s->e->steps; t++)
		cut.factor[t] = (double)crossing[t];
	if (array_reserve(&s->cut, &s->room, s->cuts + 1, sizeof cut))
		return -ENOMEM;
	s->cut[s->cuts++] = cut;
	return 0;
}

/* Finds lengths for which there is a flow, with the least sum up to the tilt. After MOST_TURNS
 * turns the cuts lack less than the arithmetic can tell, and find_parts asks for a flow of
 * integers. */
static int find_lengths(struct search *s, double tilt)
{
	for (int turn = 0; turn < MOST_TURNS; turn++) {
		int error = simplex(s->cut, (int)s->cuts, s->e->steps, tilt, s->length);

		if (error == -ENOMEM)
			return error;
		if (error)
			return why(-error, "no step lengths for a scatter on %s in %d steps",
				s->e->net.name, s->e->steps);
		for (int t = 0; t < s->e->steps; t++)
			s->e->length[t] = (int64_t)ceil(s->length[t] * SCALE);
		if (serves(s, SCALE))
			return 0;
		if (add_cut(s, false) || add_cut(s, true))
			return -ENOMEM;
	}
	return 0;
}

/* Returns the least number of parts such that every x is a whole number of parts, or 0 if there is
 * none. */
static int denominator(const double *x, int count)
{
	for (int parts = 1; parts <= MOST_PARTS; parts++) {
		double off = 0;

		for (int i = 0; i < count; i++)
			off = fmax(off, fabs(x[i] * parts - round(x[i] * parts)));
		if (off < 1e-5)
			return parts;
	}
	return 0;
}

/* Rounds down the units that are sent in the last k steps, for each k. The rest goes earlier. */
static void round_down(const struct search *s, int parts)
{
	double late = 0;
	int64_t before = 0;

	for (int t = s->e->steps - 1; t >= 0; t--) {
		int64_t now;

		late += s->length[t];
		now = (int64_t)floor(late * parts + 1e-5);
		s->e->length[t] = now - before;
		before = now;
	}
}

static int find_parts(const struct search *s, int *parts)
{
	double whole = sum(s->length, s->e->steps);
	int least = denominator(&whole, 1), most = denominator(s->length, s->e->steps);

	for (*parts = least; most && *parts <= most; *parts += least) {
		round_down(s, *parts);
		if (serves(s, *parts))
			return 0;
	}
	return why(EINVAL,
		"flow: on %s steps would have lengths of fractions below 1/%d of a block",
		s->e->net.name, MOST_PARTS);
}

/* Adds the cut of the root's links, which all units pass. */
static int add_root(struct search *s)
{
	struct inequality cut = { .least = s->e->net.nodes - 1 };

	for (int t = 0; t < s->e->steps; t++)
		cut.factor[t] = s->e->net.ports;
	if (array_reserve(&s->cut, &s->room, 1, sizeof cut))
		return -ENOMEM;
	s->cut[s->cuts++] = cut;
	return 0;
}

int step_lengths(struct expanded_flow *e, int64_t *need, int *parts)
{
	struct search s = { .e = e, .need = need };
	double bound = (double)(e->net.nodes - 1) / e->net.ports;
	int error = add_root(&s);

	if (!error)
		error = find_lengths(&s, 1e-5);
	/* The tilt may have raised the sum above the root's bound, so a smaller tilt is tried. */
	if (!error && sum(s.length, e->steps) > bound * (1 + 1e-9))
		error = find_lengths(&s, 1e-8);
	if (!error)
		error = find_parts(&s, parts);
	free(s.cut);
	return error;
}
