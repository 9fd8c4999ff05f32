/* Labels tree edges with times that fall on the turn of each edge, modulo the turns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/timing.h"

/* Johnsson & Ho 1986, theorem 4.1, ask for dimensions. Nickolov 1993, section 1.3 (lemma 1.7, after
 * Fraigniaud & Lazard), asks for colours: if a network's links have q colours, labels rise by at
 * most q - 1 from edge to edge, and a round may start every q times. The lemma takes the worst
 * case. Here the colours come in the order with the least last label of all orders. On
 * cube-connected cycles that label is then about 3/2 times the height instead of 2, on the
 * butterfly 2 instead of 3. With half duplex links two turns suffice, a turn for each side of the
 * network: trees that change sides with every edge do not wait at all. */

enum {
	ANY = -1,      /* for links that trees use only in one direction */
	MOST_TRIED = 4 /* colours that are tried in every order */
};

struct labels {
	const struct forest *f;
	enum timing timing;
	int turns;
	int turn_of[MOST_TRIED]; /* the turn of each colour, if `asked` is not NULL */
	signed char *asked;	 /* by the edge into c of tree j, at [j * nodes + c]; or NULL */
	int *time;
};

static bool some_tree_enters(const struct forest *f, int c, int port)
{
	for (int j = 0; j < f->trees; j++)
		if (f->up[(size_t)j * (size_t)f->net.nodes + (size_t)c] == port)
			return true;
	return false;
}

static int side_asked(const struct forest *f, int parent, int c, int up)
{
	int side = network_side(&f->net, parent), down = network_reverse_port(&f->net, up);

	if (!some_tree_enters(f, parent, down))
		return ANY;
	return side ^ (side == network_side(&f->net, c) && up > down);
}

/* Returns the dimension of a link, counted in the direction in which the family's paths meet
 * dimensions, or 0 if links have no dimensions. */
static int dimension_asked(const struct forest *f, int up)
{
	int digit = network_port_digit(&f->net, up);

	if (digit < 0)
		return 0;
	return f->family->descends ? network_dimensions(&f->net) - 1 - digit : digit;
}

/* Returns the turn that the edge into c asks for; at = tree * nodes + c. */
static int asked_by(const struct labels *l, size_t at, int c)
{
	const struct forest *f = l->f;

	if (l->asked)
		return l->turn_of[(int)l->asked[at]];
	switch (l->timing) {
	case BY_COLOUR:
		return network_matching(&f->net, c, f->up[at]);
	case BY_SIDE:
		return side_asked(f, f->parent[at], c, f->up[at]);
	default:
		return dimension_asked(f, f->up[at]);
	}
}

/* Returns the label of the edge into c, after the label `last` of the parent's edge. */
static int label_of(const struct labels *l, size_t at, int c, int last)
{
	int asked = asked_by(l, at, c), time = last + 1;
	int wait = asked == ANY ? 0 : (asked - time) % l->turns;

	if (l->timing == BY_SLOT)
		return (l->f->depth[at] - 1) * l->turns + asked;
	return time + (wait < 0 ? wait + l->turns : wait);
}

/* Labels a tree. Returns the last label of the tree. */
static int label_tree(struct labels *l, int j)
{
	const struct forest *f = l->f;
	const size_t tree = (size_t)j * (size_t)f->net.nodes;
	const int *order = f->order + tree, *parent = f->parent + tree;
	int *time = l->time + tree, last = time[0] = -1;

	for (int i = 1; i < f->net.nodes && order[i] >= 0; i++) {
		int c = order[i];

		time[c] = label_of(l, tree + (size_t)c, c, time[parent[c]]);
		last = time[c] > last ? time[c] : last;
	}
	return last;
}

static int label_trees(struct labels *l)
{
	int last = -1;

	for (int j = 0; j < l->f->trees; j++) {
		int label = label_tree(l, j);

		last = label > last ? label : last;
	}
	return last;
}

static void swap(int *a, int *b)
{
	int held = *a;

	*a = *b;
	*b = held;
}

/* Labels the trees with the turns from `fixed` on in every order, and keeps the best
 * order. */
static void try_orders(struct labels *l, int fixed, int *least, int best[MOST_TRIED])
{
	int last;

	for (int i = fixed; i < l->turns && i < MOST_TRIED; i++) {
		swap(&l->turn_of[fixed], &l->turn_of[i]);
		try_orders(l, fixed + 1, least, best);
		swap(&l->turn_of[fixed], &l->turn_of[i]);
	}
	if (fixed < l->turns || (last = label_trees(l)) >= *least)
		return;
	*least = last;
	for (int i = 0; i < l->turns; i++)
		best[i] = l->turn_of[i];
}

static int label_in_best_order(struct labels *l)
{
	size_t nodes = (size_t)l->f->net.nodes, edges = (size_t)l->f->trees * nodes;
	signed char *asked = calloc(edges + 1, sizeof *asked);
	int best[MOST_TRIED] = { 0 }, least = INT_MAX;

	if (!asked)
		return why(ENOMEM, "no memory to label the trees of %s", l->f->net.name);
	for (size_t at = 0; at < edges; at++)
		if (l->f->up[at] >= 0)
			asked[at] = (signed char)asked_by(l, at, (int)(at % nodes));
	l->asked = asked;
	for (int i = 0; i < l->turns; i++)
		l->turn_of[i] = i;
	try_orders(l, 0, &least, best);
	memcpy(l->turn_of, best, sizeof best);
	label_trees(l);
	free(asked);
	return 0;
}

static int turns_of(const struct network *net, enum timing timing)
{
	int turns = timing == BY_SIDE	  ? 2
		    : timing == BY_COLOUR ? network_colours(net)
					  : network_dimensions(net);

	return turns ? turns : 1;
}

int label_edges(const struct forest *f, enum timing timing, int *time)
{
	struct labels l = {
		.f = f, .timing = timing, .turns = turns_of(&f->net, timing), .time = time
	};

	if (timing == BY_COLOUR && l.turns <= MOST_TRIED)
		return label_in_best_order(&l);
	label_trees(&l);
	return 0;
}
