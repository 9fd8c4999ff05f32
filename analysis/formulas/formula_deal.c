/* Computes scatters along trees: the loads of links, level by level or as a stream. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "topology/tree.h"

/* With the farthest blocks first, all blocks arrive together. So k steps before the last step a
 * link into a node carries the blocks that lie k links behind this node. Where such sizes fall
 * along each path from the root, the root's links carry most, and the papers count only these links
 * (Johnsson & Ho 1986, lemma 3.4). But necklaces of six digits and more are wider in the middle:
 * there a link further in may carry more. */

struct deal {
	struct forest *forest;
	int *behind;  /* [trees * nodes]: parts of blocks so many links behind the node */
	int *next;    /* the same, a link further */
	double *load; /* [nodes * ports] of the links into nodes, in parts */
};

static int deal_open(struct deal *d, const struct problem *problem)
{
	const struct family *family = family_along(problem->algorithm);
	size_t all, nodes = (size_t)problem->net.nodes;
	int error;

	*d = (struct deal){ 0 };
	error = family ? forest_grow(&d->forest, &problem->net, family) : -EINVAL;
	if (error)
		return error;
	all = (size_t)d->forest->trees * nodes;
	d->behind = calloc(all + 1, sizeof *d->behind);
	d->next = calloc(all + 1, sizeof *d->next);
	d->load = calloc(nodes * (size_t)problem->net.ports + 1, sizeof *d->load);
	if (!d->behind || !d->next || !d->load)
		return why(ENOMEM, "no memory for the formula of %s", problem->algorithm);
	for (int c = 1; c < problem->net.nodes; c++)
		for (int part = 0; part < d->forest->parts; part++)
			d->behind[(size_t)forest_tree_of(d->forest, c, part) * nodes + (size_t)c]++;
	return 0;
}

static void deal_close(struct deal *d)
{
	forest_free(d->forest);
	free(d->behind);
	free(d->next);
	free(d->load);
}

static double *link_into(struct deal *d, size_t at)
{
	const struct network *net = &d->forest->net;
	size_t c = at % (size_t)net->nodes;

	return &d->load[c * (size_t)net->ports + (size_t)d->forest->up[at]];
}

/* Returns the most that a link carries in the step of this level, and moves on to the next
 * level. */
static double next_level(struct deal *d)
{
	const struct forest *f = d->forest;
	size_t nodes = (size_t)f->net.nodes, all = (size_t)f->trees * nodes;
	double most = 0;
	int *held = d->behind;

	memset(d->next, 0, all * sizeof *d->next);
	memset(d->load, 0, nodes * (size_t)f->net.ports * sizeof *d->load);
	for (size_t at = 0; at < all; at++) {
		if (!d->behind[at])
			continue;
		*link_into(d, at) += d->behind[at];
		most = fmax(most, *link_into(d, at));
		if (f->parent[at])
			d->next[at / nodes * nodes + (size_t)f->parent[at]] += d->behind[at];
	}
	d->behind = d->next;
	d->next = held;
	return most;
}

int tree_deal(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	struct deal d;
	int error = deal_open(&d, problem);
	double most;

	*steps = *volume = 0;
	while (!error && (most = next_level(&d)) > 0) {
		most *= elements / d.forest->parts;
		*steps += packet > 0 ? ceil(most / packet) : 1;
		*volume += most;
	}
	deal_close(&d);
	return error;
}

/* Computes a scatter with one port. The root's links take turns in each level, and carry most
 * (Johnsson & Ho 1986, section 5: as many start-ups as the subtrees have levels). */
int tree_deal_ports(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	struct deal d;
	int error = deal_open(&d, problem);

	*steps = *volume = 0;
	while (!error && next_level(&d) > 0)
		for (int port = 0; port < problem->net.ports; port++) {
			int c = network_neighbour(&problem->net, 0, port);
			int up = network_reverse_port(&problem->net, port);
			double load = d.load[(size_t)c * (size_t)problem->net.ports + (size_t)up];

			load *= elements / d.forest->parts;
			*steps += packet > 0 ? ceil(load / packet) : load > 0;
			*volume += load;
		}
	deal_close(&d);
	return error;
}

/* ---- Streams: Johnsson & Ho 1986, sections 5.1.1 and 5.1.5; Fragopoulou, Akl & Meijer 1994,
 * section 5.4 ---- */

/* Refuses packets larger than a block. Such packets may have to go further than there are packets
 * behind them. */
static int only_small(double elements, double packet)
{
	return packet > elements
		       ? why(ENOENT, "a stream's time is known only for packets of at most a block")
		       : 0;
}

/* Computes a stream along rotated trees. Every port of the root sends an equal share and is never
 * idle. Without a limit for packets the stream goes level by level. */
int stream_rotated(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	if (!(packet > 0))
		return tree_deal(problem, elements, packet, steps, volume);
	*volume = (problem->net.nodes - 1) * elements / problem->net.ports;
	*steps = ceil(*volume / packet);
	return only_small(elements, packet);
}

/* Along one tree the port with most behind it is never idle. */
int stream_tree(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	struct deal d;
	int error = only_small(elements, packet), nodes = problem->net.nodes, most = 0;

	if (!error && !(packet > 0))
		return tree_deal(problem, elements, packet, steps, volume);
	error = error ? error : deal_open(&d, problem);
	if (error)
		return error;
	for (int i = nodes - 1; i > 0; i--) {
		int c = d.forest->order[i], parent = d.forest->parent[c];

		d.behind[parent] += d.behind[c];
		if (!parent && d.behind[c] > most)
			most = d.behind[c];
	}
	*volume = most * elements;
	*steps = ceil(*volume / packet);
	deal_close(&d);
	return 0;
}

int stream_path(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	int error = only_small(elements, packet);

	*volume = (problem->net.nodes - 1) * elements;
	*steps = packet > 0 ? ceil(*volume / packet) : problem->net.nodes - 1;
	return error;
}

/* With one port the root waits while its neighbour sends on what goes further. */
int stream_path_turns(const struct problem *problem, double elements, double packet, double *steps,
	double *volume)
{
	double all = (problem->net.nodes - 1) * elements, further = all - elements;

	packet = packet > 0 && packet < elements ? packet : elements;
	*steps = ceil(all / packet) + ceil(further / packet);
	*volume = all + further;
	return 0;
}
