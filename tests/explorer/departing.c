/* A node sends some packets and goes for good, and a receiver waits for one more:
 * runtime/ring/departure.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/ring/departure.h"
#include "runtime/ring/ring.h"
#include "tests/explorer/scenarios.h"

enum {
	JOB = 7 /* in which the node goes; `gone` has another number until then */
};

static const struct scenario *now;
static struct ring ring;
static struct slot slots[4];
static struct parker sender, receiver;
static _Atomic uint32_t gone, sleepers;

static bool has(enum departing flag)
{
	return now->flags & flag;
}

void departing_prepare(const struct scenario *scenario)
{
	now = scenario;
	memset(slots, 0, sizeof slots);
	ring = (struct ring){
		.slots = slots, .capacity = 4, .sender = &sender, .receiver = &receiver
	};
	sender.word = receiver.word = AWAKE;
	gone = sleepers = 0;
}

void departing_send(void)
{
	if (has(GO_FIRST) && departure_say(&gone, JOB, &sleepers, &receiver.barrier))
		parker_wake(&receiver);
	for (uint32_t k = 0; k < now->items; k++) {
		struct slot *slot = ring_reserve(&ring);

		PUT(slot->payload[0], (unsigned char)k);
		ring_push(&ring);
	}
	if (!has(GO_FIRST) && departure_say(&gone, JOB, &sleepers, &receiver.barrier) &&
		!has(GO_MUTELY))
		parker_wake(&receiver);
}

static void sleep_for_more(void)
{
	if (!has(COUNT_LATE))
		departure_sleep(&sleepers);
	parker_announce(&receiver);
	if (has(COUNT_LATE))
		departure_sleep(&sleepers);
	if (ring_front(&ring) || departure_seen(&gone, JOB))
		parker_leave(&receiver);
	else
		parker_sleep(&receiver, -1);
	departure_wake(&sleepers);
}

void departing_receive(void)
{
	uint32_t got = 0;

	for (;;) {
		struct slot *slot =
			has(GONE_FIRST) && departure_seen(&gone, JOB) ? NULL : ring_front(&ring);

		if (slot) {
			expect(GET(slot->payload[0]) == (unsigned char)got, "packets in order");
			ring_pop(&ring);
			got++;
		} else if (!departure_seen(&gone, JOB)) {
			sleep_for_more();
		} else if (has(GONE_FIRST) || !ring_front(&ring)) {
			break;
		}
	}
	expect(got == now->items, "nothing is missed of a node that has gone");
}
