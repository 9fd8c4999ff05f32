/* Times the edges of a tree by level, turn or distance; labels.c has the other timings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/timing.h"

/* How long a node is busy once the node has the message: its children in turn, the busiest first.
 * Children are found in reverse order of `order`, and ties keep that order, so the result is
 * definite. */
struct child {
	int c, busy;
};

static int compare_children(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return x->busy != y->busy ? y->busy - x->busy : x->c - y->c;
}

static void children_of(const struct forest *f, int j, int *first, int *next)
{
	const size_t tree = (size_t)j * (size_t)f->net.nodes;

	for (int c = 0; c < f->net.nodes; c++)
		first[c] = -1;
	for (int c = f->net.nodes - 1; c >= 0; c--) {
		int parent = f->parent[tree + (size_t)c];

		if (parent < 0)
			continue;
		next[c] = first[parent];
		first[parent] = c;
	}
}

static size_t sorted_children(
	int v, const int *first, const int *next, const int *busy, struct child *child)
{
	size_t children = 0;

	for (int c = first[v]; c >= 0; c = next[c])
		child[children++] = (struct child){ c, busy[c] };
	qsort(child, children, sizeof *child, compare_children);
	return children;
}

static int time_by_turn(const struct forest *f, int j, int *time)
{
	const size_t nodes = (size_t)f->net.nodes, tree = (size_t)j * nodes;
	int *memory = calloc(nodes * 3, sizeof *memory);
	int *first = memory, *next = memory + nodes, *busy = memory + 2 * nodes, in_tree = 0;
	struct child *child = malloc((size_t)(f->net.ports + 1) * sizeof *child);

	if (!memory || !child) {
		free(memory);
		free(child);
		return why(ENOMEM, "no memory to time a tree of %zu nodes", nodes);
	}
	children_of(f, j, first, next);
	while (in_tree < f->net.nodes && f->order[tree + (size_t)in_tree] >= 0)
		in_tree++;
	for (int i = in_tree - 1; i >= 0; i--) {
		int v = f->order[tree + (size_t)i];
		size_t children = sorted_children(v, first, next, busy, child);

		for (size_t k = 0; k < children; k++)
			if (busy[v] < (int)k + 1 + child[k].busy)
				busy[v] = (int)k + 1 + child[k].busy;
	}
	time[0] = -1;
	for (int i = 0; i < in_tree; i++) {
		int v = f->order[tree + (size_t)i];
		size_t children = sorted_children(v, first, next, busy, child);

		for (size_t k = 0; k < children; k++)
			time[child[k].c] = time[v] + 1 + (int)k;
	}
	free(memory);
	free(child);
	return 0;
}

/* Times two opposite paths round a circuit. The links take turns, in two colours, or three if the
 * number of links is odd, and both paths use a link at the same time, in its two directions. */
static void time_circuit(const struct forest *f, int *time)
{
	const int nodes = f->net.nodes, turns = 2 + nodes % 2;

	for (int j = 0; j < f->trees; j++)
		for (int k = 1, last = -1; k < nodes; k++) {
			int link = j ? nodes - k : k - 1;
			int colour = link == nodes - 1 ? turns - 1 : link % 2;

			for (last++; last % turns != colour;)
				last++;
			time[j * nodes + f->order[j * nodes + k]] = last;
		}
}

int timing_edges(const struct forest *f, enum timing timing, int *time)
{
	size_t nodes = (size_t)f->net.nodes;
	int error = 0;

	if (timing == BY_LABEL || timing == BY_SLOT || timing == BY_COLOUR || timing == BY_SIDE)
		return label_edges(f, timing, time);
	if (timing == BY_TURN && f->family->circuit && f->trees > 1) {
		time_circuit(f, time);
		return 0;
	}
	for (int j = 0; j < f->trees && timing == BY_TURN && !error; j++)
		error = time_by_turn(f, j, time + (size_t)j * nodes);
	for (size_t at = 0; at < (size_t)f->trees * nodes && timing != BY_TURN; at++)
		time[at] = f->depth[at] - 1;
	return error;
}

/* The Gray code flips bit p for the i-th time, i = 0, 1, .., in step (2 i + 1) 2^p. So these are
 * the times for the subtree of dimension p. The root of the subtree serves its n - 1 - p further
 * dimensions in the same order, and the root's own block comes last. Each node's children take
 * turns, and a block is sent on in the step after its arrival. */
int timing_gray(int n, int c)
{
	int p = __builtin_ctz((unsigned)c), rest = c >> (p + 1);
	int i = rest ? timing_gray(n - 1 - p, rest) : (1 << (n - 1 - p)) - 1;

	return ((2 * i + 1) << p) - 1;
}
