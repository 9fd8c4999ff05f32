/* Makes tables of links, and finds neighbours and distances in them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "topology/networks/adjacency.h"

/* ---- Making a table ---- */

static bool ends_at(const struct link_list *list, int link, int v)
{
	return list->end[link][0] == v || list->end[link][1] == v;
}

static int check_end(int64_t v, const char *name)
{
	if (v < 0 || v >= TABLE_NODES)
		return why(EINVAL, "%s: there is no node %lld: nodes are 0 to %d", name,
			(long long)v, TABLE_NODES - 1);
	return 0;
}

int link_list_add(struct link_list *list, int64_t u, int64_t v, const char *name)
{
	int last = (int)(u > v ? u : v);

	if (check_end(u, name) || check_end(v, name))
		return -EINVAL;
	if (u == v)
		return why(EINVAL, "%s: the link %d %d joins node %d to itself", name, last, last,
			last);
	for (int i = 0; i < list->links; i++)
		if (ends_at(list, i, (int)u) && ends_at(list, i, (int)v))
			return why(
				EINVAL, "%s: the link %d %d is there twice", name, (int)u, (int)v);
	if (list->links == TABLE_LINKS)
		return why(EINVAL, "%s: more than %d links", name, TABLE_LINKS);
	list->end[list->links][0] = (uint16_t)u;
	list->end[list->links++][1] = (uint16_t)v;
	list->nodes = last >= list->nodes ? last + 1 : list->nodes;
	return 0;
}

/* Returns the least colour that no earlier link of either end has. */
static int free_colour(const struct link_list *list, const uint16_t *colour, int link)
{
	int u = list->end[link][0], v = list->end[link][1], found = 0;
	bool taken[TABLE_LINKS + 1] = { false };

	for (int i = 0; i < link; i++)
		if (ends_at(list, i, u) || ends_at(list, i, v))
			taken[colour[i]] = true;
	while (taken[found])
		found++;
	return found;
}

/* A link as one of its ends sees the link. */
struct link_end {
	uint16_t node, port, to;
};

static int compare_ends(const void *a, const void *b)
{
	const struct link_end *x = a, *y = b;

	return x->node != y->node ? x->node - y->node : x->port - y->port;
}

/* Lists both ends of each link by node and port. Returns NULL without memory. */
static struct link_end *list_ends(struct network *net, const struct link_list *list)
{
	struct link_end *end = array_new(2 * (size_t)list->links, sizeof *end);
	uint16_t colour[TABLE_LINKS];

	if (!end)
		return NULL;
	net->ports = 0;
	for (int i = 0; i < list->links; i++) {
		uint16_t u = list->end[i][0], v = list->end[i][1];
		int port = free_colour(list, colour, i);

		colour[i] = (uint16_t)port;
		net->ports = port >= net->ports ? port + 1 : net->ports;
		end[2 * i] = (struct link_end){ u, colour[i], v };
		end[2 * i + 1] = (struct link_end){ v, colour[i], u };
	}
	qsort(end, 2 * (size_t)list->links, sizeof *end, compare_ends);
	return end;
}

/* The names of the nodes lie after the links. */
static struct adjacency *table_of(const struct link_end *end, const struct link_list *list)
{
	int ends = 2 * list->links, v = 0;
	size_t labels = list->label ? (size_t)list->nodes * NETWORK_LABEL : 0;
	struct adjacency *table =
		malloc(sizeof *table + (size_t)ends * sizeof table->link[0] + labels);

	if (!table)
		return NULL;
	memset(table, 0, sizeof *table);
	table->nodes = list->nodes;
	table->ends = ends;
	if (labels)
		table->label = memcpy(table->link + ends, list->label, labels);
	for (int i = 0; i < ends; i++) {
		while (v < end[i].node)
			table->first[++v] = (uint16_t)i;
		table->link[i][0] = end[i].to;
		table->link[i][1] = end[i].port;
	}
	while (v < TABLE_NODES)
		table->first[++v] = (uint16_t)ends;
	return table;
}

/* Writes the distance of each node from `from`; -1 where no path leads. */
static void search(const struct adjacency *table, int from, int16_t distance[TABLE_NODES])
{
	uint16_t queue[TABLE_NODES];
	int found = 1;

	for (int v = 0; v < table->nodes; v++)
		distance[v] = v == from ? 0 : -1;
	queue[0] = (uint16_t)from;
	for (int i = 0; i < found; i++)
		for (int k = table->first[queue[i]]; k < table->first[queue[i] + 1]; k++) {
			int to = table->link[k][0];

			if (distance[to] >= 0)
				continue;
			distance[to] = (int16_t)(distance[queue[i]] + 1);
			queue[found++] = (uint16_t)to;
		}
}

static int check_connected(const struct network *net, const struct adjacency *table)
{
	int16_t distance[TABLE_NODES];

	search(table, 0, distance);
	for (int v = 0; v < table->nodes; v++) {
		if (distance[v] >= 0)
			continue;
		if (table->label)
			return why(EINVAL, "%s: no path leads from node %s to node %s", net->name,
				table->label[0], table->label[v]);
		return why(EINVAL, "%s: no path leads from node 0 to node %d", net->name, v);
	}
	return 0;
}

bool adjacency_same(const struct adjacency *a, const struct adjacency *b)
{
	return a && b && a->nodes == b->nodes && a->ends == b->ends &&
	       !memcmp(a->first, b->first, sizeof a->first) &&
	       !memcmp(a->link, b->link, (size_t)a->ends * sizeof a->link[0]);
}

static bool same_labels(const struct adjacency *a, const struct adjacency *b)
{
	return !a->label == !b->label &&
	       (!a->label || !memcmp(a->label, b->label, (size_t)a->nodes * NETWORK_LABEL));
}

/* Returns the table that is kept: an older one that is equal, or this one. */
static const struct adjacency *keep(struct adjacency *table)
{
	static const struct adjacency *_Atomic kept;
	const struct adjacency *newest = atomic_load(&kept);

	do {
		for (const struct adjacency *t = newest; t; t = t->next)
			if (adjacency_same(t, table) && same_labels(t, table)) {
				free(table);
				return t;
			}
		table->next = newest;
	} while (!atomic_compare_exchange_weak(&kept, &newest, table));
	return table;
}

int adjacency_make(struct network *net, const struct link_list *list)
{
	struct link_end *end = list_ends(net, list);
	struct adjacency *table = end ? table_of(end, list) : NULL;
	int error;

	free(end);
	if (!table)
		return why(ENOMEM, "no memory for the links of %s", net->name);
	net->nodes = list->nodes;
	error = check_connected(net, table);
	if (error)
		free(table);
	else
		net->links = keep(table);
	return error;
}

/* ---- The columns of the kinds ---- */

/* Exchanges the numbers of node 0 and of the centre. */
static int exchanged(int v, int centre)
{
	return v == centre ? 0 : v ? v : centre;
}

int table_neighbour(const struct network *net, int v, int port)
{
	const struct adjacency *table = net->links;
	int node = exchanged(v, net->centre), k = table->first[node];

	while (k < table->first[node + 1] && table->link[k][1] < port)
		k++;
	if (k == table->first[node + 1] || table->link[k][1] != port)
		return -1;
	return exchanged(table->link[k][0], net->centre);
}

int table_translate(const struct network *net, int s, int v)
{
	(void)net;
	return exchanged(v, s);
}

/* Callers ask for the distances of one node u in a row, so each thread remembers the last row. */
int table_distance(const struct network *net, int u, int v)
{
	static _Thread_local struct {
		const struct adjacency *table;
		int from;
		int16_t distance[TABLE_NODES];
	} last;
	int from = exchanged(u, net->centre);

	if (last.table != net->links || last.from != from) {
		last.table = net->links;
		last.from = from;
		search(net->links, from, last.distance);
	}
	return last.distance[exchanged(v, net->centre)];
}
