/* Frames: hops along trees, timed by level, label, turn or distance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/frames.h"
#include "collectives/moves.h"

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

/* Whether some link carries two parts. */
static int parts_share_links(const struct plan *plan, bool *shared)
{
	const struct network *net = &plan->problem.net;
	size_t links = (size_t)net->nodes * (size_t)net->ports;
	int *part_of = malloc((links + 1) * sizeof *part_of);

	if (!part_of)
		return why(ENOMEM, "no memory for a plan on %s", net->name);
	memset(part_of, 0xff, (links + 1) * sizeof *part_of);
	*shared = false;
	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		int *part = &part_of[(size_t)h->from * (size_t)net->ports + h->port];

		*shared |= *part >= 0 && *part != (int)h->part;
		*part = (int)h->part;
	}
	free(part_of);
	return 0;
}

int frame_pipeline(struct plan *plan)
{
	bool shared = false;
	int error = parts_share_links(plan, &shared);

	return error || shared ? error : plan_pipeline(plan);
}

int plan_finish(struct plan **plan, int error)
{
	if (!error)
		error = plan_serialize(*plan);
	if (error) {
		plan_free(*plan);
		*plan = NULL;
	}
	return error;
}

const struct family *family_of(const struct problem *problem, const char *suffix)
{
	char name[ALGORITHM_NAME];
	size_t length = strlen(problem->algorithm), less = strlen(suffix);
	const struct family *family;

	memcpy(name, problem->algorithm, sizeof name);
	if (length > less)
		name[length - less] = 0;
	family = family_named(name);
	if (!family || name[0] == '.') {
		why(EINVAL, "there is no tree family '%s'", name);
		return NULL;
	}
	return family_applies(family, &problem->net) ? NULL : family;
}

/* ---- The time of each edge, named by its lower end ---- */

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

static int time_edges(const struct forest *f, int j, enum timing timing, int *time)
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

/* ---- Hops ---- */

struct frame {
	struct plan *plan;
	struct forest *forest;
	enum timing timing;
	int height; /* of the highest tree */
	int *time;  /* [trees * nodes] */
};

/* The hop over the edge into c of tree j. */
static struct hop hop_into(
	const struct frame *frame, int j, int c, int time, uint32_t block, int part)
{
	const struct forest *f = frame->forest;
	size_t at = (size_t)j * (size_t)f->net.nodes + (size_t)c;

	return (struct hop){ .time = time,
		.from = f->parent[at],
		.block = block,
		.part = (uint32_t)part,
		.port = (uint16_t)network_reverse_port(&f->net, f->up[at]) };
}

static int spread_parts(struct frame *frame)
{
	const struct forest *f = frame->forest;
	int error = 0;

	for (int c = 1; c < f->net.nodes; c++)
		for (int part = 0; part < f->trees && !error; part++) {
			int j = forest_tree_of(f, c, part);
			int time = frame->time[(size_t)j * (size_t)f->net.nodes + (size_t)c];

			error = plan_add(frame->plan, hop_into(frame, j, c, time, 0, part));
		}
	return error;
}

/* Block c, along its way from the root, found from its end. */
static int deal_part(struct frame *frame, int c, int part)
{
	const struct forest *f = frame->forest;
	int j = forest_tree_of(f, c, part), error = 0;
	const size_t tree = (size_t)j * (size_t)f->net.nodes;
	int wait = frame->timing == FARTHEST_FIRST ? frame->height - f->depth[tree + (size_t)c] : 0;

	for (int w = c; w > 0 && !error; w = f->parent[tree + (size_t)w])
		error = plan_add(
			frame->plan, hop_into(frame, j, w, frame->time[tree + (size_t)w] + wait,
					     (uint32_t)c, part));
	return error;
}

static int deal_parts(struct frame *frame)
{
	int error = 0;

	for (int c = 1; c < frame->forest->net.nodes; c++)
		for (int part = 0; part < frame->forest->trees && !error; part++)
			error = deal_part(frame, c, part);
	return error;
}

static int frame_open(struct frame *frame, const struct problem *problem,
	enum collective collective, const struct family *family)
{
	size_t nodes = (size_t)problem->net.nodes;
	struct problem own = *problem;
	int error = forest_grow(&frame->forest, &problem->net, family);

	if (error)
		return error;
	own.collective = collective;
	own.permutation = NULL;
	frame->time = calloc((size_t)frame->forest->trees * nodes, sizeof *frame->time);
	if (!frame->time)
		error = why(ENOMEM, "no memory to time %s on %s", family->name, problem->net.name);
	else
		error = plan_new(&frame->plan, &own, frame->forest->trees);
	for (int j = 0; j < frame->forest->trees && !error; j++) {
		int height = forest_height(frame->forest, j);

		frame->height = height > frame->height ? height : frame->height;
		error = time_edges(
			frame->forest, j, frame->timing, frame->time + (size_t)j * nodes);
	}
	return error;
}

static int frame_make(struct plan **plan, const struct problem *problem, enum timing timing,
	enum collective collective, int (*fill)(struct frame *))
{
	const struct family *family = family_of(problem, "");
	struct frame frame = { .timing = timing };
	bool rotated;
	int error;

	if (!family)
		return -EINVAL;
	rotated = family->base != NULL;
	error = frame_open(
		&frame, problem, collective, rotated ? family_named(family->base) : family);
	if (!error)
		error = fill(&frame);
	if (!error)
		error = plan_sort(frame.plan);
	if (!error && rotated)
		error = plan_symmetrize(frame.plan, timing == BY_LABEL && problem->ports != ALL);
	forest_free(frame.forest);
	free(frame.time);
	if (error)
		plan_free(frame.plan);
	else
		*plan = frame.plan;
	return error;
}

int frame_spread(struct plan **plan, const struct problem *problem, enum timing timing)
{
	return frame_make(plan, problem, timing, BROADCAST, spread_parts);
}

int frame_deal(struct plan **plan, const struct problem *problem, enum timing timing)
{
	return frame_make(plan, problem, timing, SCATTER, deal_parts);
}
