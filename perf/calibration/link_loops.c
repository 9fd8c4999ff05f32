/* Runs the loops that are timed when a link is measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "perf/calibration/link_loops.h"
#include "perf/calibration/link_probe.h"
#include "runtime/drive/wait.h"

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
	memcpy(&item, slot->payload + ring->head_offset, sizeof item);
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

int link_loop_ask(
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

int link_loop_answer(
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
