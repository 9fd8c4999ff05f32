/* Computes trees without a closed form: the sums of the theorems, over the links of a tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "collectives/timing.h"
#include "topology/tree.h"

/* When all nodes do the same through translations, all links of a dimension carry the same load:
 * the load of the root's own trees on that dimension at that time (Johnsson & Ho 1986, lemma 3.3).
 * So a step is as long as the largest load of a dimension: theorems 6.2, 7.3 and 7.4. With one port
 * a step uses a single dimension (sections 6 and 7: the load of the links of a label); where there
 * are no labels, each step becomes a step for every port. In a scatter with one port the link with
 * the most nodes behind carries most. */

/* The links that a piece loads: the last link of its path, all links, or the first link. */
enum reach {
	LAST_LINK,
	ALL_LINKS,
	ROOT_LINKS
};

struct sums {
	struct forest *forest;
	enum timing timing;
	bool in_turn;		  /* dimensions in sequence at each time */
	int height, times, lanes; /* lanes: dimensions, or links */
	int *time;		  /* [trees * nodes] of the link into a node */
	double *load;		  /* [times * lanes] in parts of a block */
};

static size_t at(const struct sums *s, int j, int c)
{
	return (size_t)j * (size_t)s->forest->net.nodes + (size_t)c;
}

static int no_memory(const struct problem *problem)
{
	return why(ENOMEM, "no memory to add up the trees of %s", problem->algorithm);
}

static int sums_open(struct sums *s, const struct problem *problem, enum timing timing)
{
	const struct family *family = family_along(problem->algorithm);
	size_t nodes = (size_t)problem->net.nodes;
	int error;

	*s = (struct sums){ .timing = timing, .lanes = problem->net.ports };
	error = family ? forest_grow(&s->forest, &problem->net, family) : -EINVAL;
	if (error)
		return error;
	s->time = malloc((size_t)s->forest->trees * nodes * sizeof *s->time);
	if (!s->time)
		return no_memory(problem);
	error = timing_edges(s->forest, timing, s->time);
	for (int j = 0; j < s->forest->trees; j++) {
		int height = forest_height(s->forest, j);

		s->height = height > s->height ? height : s->height;
	}
	for (size_t i = 0; i < (size_t)s->forest->trees * nodes; i++)
		if (s->forest->up[i] >= 0 && s->time[i] >= s->times)
			s->times = s->time[i] + 1;
	s->load = calloc((size_t)s->times * (size_t)s->lanes + 1, sizeof *s->load);
	return s->load ? error : no_memory(problem);
}

static void sums_close(struct sums *s)
{
	forest_free(s->forest);
	free(s->time);
	free(s->load);
}

/* Adds a part of node c's block, along tree j. */
static void add_piece(struct sums *s, int j, int c, enum reach reach)
{
	const struct forest *f = s->forest;
	int wait = s->timing == FARTHEST_FIRST ? s->height - f->depth[at(s, j, c)] : 0;

	for (int a = c; a; a = f->parent[at(s, j, a)]) {
		int time = s->time[at(s, j, a)] + wait;
		bool first = f->parent[at(s, j, a)] == 0;

		if (reach != ROOT_LINKS || first)
			s->load[(size_t)time * (size_t)s->lanes + (size_t)f->up[at(s, j, a)]]++;
		if (reach == LAST_LINK)
			break;
	}
}

static void add_pieces(struct sums *s, enum reach reach)
{
	for (int c = 1; c < s->forest->net.nodes; c++)
		for (int part = 0; part < s->forest->trees; part++)
			add_piece(s, forest_tree_of(s->forest, c, part), c, reach);
}

/* Adds, with one port and trees that share no link, the most that is behind a link of that time. */
static int add_subtrees(struct sums *s)
{
	const struct forest *f = s->forest;
	size_t all = (size_t)f->trees * (size_t)f->net.nodes;
	double *behind = calloc(all + 1, sizeof *behind);

	if (!behind)
		return why(ENOMEM, "no memory to add up %zu subtrees", all);
	for (int c = 1; c < f->net.nodes; c++)
		for (int part = 0; part < f->trees; part++) {
			int j = forest_tree_of(f, c, part);

			for (int a = c; a; a = f->parent[at(s, j, a)])
				behind[at(s, j, a)]++;
		}
	for (size_t i = 0; i < all; i++)
		if (behind[i] > 0) {
			double *most = &s->load[(size_t)s->time[i] * (size_t)s->lanes];

			*most = behind[i] > *most ? behind[i] : *most;
		}
	free(behind);
	return 0;
}

/* Adds a step that carries so many bytes, `times` times. */
static void add_step(int times, double bytes, double packet, double *steps, double *volume)
{
	*steps += times * (packet > 0 ? ceil(bytes / packet) : bytes > 0);
	*volume += times * bytes;
}

/* Adds up every step `times` times, for blocks of that many bytes. */
static void add_up(
	const struct sums *s, int times, double bytes, double packet, double *steps, double *volume)
{
	double part = bytes / s->forest->trees;

	*steps = *volume = 0;
	for (int t = 0; t < s->times; t++) {
		double most = 0;

		for (int d = 0; d < s->lanes; d++) {
			double load = s->load[(size_t)t * (size_t)s->lanes + (size_t)d];

			if (s->in_turn)
				add_step(times, load * part, packet, steps, volume);
			most = fmax(most, load);
		}
		if (!s->in_turn)
			add_step(times, most * part, packet, steps, volume);
	}
}

static int figures(const struct problem *problem, enum timing timing, enum reach reach,
	double bytes, double packet, double *steps, double *volume)
{
	struct sums s = { 0 };
	int times = problem->ports == SINGLE && reach != ROOT_LINKS ? 2 : 1;
	int error = sums_open(&s, problem, timing);

	s.in_turn = problem->ports < ALL && timing != BY_LABEL && reach != ROOT_LINKS;
	if (collective_kind(problem->collective)->sliced) {
		times *= 2;
		bytes /= problem->net.nodes;
	}
	if (!error && reach == ROOT_LINKS && timing != FARTHEST_FIRST)
		error = add_subtrees(&s);
	else if (!error)
		add_pieces(&s, reach);
	if (!error)
		add_up(&s, times, bytes, packet, steps, volume);
	sums_close(&s);
	return error;
}

int tree_spread(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_LEVEL, LAST_LINK, bytes, packet, steps, volume);
}

int tree_spread_turns(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_LABEL, LAST_LINK, bytes, packet, steps, volume);
}

int tree_exchange(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, FARTHEST_FIRST, ALL_LINKS, bytes, packet, steps, volume);
}

int tree_exchange_postorder(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_LEVEL, ALL_LINKS, bytes, packet, steps, volume);
}

int tree_exchange_turns(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_LABEL, ALL_LINKS, bytes, packet, steps, volume);
}

int tree_deal_turns(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_LABEL, ROOT_LINKS, bytes, packet, steps, volume);
}

int tree_deal_in_turn(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	return figures(problem, BY_TURN, ROOT_LINKS, bytes, packet, steps, volume);
}

/* ---- Broadcasts along a single tree with one port: children in turn ---- */

/* Returns the largest number of packets that a node receives and sends in a round, which is the
 * distance between the starts of rounds. With a send and a receive at once only the larger number
 * counts. */
static int most_at_a_node(const struct forest *f, enum ports ports)
{
	int *children = calloc((size_t)f->net.nodes, sizeof *children), most = 1;

	for (int c = 1; c < f->net.nodes && children; c++)
		children[f->parent[c]]++;
	for (int v = 0; v < f->net.nodes && children; v++) {
		int receives = v > 0 && ports < SENDRECV;

		if (children[v] && children[v] + receives > most)
			most = children[v] + receives;
	}
	if (!children)
		return 0;
	free(children);
	return most;
}

double pipe_turns(const struct problem *problem, double packets)
{
	struct forest *f;
	int *time, last = 0, interval = 0;

	if (forest_grow(&f, &problem->net, family_named(problem->algorithm)))
		return 0;
	time = malloc((size_t)f->net.nodes * sizeof *time);
	if (time && !timing_edges(f, BY_TURN, time))
		interval = most_at_a_node(f, problem->ports);
	for (int c = 1; c < f->net.nodes && interval; c++)
		last = time[c] > last ? time[c] : last;
	free(time);
	forest_free(f);
	return interval ? interval * (packets - 1) + last + 1 : 0;
}
