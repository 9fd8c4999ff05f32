/* Timings: when each edge of a tree is used, by level, label, turn or distance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/timing.h"

static const char *const orders[] = {
	[BY_LEVEL] = "level",
	[BY_LABEL] = "dimension",
	[BY_TURN] = "turn",
	[FARTHEST_FIRST] = "breadth",
};

int timing_of(enum timing *timing, const struct problem *problem, enum timing usual)
{
	*timing = usual;
	if (!problem->order[0])
		return 0;
	for (int i = BY_LEVEL; i <= FARTHEST_FIRST; i++)
		if (!strcmp(problem->order, orders[i])) {
			*timing = i;
			return 0;
		}
	return why(EINVAL, "%s %s has no order '%s'; it has level, dimension, turn, breadth",
		collective_name(problem->collective), problem->algorithm, problem->order);
}

enum timing one_port_timing(const struct problem *problem, enum timing other)
{
	bool path = !strcmp(problem->algorithm, "brg") || !strcmp(problem->algorithm, "nrbrg");

	return path ? BY_LEVEL : problem->net.digits ? BY_LABEL : other;
}

/* The dimension that the edge into c crosses; networks without digits have one. */
static int dimension_of(const struct forest *f, int j, int c)
{
	int digit =
		network_port_digit(&f->net, f->up[(size_t)j * (size_t)f->net.nodes + (size_t)c]);

	return digit < 0 ? 0 : digit;
}

static int label_after(const struct forest *f, int last, int dimension)
{
	int n = f->net.digits ? f->net.digits : 1;
	int time = last + 1;

	return time + ((dimension - time) % n + n) % n;
}

static void time_by_label(const struct forest *f, int j, int *time)
{
	const size_t tree = (size_t)j * (size_t)f->net.nodes;

	for (int i = 0; i < f->net.nodes && f->order[tree + (size_t)i] >= 0; i++) {
		int c = f->order[tree + (size_t)i], parent = f->parent[tree + (size_t)c];

		time[c] = parent < 0 ? -1 : label_after(f, time[parent], dimension_of(f, j, c));
	}
}

/* How long a node is busy once it has the message: its children in turn, longest first. Children
 * are found in reverse order of `order`; ties keep that order, so the result is definite. */
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

int timing_edges(const struct forest *f, int j, enum timing timing, int *time)
{
	if (timing == BY_TURN)
		return time_by_turn(f, j, time);
	if (timing == BY_LABEL)
		time_by_label(f, j, time);
	else
		for (int c = 0; c < f->net.nodes; c++)
			time[c] = f->depth[(size_t)j * (size_t)f->net.nodes + (size_t)c] - 1;
	return 0;
}
