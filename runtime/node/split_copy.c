/* A split copy brings a lent packet to its place, by both ends of the link where that is faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "runtime/kernels/copy.h"
#include "runtime/node/link_watch.h"
#include "runtime/node/split_copy.h"
#include "runtime/node/split_parts.h"
#include "runtime/node/port.h"
#include "runtime/node/transport.h"

/* split_claim.h has the tables of writers and edges for the parts, ring.h for the packet. The
 * sender reads extent, space and folding of the receiver's node. These stay constant while a
 * program runs, and H1 -> H2 carries them.
 *
 * Without a split, a single core copies and the other core waits. A split has both cores copy (two
 * cores with 2 MiB of L2 each, 10 GB/s from the L3; broadcast, microseconds by a single core and by
 * both): 64 KiB 2.7, 2.5; 256 KiB 9.1, 5.8; 2 MiB, of which each half stays in its core's L2, 216,
 * 38. On other machines the sender's stores may take longer than the receiver's loads, so the
 * program's own runs decide (copy_trial.h). With more than 8 parts the claims cost too much, with
 * fewer parts the later core does too little of the work.
 *
 * Data larger than a core's L2 would always push itself out of the cache before the next use. Such
 * data is therefore copied to and fro: every other operation begins with the parts that ended the
 * last operation (permute of 2 MiB 222 us, to and fro 145; reduce 147, 88; alltoall 427, 366;
 * reducescatter of 1 MiB 151, 89). The gain is for callers that use the same buffers again; if
 * inputs are rewritten in between, some 3 % of the gain is left.
 *
 * A node's own copy goes on part by part, too, together with the packet that comes next: both are
 * reversed together. If the sender of that packet would only wait, the sender copies as much of the
 * packet as this node copies of its own bytes (gather of 2 MiB 409, 170). Where a node lends the
 * bytes that it copies, the node passes on each part just read: the bytes are read from the L3
 * once, not twice (port.h).
 *
 * If both ends of a link fold the same operands, as in an all-reduce, each end folds a half and
 * stores each result at both ends. Each input byte thus goes to one of the cores, and is folded
 * once. Both ends have equally much work, so nothing is claimed: a lent packet says where the
 * sender would fold, and the return of the packet says that the half is there (resident,
 * microseconds by claimed parts and by halves: 128 KiB 5.8, 4.0; 1 MiB 49, 39).
 *
 * Folds are split only with the reduction operators of grove: each element is combined as before,
 * left with right. A caller's function is called only by the receiver's thread, and once for each
 * run of elements. */

/* ---- The receiver ---- */

static bool may_share(const struct node *me, const struct instruction *i, const struct ring *ring)
{
	if (i->bytes < TRIAL_BYTES || ring->sender == ring->receiver)
		return false;
	return i->action == TAKE_PACKET || (instruction_folds(i) && me->folding->kernel);
}

/* Returns true if the operation's data does not fit in the cores' own caches: parts then go to and
 * fro. A copy past the caches leaves nothing in the caches, so its parts need no order. A move
 * reads as many bytes as it writes, and a fold reads twice as many. A quarter of the cache is left
 * for other data, because pages do not spread evenly over the cache. */
static bool goes_to_and_fro(const struct node *me, const struct instruction *i, int cores)
{
	const struct program *program = me->program;
	size_t touched = instruction_folds(i) ? program->input + program->output + i->bytes
					      : 2 * program->output;

	return !me->copying.past && touched / (size_t)cores > me->team->links.own_cache / 4 * 3;
}

/* Returns the order of parts; `back` is the order for every other operation. */
static enum part_order order_of(
	const struct node *me, const struct instruction *i, int cores, enum part_order back)
{
	return me->calls.operation % 2 && goes_to_and_fro(me, i, cores) ? back : INWARD;
}

/* Returns true if the packet's sender copies, too. */
static bool both_copy(const struct node *me, const struct slot *slot)
{
	return slot->lent.helps && !me->copying.alone;
}

/* Returns true if parts are useful: for a sender that helps, or for copies in alternating
 * direction. */
static bool worth_parts(const struct node *me, const struct instruction *i, const struct ring *ring,
	const struct slot *slot)
{
	return may_share(me, i, ring) && (both_copy(me, slot) || goes_to_and_fro(me, i, 1));
}

/* Returns true if the last packet sent through the ring has lent these bytes. */
static bool lends(const struct ring *ring, const unsigned char *from, size_t bytes)
{
	const struct slot *last = ring_slot(ring, ring->tail_slot - 1);

	return last->extents == 1 && last->address == from && last->lent.bytes == bytes;
}

/* Takes the lent packet and opens its parts. Returns false if the sender has revoked the packet.
 * With `beside`, this node copies other bytes meanwhile. */
static bool lent_take(struct node *me, const struct instruction *i, struct ring *ring, bool beside)
{
	struct slot *slot = ring_front(ring);
	struct split_claim *share = &ring->share;
	uint32_t parts = parts_of(i->bytes);

	if (!slot_take(slot))
		return false;
	link_use_begin(me, i);
	if (!worth_parts(me, i, ring, slot))
		return true;
	share_where(share, me, i, slot);
	if (!both_copy(me, slot))
		share_open(share, parts, parts, order_of(me, i, 1, MIRRORED));
	else if (beside)
		share_open(share, parts, 1, order_of(me, i, 2, MIRRORED));
	else
		share_open(share, parts, parts / 2, order_of(me, i, 2, OUTWARD));
	return true;
}

enum outcome half_await(struct node *me, const struct instruction *i)
{
	struct ring *out = port_of(me, i)->out;

	if (!ring_returned(out, out->tail))
		return BLOCKED;
	me->half.done = false;
	return MOVED;
}

/* Folds a half of the elements for both ends. The node with the lesser number has the first half.
 * The return of the packet tells the peer that the half is there. */
static enum outcome fold_half(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct slot *slot = ring_front(ring);
	bool second = me->number > (int)i->peer;
	size_t begin = second ? part_begin(i->bytes, 1, 2) : 0;
	size_t bytes = (second ? i->bytes : part_begin(i->bytes, 1, 2)) - begin;
	bool before = i->action == FOLD_BEFORE;
	const unsigned char *own, *sent;

	if (!slot_take(slot))
		return BROKEN;
	link_use_begin(me, i);
	own = extent_address(&me->extent[instruction_operand(i)], me->space) + begin;
	sent = slot->address + begin;
	me->folding->kernel(extent_address(&me->extent[i->extents], me->space) + begin,
		slot->lent.result + begin, before ? sent : own, before ? own : sent,
		folding_count(me->folding, bytes));
	ring_pop(ring);
	me->half.done = true;
	return half_await(me, i);
}

enum outcome split_copy_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct split_claim *share = &ring->share;

	if (ring->wire)
		return me->team->spread.transport->land(me, i, ring);
	if (me->half.fold == i && ring_front(ring)->lent.result)
		return fold_half(me, i, ring);
	if (!share->open && !lent_take(me, i, ring, false))
		return BROKEN;
	if (!share->open) {
		land_bytes(me, i, ring_front(ring), 0, i->bytes);
	} else {
		while (share_more(share))
			land_part(share, share_own_part(share));
		if (!share_done(share))
			return BLOCKED;
		share->open = false;
	}
	ring_pop(ring);
	return MOVED;
}

void split_copy_withdraw(struct ring *ring)
{
	if (!ring->share.open)
		return;
	share_withdraw(&ring->share);
	while (!share_done(&ring->share))
		sched_yield(); /* the sender is copying */
	ring->share.open = false;
}

/* ---- The sender ---- */

static bool help_once(struct ring *ring, uint32_t parts)
{
	struct split_claim *share = &ring->share;
	uint32_t claimed = share_claim(share, parts);

	for (uint32_t k = 0; k < claimed; k++)
		land_part(share, share_part(share, k));
	if (claimed)
		share_landed(share, claimed, ring->receiver);
	return claimed;
}

void split_copy_help(struct ring *ring)
{
	if (share_worthwhile(&ring->share))
		while (help_once(ring, share_half(&ring->share)))
			;
}

/* ---- A node's own copy ---- */

static bool overlap(const struct node *me, const struct extent *a, const struct extent *b)
{
	const unsigned char *x = extent_address(a, me->space), *y = extent_address(b, me->space);

	return x < y + b->bytes && y < x + a->bytes;
}

/* Returns true if the packet of `take` may be written while `copy` runs. */
static bool independent(
	const struct node *me, const struct instruction *copy, const struct instruction *take)
{
	const struct extent *to = &me->extent[copy->extents], *from = &me->extent[copy->left];

	for (uint32_t k = 0; take->action == TAKE_PACKET && k < take->count; k++) {
		const struct extent *e = &me->extent[take->extents + k];

		if (overlap(me, to, e) || overlap(me, from, e))
			return false;
	}
	return take->action == TAKE_PACKET;
}

/* Advances the packet of a later instruction, if the packet has arrived and is worth parts. A
 * packet with which the sender does not help advances by a part each time this node has copied a
 * part. */
static void land_beside(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	struct split_claim *share = &ring->share;
	enum outcome outcome;
	const struct slot *slot;

	if (share->open) {
		if (!both_copy(me, share->slot) && share_more(share))
			land_part(share, share_own_part(share));
		return;
	}
	if (!may_share(me, i, ring))
		return;
	slot = packet_front(me, i, ring, &outcome);
	if (slot && worth_parts(me, i, ring, slot))
		lent_take(me, i, ring, true);
}

/* Copies a part for each receiver to which the same bytes are lent, while this core's cache holds
 * them. */
static void pass_on(struct node *me, const unsigned char *from, size_t bytes)
{
	for (int p = 0; p < me->team->net.ports; p++) {
		struct ring *ring = me->links.port[p].out;

		if (lends(ring, from, bytes) && share_worthwhile(&ring->share))
			help_once(ring, 1);
	}
}

/* Returns true if the node's own copy should be cut in parts. In an exchange the other end has as
 * much work as this node, so small copies gain only where nothing was sent through the next
 * port. */
static bool copies_by_parts(
	const struct node *me, const struct instruction *copy, const struct port *next)
{
	if (copy->bytes < TRIAL_BYTES || copy->count != 1)
		return false;
	return is_passed_on(me, copy->bytes) || goes_to_and_fro(me, copy, 1) ||
	       (next && next->out->tail == next->sent);
}

/* Copies the node's own bytes, in the order in which pass_on copies parts for other nodes. */
void copy_own(struct node *me, const struct instruction *i)
{
	bool beside = i + 1 != me->end && independent(me, i, i + 1);
	bool back = order_of(me, i, 1, MIRRORED) == MIRRORED;
	uint32_t parts = parts_of(i->bytes);
	unsigned char *to, *from;

	if (!copies_by_parts(me, i, beside ? port_of(me, i + 1) : NULL)) {
		bytes_copy(i, me->extent, me->space, me->copying.past);
		return;
	}
	to = extent_address(&me->extent[i->extents], me->space);
	from = extent_address(&me->extent[i->left], me->space);
	for (uint32_t k = 0; k < parts; k++) {
		uint32_t part = back ? k : parts - 1 - k;
		size_t begin = part_begin(i->bytes, part, parts);

		if (beside)
			land_beside(me, i + 1);
		copy_bytes(to + begin, from + begin, part_begin(i->bytes, part + 1, parts) - begin,
			me->copying.past);
		if (is_passed_on(me, i->bytes))
			pass_on(me, from, i->bytes);
	}
}
