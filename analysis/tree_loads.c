/* Adds up the loads that trees put on links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "analysis/tree_loads.h"

/* Johnsson & Ho 1986, section 3: a spanning graph of n trees loads each link with the part of a
 * block that crosses the link. Here forest_tree_of deals whole parts to the trees, so all sums are
 * whole. */

enum {
	MOST_HOPS = 1 << 30
};

/* Returns the lane of a link that leaves a node by this port. */
static int lane_of(const struct network *net, int port)
{
	int digit = network_port_digit(net, port);

	return digit < 0 ? port : digit;
}

static size_t at(const struct forest *f, int j, int c)
{
	return (size_t)j * (size_t)f->net.nodes + (size_t)c;
}

/* Counts the links on the paths from the root to all nodes, in all trees. */
static double hops_of(const struct forest *f)
{
	double hops = 0;

	for (size_t i = 0; i < (size_t)f->trees * (size_t)f->net.nodes; i++)
		hops += f->depth[i] > 0 ? f->depth[i] : 0;
	return hops;
}

static int loads_open(struct loads *loads, const struct forest *f)
{
	const struct network *net = &f->net;
	size_t cells;

	*loads = (struct loads){ .lanes = network_dimensions(net) };
	if (!loads->lanes)
		loads->lanes = net->ports;
	for (int j = 0; j < f->trees; j++) {
		int height = forest_height(f, j);

		loads->levels = height > loads->levels ? height : loads->levels;
	}
	cells = (size_t)loads->levels * (size_t)loads->lanes;
	loads->links = array_zeros((size_t)loads->lanes, sizeof *loads->links);
	loads->edges = array_zeros((size_t)loads->lanes, sizeof *loads->edges);
	loads->by_level = array_zeros(cells, sizeof *loads->by_level);
	loads->behind = array_zeros(cells, sizeof *loads->behind);
	loads->apart = array_zeros(cells, sizeof *loads->apart);
	if (loads->links && loads->edges && loads->by_level && loads->behind && loads->apart)
		return 0;
	return why(ENOMEM, "no memory for the loads of %s on %s", f->family->name, net->name);
}

void loads_free(struct loads *loads)
{
	free(loads->links);
	free(loads->edges);
	free(loads->by_level);
	free(loads->behind);
	free(loads->apart);
	*loads = (struct loads){ 0 };
}

static int lane_into(const struct forest *f, int j, int c)
{
	return lane_of(&f->net, network_reverse_port(&f->net, f->up[at(f, j, c)]));
}

/* Adds a part of node c's block, along tree j. */
static void add_part(struct loads *loads, const struct forest *f, int j, int c)
{
	for (int a = c, apart = 0; a; a = f->parent[at(f, j, a)], apart++) {
		size_t lane = (size_t)lane_into(f, j, a), lanes = (size_t)loads->lanes;
		size_t level = (size_t)f->depth[at(f, j, a)] - 1;

		loads->edges[lane] += a == c;
		loads->by_level[level * lanes + lane] += a == c;
		loads->behind[level * lanes + lane]++;
		loads->apart[(size_t)apart * lanes + lane]++;
	}
}

/* Counts each directed link once, however many trees use the link. */
static int count_links(struct loads *loads, const struct forest *f)
{
	size_t ports = (size_t)f->net.ports;
	bool *used = array_zeros((size_t)f->net.nodes * ports, sizeof *used);

	if (!used)
		return why(ENOMEM, "no memory for the links of %s", f->net.name);
	for (int j = 0; j < f->trees; j++)
		for (int c = 1; c < f->net.nodes; c++) {
			int up = f->up[at(f, j, c)];

			if (up < 0 || used[(size_t)c * ports + (size_t)up])
				continue;
			used[(size_t)c * ports + (size_t)up] = true;
			loads->links[lane_into(f, j, c)]++;
		}
	free(used);
	return 0;
}

int loads_find(struct loads *loads, const struct forest *f)
{
	int error;

	if (hops_of(f) > MOST_HOPS)
		return why(EINVAL,
			"%s on %s: the paths to all nodes have %.3g links, too many to add up; "
			"take a smaller network",
			f->family->name, f->net.name, hops_of(f));
	error = loads_open(loads, f);
	if (!error)
		error = count_links(loads, f);
	for (int c = 1; c < f->net.nodes && !error; c++)
		for (int part = 0; part < f->parts; part++)
			add_part(loads, f, forest_tree_of(f, c, part), c);
	if (error)
		loads_free(loads);
	return error;
}
