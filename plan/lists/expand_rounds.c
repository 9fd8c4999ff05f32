/* Lists the packets of a plan that is written out for all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/lists/expand_rounds.h"
#include "plan/packets.h"
#include "plan/stream.h"

/* The packets of all nodes come in the order of their times, so that no list of each node must be
 * made and sorted. A step is a time at which packets are sent; each further chunk of the largest
 * packet is a further step. */

bool plan_expands_rounds(const struct plan *plan, const struct cutting *cutting)
{
	return !plan->symmetric && !plan_streams(plan, cutting);
}

/* The nodes, translated to the root of the binding. */
struct image {
	int *node;   /* [nodes] the translated node */
	int32_t *to; /* [hops] the receiver */
};

static int image_open(struct image *image, const struct plan *plan, int root)
{
	const struct network *net = &plan->problem.net;

	image->node = array_new((size_t)net->nodes, sizeof *image->node);
	image->to = array_new(plan->hops, sizeof *image->to);
	if (!image->node || !image->to)
		return why(ENOMEM, "no memory to list a plan on %s", net->name);
	for (int v = 0; v < net->nodes; v++)
		image->node[v] = network_translate(net, root, v);
	for (size_t i = 0; i < plan->hops; i++)
		image->to[i] = image->node[hop_to(plan, &plan->hop[i])];
	return 0;
}

static int add_packets(struct schedule *s, const struct plan *plan, struct packets *packets,
	const struct image *image)
{
	int64_t time = -1;
	int32_t step = 0, steps = 0; /* the first step of this time, and the number of steps */
	int got = 0, error = 0;

	while (!error && (got = packets_next(packets)) > 0) {
		const struct hop *h = packets->hop;

		if (packets->time != time) {
			time = packets->time;
			step += steps;
			steps = 0;
		}
		if (packets->chunk >= steps)
			steps = packets->chunk + 1;
		error = schedule_add(s,
			(struct packet){ .step = step + packets->chunk,
				.from = image->node[h->from],
				.to = image->to[h - plan->hop],
				.port = h->port,
				.fold = h->fold,
				.count = packets->count },
			packets->range);
	}
	return error ? error : got;
}

int plan_expand_rounds(
	struct schedule *schedule, const struct plan *plan, const struct cutting *cutting)
{
	const struct collective_kind *kind = collective_kind(plan->problem.collective);
	struct packets packets = { 0 };
	struct image image = { 0 };
	int error = image_open(&image, plan, kind->rooted ? schedule->problem.root : 0);

	if (!error)
		error = packets_of_plan(
			&packets, plan, cutting, kind->forward == SCATTER ? image.node : NULL);
	if (!error)
		error = add_packets(schedule, plan, &packets, &image);
	packets_close(&packets);
	free(image.node);
	free(image.to);
	return error;
}
