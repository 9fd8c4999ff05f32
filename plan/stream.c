/* Orders the pieces of a stream, and cuts the pieces into packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/stream.h"

/* No link ever carries more than a packet at once. This is clear where trees share no link, because
 * each link carries a part of a packet of a single port. Rotated trees do share links. But the
 * streams of ports p and p + 1 are rotations of each other: the bytes that packet k of port p puts
 * on a link are the same as the bytes that packet k of port 0 puts on the link rotated back p
 * times. These rotated links are different, at the same distance from the root, and together carry
 * no more than packet k of port 0. If parts differ by an element, a few bytes may be too many, and
 * follow in a packet of their own. */

static int no_memory(const struct plan *plan)
{
	return why(ENOMEM, "no memory for a stream on %s", plan->problem.net.name);
}

static bool backwards(const struct plan *plan)
{
	return plan->problem.collective == GATHER;
}

/* ---- The order ---- */

/* Returns the number of rotations that take the root's link through port 0 to the link through
 * `port`; 0: no number of rotations does. */
static int turns_to(const struct network *net, int port)
{
	int goal = network_neighbour(net, 0, port), first = network_neighbour(net, 0, 0);

	for (int i = 0; i < network_rotations(net); i++)
		if (network_rotate(net, first, i) == goal)
			return i;
	return 0;
}

struct ranked {
	struct stream_piece piece;
	uint32_t block, part; /* rotated back to port 0 */
	int32_t time;	      /* rises in the order of the stream */
};

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->piece.port != y->piece.port)
		return x->piece.port < y->piece.port ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->part > y->part) - (x->part < y->part);
}

/* Makes a piece of a hop that begins at the root. Returns false for other hops. */
static bool rank(const struct plan *plan, const struct hop *h, struct ranked *ranked)
{
	const struct network *net = &plan->problem.net;
	bool back = backwards(plan);
	int far = back ? h->from : hop_to(plan, h), near = back ? hop_to(plan, h) : h->from, turns;
	uint32_t parts = (uint32_t)plan->parts;

	if (near)
		return false;
	ranked->piece = (struct stream_piece){ .block = h->block,
		.part = h->part,
		.port = back ? (uint16_t)network_reverse_port(net, h->port) : h->port,
		.further = far != (int)h->block };
	turns = turns_to(net, ranked->piece.port);
	ranked->time = back ? -h->time : h->time;
	ranked->block = (uint32_t)network_rotate(
		net, (int)h->block, (network_rotations(net) - turns) % network_rotations(net));
	ranked->part =
		((back ? parts - 1 - h->part : h->part) + parts - (uint32_t)turns % parts) % parts;
	return true;
}

/* Compares by piece, then from the root outwards. */
static int compare_ways(const void *a, const void *b, void *context)
{
	const struct plan *plan = context;
	const struct hop *x = &plan->hop[*(const uint32_t *)a];
	const struct hop *y = &plan->hop[*(const uint32_t *)b];

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return (x->time > y->time) - (x->time < y->time);
}

/* Counts the links before each hop. The times of hops do not help, because the port model may have
 * spread the times. */
static int count_links(struct plan *plan, int32_t *links)
{
	uint32_t *order = malloc((plan->hops + 1) * sizeof *order);

	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < plan->hops; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, plan->hops, sizeof *order, compare_ways, plan);
	for (size_t i = 0, end; i < plan->hops; i = end) {
		const struct hop *h = &plan->hop[order[i]];

		for (end = i; end < plan->hops && plan->hop[order[end]].block == h->block &&
			      plan->hop[order[end]].part == h->part;)
			end++;
		for (size_t k = i; k < end; k++)
			links[order[k]] = (int32_t)(backwards(plan) ? end - 1 - k : k - i);
	}
	free(order);
	return 0;
}

int plan_stream(struct plan *plan, int interval)
{
	struct ranked *ranked = malloc((plan->hops + 1) * sizeof *ranked);
	struct stream *stream = calloc(1, sizeof *stream);
	size_t pieces = 0;

	for (size_t i = 0; i < plan->hops && ranked; i++)
		pieces += rank(plan, &plan->hop[i], &ranked[pieces]);
	if (stream) {
		stream->piece = malloc((pieces + 1) * sizeof *stream->piece);
		stream->links = malloc((plan->hops + 1) * sizeof *stream->links);
	}
	if (!ranked || !stream || !stream->piece || !stream->links ||
		count_links(plan, stream->links)) {
		free(ranked);
		stream_free(stream);
		return no_memory(plan);
	}
	qsort(ranked, pieces, sizeof *ranked, compare_ranked);
	for (size_t i = 0; i < pieces; i++)
		stream->piece[i] = ranked[i].piece;
	free(ranked);
	stream->pieces = pieces;
	stream->interval = interval;
	stream_free(plan->stream);
	plan->stream = stream;
	return 0;
}

void stream_free(struct stream *stream)
{
	if (!stream)
		return;
	free(stream->piece);
	free(stream->links);
	free(stream);
}

/* ---- The places ---- */

static size_t piece_number(const struct plan *plan, uint32_t block, uint32_t part)
{
	return (size_t)block * (size_t)plan->parts + part;
}

/* Computes the places of all pieces of a port, from piece i on. Returns the first piece of the next
 * port. */
static size_t place_port(struct stream_table *table, const struct plan *plan,
	const struct cutting *cutting, size_t i)
{
	const struct stream *s = plan->stream;
	uint16_t port = s->piece[i].port;
	uint64_t at = 0, mixed = 0;

	for (; i < s->pieces && s->piece[i].port == port; i++) {
		const struct stream_piece *p = &s->piece[i];
		size_t number = piece_number(plan, p->block, p->part), begin, end;

		cutting_part(cutting, plan, 0, p->part, &begin, &end);
		table->begin[number] = at;
		table->port[number] = port;
		at += end - begin;
		if (p->further && end > begin)
			mixed = at;
	}
	table->mixed[port] = (mixed + table->limit - 1) / table->limit;
	at = (at + table->limit - 1) / table->limit;
	table->most = at > table->most ? at : table->most;
	return i;
}

int stream_table_open(
	struct stream_table *table, const struct plan *plan, const struct cutting *cutting)
{
	size_t pieces = (size_t)plan->problem.net.nodes * (size_t)plan->parts;
	size_t bytes = cutting->elements * cutting->element;

	*table = (struct stream_table){ .begin = malloc((pieces + 1) * sizeof *table->begin),
		.port = malloc((pieces + 1) * sizeof *table->port),
		.mixed = calloc((size_t)plan->problem.net.ports + 1, sizeof *table->mixed),
		.limit = cutting->limit };
	if (!table->begin || !table->port || !table->mixed) {
		stream_table_free(table);
		return no_memory(plan);
	}
	/* On a path packets of more than a block save no time, as the paper's formula shows. */
	if (plan->stream->interval > 1 && bytes && bytes < table->limit)
		table->limit = bytes;
	for (size_t i = 0; i < plan->stream->pieces;)
		i = place_port(table, plan, cutting, i);
	return 0;
}

void stream_table_free(struct stream_table *table)
{
	free(table->begin);
	free(table->port);
	free(table->mixed);
	*table = (struct stream_table){ 0 };
}

/* ---- The hops of one node ---- */

/* Returns the departure of packet k from the root. Packets that end at the root's neighbour are the
 * last packets, and need no time to be sent on, so they follow without a gap. */
static int64_t departure(
	const struct stream_table *table, const struct plan *plan, uint16_t port, uint64_t k)
{
	uint64_t interval = (uint64_t)plan->stream->interval, mixed = table->mixed[port];

	return (int64_t)(k < mixed ? k * interval : mixed * interval + (k - mixed));
}

/* The bytes of a piece in a packet over a link of the node. */
struct stream_load {
	int64_t time;
	const struct hop *hop;
	bool receive;
	uint16_t port, root_port; /* port: of the node */
	uint64_t at;		  /* the place in the stream */
	size_t begin, end;
};

static int compare_loads(const void *a, const void *b)
{
	const struct stream_load *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->receive != y->receive)
		return x->receive ? 1 : -1;
	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	if (x->root_port != y->root_port)
		return x->root_port < y->root_port ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

struct loading {
	struct stream_load *load;
	size_t loads, room;
};

/* Adds a hop of a piece, packet by packet. */
static int add_hop(struct loading *all, const struct stream_table *table, const struct plan *plan,
	const struct cutting *cutting, uint32_t entry)
{
	const struct hop *h = &plan->hop[entry / 2];
	size_t number = piece_number(plan, h->block, h->part), begin, end;
	int64_t links = plan->stream->links[entry / 2], horizon;
	struct stream_load load = { .hop = h,
		.receive = entry & 1,
		.root_port = table->port[number],
		.at = table->begin[number] };
	int error = 0;

	horizon = (int64_t)table->most * plan->stream->interval + plan->times;
	load.port = load.receive ? (uint16_t)network_reverse_port(&plan->problem.net, h->port)
				 : h->port;
	cutting_part(cutting, plan, 0, h->part, &begin, &end);
	while (begin < end && !error) {
		uint64_t k = load.at / table->limit, rest = (k + 1) * table->limit - load.at;

		load.begin = begin;
		load.end = begin = end - begin > rest ? begin + rest : end;
		load.time = departure(table, plan, load.root_port, k) + links;
		load.time = backwards(plan) ? horizon - load.time : load.time;
		error = array_reserve(&all->load, &all->room, all->loads + 1, sizeof *all->load);
		if (!error)
			all->load[all->loads++] = load;
		load.at += load.end - load.begin;
	}
	return error;
}

/* Lists the loads in order. */
static int list_loads(
	struct node_hops *hops, const struct loading *all, const struct plan *plan, int root)
{
	*hops = (struct node_hops){ .count = all->loads,
		.hop = array_new(all->loads, sizeof *hops->hop),
		.block = array_new(all->loads, sizeof *hops->block),
		.row = array_new(all->loads, sizeof *hops->row) };
	if (!hops->hop || !hops->block || !hops->row)
		return no_memory(plan);
	for (size_t i = 0; i < all->loads; i++) {
		const struct stream_load *load = &all->load[i];

		if (load->time > INT32_MAX)
			return why(EINVAL,
				"a stream on %s has more than 2^31 steps; larger packets take "
				"fewer",
				plan->problem.net.name);
		hops->hop[i] = *load->hop;
		hops->hop[i].time = (int32_t)load->time;
		hops->hop[i].part = (uint32_t)i;
		hops->block[i] = (uint64_t)network_translate(
			&plan->problem.net, root, (int)load->hop->block);
		hops->row[i] = (struct range){ .begin = load->begin, .end = load->end };
	}
	return 0;
}

int stream_hops(struct node_hops *hops, const struct stream_table *table, const struct plan *plan,
	const struct cutting *cutting, int root, int v)
{
	int c = network_untranslate(&plan->problem.net, root, v);
	struct loading all = { 0 };
	int error = 0;

	for (size_t e = plan->entry_of[c]; e < plan->entry_of[c + 1] && !error; e++)
		error = add_hop(&all, table, plan, cutting, plan->entry[e]);
	if (!error && all.loads)
		qsort(all.load, all.loads, sizeof *all.load, compare_loads);
	error = error ? no_memory(plan) : list_loads(hops, &all, plan, root);
	free(all.load);
	return error;
}
