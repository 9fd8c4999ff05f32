/* Brings the bodies of large packets from another process to the places in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "plan/program/expected.h"
#include "runtime/ring/packet.h"
#include "runtime/team/link_watch.h"
#include "runtime/team/port.h"
#include "runtime/wire/wires_state.h"

/* ---- Expecting a body ---- */

struct carriage body_expected(struct wire *wire)
{
	return (struct carriage){ .channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_in + 1,
		.kind = BODY_IN,
		.owner = wire };
}

static bool open_scratch(struct wire *wire, struct body *body, size_t bytes)
{
	uint32_t k = wire->posted % AHEAD;

	if (bytes > wire->folded_bytes[k]) {
		free(wire->folded[k]);
		wire->folded_bytes[k] = 0;
		wire->folded[k] = malloc(bytes);
		if (!wire->folded[k])
			return false;
		wire->folded_bytes[k] = bytes;
	}
	if (!body_open(body, 1))
		return false;
	body_piece(body, 0, wire->folded[k], bytes);
	return true;
}

static bool open_place(struct body *body, const struct node *me, const struct instruction *i)
{
	const struct extent *e = &me->extent[i->extents];

	if (!body_open(body, i->count))
		return false;
	for (uint32_t k = 0; k < i->count; k++)
		body_piece(body, k, extent_address(&e[k], me->space), e[k].bytes);
	return true;
}

/* Expects the body of the packet that comes next behind the expected packets. Returns false if
 * memory is short. */
static bool post(struct wire *wire, const struct node *me, const struct instruction *i)
{
	struct body *body = &wire->body_in[wire->posted % KEPT_BODIES];
	const struct carriage in = body_expected(wire);

	if (i->action == TAKE_PACKET ? !open_place(body, me, i)
				     : !open_scratch(wire, body, i->bytes))
		return false;
	wire->posted++;
	wire->under_way++;
	wires_body(wire->wires, body, &in);
	return true;
}

/* ---- Ahead of the headers ---- */

static void operation_note(struct wire *wire, const struct node *me)
{
	if (wire->operation == me->operation)
		return;
	wire->operation = me->operation;
	wire->posted = wire->landed = 0;
}

/* Returns the instruction for the next body that can be expected when the first `done` instructions
 * are done, or NULL. Too many at a time would make the carrier slow. The time of a watched link
 * begins when the node takes the packet, and so must the transfer. */
static const struct instruction *next_ahead(
	const struct wire *wire, const struct node *me, size_t done)
{
	const struct expected *expected = me->program->expected;
	bool first = wire->operation != me->operation;
	uint32_t posted = first ? 0 : wire->posted, landed = first ? 0 : wire->landed;
	const struct expected_packet *next;
	int port = wire->port;

	if (!expected || me->uses || posted - landed >= AHEAD ||
		load_own(&wire->agreed) != me->fingerprint ||
		posted == expected->first[port + 1] - expected->first[port])
		return NULL;
	next = &expected->packet[expected->first[port] + posted];
	return next->free <= done ? &me->program->instruction[next->instruction] : NULL;
}

/* A packet for which memory lacks is expected when the node reaches the packet's instruction. */
static void post_ahead(struct wire *wire, const struct node *me, size_t done)
{
	const struct instruction *i;

	operation_note(wire, me);
	while (!wire->wires->trashing && !wire->wires->broken &&
		(i = next_ahead(wire, me, done)) != NULL && post(wire, me, i))
		;
}

void wires_expect(struct node *me)
{
	struct wires *wires = me->team->wires;
	size_t done = (size_t)(me->next - me->program->instruction);

	for (int p = 0; p < me->team->net.ports && team_sound(me->team); p++) {
		struct wire *wire = me->port[p].in->wired ? wire_of(wires, me->port[p].in) : NULL;

		if (!wire || !next_ahead(wire, me, done))
			continue;
		wires_lock(wires);
		post_ahead(wire, me, done);
		wires_unlock(wires);
	}
}

/* ---- Landing ---- */

static struct body *oldest(struct wire *wire)
{
	return &wire->body_in[wire->landed % KEPT_BODIES];
}

/* The node takes the oldest packet, and waits for the body. */
static bool landing_begin(struct wire *wire, struct node *me, const struct instruction *i)
{
	struct slot *slot = ring_front(wire->in);

	if (wire->wires->broken || !slot_take(slot))
		return false;
	operation_note(wire, me);
	link_use_begin(me, i);
	if (wire->posted == wire->landed && !post(wire, me, i)) {
		team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"no memory for a packet of %zu bytes", i->bytes);
		slot_revoke(slot);
		wire_trash(wire, i->bytes);
		return false;
	}
	share_open(&wire->in->share, 1, 1, INWARD);
	wire->landing = true;
	if (oldest(wire)->came)
		store_own(&wire->in->share.helped, 1);
	else
		wires_move(wire->wires, false);
	return true;
}

/* The node looks at share_done, as for a packet of a node that copies the last part. */
void wire_body_came(struct wire *wire, struct carriage *carriage)
{
	struct body *body = (struct body *)carriage;

	wire->under_way--;
	body->came = !carriage->cancelled;
	if (!wire->landing || body != oldest(wire))
		return;
	store_release(&wire->in->share.helped, 1); /* H3 */
	parker_wake(wire->in->receiver);
}

/* The bytes are at the place that the instruction names. The memory of a body that was folded is
 * free for another body. */
static void landing_end(struct wire *wire, const struct node *me, const struct instruction *i)
{
	wire->landing = false;
	wire->in->share.open = false;
	wire->landed++;
	ring_pop(wire->in);
	post_ahead(wire, me, (size_t)(i - me->program->instruction) + 1);
}

enum outcome wire_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct wire *wire = wire_of(me->team->wires, ring);
	bool begun = true;

	if (!ring->share.open) {
		wires_lock(wire->wires);
		begun = landing_begin(wire, me, i);
		wires_unlock(wire->wires);
	}
	if (!begun)
		return BROKEN;
	if (!share_done(&ring->share))
		return BLOCKED;
	if (instruction_folds(i))
		packet_fold((struct inbound){ NULL, oldest(wire)->piece->address }, i, me->extent,
			me->space, me->folding);
	wires_lock(wire->wires);
	landing_end(wire, me, i);
	wires_unlock(wire->wires);
	return MOVED;
}
