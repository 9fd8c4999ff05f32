/* A graph while it is read from a file: the text, its nodes by name, and its links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_GRAPH_READING_H
#define TOPOLOGY_NETWORKS_GRAPH_READING_H

#include "topology/networks/adjacency.h"

/* A piece of the text. */
struct word {
	const char *at;
	size_t length;
};

struct graph_reading {
	const char *name, *text, *at; /* of the file; all of it; what comes next */
	bool lines;		      /* the ends of lines count, and '%' begins a comment, too */
	bool escapes;		      /* '\"' does not end what is in quotes */
	bool directed;		      /* a link leads one way, and its reverse must be there, too */
	bool named;		      /* the format gives nodes names, and numbers are names, too */
	int nodes, arcs;
	char node[TABLE_NODES][NETWORK_LABEL]; /* names in the order of their first appearance */
	struct {
		int end[2];
		const char *at;
	} arc[2 * TABLE_LINKS];
	int words;  /* of the line that was read last */
	bool colon; /* after its first word */
	struct word word[TABLE_NODES + 1];
};

/* Records "FILE, line N: ..." with the line of `at`, and returns -EINVAL. */
int graph_refuse(const struct graph_reading *r, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

bool word_is(struct word word, const char *text);

/* Reads the next word, the text in a pair of quotes, or a sign ("--" and "->" are one sign), and
 * skips comments. Returns the first character of a sign, 'a' for a word, and 0 at the end. */
int graph_token(struct graph_reading *r, struct word *word);

/* Returns the index of the node of that name, which is new or known, or -EINVAL with why. */
int graph_node(struct graph_reading *r, struct word name);

/* Adds a link between two nodes, by index or name; `at` is its place in the text. Returns 0, or
 * -EINVAL with why. */
int graph_join(struct graph_reading *r, int u, int v, const char *at);
int graph_link(struct graph_reading *r, struct word u, struct word v);

/* The formats. Return 0, or -EINVAL with why. */
int graph_read_dot(struct graph_reading *r);
int graph_read_gml(struct graph_reading *r);
int graph_read_graphml(struct graph_reading *r);
int graph_read_matrix_market(struct graph_reading *r);
int graph_read_lines(struct graph_reading *r); /* lists of links or of neighbours, and METIS */

#endif
