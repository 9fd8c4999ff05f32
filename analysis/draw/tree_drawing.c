/* Provides the parts that all drawings of networks and forests share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/draw/tree_drawing.h"

int draw_begin(const struct network *net)
{
	if (net->nodes > DRAW_NODES)
		return why(EINVAL, "%s has %d nodes; a drawing shows at most %d", net->name,
			net->nodes, DRAW_NODES);
	return 0;
}

int draw_end(FILE *file)
{
	return ferror(file) ? why(EIO, "the drawing could not be written") : 0;
}

int draw_dimension(const struct network *net, int port)
{
	int digit = network_port_digit(net, port), back = network_reverse_port(net, port), d = 0;

	if (digit >= 0)
		return digit;
	for (int p = 0; p < port && p < back; p++)
		d += network_reverse_port(net, p) >= p;
	return d;
}

int draw_table_dimensions(const struct network *net)
{
	return net->links && net->place[0] ? net->dimension : 0;
}

int draw_link_dimension(const struct network *net, int v, int port)
{
	int u = network_neighbour(net, v, port), d = 0, last = draw_table_dimensions(net) - 1;

	if (last < 0)
		return draw_dimension(net, port);
	while (d < last && v / net->place[d] % net->radix[d] == u / net->place[d] % net->radix[d])
		d++;
	return d;
}

int children_open(struct children *children, const struct forest *forest, int j)
{
	int nodes = forest->net.nodes;
	const int *parent = forest->parent + (size_t)j * nodes;
	const int *order = forest->order + (size_t)j * nodes;

	children->first = calloc((size_t)nodes + 2, sizeof(int));
	children->child = calloc((size_t)nodes, sizeof(int));
	if (!children->first || !children->child) {
		children_free(children);
		return why(ENOMEM, "no memory to draw %s", forest->net.name);
	}
	/* first[c + 2] counts and then holds sums; filling moves first[c + 1] to its final
	 * value. */
	for (int c = 0; c < nodes; c++)
		if (parent[c] >= 0)
			children->first[parent[c] + 2]++;
	for (int c = 0; c < nodes; c++)
		children->first[c + 2] += children->first[c + 1];
	for (int i = 0; i < nodes && order[i] >= 0; i++)
		if (parent[order[i]] >= 0)
			children->child[children->first[parent[order[i]] + 1]++] = order[i];
	return 0;
}

void children_free(struct children *children)
{
	free(children->first);
	free(children->child);
	*children = (struct children){ 0 };
}
