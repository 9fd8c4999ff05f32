/* Makes the hops of one node's block along the trees of a family. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"

static size_t link_of(const struct plan *plan, const struct hop *h)
{
	return (size_t)h->from * (size_t)plan->problem.net.ports + h->port;
}

static size_t links_of(const struct plan *plan)
{
	return (size_t)plan->problem.net.nodes * (size_t)plan->problem.net.ports;
}

/* Finds whether a link carries several parts other than in the order of their numbers, part p at
 * time first + p, and how many parts follow one another. With an interval of one, hops of a link
 * lie side by side. */
static void look_at_links(const struct plan *plan, bool *shared, int *following)
{
	for (size_t i = 1; i < plan->hops; i++) {
		const struct hop *last = &plan->hop[i - 1], *h = &plan->hop[i];

		if (last->from != h->from || last->port != h->port || last->part == h->part)
			continue;
		*shared |= h->time - (int32_t)h->part != last->time - (int32_t)last->part;
		*following = plan->parts;
	}
}

/* Returns true if each of the root's links carries all parts, except links to leaves: a sign that
 * all links do. */
static bool root_sends_all(const struct plan *plan, const bool *sends, int *parts_on)
{
	bool all = true;

	for (size_t i = 0; i < plan->hops; i++)
		if (plan->hop[i].from == 0)
			parts_on[plan->hop[i].port]++;
	for (int p = 0; p < plan->problem.net.ports; p++)
		all &= !parts_on[p] || parts_on[p] == plan->parts ||
		       !sends[network_neighbour(&plan->problem.net, 0, p)];
	return all;
}

int tree_part_after_part(struct plan *plan)
{
	int *parts_on = array_zeros(links_of(plan), sizeof *parts_on);
	bool *sends = calloc((size_t)plan->problem.net.nodes, sizeof *sends), whole = true;

	for (size_t i = 0; i < plan->hops && sends; i++)
		sends[plan->hop[i].from] = true;
	if (parts_on && sends)
		whole = root_sends_all(plan, sends, parts_on);
	for (size_t i = 0; i < plan->hops && parts_on && sends && whole; i++)
		parts_on[link_of(plan, &plan->hop[i])] += plan->hop[i].from != 0;
	for (size_t i = 0; i < plan->hops && parts_on && sends && whole; i++)
		whole = parts_on[link_of(plan, &plan->hop[i])] == plan->parts ||
			!sends[hop_to(plan, &plan->hop[i])];
	free(parts_on);
	free(sends);
	if (!parts_on || !sends)
		return why(ENOMEM, "no memory for a plan on %s", plan->problem.net.name);
	for (size_t i = 0; i < plan->hops && whole; i++)
		plan->hop[i].time += (int32_t)plan->hop[i].part;
	return whole && plan->parts > 1 ? plan_sort(plan) : 0;
}

/* "mst-rb" goes along the trees of mst. */
static bool made_to_share(const struct plan *plan)
{
	const struct family *family = family_along(plan->problem.algorithm);

	return family && family->congestion > 1;
}

int tree_pipeline(struct plan *plan)
{
	bool shared = false;
	int following = 1, error;

	plan->interval = 1;
	error = plan_sort(plan);
	if (!error && !made_to_share(plan))
		look_at_links(plan, &shared, &following);
	if (error || !shared)
		return error ? error : plan_pipeline_from(plan, following);
	plan->interval = 0;
	return plan_sort(plan);
}

int plan_finish(struct plan **plan, int error)
{
	return plan_kept(plan, error ? error : plan_serialize(*plan));
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

struct tree_schedule {
	struct plan *plan;
	struct forest *forest;
	enum timing timing;
	bool evenly; /* along copies of the tree, if there are any */
	bool sorted; /* unless the caller sorts anyway */
	int height;  /* of the highest tree */
	int *time;   /* [trees * nodes] */
};

/* Returns the hop over the edge into c of tree j. */
static struct hop hop_into(
	const struct tree_schedule *frame, int j, int c, int time, uint32_t block, int part)
{
	const struct forest *f = frame->forest;
	size_t at = (size_t)j * (size_t)f->net.nodes + (size_t)c;

	return (struct hop){ .time = time,
		.from = f->parent[at],
		.block = block,
		.part = (uint32_t)part,
		.port = (uint16_t)network_reverse_port(&f->net, f->up[at]) };
}

static int spread_parts(struct tree_schedule *frame)
{
	const struct forest *f = frame->forest;
	int error = 0;

	for (int c = 1; c < f->net.nodes; c++)
		for (int part = 0; part < f->parts && !error; part++) {
			int j = forest_tree_of(f, c, part);
			int time = frame->time[(size_t)j * (size_t)f->net.nodes + (size_t)c];

			error = plan_add(frame->plan, hop_into(frame, j, c, time, 0, part));
		}
	return error;
}

/* Returns how long block c stays with the root. */
static int wait_of(const struct tree_schedule *frame, int j, int c)
{
	const struct forest *f = frame->forest;

	switch (frame->timing) {
	case FARTHEST_FIRST:
		return frame->height - f->depth[(size_t)j * (size_t)f->net.nodes + (size_t)c];
	case IN_GRAY_ORDER:
		return timing_gray(f->net.digits, c);
	default:
		return 0;
	}
}

/* Adds the hops of block c from the root, found from the end of the way. */
static int deal_part(struct tree_schedule *frame, int c, int part)
{
	const struct forest *f = frame->forest;
	int j = forest_tree_of(f, c, part), error = 0;
	const size_t tree = (size_t)j * (size_t)f->net.nodes;
	int wait = wait_of(frame, j, c);

	for (int w = c; w > 0 && !error; w = f->parent[tree + (size_t)w])
		error = plan_add(
			frame->plan, hop_into(frame, j, w, frame->time[tree + (size_t)w] + wait,
					     (uint32_t)c, part));
	return error;
}

static int deal_parts(struct tree_schedule *frame)
{
	int error = 0;

	for (int c = 1; c < frame->forest->net.nodes; c++)
		for (int part = 0; part < frame->forest->parts && !error; part++)
			error = deal_part(frame, c, part);
	return error;
}

static int frame_open(struct tree_schedule *frame, const struct problem *problem,
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
		error = plan_new(&frame->plan, &own, frame->forest->parts);
	for (int j = 0; j < frame->forest->trees && !error; j++) {
		int height = forest_height(frame->forest, j);

		frame->height = height > frame->height ? height : frame->height;
	}
	if (!error)
		error = timing_edges(frame->forest, frame->timing, frame->time);
	return error;
}

/* Returns the copies of a tree if levels are used. In other orders most ports are free at a time,
 * and the ports are loaded alike because every node does the same. */
static const struct family *copies_of(const struct family *family, enum timing timing)
{
	bool levels = timing == BY_LEVEL || timing == FARTHEST_FIRST;

	return family->copies && levels ? family_named(family->copies) : family;
}

static int frame_make(struct plan **plan, const struct problem *problem,
	const struct tree_schedule *wanted, enum collective collective,
	int (*fill)(struct tree_schedule *))
{
	const struct family *family = family_of(problem, "");
	struct tree_schedule frame = *wanted;
	enum timing timing = frame.timing;
	bool rotated;
	int error;

	if (!family)
		return -EINVAL;
	if (frame.evenly)
		family = copies_of(family, timing);
	rotated = family->base != NULL;
	error = frame_open(
		&frame, problem, collective, rotated ? family_named(family->base) : family);
	if (!error)
		error = fill(&frame);
	if (!error)
		error = plan_sort(frame.plan);
	if (!error && rotated)
		error = plan_symmetrize(frame.plan, timing == BY_LABEL && problem->ports != ALL);
	if (!error && rotated && frame.sorted)
		error = plan_sort(frame.plan);
	forest_free(frame.forest);
	free(frame.time);
	if (error)
		plan_free(frame.plan);
	else
		*plan = frame.plan;
	return error;
}

int tree_broadcast(struct plan **plan, const struct problem *problem, enum timing timing)
{
	struct tree_schedule wanted = { .timing = timing, .sorted = true };

	return frame_make(plan, problem, &wanted, BROADCAST, spread_parts);
}

int tree_broadcast_unsorted(
	struct plan **plan, const struct problem *problem, enum timing timing)
{
	struct tree_schedule wanted = { .timing = timing };

	return frame_make(plan, problem, &wanted, BROADCAST, spread_parts);
}

int tree_scatter(struct plan **plan, const struct problem *problem, enum timing timing)
{
	struct tree_schedule wanted = { .timing = timing, .sorted = true };

	return frame_make(plan, problem, &wanted, SCATTER, deal_parts);
}

int tree_broadcast_evenly(struct plan **plan, const struct problem *problem, enum timing timing)
{
	struct tree_schedule wanted = { .timing = timing, .evenly = true, .sorted = true };

	return frame_make(plan, problem, &wanted, BROADCAST, spread_parts);
}

int tree_scatter_evenly(struct plan **plan, const struct problem *problem, enum timing timing)
{
	struct tree_schedule wanted = { .timing = timing, .evenly = true, .sorted = true };

	return frame_make(plan, problem, &wanted, SCATTER, deal_parts);
}
