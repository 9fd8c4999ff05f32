/* Landing: the bytes of a lent packet come to their place, by both ends of the link where it pays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "runtime/ring/copy.h"
#include "runtime/ring/split_copy.h"
#include "runtime/ring/port.h"

/* Who writes what, and the edges: share.h for the parts, ring.h for the packet. What the sender reads
 * of the receiver's node (extent, space, folding) stays as it is while a program runs, and H1 -> H2
 * carries it.
 *
 * Without shares one core copies and the other waits. By both (two cores with 2 MiB of L2 each, 10
 * GB/s from the L3; broadcast, microseconds by one, by both): 64 KiB 2.7, 2.5; 256 KiB 9.1, 5.8; 2 MiB,
 * of which each half stays in its core's L2, 216, 38. More than 8 parts cost claims, fewer leave more
 * of the work to the later.
 *
 * What does not fit in a core's L2 would be pushed out by itself before it is met again, always. So it
 * goes to and fro: every other operation begins with the parts with which the last one ended (permute of
 * 2 MiB 222 us, to and fro 145; reduce 147, 88; alltoall 427, 366; reducescatter of 1 MiB 151, 89). That
 * is for who uses the same buffers again; with inputs that are rewritten in between some 3 % are left.
 *
 * A node's own copy goes on part by part, too, and with it the packet that comes next: both are reversed
 * as one. If that packet's sender would else wait, it lands as much of it as this node copies (gather
 * of 2 MiB 409, 170). Where a node lends what it copies, it passes each part that it has just
 * read on: read from the L3 once, not twice (port.h).
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

static bool may_share(const struct node *me, const struct instruction *i, const struct ring *ring)
{
	if (i->bytes < SHARED_BYTES || ring->sender == ring->receiver)
		return false;
	return i->action == TAKE_PACKET || (i->action == FOLD_PACKET && me->folding->kernel);
}

/* What does not fit in the cores' own caches goes to and fro; past the caches nothing would be left there.
 * A move reads what it writes, a fold twice as much. A quarter of the cache is for others: pages do not
 * fall on it evenly. */
static bool goes_to_and_fro(const struct node *me, const struct instruction *i, int cores)
{
	const struct program *program = me->program;
	size_t touched = i->action == FOLD_PACKET ? program->input + program->output + i->bytes
						  : 2 * program->output;

	return !me->past && touched / (size_t)cores > me->team->own_cache / 4 * 3;
}

/* back: of every other operation. */
static enum part_order order_of(const struct node *me, const struct instruction *i, int cores,
	enum part_order back)
{
	return me->operation % 2 && goes_to_and_fro(me, i, cores) ? back : INWARD;
}

/* Parts are for the sender, or for their order. */
static bool worth_parts(const struct node *me, const struct instruction *i, const struct ring *ring,
	const struct slot *slot)
{
	return may_share(me, i, ring) && (slot->lent.helps || goes_to_and_fro(me, i, 1));
}

/* False when the sender has taken it back. `beside`: something else is copied meanwhile. */
static bool lent_take(struct node *me, const struct instruction *i, struct ring *ring, bool beside)
{
	struct slot *slot = ring_front(ring);
	struct share *share = &ring->share;
	bool helps = slot->lent.helps;

	if (!slot_take(slot))
		return false;
	if (!worth_parts(me, i, ring, slot))
		return true;
	share->node = me;
	share->instruction = i;
	share->slot = slot;
	share_open(share, parts_of(i->bytes),
		order_of(me, i, helps ? 2 : 1, helps && !beside ? OUTWARD : MIRRORED));
	if (helps)
		share_offer(share);
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

	if (!share->open && !lent_take(me, i, ring, false))
		return BROKEN;
	if (!share->open) {
		land(me, i, ring_front(ring), 0, i->bytes);
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

/* The packet of a later instruction, if it is there and worth it. One that its sender does not help with
 * advances by a part whenever this node has copied one. */
static void land_beside(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	struct share *share = &ring->share;
	enum outcome outcome;
	const struct slot *slot;

	if (share->open) {
		if (!share->slot->lent.helps && share_more(share))
			land_part(share, share_own_part(share));
		return;
	}
	if (!may_share(me, i, ring))
		return;
	slot = packet_front(me, i, ring, &outcome);
	if (slot && worth_parts(me, i, ring, slot))
		lent_take(me, i, ring, true);
}

/* The last packet that left through the ring has lent these bytes. */
static bool lends(const struct ring *ring, const unsigned char *from, size_t bytes)
{
	const struct slot *last = &ring->slots[(ring->tail - 1) & (ring->capacity - 1)];

	return last->extents == 1 && last->address == from && last->bytes == (uint32_t)bytes;
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

/* In an exchange the other end has as much to do, so small ones only pay where nothing was sent. */
static bool copies_by_parts(
	const struct node *me, const struct instruction *copy, const struct port *next)
{
	if (copy->bytes < SHARED_BYTES || copy->count != 1)
		return false;
	return copy->bytes >= PASSED_BYTES || goes_to_and_fro(me, copy, 1) ||
	       (next && next->out->tail == next->sent);
}

/* In the order in which others get parts of it passed on. */
void copy_own(struct node *me, const struct instruction *i)
{
	bool beside = i + 1 != me->end && independent(me, i, i + 1);
	bool back = order_of(me, i, 1, MIRRORED) == MIRRORED;
	uint32_t parts = parts_of(i->bytes);
	unsigned char *to, *from;

	if (!copies_by_parts(me, i, beside ? port_of(me, i + 1) : NULL)) {
		bytes_copy(i, me->extent, me->space, me->past);
		return;
	}
	to = extent_address(&me->extent[i->extents], me->space);
	from = extent_address(&me->extent[i->left], me->space);
	for (uint32_t k = 0; k < parts; k++) {
		uint32_t part = back ? k : parts - 1 - k;
		size_t begin = part_begin(i->bytes, part, parts);

		if (beside)
			land_beside(me, i + 1);
		copy_bytes(to + begin, from + begin,
			part_begin(i->bytes, part + 1, parts) - begin, me->past);
		if (i->bytes >= PASSED_BYTES)
			pass_on(me, from, i->bytes);
	}
}
