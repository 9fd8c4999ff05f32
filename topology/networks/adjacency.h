/* The adjacency of networks without symmetry: meshes, graphs, networks with broken links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_ADJACENCY_H
#define TOPOLOGY_NETWORKS_ADJACENCY_H

#include "topology/network.h"

/* A table of links, and the limits as text. */
enum {
	TABLE_NODES = 1024,
	TABLE_LINKS = 4096
};
#define TABLE_LIMITS "at most 1024 nodes and 4096 links"

/* Node v has the links first[v] .. first[v + 1] - 1, in the order of ports. A link has the same
 * port at both ends, and is counted at both. A table never changes and is kept until the process
 * ends, because a network is a value that nobody closes. Equal tables are kept once. */
struct adjacency {
	const struct adjacency *next; /* of the tables that are kept */
	int nodes, ends;
	char (*label)[NETWORK_LABEL]; /* [nodes], names of the nodes; NULL: their numbers */
	uint16_t first[TABLE_NODES + 1];
	uint16_t link[][2]; /* [ends] the other node, and the port */
};

/* The links of a table while links are added. A link joins two nodes and is written once. */
struct link_list {
	int nodes, links;
	char (*label)[NETWORK_LABEL]; /* as in the table, which gets a copy */
	uint16_t end[TABLE_LINKS][2];
};

/* Adds a link. Returns 0, or -EINVAL with why, which begins with `name`: a node or the link is too
 * many, both ends are the same node, or the link is there already. */
int link_list_add(struct link_list *list, int64_t u, int64_t v, const char *name);

/* Writes nodes, ports and table. Ports are colours of the links: links with the same port share no
 * node. Links in the order of their ports get the same ports again. Returns 0, -ENOMEM, or -EINVAL
 * with why if a node can not be reached from node 0. */
int adjacency_make(struct network *net, const struct link_list *list);

/* Returns true for two tables with the same links and ports, whatever the names; NULL is none. */
bool adjacency_same(const struct adjacency *a, const struct adjacency *b);

/* Removes the links "0-1,2-6" of a network from its name on, and turns the network into a table.
 * Returns 0, -ENOMEM, or -EINVAL with why. */
int links_break(struct network *net, const char *links);

/* Functions for the columns of the kinds. */
int table_neighbour(const struct network *net, int v, int port);
int table_translate(const struct network *net, int s, int v);
int table_distance(const struct network *net, int u, int v);

/* clang-format off */
#define BY_TABLE \
	.table = true, \
	.neighbour = table_neighbour, \
	.translate = table_translate, \
	.untranslate = table_translate, \
	.distance = table_distance
/* clang-format on */

#endif
