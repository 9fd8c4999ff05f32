/* Measures one link as teams use it, beside the bare cache line between the same two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "perf/clock.h"
#include "perf/link.h"
#include "perf/memory.h"
#include "runtime/node.h"
#include "runtime/wait.h"

/* The two rings are those of a team of two nodes: their capacity, their slots and their memory are
 * what collectives have. Node 0 sends and asks, node 1 takes and answers. The four measurements
 * follow one another in each repetition, so that a noisy moment hits all of them alike.
 *
 *	ping	node 0 alone writes it: the turn that it begins
 *	pong	node 1 alone: the turn that it has answered
 *	L1 -> L2	ping, pong	nothing but themselves                                  */

enum {
	REPETITIONS = 25,
	WARMUP = 3,
	ITEMS = 1 << 18,
	TRIPS = 4000,
	PACKETS = 16,
	PACKET = 1 << 20, /* bytes; twice the blocks below do not fit in a core's own caches */
	BLOCK = 4 << 20
};

enum thing {
	ITEM,
	TRIP,
	BANDWIDTH,
	PING_PONG,
	THINGS
};

struct work {
	struct team *team;
	int repetitions;
	unsigned char *block[2]; /* BLOCK bytes of each node */
	double *sample[THINGS];	 /* of each repetition, written by node 0 or 1 alone */
	_Alignas(128) _Atomic uint32_t ping;
	_Alignas(128) _Atomic uint32_t pong;
};

static void item_send(struct ring *ring, uint64_t item)
{
	struct slot *slot;

	while (!(slot = ring_reserve(ring)))
		relax();
	slot->fingerprint = 0;
	slot->bytes = LINK_ITEM;
	slot->extents = 0;
	memcpy(slot->payload, &item, sizeof item);
	ring_push(ring);
}

static uint64_t item_take(struct ring *ring)
{
	struct slot *slot;
	uint64_t item;

	while (!(slot = ring_front(ring)))
		relax();
	memcpy(&item, slot->payload, sizeof item);
	ring_pop(ring);
	return item;
}

/* The sum of the items is used, so all of them have crossed. */
static int items_take(struct ring *ring, double *seconds)
{
	double begin = clock_seconds();
	uint64_t sum = 0;

	for (uint64_t i = 0; i < ITEMS; i++)
		sum += item_take(ring);
	*seconds = clock_seconds() - begin;
	return sum == (uint64_t)ITEMS * (ITEMS - 1) / 2
		       ? 0
		       : why(EIO, "items were lost between the two cores");
}

static int trips_ask(struct ring *out, struct ring *in, double *seconds)
{
	double begin = clock_seconds();
	uint64_t answer = 0;

	for (int i = 0; i < TRIPS; i++) {
		item_send(out, answer);
		answer = item_take(in);
	}
	*seconds = clock_seconds() - begin;
	return answer == TRIPS ? 0 : why(EIO, "answers were lost between the two cores");
}

static void packets_lend(struct ring *ring, const unsigned char *block)
{
	uint32_t begin = ring->tail;

	for (size_t k = 0; k < PACKETS; k++) {
		struct slot *slot;

		while (!(slot = ring_reserve(ring)))
			relax();
		slot->fingerprint = 0;
		slot->bytes = PACKET;
		slot->extents = 1;
		slot->address = block + k * PACKET % BLOCK;
		store_own(&slot->claim, OFFERED);
		ring_push(ring);
	}
	while (!ring_returned(ring, begin + PACKETS))
		relax();
}

static void packets_copy(struct ring *ring, unsigned char *block, double *seconds)
{
	double begin = clock_seconds();

	for (size_t k = 0; k < PACKETS; k++) {
		struct slot *slot;

		while (!(slot = ring_front(ring)))
			relax();
		if (slot_take(slot))
			memcpy(block + k * PACKET % BLOCK, slot->address, slot->bytes);
		ring_pop(ring);
	}
	*seconds = clock_seconds() - begin;
}

static void ping(struct work *w, double *seconds)
{
	double begin = clock_seconds();
	uint32_t first = load_own(&w->ping);

	for (uint32_t i = 1; i <= TRIPS; i++) {
		store_release(&w->ping, first + i);	    /* L1 */
		while (load_acquire(&w->pong) != first + i) /* L2 */
			;
	}
	*seconds = clock_seconds() - begin;
}

static void pong(struct work *w)
{
	uint32_t first = load_own(&w->pong);

	for (uint32_t i = 1; i <= TRIPS; i++) {
		while (load_acquire(&w->ping) != first + i) /* L2 */
			;
		store_release(&w->pong, first + i); /* L1 */
	}
}

static int asker(struct work *w, const struct port *port, enum thing thing, double *seconds)
{
	switch (thing) {
	case ITEM:
		for (uint64_t i = 0; i < ITEMS; i++)
			item_send(port->out, i);
		return 0;
	case TRIP:
		return trips_ask(port->out, port->in, seconds);
	case BANDWIDTH:
		packets_lend(port->out, w->block[0]);
		return 0;
	default:
		ping(w, seconds);
		return 0;
	}
}

static int answerer(struct work *w, const struct port *port, enum thing thing, double *seconds)
{
	switch (thing) {
	case ITEM:
		return items_take(port->in, seconds);
	case TRIP:
		for (int i = 0; i < TRIPS; i++)
			item_send(port->out, item_take(port->in) + 1);
		return 0;
	case BANDWIDTH:
		packets_copy(port->in, w->block[1], seconds);
		return 0;
	default:
		pong(w);
		return 0;
	}
}

static int repeat(struct worker *me, void *argument)
{
	struct work *w = argument;
	int v = worker_first(me), error = 0;
	const struct port *port = team_node(w->team, v)->port;

	memset(w->block[v], 1 + v, BLOCK);
	for (int k = -WARMUP; k < w->repetitions && !error; k++)
		for (enum thing thing = 0; thing < THINGS && !error; thing++) {
			double *sample = &w->sample[thing][k < 0 ? 0 : k];

			error = worker_meet(me);
			if (!error)
				error = v ? answerer(w, port, thing, sample)
					  : asker(w, port, thing, sample);
		}
	return error;
}

/* ---- Around it ---- */

static int work_open(struct work *w, const struct link_pair *pair, int repetitions)
{
	char pin[32];
	struct team_options options = {
		.threads = 2, .pin = pin, .wait = WAIT_AUTO, .timeout = 10
	};
	int error = network_open(&options.net, "gh:2");

	snprintf(pin, sizeof pin, "%d,%d", pair->cpus[0], pair->cpus[1]);
	w->repetitions = repetitions;
	w->block[0] = memory_map(BLOCK);
	w->block[1] = memory_map(BLOCK);
	if (!w->block[0] || !w->block[1])
		return -ENOMEM;
	for (enum thing thing = 0; thing < THINGS; thing++) {
		w->sample[thing] = calloc((size_t)repetitions, sizeof(double));
		if (!w->sample[thing])
			return why(ENOMEM, "no memory for %d repetitions", repetitions);
	}
	return error ? error : team_open(&w->team, &options);
}

static void work_close(struct work *w)
{
	team_close(w->team);
	memory_unmap(w->block[0], BLOCK);
	memory_unmap(w->block[1], BLOCK);
	for (enum thing thing = 0; thing < THINGS; thing++)
		free(w->sample[thing]);
}

/* Seconds become what the result holds: a rate where `rate` is that of `amount` a second. */
static struct stats of(double *sample, int count, double amount, bool rate)
{
	for (int k = 0; k < count; k++)
		sample[k] = rate ? amount / sample[k] : sample[k] / amount;
	return stats_of(sample, (size_t)count);
}

static void work_report(struct work *w, struct link_result *r)
{
	int n = w->repetitions;

	r->items = of(w->sample[ITEM], n, ITEMS, true);
	r->round_trip = of(w->sample[TRIP], n, TRIPS, false);
	r->bandwidth = of(w->sample[BANDWIDTH], n, (double)PACKETS * PACKET, true);
	r->ping_pong = of(w->sample[PING_PONG], n, TRIPS, false);
	r->items_per_s = r->items.median;
	r->round_trip_s = r->round_trip.median;
	r->bandwidth_Bps = r->bandwidth.median;
	r->ping_pong_s = r->ping_pong.median;
	r->pinned = (team_pinned(w->team, 0) >= 0) + (team_pinned(w->team, 1) >= 0);
}

int link_measure(struct link_result *result, const struct link_pair *pair, int repetitions)
{
	struct work work = { 0 };
	int error = work_open(&work, pair, repetitions > 0 ? repetitions : REPETITIONS);

	*result = (struct link_result){ .pair = *pair };
	if (!error)
		error = team_dispatch(work.team, repeat, &work);
	if (!error)
		work_report(&work, result);
	work_close(&work);
	return error;
}
