/* Landing: the bytes of a lent packet come to their place, by both ends of the link where it pays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
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
 * Folds are shared when they are grove's own: each element is combined as before, left with right.
 * A caller's function is called by the receiver's thread alone, and once for each run of elements. */
enum {
	SHARED_BYTES = 64 << 10,
	PARTS = 8,
	CUT = 64,	      /* parts begin at multiples of it, so at whole elements */
	COPIED_BYTES = 64 << 10 /* between two looks whether there is something to offer */
};

static bool worth_sharing(const struct node *me, const struct instruction *i, struct ring *ring)
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
	if (worth_sharing(me, i, ring)) {
		share->node = me;
		share->instruction = i;
		share->slot = slot;
		share_open(share, PARTS);
	}
	return true;
}

static size_t part_begin(size_t bytes, uint32_t part, uint32_t parts)
{
	return part == parts ? bytes : bytes / parts * part / CUT * CUT;
}

static void land_part(const struct share *share, uint32_t part)
{
	const struct node *node = share->node;
	const struct instruction *i = share->instruction;
	size_t begin = part_begin(i->bytes, part, share->parts);
	size_t bytes = part_begin(i->bytes, part + 1, share->parts) - begin;
	struct walk to = { &node->extent[i->extents], node->space, 0 };
	struct walk left = { &node->extent[i->left], node->space, 0 };

	if (i->action == TAKE_PACKET)
		packet_scatter(share->slot, to, begin, bytes);
	else
		packet_combine(share->slot, to, left, begin, bytes, node->folding);
}

enum outcome lent_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct share *share = &ring->share;

	if (!share->open && !lent_take(me, i, ring))
		return BROKEN;
	if (!share->open) {
		packet_land(me, i, ring_front(ring));
	} else {
		while (share_claim(share))
			land_part(share, share->own++);
		if (!share_done(share))
			return BLOCKED;
		share->open = false;
	}
	ring_pop(ring);
	return MOVED;
}

void lent_help(struct ring *ring)
{
	struct share *share = &ring->share;

	while (share_offered(share) && share_claim(share)) {
		land_part(share, share_part(share));
		share_landed(share, ring->receiver);
	}
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

static bool overlap(const struct node *me, const struct extent *a, const struct extent *b)
{
	const unsigned char *x = extent_address(a, me->space), *y = extent_address(b, me->space);

	return x < y + b->bytes && y < x + a->bytes;
}

/* The packet of a later instruction, if it is there and will be shared. */
static void offer(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	enum outcome outcome;

	if (worth_sharing(me, i, ring) && !ring->share.open && packet_front(me, i, ring, &outcome))
		lent_take(me, i, ring);
}

/* The next instruction's packet may come to its place while this one copies: nothing that either
 * writes belongs to the other, too. */
static bool independent(const struct node *me, const struct instruction *a, const struct instruction *b)
{
	const struct extent *x = &me->extent[a->extents], *y = &me->extent[b->extents];
	const struct extent *from = &me->extent[a->left];

	if (a->count != 1 || b->action != TAKE_PACKET)
		return false;
	for (uint32_t k = 0; k < b->count; k++)
		if (overlap(me, x, &y[k]) || overlap(me, from, &y[k]))
			return false;
	return true;
}

void copy_and_offer(struct node *me, const struct instruction *i)
{
	struct walk to = { &me->extent[i->extents], me->space, 0 };
	struct walk from = { &me->extent[i->left], me->space, 0 };
	bool offers = i->bytes >= SHARED_BYTES && i + 1 < me->end && independent(me, i, i + 1);

	if (!offers) {
		bytes_copy(i, me->extent, me->space);
		return;
	}
	for (size_t left = i->bytes, piece; left; left -= piece) {
		piece = left < COPIED_BYTES ? left : COPIED_BYTES;
		offer(me, i + 1);
		memcpy(walk_on(&to, piece), walk_on(&from, piece), piece);
	}
}
