/* Measures a link as teams use the link, and a bare cache line between the same two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration/link_probe.h"
#include "library/machine/huge_pages.h"
#include "runtime/node/team_state.h"
#include "base/monotonic.h"
#include "runtime/drive/wait.h"
#include "library/machine/bare_line.h"
#include "runtime/node/node_state.h"

/* The number of items, trips and packets in a repetition. A repetition takes a fraction of a
 * millisecond, so that most repetitions fit between two interruptions. */
enum {
	ITEMS = 1 << 16,
	TRIPS = 2048, /* a multiple of BOUNCE_LINES */
	WARM = 12,    /* untimed packets first: three times the block, for warm caches */
	PACKETS = 8,
	PACKET = 1 << 20, /* bytes */
	BLOCK = 4 << 20	  /* bytes, more than the private caches of a core hold */
};

enum thing {
	ITEM,
	TRIP,
	BANDWIDTH,
	PING_PONG,
	THINGS
};

struct link_loop {
	struct bounce *bounce;
	unsigned char *block[2]; /* BLOCK bytes for each node */
};

/* Node 0 sends and asks, node 1 receives and answers. */

/* With `more`, another item is sent right after this one. */
static void item_send(struct ring *ring, uint64_t item, bool more)
{
	struct slot *slot;

	while (!(slot = ring_reserve(ring)))
		relax();
	memcpy(slot->payload + ring->tail_offset, &item, sizeof item);
	if (!ring->tail_offset) {
		slot->fingerprint = 0;
		slot->bytes = LINK_ITEM;
		slot->extents = 0;
	}
	ring_publish(ring, more && ring_has_space(ring, LINK_ITEM) ? LINK_ITEM : 0);
}

static uint64_t item_take(struct ring *ring)
{
	struct slot *slot;
	uint64_t item;

	while (!(slot = ring_front(ring)))
		relax();
	memcpy(&item, slot->payload + ring->taken_offset, sizeof item);
	ring_pop(ring);
	return item;
}

/* Receives all items. The sum of the items is checked, so every item must arrive. */
static int items_take(struct ring *ring, double *seconds)
{
	double begin = monotonic_seconds();
	uint64_t sum = 0;

	for (uint64_t i = 0; i < ITEMS; i++)
		sum += item_take(ring);
	*seconds = monotonic_seconds() - begin;
	return sum == (uint64_t)ITEMS * (ITEMS - 1) / 2
		       ? 0
		       : why(EIO, "items were lost between the two cores");
}

static int trips_ask(struct ring *out, struct ring *in, double *seconds)
{
	double begin = monotonic_seconds();
	uint64_t answer = 0;

	for (int i = 0; i < TRIPS; i++) {
		item_send(out, answer, false);
		answer = item_take(in);
	}
	*seconds = monotonic_seconds() - begin;
	return answer == TRIPS ? 0 : why(EIO, "answers were lost between the two cores");
}

static void packets_lend(struct ring *ring, const unsigned char *block)
{
	uint32_t begin = ring->tail;

	for (size_t k = 0; k < WARM + PACKETS; k++) {
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
	while (!ring_returned(ring, begin + WARM + PACKETS))
		relax();
}

static void lent_copy(struct ring *ring, unsigned char *to)
{
	struct slot *slot;

	while (!(slot = ring_front(ring)))
		relax();
	if (slot_take(slot))
		memcpy(to, slot->address, slot->bytes);
	ring_pop(ring);
}

static void packets_copy(struct ring *ring, unsigned char *block, double *seconds)
{
	double begin = 0;

	for (size_t k = 0; k < WARM + PACKETS; k++) {
		if (k == WARM)
			begin = monotonic_seconds();
		lent_copy(ring, block + k * PACKET % BLOCK);
	}
	*seconds = monotonic_seconds() - begin;
}

static void ping(struct bounce *b, double *seconds)
{
	double begin = monotonic_seconds();

	bounce_ask(b, TRIPS);
	*seconds = monotonic_seconds() - begin;
}

/* Run a repetition on node 0 (ask) and on node 1 (answer). The node that sees the end stores the
 * seconds. Return 0, or -EIO with why when items or answers were lost. */
static int link_loop_ask(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds)
{
	switch (thing) {
	case ITEM:
		for (uint64_t i = 0; i < ITEMS; i++) {
			item_send(port->out, i, i + 1 < ITEMS);
			ring_follow(port->out);
		}
		return 0;
	case TRIP:
		return trips_ask(port->out, port->in, seconds);
	case BANDWIDTH:
		packets_lend(port->out, crossing->block[0]);
		return 0;
	default:
		ping(crossing->bounce, seconds);
		return 0;
	}
}

static int link_loop_answer(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds)
{
	switch (thing) {
	case ITEM:
		return items_take(port->in, seconds);
	case TRIP:
		for (int i = 0; i < TRIPS; i++)
			item_send(port->out, item_take(port->in) + 1, false);
		return 0;
	case BANDWIDTH:
		packets_copy(port->in, crossing->block[1], seconds);
		return 0;
	default:
		bounce_answer(crossing->bounce, TRIPS);
		return 0;
	}
}

/* The two rings belong to a team of two nodes, so their capacity, slots and memory are those
 * of any collective. The four measurements take turns in each repetition, so that a noisy
 * moment hits all of them alike. */

enum {
	REPETITIONS = 50,
	WARMUP = 3
};

struct probe_work {
	struct team *team;
	int repetitions;
	struct bounce bounce;
	struct link_loop crossing;
	double *sample[THINGS]; /* of each repetition; each array is written by only one node */
};

static int repeat(struct worker *me, void *argument)
{
	struct probe_work *w = argument;
	int v = me->first, error = 0;
	const struct port *port = w->team->node[v].links.port;

	memset(w->crossing.block[v], 1 + v, BLOCK);
	for (int k = -WARMUP; k < w->repetitions && !error; k++)
		for (enum thing thing = 0; thing < THINGS && !error; thing++) {
			double *sample = &w->sample[thing][k < 0 ? 0 : k];

			error = worker_meet(me);
			if (!error)
				error = v ? link_loop_answer(&w->crossing, port, thing, sample)
					  : link_loop_ask(&w->crossing, port, thing, sample);
		}
	return error;
}

/* ---- Opening, closing and reporting ---- */

static int probe_open(struct probe_work *w, const struct link_pair *pair, int repetitions)
{
	char pin[32];
	struct team_options options = {
		.threads = 2, .pin = pin, .wait = WAIT_AUTO, .timeout = 10, .caller_waits = true
	};
	int error = network_open(&options.net, "gh:2");

	snprintf(pin, sizeof pin, "%d,%d", pair->cpus[0], pair->cpus[1]);
	w->repetitions = repetitions;
	w->crossing.bounce = &w->bounce;
	w->crossing.block[0] = huge_pages_map(BLOCK);
	w->crossing.block[1] = huge_pages_map(BLOCK);
	if (!w->crossing.block[0] || !w->crossing.block[1])
		return -ENOMEM;
	for (enum thing thing = 0; thing < THINGS; thing++) {
		w->sample[thing] = calloc((size_t)repetitions, sizeof(double));
		if (!w->sample[thing])
			return why(ENOMEM, "no memory for %d repetitions", repetitions);
	}
	return error ? error : team_open(&w->team, &options);
}

static void probe_close(struct probe_work *w)
{
	team_close(w->team);
	huge_pages_unmap(w->crossing.block[0], BLOCK);
	huge_pages_unmap(w->crossing.block[1], BLOCK);
	for (enum thing thing = 0; thing < THINGS; thing++)
		free(w->sample[thing]);
}

/* Turns the seconds of each sample into seconds per unit or, if `rate` is set, into units per
 * second. A sample took `amount` units. */
static struct stats of(double *sample, int count, double amount, bool rate)
{
	for (int k = 0; k < count; k++)
		sample[k] = rate ? amount / sample[k] : sample[k] / amount;
	return stats_of(sample, (size_t)count);
}

static void work_report(struct probe_work *w, struct link_result *r)
{
	int n = w->repetitions;

	r->items = of(w->sample[ITEM], n, ITEMS, true);
	r->round_trip = of(w->sample[TRIP], n, TRIPS, false);
	r->bandwidth = of(w->sample[BANDWIDTH], n, (double)PACKETS * PACKET, true);
	r->ping_pong = of(w->sample[PING_PONG], n, TRIPS, false);
	r->pinned = (team_pinned(w->team, 0) >= 0) + (team_pinned(w->team, 1) >= 0);
}

int link_measure(struct link_result *result, const struct link_pair *pair, int repetitions)
{
	struct probe_work work = { 0 };
	int error = probe_open(&work, pair, repetitions > 0 ? repetitions : REPETITIONS);

	*result = (struct link_result){ .pair = *pair };
	if (!error)
		error = team_dispatch(work.team, repeat, &work);
	if (!error)
		work_report(&work, result);
	probe_close(&work);
	return error;
}
