/* Reads packets off the hops of a plan, and cuts those that are beyond the limit. */
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
	p->turns.now = UINT64_MAX; /* the next one is the first */
	return error;
}

int packets_of_plan(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	const int *image)
{
	*packets = (struct packets){ .image = image };
	return open_packets(packets, plan, cutting);
}

int packets_of_node(struct packets *packets, const struct plan *plan, const struct cutting *cutting,
	int root, int v, const struct stream_table *table)
{
	int error;

	*packets = (struct packets){ 0 };
	error = open_packets(packets, plan, cutting);
	if (!error)
		error = table ? stream_hops(&packets->own, table, plan, cutting, root, v)
			      : node_hops_find(&packets->own, plan, root, v);
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

/* Holds the ranges of the hops of the walk that are done in this turn. False where there is
 * none. */
static bool hold_ranges(struct packets *p)
{
	uint32_t holds = 0;

	p->hop = NULL;
	for (const struct hop *h = p->walk.first; h < p->walk.end; h++) {
		const struct range *bytes = turns_bytes(&p->turns, h);

		if (!bytes)
			continue;
		p->hop = h;
		if (!p->turns.news)
			holds = range_append(p->held, holds,
				(struct range){ block_of(p, h), bytes->begin, bytes->end });
	}
	p->holds = holds;
	p->at = 0;
	return p->hop;
}

/* Skips hops that carry nothing in this turn: few rounds of many stages leave most of them idle. */
static void skip_idle(struct packets *p)
{
	while (p->walk.end < p->walk.last && !turns_bytes(&p->turns, p->walk.end))
		p->walk.end++;
}

/* Goes to the next packet of this turn. 1; 0 where none is left; -ENOMEM. */
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
	/* A link is crossed away from the lesser node in the first half. */
	return 2 * time + (h->from > network_neighbour(&p->plan->problem.net, h->from, h->port));
}

/* ---- Chunks ---- */

/* The ranges from the first that is still held, up to the limit. The range that lies across is
 * cut, and what is left of it takes its place when this chunk is no longer looked at. */
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
