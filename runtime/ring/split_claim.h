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
 * A claim is a subtraction on a single word. The receiver's half needs no claim, and the sender
 * claims half of the rest each time: a word that both cores claim from goes to the other core for
 * each claim, and takes longer than a part. Nobody waits for a sender, except for a sender that is
 * copying claimed parts: a sender that is busy or asleep is not missed. If both ends are equally
 * fast, the parts divide at the same place each time, so each core keeps its half in its own cache.
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
 *	to .. order, node .. own	the receiver; private to it except while `left` > 0
 *	left			the receiver: parts - mine; both: less by each claim
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
#include <stddef.h>
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

struct folding;
struct node;
struct instruction;
struct slot;

/* A waiting sender polls `left`, whose line has all that the sender needs where both ends have a
 * single extent. */
struct split_claim {
	_Alignas(128) unsigned char *to;     /* NULL: a list of extents, of `node` and `slot` */
	const unsigned char *from, *operand; /* operand: of a fold */
	const struct folding *folding;	     /* NULL: nothing is folded */
	size_t bytes;
	uint32_t parts;
	_Atomic uint32_t left, helped;
	uint8_t order; /* enum part_order */
	bool past;     /* copy.h */
	_Alignas(64) const struct node *node;
	const struct instruction *instruction; /* the receiver's */
	const struct slot *slot;
	uint32_t mine; /* parts that the receiver copies without a claim, at least 1 */
	uint32_t own;  /* parts begun by the receiver */
	bool open;     /* for the receiver: from share_open until all parts are copied */
};

/* Called by the receiver after setting node, instruction and slot. While the receiver copies the
 * parts that need no claim, the lines written here come over from the other core. */
static inline void share_open(
	struct split_claim *share, uint32_t parts, uint32_t mine, enum part_order order)
{
	share->parts = parts;
	share->mine = mine;
	share->order = (uint8_t)order;
	share->own = 0;
	share->open = true;
	store_own(&share->helped, 0);
	store_release(&share->left, parts - mine); /* H1 */
}

/* Called by both ends. Returns the number of parts that the caller has obtained. */
static inline uint32_t share_claim(struct split_claim *share, uint32_t parts)
{
	int32_t left = (int32_t)add_acquire(&share->left, -parts); /* H2 */

	return left <= 0 ? 0 : (uint32_t)left < parts ? (uint32_t)left : parts;
}

/* Called by the sender. Returns the number of parts to claim next. */
static inline uint32_t share_half(struct split_claim *share)
{
	int32_t left = (int32_t)load_own(&share->left);

	return left > 1 ? (uint32_t)(left + 1) / 2 : 1;
}

/* Called by the sender. Returns true if enough parts are left to make a start worthwhile. Towards
 * the end the receiver is as fast alone, and parts that change sides each time cost more than they
 * save. */
static inline bool share_worthwhile(struct split_claim *share)
{
	return (int32_t)load_own(&share->left) > SHARE_REST;
}

/* Called by the sender after a claim. Returns the number of the k-th claimed part. */
static inline uint32_t share_part(const struct split_claim *share, uint32_t k)
{
	uint32_t h = load_own(&share->helped) + k, half = share->parts / 2;

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
	return share->own < share->mine || share_claim(share, 1);
}

/* Called by the sender when the claimed parts are copied. */
static inline void share_landed(struct split_claim *share, uint32_t parts, struct parker *receiver)
{
	store_release(&share->helped, load_own(&share->helped) + parts); /* H3 */
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
