/* Frames: the hops of one node's block along the trees of a family. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/frames.h"
#include "collectives/moves.h"

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
		error = timing_edges(
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
