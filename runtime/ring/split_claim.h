/* A split claim lets both ends of a link copy parts of the same lent packet, without locks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_SPLIT_CLAIM_H
#define RUNTIME_RING_SPLIT_CLAIM_H

/* The receiver of a large packet says where the bytes go, and cuts the packet in parts. Both ends
 * of the link claim parts until none is left: the receiver from the first part on, the sender from
 * the last part back.
 *
 *	receiver  0 1 2 3 -->  <-- 4 5 6 7  sender
 *
 * A claim is a subtraction on a single word. Nobody waits for a sender, except for a sender that is
 * copying a part: a sender that is busy or asleep is not missed. If both ends are equally fast, the
 * parts divide at the same place each time, so each core keeps its half in its own cache.
 *
 * Halves that are larger than that cache are copied to and fro: the parts that were copied last are
 * copied first the next time, while the cache still holds them. In each order, the receiver's k-th
 * part and the sender's h-th part differ as long as k + h is less than the number of parts:
 *
 *	INWARD		as above
 *	OUTWARD		<-- 2 1 0 | 3 4 5 -->; an end that is done goes on at the other end
 *	MIRRORED	5 4 3 -->  <-- 2 1 0: for a packet of which one end copies nearly all
 *
 *	writers
 *	node .. order, own	the receiver; private to it except while `left` > 0
 *	left			the receiver: parts - 1; both: 1 less for each claim
 *	opened			the receiver: a count, which hints that `left` is worth a look
 *	seen			only the sender
 *	helped			the receiver: 0; the sender: the number of parts that it has copied
 *
 *	edges
 *	H1 -> H2	left		where the bytes go, to the sender that has claimed a part
 *	H3 -> H4	helped		the bytes that the sender has written, to the receiver
 *	The receiver may be parked on H3. The sender is not woken to help, but only by the return.
 *
 *	invariants
 *	a claim that found left > 0 belongs to the packet that is open now, even if the sender
 *	looked while another packet was open: the receiver opens no other packet before the
 *	sender's parts have come
 *	left > 0 only while the packet is claimed (slot.claim) and not popped
 */
#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"
#include "runtime/ring/park.h"

enum {
	SHARE_REST = 2 /* parts */
};

enum part_order {
	INWARD,
	OUTWARD,
	MIRRORED
};

struct node;
struct instruction;
struct slot;

struct split_claim {
	_Alignas(128) const struct node *node;
	const struct instruction *instruction; /* the receiver's */
	const struct slot *slot;
	uint32_t parts;
	enum part_order order;
	uint32_t own; /* parts begun by the receiver */
	bool open;    /* for the receiver: from share_open until all parts are copied */
	_Atomic uint32_t left, helped;
	_Alignas(128) _Atomic uint32_t opened; /* the receiver's; a waiting sender polls it */
	uint32_t seen;			       /* the sender's: `opened` at its last help */
};

/* Called by the receiver after setting node, instruction and slot. The receiver's first part needs
 * no claim: while the receiver copies that part, the lines written here come over from the other
 * core. */
static inline void share_open(struct split_claim *share, uint32_t parts, enum part_order order)
{
	share->parts = parts;
	share->order = order;
	share->own = 0;
	share->open = true;
	store_own(&share->helped, 0);
	store_release(&share->left, parts - 1); /* H1 */
}

/* Called by the receiver after share_open, if the sender would only wait and may help. */
static inline void share_offer(struct split_claim *share)
{
	store_own(&share->opened, load_own(&share->opened) + 1);
}

/* Called by both ends. Returns true if the caller has obtained a part. */
static inline bool share_claim(struct split_claim *share)
{
	return (int32_t)add_acquire(&share->left, -1u) > 0; /* H2 */
}

/* Called by the sender. Returns true if a packet has been opened since the sender last helped. The
 * sender does not poll `left`, because each look would take the line from the receiver's next claim
 * (scatter of 64 KiB 2.9 us, polling `left` 3.9). */
static inline bool share_offered(struct split_claim *share)
{
	return load_own(&share->opened) != share->seen;
}

static inline void share_see(struct split_claim *share)
{
	share->seen = load_own(&share->opened);
}

/* Called by the sender. Returns true if enough parts are left to make a start worthwhile. Towards
 * the end the receiver is as fast alone, and parts that change sides each time cost more than they
 * save. */
static inline bool share_worthwhile(struct split_claim *share)
{
	return (int32_t)load_own(&share->left) > SHARE_REST;
}

/* Called by the sender after a claim. Returns the number of the claimed part. */
static inline uint32_t share_part(struct split_claim *share)
{
	uint32_t h = load_own(&share->helped), half = share->parts / 2;

	if (share->order == OUTWARD)
		return h < share->parts - half ? half + h : half + h - share->parts;
	return share->order == INWARD ? share->parts - 1 - h : h;
}

/* Called by the receiver after a claim. Returns the number of the claimed part and counts that part
 * as begun. */
static inline uint32_t share_own_part(struct split_claim *share)
{
	uint32_t k = share->own++, half = share->parts / 2;

	if (share->order == OUTWARD)
		return k < half ? half - 1 - k : half + share->parts - 1 - k;
	return share->order == INWARD ? k : share->parts - 1 - k;
}

/* Called by the receiver. Returns true if the receiver has another part to copy. */
static inline bool share_more(struct split_claim *share)
{
	return share->own == 0 || share_claim(share);
}

/* Called by the sender when the claimed part is copied. */
static inline void share_landed(struct split_claim *share, struct parker *receiver)
{
	store_release(&share->helped, load_own(&share->helped) + 1); /* H3 */
	parker_wake(receiver);
}

/* Called by the receiver when no part is left to claim. Returns true if all parts are copied. */
static inline bool share_done(struct split_claim *share)
{
	return load_acquire(&share->helped) == share->parts - share->own; /* H4 */
}

/* Called by a receiver that gives up. Claims all parts that are left, so that the receiver waits
 * only for parts that the sender has begun. */
static inline void share_withdraw(struct split_claim *share)
{
	while (share_more(share))
		share->own++;
}

#endif
