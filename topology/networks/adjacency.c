/* Makes tables of links, and finds neighbours and distances in them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "topology/networks/adjacency.h"

/* ---- Making a table ---- */

int link_list_add(struct link_list *list, int u, int v, const char *name)
{
	if (u >= TABLE_NODES || v >= TABLE_NODES)
		return why(EINVAL, "%s: node %d is too large: nodes are 0 to %d", name,
			u > v ? u : v, TABLE_NODES - 1);
	if (u == v)
		return why(EINVAL, "%s: the link %d %d joins node %d to itself", name, u, v, u);
	for (int i = 0; i < list->links; i++)
		if ((list->u[i] == u && list->v[i] == v) || (list->u[i] == v && list->v[i] == u))
			return why(EINVAL, "%s: the link %d %d is there twice", name, u, v);
	if (list->links == TABLE_LINKS)
		return why(EINVAL, "%s: more than %d links", name, TABLE_LINKS);
	list->u[list->links] = u;
	list->v[list->links++] = v;
	list->nodes = u >= list->nodes ? u + 1 : list->nodes;
	list->nodes = v >= list->nodes ? v + 1 : list->nodes;
	return 0;
}

/* Returns the least colour that no earlier link of either end has. A link has fewer than
 * TABLE_LINKS neighbours, so a colour fits in a byte. */
static int free_colour(const struct link_list *list, const int *colour, int link)
{
	int u = list->u[link], v = list->v[link];
	bool taken[TABLE_LINKS + 1] = { false };
	int found = 0;

	for (int i = 0; i < link; i++)
		if (list->u[i] == u || list->v[i] == u || list->u[i] == v || list->v[i] == v)
			taken[colour[i]] = true;
	while (taken[found])
		found++;
	return found;
}

static void add_end(struct adjacency *table, int *used, int to, int port)
{
	table->to[*used] = (uint8_t)to;
	table->port[(*used)++] = (uint8_t)port;
}

/* Adds the links of node v in the order of their ports. */
static void add_node(struct network *net, const struct link_list *list, const int *colour, int v)
{
	int used = net->links.first[v];

	for (int port = 0; port < net->ports; port++)
		for (int i = 0; i < list->links; i++)
			if (colour[i] == port && (list->u[i] == v || list->v[i] == v))
				add_end(&net->links, &used, list->u[i] ^ list->v[i] ^ v, port);
	net->links.first[v + 1] = (uint16_t)used;
}

/* Writes the distance of each node from `from`; -1 where no path leads. */
static void search(const struct network *net, int from, int distance[TABLE_NODES])
{
	const struct adjacency *table = &net->links;
	int queue[TABLE_NODES], found = 1;

	for (int v = 0; v < net->nodes; v++)
		distance[v] = v == from ? 0 : -1;
	queue[0] = from;
	for (int i = 0; i < found; i++)
		for (int k = table->first[queue[i]]; k < table->first[queue[i] + 1]; k++) {
			if (distance[table->to[k]] >= 0)
				continue;
			distance[table->to[k]] = distance[queue[i]] + 1;
			queue[found++] = table->to[k];
		}
}

int adjacency_make(struct network *net, const struct link_list *list)
{
	int colour[TABLE_LINKS], distance[TABLE_NODES];

	net->nodes = list->nodes;
	net->ports = 0;
	for (int i = 0; i < list->links; i++) {
		colour[i] = free_colour(list, colour, i);
		net->ports = colour[i] >= net->ports ? colour[i] + 1 : net->ports;
	}
	for (int v = 0; v < net->nodes; v++)
		add_node(net, list, colour, v);
	search(net, 0, distance);
	for (int v = 0; v < net->nodes; v++)
		if (distance[v] < 0)
			return why(
				EINVAL, "%s: no path leads from node 0 to node %d", net->name, v);
	return 0;
}

/* ---- The columns of the kinds ---- */

/* Exchanges the numbers of node 0 and of the centre. */
static int exchanged(int v, int centre)
{
	return v == centre ? 0 : v ? v : centre;
}

int table_neighbour(const struct network *net, int v, int port)
{
	const struct adjacency *table = &net->links;
	int node = exchanged(v, net->centre), k = table->first[node];

	while (k < table->first[node + 1] && table->port[k] < port)
		k++;
	if (k == table->first[node + 1] || table->port[k] != port)
		return -1;
	return exchanged(table->to[k], net->centre);
}

int table_reverse_port(const struct network *net, int port)
{
	(void)net;
	return port;
}

int table_translate(const struct network *net, int s, int v)
{
	(void)net;
	return exchanged(v, s);
}

int table_rotations(const struct network *net)
{
	(void)net;
	return 1;
}

int table_distance(const struct network *net, int u, int v)
{
	int distance[TABLE_NODES];

	search(net, exchanged(u, net->centre), distance);
	return distance[exchanged(v, net->centre)];
}
