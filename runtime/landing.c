/* Landing: the bytes of a lent packet come to their place, by both ends of the link where it pays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "runtime/copy.h"
#include "runtime/landing.h"
#include "runtime/port.h"

/* Who writes what, and the edges: share.h for the parts, ring.h for the packet. What the sender reads
 * of the receiver's node (extent, space, folding) stays as it is while a program runs, and H1 -> H2
 * carries it.
 *
 * Without shares one core copies and the other waits. By both (two cores with 2 MiB of L2 each, 10
 * GB/s from the L3; microseconds by one, by both): 64 KiB 2.4, 1.9; 256 KiB 8.6, 4.9; 2 MiB, of
 * which each half stays in its core's L2, 197, 35; 16 MiB 1600, 797; 32 KiB 1.4, 1.3, so that smaller
 * packets are not shared. More than 8 parts cost claims, fewer leave more of the work to the later.
 *
 * A node's own copy goes on part by part, too. Between two of them it offers the packet that comes next
 * (whose sender, else waiting, lands as much of it as this node copies: gather of 2 MiB 394, 209), and
 * passes the part that it has just read on to those whom it lent it: read from the L3 once, not twice
 * (allgather of 2 MiB 403, 335).
 *
 * Folds are shared when they are grove's own: each element is combined as before, left with right.
 * A caller's function is called by the receiver's thread alone, and once for each run of elements. */
enum {
	SHARED_BYTES = 64 << 10,
	PARTS = 8,		/* at least */
	PART_BYTES = 128 << 10, /* at most: what is read and twice written stays in a core's cache */
	CUT = 64		/* parts begin at multiples of it, so at whole elements */
};

static uint32_t parts_of(size_t bytes)
{
	size_t parts = (bytes + PART_BYTES - 1) / PART_BYTES;

	return parts < PARTS ? PARTS : (uint32_t)parts;
}

static size_t part_begin(size_t bytes, uint32_t part, uint32_t parts)
{
	return part == parts ? bytes : bytes / parts * part / CUT * CUT;
}

/* ---- The receiver ---- */

static bool worth_sharing(const struct node *me, const struct instruction *i, const struct ring *ring)
{
	if (i->bytes < SHARED_BYTES || ring->sender == ring->receiver)
		return false;
	return i->action == TAKE_PACKET || (i->action == FOLD_PACKET && me->folding->kernel);
}

/* False when the sender has taken it back. */
static bool lent_take(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct slot *slot = ring_front(ring);
	struct share *share = &ring->share;

	if (!slot_take(slot))
		return false;
	if (worth_sharing(me, i, ring) && slot->lent.helps) {
		share->node = me;
		share->instruction = i;
		share->slot = slot;
		share_open(share, parts_of(i->bytes));
	}
	return true;
}

static void land(const struct node *node, const struct instruction *i, const struct slot *slot,
	size_t begin, size_t bytes)
{
	struct walk to = { &node->extent[i->extents], node->space, 0 };
	struct walk left = { &node->extent[i->left], node->space, 0 };

	if (i->action == TAKE_PACKET)
		packet_scatter(slot, to, begin, bytes, node->past);
	else if (i->action == FOLD_PACKET)
		packet_combine(slot, to, left, begin, bytes, node->folding);
}

static void land_part(const struct share *share, uint32_t part)
{
	size_t bytes = share->instruction->bytes, begin = part_begin(bytes, part, share->parts);

	land(share->node, share->instruction, share->slot, begin,
		part_begin(bytes, part + 1, share->parts) - begin);
}

enum outcome lent_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct share *share = &ring->share;

	if (!share->open && !lent_take(me, i, ring))
		return BROKEN;
	if (!share->open) {
		land(me, i, ring_front(ring), 0, i->bytes);
	} else {
		while (share->own == 0 || share_claim(share))
			land_part(share, share->own++);
		if (!share_done(share))
			return BLOCKED;
		share->open = false;
	}
	ring_pop(ring);
	return MOVED;
}

void lent_withdraw(struct ring *ring)
{
	if (!ring->share.open)
		return;
	share_withdraw(&ring->share);
	while (!share_done(&ring->share))
		sched_yield(); /* the sender is copying */
	ring->share.open = false;
}

/* ---- The sender ---- */

static bool help_once(struct ring *ring)
{
	struct share *share = &ring->share;

	if (!share_claim(share))
		return false;
	land_part(share, share_part(share));
	share_landed(share, ring->receiver);
	return true;
}

void lent_help(struct ring *ring)
{
	if (!share_offered(&ring->share))
		return;
	share_see(&ring->share);
	if (share_worthwhile(&ring->share))
		while (help_once(ring))
			;
}

/* ---- A node's own copy ---- */

static bool overlap(const struct node *me, const struct extent *a, const struct extent *b)
{
	const unsigned char *x = extent_address(a, me->space), *y = extent_address(b, me->space);

	return x < y + b->bytes && y < x + a->bytes;
}

/* The packet that `take` is for may come to its place while `copy` is carried out. */
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

/* The packet of a later instruction, to its sender, if it is there and worth it. */
static void offer(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	enum outcome outcome;
	const struct slot *slot;

	if (!worth_sharing(me, i, ring) || ring->share.open)
		return;
	slot = packet_front(me, i, ring, &outcome);
	if (slot && slot->lent.helps)
		lent_take(me, i, ring);
}

/* The last packet that left through the ring has lent these bytes. */
static bool lends(const struct ring *ring, const unsigned char *from, size_t bytes)
{
	const struct slot *last = &ring->slots[(ring->tail - 1) & (ring->capacity - 1)];

	return last->extents == 1 && last->address == from && last->bytes == bytes;
}

/* Those to whom the same bytes are lent get a part of them, while they are in this core's cache. */
static void pass_on(struct node *me, const unsigned char *from, size_t bytes)
{
	for (int p = 0; p < me->team->net.ports; p++) {
		struct ring *ring = me->port[p].out;

		if (lends(ring, from, bytes) && share_worthwhile(&ring->share))
			help_once(ring);
	}
}

/* In an exchange the other end has as much to do, so it only pays where both pass on what they copy. */
static bool worth_parts(struct node *me, const struct instruction *copy, const struct instruction *next)
{
	const unsigned char *from = extent_address(&me->extent[copy->left], me->space);
	const struct port *port;

	if (copy->bytes < SHARED_BYTES || copy->count != 1 || next == me->end ||
		!independent(me, copy, next))
		return false;
	port = port_of(me, next);
	return port->out->tail == port->sent ||
	       (copy->bytes >= PASSED_BYTES && lends(port->out, from, copy->bytes));
}

void copy_own(struct node *me, const struct instruction *i)
{
	unsigned char *to, *from;
	size_t begin, end = i->bytes;

	if (!worth_parts(me, i, i + 1)) {
		bytes_copy(i, me->extent, me->space, me->past);
		return;
	}
	to = extent_address(&me->extent[i->extents], me->space);
	from = extent_address(&me->extent[i->left], me->space);
	for (uint32_t parts = parts_of(end), part = parts; part > 0; end = begin) {
		begin = part_begin(i->bytes, --part, parts);
		offer(me, i + 1);
		copy_bytes(to + begin, from + begin, end - begin, me->past);
		if (i->bytes >= PASSED_BYTES)
			pass_on(me, from, i->bytes);
	}
}
