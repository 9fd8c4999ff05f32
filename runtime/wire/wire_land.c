/* Brings the bodies of large packets from another process to the places in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "plan/program/expected.h"
#include "runtime/ring/packet.h"
#include "runtime/node/link_watch.h"
#include "runtime/node/port.h"
#include "runtime/wire/wires_state.h"

/* ---- Expecting a body ---- */

static struct carriage body_expected(struct wire *wire)
{
	return (struct carriage){ .channel = BODIES,
		.process = wire->process,
		.tag = wire->in.tag,
		.kind = BODY_IN,
		.owner = wire };
}

/* The next bytes of the packet arrive in memory of the wire. */
static bool fill_scratch(struct wire *wire, struct body *body)
{
	bool cut = wire->in.arriving.body < wire->in.coming->bytes;
	uint32_t k = cut ? AHEAD + wire->in.posted % AHEAD_CUT : wire->in.posted % AHEAD;
	size_t bytes = body_source_next(&wire->in.arriving);
	struct body_source scratch;

	if (bytes > wire->in.folded_bytes[k]) {
		free(wire->in.folded[k]);
		wire->in.folded_bytes[k] = 0;
		wire->in.folded[k] = malloc(bytes);
		if (!wire->in.folded[k])
			return false;
		wire->in.folded_bytes[k] = bytes;
	}
	body_source_memory(&scratch, wire->in.folded[k], bytes, 0);
	if (!body_fill(body, &scratch))
		return false;
	wire->in.arriving.left -= bytes;
	return true;
}

static bool post_next(struct wire *wire, bool scratch)
{
	struct body *body = &wire->in.body[wire->in.posted % KEPT_BODIES];
	const struct carriage in = body_expected(wire);

	if (scratch ? !fill_scratch(wire, body) : !body_fill(body, &wire->in.arriving))
		return false;
	wire->in.posted++;
	wire->in.under_way++;
	wires_body(wire->wires, body, &in);
	return true;
}

/* Expects the next body, of the last packet that is expected, or of packet `i` after it. Returns
 * false if memory is short. */
static bool post(struct wire *wire, const struct node *me, const struct instruction *i)
{
	if (!wire->in.arriving.left) {
		body_source_list(&wire->in.arriving, &me->extent[i->extents], me->space, i->bytes,
			packet_body(me, i));
		wire->in.coming = i;
		wire->in.packets++;
	}
	return post_next(wire, i->action != TAKE_PACKET);
}

/* ---- Ahead of the headers ---- */

static void operation_note(struct wire *wire, const struct node *me)
{
	if (wire->in.operation == me->calls.operation)
		return;
	wire->in.operation = me->calls.operation;
	wire->in.posted = wire->in.landed = wire->in.packets = 0;
	wire->in.arriving.left = 0;
}

/* Returns the next packet to expect when the first `done` instructions are done, or NULL. The time
 * of a watched link begins when the node takes the packet, and so must the transfer. */
static const struct instruction *packet_ahead(
	const struct wire *wire, const struct node *me, size_t done, uint32_t packets)
{
	const struct expected *expected = me->program->expected;
	const struct expected_packet *next;
	int port = wire->port;

	if (!expected || me->links.uses || load_own(&wire->in.agreed) != me->calls.fingerprint ||
		packets == expected->first[port + 1] - expected->first[port])
		return NULL;
	next = &expected->packet[expected->first[port] + packets];
	return next->free <= done ? &me->program->instruction[next->instruction] : NULL;
}

/* Returns the packet of the next body that can be expected, or NULL. Too many bodies at a time
 * would make the carrier slow. */
static const struct instruction *next_ahead(
	const struct wire *wire, const struct node *me, size_t done)
{
	bool first = wire->in.operation != me->calls.operation;
	uint32_t ahead = first ? 0 : wire->in.posted - wire->in.landed;
	const struct instruction *i;

	if (ahead >= AHEAD)
		return NULL;
	i = !first && wire->in.arriving.left
		    ? wire->in.coming
		    : packet_ahead(wire, me, done, first ? 0 : wire->in.packets);
	return i && (ahead < AHEAD_CUT || !packet_body(me, i)) ? i : NULL;
}

/* A packet for which memory lacks is expected when the node reaches the packet's instruction. */
static void post_ahead(struct wire *wire, const struct node *me, size_t done)
{
	const struct instruction *i;

	operation_note(wire, me);
	while (team_sound(me->team) && !wire->wires->broken &&
		(i = next_ahead(wire, me, done)) != NULL && post(wire, me, i))
		;
}

void wires_expect(struct node *me)
{
	struct wires *wires = me->team->spread.wires;
	size_t done = (size_t)(me->next - me->program->instruction);

	for (int p = 0; p < me->team->net.ports && team_sound(me->team); p++) {
		struct wire *wire = me->links.port[p].in->wire;

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
	return &wire->in.body[wire->in.landed % KEPT_BODIES];
}

static void await_oldest(struct wire *wire)
{
	share_open(&wire->in.ring->share, 1, 1, INWARD);
	if (oldest(wire)->came)
		store_own(&wire->in.ring->share.helped, 1);
	else
		wires_move(wire->wires, false);
}

/* Waits for the oldest body, and expects the bodies after it as far as possible. */
static bool await_body(struct wire *wire, struct node *me, const struct instruction *i)
{
	if (wire->in.posted == wire->in.landed && team_sound(me->team) && !wire->wires->broken &&
		!post(wire, me, i))
		team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"no memory for a packet of %zu bytes", i->bytes);
	if (wire->in.posted == wire->in.landed)
		return false;
	post_ahead(wire, me, (size_t)(i - me->program->instruction));
	await_oldest(wire);
	return true;
}

/* The node takes the oldest packet. */
static bool landing_begin(struct wire *wire, struct node *me, const struct instruction *i)
{
	if (wire->wires->broken || !slot_take(ring_front(wire->in.ring)))
		return false;
	operation_note(wire, me);
	link_use_begin(me, i);
	wire->in.landing = true;
	wire->in.arrived = 0;
	return await_body(wire, me, i);
}

/* The node looks at share_done, as for a packet of a node that copies the last part. */
void wire_body_came(struct wire *wire, struct carriage *carriage)
{
	struct body *body = (struct body *)carriage;

	wire->in.under_way--;
	body->came = !carriage->cancelled;
	if (!wire->in.landing || body != oldest(wire) || !body->came)
		return;
	store_release(&wire->in.ring->share.helped, 1); /* H3 */
	parker_wake(wire->in.ring->receiver);
}

static void fold_body(const struct wire *wire, const struct node *me, const struct instruction *i,
	const struct piece *body)
{
	const struct inbound packet = { NULL, body->address };
	struct walk to = { &me->extent[i->extents], me->space, 0 };
	struct walk with = { &me->extent[instruction_operand(i)], me->space, 0 };

	if (body->bytes == i->bytes) {
		packet_fold(packet, i, me->extent, me->space, me->folding);
		return;
	}
	walk_skip(&to, wire->in.arrived);
	walk_skip(&with, wire->in.arrived);
	packet_combine(packet, to, with, i->action == FOLD_BEFORE, 0, body->bytes, me->folding);
}

/* The bytes of the oldest body are at the place that the instruction names. The memory of a body
 * that was folded is free for another body. Returns MOVED if the packet has no further body. */
static enum outcome body_end(struct wire *wire, struct node *me, const struct instruction *i)
{
	for (size_t k = 0; k < oldest(wire)->pieces; k++)
		wire->in.arrived += oldest(wire)->piece[k].bytes;
	wire->in.landed++;
	if (wire->in.arrived != i->bytes)
		return await_body(wire, me, i) ? BLOCKED : BROKEN;
	wire->in.landing = false;
	wire->in.ring->share.open = false;
	ring_pop(wire->in.ring);
	post_ahead(wire, me, (size_t)(i - me->program->instruction) + 1);
	return MOVED;
}

enum outcome wire_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct wire *wire = ring->wire;
	enum outcome outcome = BLOCKED;
	bool begun = true;

	if (!ring->share.open) {
		wires_lock(wire->wires);
		begun = landing_begin(wire, me, i);
		wires_unlock(wire->wires);
	}
	if (!begun)
		return BROKEN;
	while (outcome == BLOCKED && share_done(&ring->share)) {
		if (instruction_folds(i))
			fold_body(wire, me, i, oldest(wire)->piece);
		wires_lock(wire->wires);
		outcome = body_end(wire, me, i);
		wires_unlock(wire->wires);
	}
	return outcome;
}

/* ---- Messages ---- */

static bool bring_begin(struct wire *wire, unsigned char *to, size_t bytes)
{
	struct team *team = wire->wires->team;

	if (wire->wires->broken || !team_sound(team) || !slot_take(ring_front(wire->in.ring)))
		return false;
	body_source_memory(&wire->in.arriving, to, bytes, 0);
	if (!post_next(wire, false)) {
		team_lacks_memory(team, wire->peer, wire->node);
		return false;
	}
	wire->in.landing = true;
	await_oldest(wire);
	return true;
}

enum outcome wire_bring(struct wire *wire, unsigned char *to, size_t bytes)
{
	struct ring *ring = wire->in.ring;
	bool begun = true;

	if (!ring->share.open) {
		wires_lock(wire->wires);
		begun = bring_begin(wire, to, bytes);
		wires_unlock(wire->wires);
	}
	if (!begun)
		return BROKEN;
	if (!share_done(&ring->share))
		return BLOCKED;
	wires_lock(wire->wires);
	wire->in.landed++;
	wire->in.landing = false;
	wires_unlock(wire->wires);
	ring->share.open = false;
	ring_pop(ring);
	wire_grant(wire);
	return MOVED;
}
