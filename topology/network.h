/* A network has nodes, ports and neighbours, and symmetries that move plans to other nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORK_H
#define TOPOLOGY_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NETWORK_NAME = 128,
	NETWORK_DIGITS = 32,
	NETWORK_LABEL = 64
};
enum {
	NETWORK_NODES = 1 << 26 /* the most that a network may have */
};
struct adjacency;

/* A network is a plain value, which may be copied and thrown away. All functions here are pure,
 * but for network_open, which reads the file of graph:FILE.
 *
 * Most networks are Cayley graphs with node 0 the identity: neighbour(v, p) = v * g_p. There is a
 * link for each (node, port), directed from the node through the port.
 *
 * Meshes, graphs and networks with broken links look different from different nodes. They are
 * written as a table of links, and a node may lack ports. A plan for such a network is made for a
 * single root, which is the `centre`: the functions here then exchange the numbers of the centre
 * and of node 0, so that the plan's root has number 0, as on the other networks.
 * Digits: v = sum
 * of digit_i * place[i], 0 <= digit_i < radix[i]; digit 0 is the least significant. A cube has n
 * digits of radix 2. `digits` counts the digits that a link can change to any other value. A ring
 * and a torus have radices and places for each dimension, but no such digits. Star, ccc and
 * butterfly have neither. */
struct network {
	char name[NETWORK_NAME]; /* in canonical form: "cube:3", "gh:2x3x4" */
	const struct network_kind *kind;
	int nodes,
		ports; /* N, and the links that leave each node; of a table the number of ports */
	int dimension; /* n; d for ccc and butterfly */
	int digits;    /* n of cube and gh, else 0 */
	int radix[NETWORK_DIGITS], place[NETWORK_DIGITS];
	int centre; /* of a table; else 0 */
	const struct network_kind
		*whole;		       /* the kind of a network before its links broke, or NULL */
	const struct adjacency *links; /* of a table (networks/adjacency.h), else NULL */
};

/* A line of the table of networks. */
struct network_kind {
	const char *name; /* "cube", before the colon */
	const char *form; /* "cube:n, n = 0..26" */
	const char *text; /* a line for `grove list` */
	const char *citation;
	int (*parse)(struct network *net, const char *arguments);
	int (*neighbour)(const struct network *net, int v, int port);
	int (*reverse_port)(const struct network *net, int port); /* NULL: the same port */
	bool table; /* not a Cayley graph: has a table of links */
	int (*translate)(const struct network *net, int s, int v);
	int (*untranslate)(const struct network *net, int s, int v);
	int (*rotations)(const struct network *net);	 /* NULL: as many as ports, or 1 */
	int (*rotate)(const struct network *net, int v); /* NULL: there is 1 rotation */
	int (*distance)(const struct network *net, int u, int v);
	void (*label)(const struct network *net, int v, char text[NETWORK_LABEL]);
	int (*port_digit)(const struct network *net, int port);
	int (*port_to)(const struct network *net, int u, int v);     /* NULL: the ports are tried */
	int (*matching)(const struct network *net, int v, int port); /* NULL: by ports */
	int (*colours)(const struct network *net);     /* of matching; NULL: as many as ports */
	int (*side)(const struct network *net, int v); /* NULL: by the distance */
};

/* Reads "cube:4", "gh:2x3x4", "graph:FILE", and "cube:4~0-1,2-6": a cube without these two links.
 * Returns 0, or -EINVAL with a line that says why. */
int network_open(struct network *net, const char *name);

/* Makes graph:NAME of the links end[0][0]-end[0][1], ..., and reads no file. Returns 0, -ENOMEM, or
 * -EINVAL with why. */
int network_of_links(struct network *net, const char *name, const int64_t end[][2], size_t links);

/* Returns true for a graph from a file, whole or with broken links: the name alone does not tell
 * the links. */
bool network_from_file(const struct network *net);

/* Returns true if the network looks the same from every node. Otherwise a plan is made for each
 * root, and translations only exchange numbers. */
static inline bool network_symmetric(const struct network *net)
{
	return !net->kind->table;
}

/* Returns the network as its plans for that root see the network: centred at the root. */
struct network network_centred(const struct network *net, int root);

/* Returns true if both have the same nodes and links. */
bool network_same(const struct network *a, const struct network *b);

/* Returns the number of links, both directions of a link counted; and the most links of a node. */
long long network_links(const struct network *net);
int network_degree(const struct network *net);

/* Returns the i-th kind of network, or NULL after the last. */
const struct network_kind *network_kind(int i);

/* Returns the node at the other end of v's link through `port`, or -1 if v has no such port. */
int network_neighbour(const struct network *net, int v, int port);

/* Returns the port by which neighbour(v, port) reaches v. The port is the same for every v. */
int network_reverse_port(const struct network *net, int port);

/* Returns the port of u that leads to its neighbour v, or -1 if the two are not neighbours. */
int network_port_to(const struct network *net, int u, int v);

/* Returns the first port of u on a shortest path to another node v. */
int network_port_towards(const struct network *net, int u, int v);

/* The automorphism that takes node 0 to s and keeps every port: s * v. For a table: the number of a
 * node v of the network that is centred at s, in the network itself. */
int network_translate(const struct network *net, int s, int v);

/* The inverse automorphism: s^-1 * v. So untranslate(c, 0) is the inverse element of c. */
int network_untranslate(const struct network *net, int s, int v);

/* Returns the order of the rotation, an automorphism that keeps node 0, or 1 for a network
 * without. */
int network_rotations(const struct network *net);

/* Returns v rotated `times` times. A rotation of a link rotates both its end points. */
int network_rotate(const struct network *net, int v, int times);

/* Returns the number of the set that holds v's link through `port` and the reverse link. Links with
 * the same number share no node, if each port is its own reverse or the kind has a function
 * `matching`. Otherwise all links of a port and of the reverse port have the same number. */
int network_matching(const struct network *net, int v, int port);

/* Returns how many numbers there are, if all links of a node have different numbers. Numbers are
 * then colours: at the time of a colour every node talks to at most one neighbour. Otherwise
 * returns 0. */
int network_colours(const struct network *net);

/* Returns the number of links on a shortest path from u to v. */
int network_distance(const struct network *net, int u, int v);


/* The largest distance, and the sum of the distances from node 0 to all nodes (for bounds). */
int network_diameter(const struct network *net);
long long network_distance_sum(const struct network *net);

/* Returns the dimension that a link through this port crosses: the digit that changes, or i - 1 if
 * x_0 and x_i of a star graph change places, or -1 if links have no dimension. All links of a
 * dimension form complete networks of their own; on cube and star these are pairs. */
int network_port_digit(const struct network *net, int port);

/* Returns how many dimensions the links have, or 0 for links without dimensions. */
int network_dimensions(const struct network *net);

/* Returns the side of a node, 0 or 1. Links join nodes of different sides: all links of a bipartite
 * network, and all but a few links of the other cube-connected cycles and butterflies. */
int network_side(const struct network *net, int v);

/* Writes the node's label in the notation of the papers: "0110" on a cube, "(1,2,0)" for gh. */
void network_label(const struct network *net, int v, char text[NETWORK_LABEL]);

/* Returns the length of the longest label. */
int network_label_width(const struct network *net);

#endif
