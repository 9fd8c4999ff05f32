/* Networks: nodes, ports, neighbours, and the symmetries that plans are moved by. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORK_H
#define TOPOLOGY_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

enum {
	NETWORK_NAME = 128,
	NETWORK_DIGITS = 32,
	NETWORK_LABEL = 64
};
enum {
	NETWORK_NODES = 1 << 26
}; /* the most that a network may have */

/* A network is a plain value: copy it, keep it, throw it away. All functions here are pure.
 *
 * Every network of grove is a Cayley graph with node 0 the identity: neighbour(v, p) = v * g_p.
 * Its links are one for each (node, port), directed from the node through the port.
 * Digits: v = sum of digit_i * place[i], 0 <= digit_i < radix[i]; digit 0 is the least one.
 * A cube has n digits of radix 2. Star, ccc and butterfly have no digits.                     */
struct network {
	char name[NETWORK_NAME]; /* in canonical form: "cube:3", "gh:2x3x4" */
	const struct network_kind *kind;
	int nodes, ports; /* N, and the links that leave each node */
	int dimension;	  /* n; of ccc and butterfly d */
	int digits;	  /* n, or 0 */
	int radix[NETWORK_DIGITS], place[NETWORK_DIGITS];
};

/* One line of the table of networks. */
struct network_kind {
	const char *name; /* "cube", before the colon */
	const char *form; /* "cube:n, n = 0..26" */
	const char *text; /* one line for `grove list` */
	const char *citation;
	int (*parse)(struct network *net, const char *arguments);
	int (*neighbour)(const struct network *net, int v, int port);
	int (*reverse_port)(const struct network *net, int port);
	int (*translate)(const struct network *net, int s, int v);
	int (*untranslate)(const struct network *net, int s, int v);
	int (*rotations)(const struct network *net);
	int (*rotate)(const struct network *net, int v); /* NULL where rotations are always 1 */
	int (*distance)(const struct network *net, int u, int v);
	void (*label)(const struct network *net, int v, char text[NETWORK_LABEL]);
	int (*port_digit)(const struct network *net, int port);
	int (*port_to)(const struct network *net, int u, int v); /* NULL: the ports are tried */
	int (*matching)(const struct network *net, int v, int port); /* NULL: by ports */
	int (*side)(const struct network *net, int v);		     /* NULL: by the distance */
};

/* Reads "cube:4", "gh:2x3x4". 0, or -EINVAL with a line that says what is wrong. */
int network_open(struct network *net, const char *name);

/* The i-th kind of network, NULL behind the last one. */
const struct network_kind *network_kind(int i);

/* The node at the other end of v's link through `port`. */
int network_neighbour(const struct network *net, int v, int port);

/* The port by which neighbour(v, port) reaches v; the same for every v. */
int network_reverse_port(const struct network *net, int port);

/* The port of u that leads to its neighbour v, -1 when they are not neighbours. */
int network_port_to(const struct network *net, int u, int v);

/* The automorphism that takes node 0 to s and keeps every port: s * v. */
int network_translate(const struct network *net, int s, int v);

/* Its inverse: s^-1 * v. So untranslate(c, 0) is the inverse element of c. */
int network_untranslate(const struct network *net, int s, int v);

/* The order of the rotation, an automorphism that keeps node 0; 1 where the network has none. */
int network_rotations(const struct network *net);

/* v rotated `times` times. A rotation moves links by their end points. */
int network_rotate(const struct network *net, int v, int times);

/* The number of a set of links that v's link through `port`, and its reverse, belong to. Links of one
 * number share no node where ports are their own reverses, or where the kind has a function for it;
 * elsewhere those of a port and of its reverse have one number. */
int network_matching(const struct network *net, int v, int port);

/* How many numbers there are, if those of a node's links all differ, so that numbers are colours: at a
 * time for each colour every node talks to one neighbour. Else 0. */
int network_colours(const struct network *net);

/* Links on a shortest path from u to v. */
int network_distance(const struct network *net, int u, int v);

/* The largest distance, and the sum of the distances from one node to all (for bounds). */
int network_diameter(const struct network *net);
long long network_distance_sum(const struct network *net);

/* The dimension that a link through this port crosses: the digit that changes, or i - 1 where x_0
 * and x_i of a star graph do; -1 where links have no dimension. All links of one dimension form
 * complete networks of their own: on cube and star, pairs. */
int network_port_digit(const struct network *net, int port);

/* How many dimensions the links have; 0 where they have none. */
int network_dimensions(const struct network *net);

/* The side of a node, 0 or 1: links join nodes of different sides, all of them where that can be,
 * and all but a few on other cube-connected cycles and butterflies. */
int network_side(const struct network *net, int v);

/* The node's label in the notation of the papers: "0110" on a cube, "(1,2,0)" for gh. */
void network_label(const struct network *net, int v, char text[NETWORK_LABEL]);

#endif
