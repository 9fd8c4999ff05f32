/* Reads packets from the hops of a plan, and cuts packets that are beyond the limit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "plan/packets.h"
#include "plan/stream.h"

static int open_packets(struct packets *p, const struct plan *plan, const struct cutting *cutting)
{
	int error = turns_open(&p->turns, plan, cutting);

	p->plan = plan;
	p->limit = cutting->limit;
	p->start = walk_turn(plan);
	p->start.view = false;
	p->turns.now = UINT64_MAX; /* the next turn is the first */
	return error;
}

int packets_of_plan(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	const int *image)
{
	*packets = (struct packets){ .image = image };
	return open_packets(packets, plan, cutting);
}

int packets_of_node(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	int root, int v, const struct stream_table *table, bool bare)
{
	int error;

	*packets = (struct packets){ .bare = bare };
	error = open_packets(packets, plan, cutting);
	if (!error)
		error = table ? stream_hops(&packets->own, table, plan, cutting, root, v)
			      : node_hops_find(&packets->own, plan, root, v, bare);
	if (error)
		return error;
	packets->start.end = packets->own.hop;
	packets->start.last = packets->own.hop + packets->own.count;
	if (table) {
		packets->start.interval = 0;
		turns_take_row(&packets->turns, packets->own.row);
		packets->own.row = NULL;
	}
	return 0;
}

void packets_close(struct packets *packets)
{
	turns_free(&packets->turns);
	node_hops_free(&packets->own);
	free(packets->held);
	*packets = (struct packets){ 0 };
}

/* ---- A whole packet ---- */

static uint64_t block_of(const struct packets *p, const struct hop *h)
{
	if (p->own.block)
		return p->own.block[h - p->own.hop];
	return p->image ? (uint64_t)p->image[h->block] : h->block;
}

/* Finds the bytes of a hop that carries `bytes` of a block of the usual size. Returns false if its
 * block has no bytes there. */
static bool range_of(const struct packets *p, const struct hop *h, const struct range *bytes,
	struct range *range)
{
	const struct turns *turns = &p->turns;

	*range = (struct range){ block_of(p, h), bytes->begin, bytes->end };
	if (!turns->cutting->sizes)
		return true;
	turns_sized_bytes(turns, h, range);
	return range->begin < range->end;
}

/* Holds the ranges of the walk's hops that are done in this turn; of bare packets one hop is
 * enough. Returns false if no hop is done. */
static bool hold_ranges(struct packets *p)
{
	uint32_t holds = 0;

	p->hop = NULL;
	for (const struct hop *h = p->walk.first; h < p->walk.end && !(p->bare && p->hop); h++) {
		const struct range *bytes = turns_bytes(&p->turns, h);
		struct range range;

		if (!bytes || !range_of(p, h, bytes, &range))
			continue;
		p->hop = h;
		if (!p->turns.news && !p->bare)
			holds = range_append(p->held, holds, range);
	}
	p->holds = holds;
	p->at = 0;
	return p->hop;
}

/* Skips hops that carry no bytes in this turn. If rounds are few and stages many, most hops are
 * idle. */
static void skip_idle(struct packets *p)
{
	while (p->walk.end < p->walk.last && !turns_bytes(&p->turns, p->walk.end))
		p->walk.end++;
}

/* Goes to the next packet of this turn. Returns 1, 0 at the end, or -ENOMEM. */
static int hold_packet(struct packets *p)
{
	while (skip_idle(p), walk_next(&p->walk)) {
		size_t hops = (size_t)(p->walk.end - p->walk.first);

		if (hops > p->room && array_reserve(&p->held, &p->room, hops, sizeof *p->held))
			return -ENOMEM;
		if (hold_ranges(p))
			return 1;
	}
	return 0;
}

static int64_t time_of(const struct packets *p)
{
	const struct hop *h = p->hop;
	int64_t time =
		(int64_t)p->turns.now * p->turns.interval + hop_slot_of(h, p->start.interval);

	if (!p->plan->alternating)
		return time;
	/* In the first half a packet crosses a link from the lesser node. */
	return 2 * time + (h->from > network_neighbour(&p->plan->problem.net, h->from, h->port));
}

/* ---- Chunks ---- */

/* Takes a chunk: the next ranges up to the limit. A range that crosses the limit is cut. The rest
 * of the range takes the place of the range at the next call. */
static void take_chunk(struct packets *p)
{
	size_t free = p->limit, first = p->at, i = first;

	if (p->rest.begin < p->rest.end)
		p->held[first] = p->rest;
	p->rest = (struct range){ 0 };
	while (i < p->holds && p->held[i].end - p->held[i].begin <= free) {
		free -= p->held[i].end - p->held[i].begin;
		i++;
	}
	p->at = i;
	if (i < p->holds && free) {
		p->rest = p->held[i];
		p->rest.begin += free;
		p->held[i++].end = p->rest.begin;
	}
	p->range = p->held + first;
	p->count = (uint32_t)(i - first);
}

int packets_next(struct packets *p)
{
	int got = p->at < p->holds;

	if (got) {
		p->chunk++;
		take_chunk(p);
		return 1;
	}
	while (!(got = hold_packet(p))) {
		if (p->turns.now + 1 >= p->turns.count)
			return 0;
		turns_go(&p->turns, p->turns.now + 1);
		p->walk = p->start;
	}
	if (got < 0)
		return got;
	p->time = time_of(p);
	p->chunk = 0;
	take_chunk(p);
	return 1;
}
