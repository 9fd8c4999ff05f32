/* The share: one lent packet whose parts its receiver and its sender land together, without locks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_SHARE_H
#define RUNTIME_SHARE_H

/* The receiver of a large packet says where its bytes go and cuts it in parts. Both ends of the link
 * claim parts, the receiver from the first on, the sender from the last on back, until none is left:
 *
 *	receiver  0 1 2 3 -->  <-- 4 5 6 7  sender
 *
 * A claim is one subtraction on one word, so nobody is waited for but a sender that is copying: one
 * that has something better to do, or sleeps, is not missed. Between equals the parts divide at the
 * same place each time, so each core keeps its half in its own cache.
 *
 * Halves that are larger than that cache go to and fro: what was landed last is landed first the next
 * time, while it is still there. In an order the k-th part of the receiver and the h-th of the sender
 * are different ones as long as k + h is less than all:
 *
 *	INWARD		as above
 *	OUTWARD		<-- 2 1 0 | 3 4 5 -->; who comes to its end goes on from the other's
 *	MIRRORED	5 4 3 -->  <-- 2 1 0: where one of both lands nearly all
 *
 *	who writes what
 *	node .. order, own	the receiver; its own memory but for the time in which `left` > 0
 *	left			the receiver: the number of parts but one; both: one less for each claim
 *	opened			the receiver: counts, a hint that `left` is worth a look
 *	seen			the sender alone
 *	helped			the receiver: 0; the sender: the number of parts that it has landed
 *
 *	edges
 *	H1 -> H2	left		where the bytes go, to the sender that has claimed a part
 *	H3 -> H4	helped		what the sender has written, to the receiver
 *	The receiver may be parked on H3; the sender is not woken to help, but by the return alone.
 *
 *	invariants
 *	a claim that found left > 0 belongs to the packet that is open now, even if the sender looked
 *	while another one was: the receiver opens no other before the sender's parts have come
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

struct share {
	_Alignas(128) const struct node *node;
	const struct instruction *instruction; /* of the receiver */
	const struct slot *slot;
	uint32_t parts;
	enum part_order order;
	uint32_t own; /* parts begun by the receiver */
	bool open;    /* for the receiver: from share_open until all have landed */
	_Atomic uint32_t left, helped;
	_Alignas(128) _Atomic uint32_t opened; /* by the receiver; a waiting sender polls this line */
	uint32_t seen;			       /* by the sender: of those, the last it has helped */
};

/* The receiver, once it has filled in what is plain. Its first part needs no claim: while it lands
 * that one, the lines written here come over from the other core. */
static inline void share_open(struct share *share, uint32_t parts, enum part_order order)
{
	share->parts = parts;
	share->order = order;
	share->own = 0;
	share->open = true;
	store_own(&share->helped, 0);
	store_release(&share->left, parts - 1); /* H1 */
}

/* The receiver, behind that: a sender that would only wait may help. */
static inline void share_offer(struct share *share)
{
	store_own(&share->opened, load_own(&share->opened) + 1);
}

/* Both: true when a part has become the caller's. */
static inline bool share_claim(struct share *share)
{
	return (int32_t)add_acquire(&share->left, -1u) > 0; /* H2 */
}

/* The sender: a packet has been opened since it last helped. It does not poll `left`: each look would
 * take the line from the receiver's next claim (scatter of 64 KiB 2.9 us, with it 3.9). */
static inline bool share_offered(struct share *share)
{
	return load_own(&share->opened) != share->seen;
}

static inline void share_see(struct share *share)
{
	share->seen = load_own(&share->opened);
}

/* The sender: so much is left that it is worth beginning. Towards the end the receiver is as fast, and
 * parts that change sides each time cost more than they save. */
static inline bool share_worthwhile(struct share *share)
{
	return (int32_t)load_own(&share->left) > SHARE_REST;
}

/* The sender, of a part that it has claimed: which it is. */
static inline uint32_t share_part(struct share *share)
{
	uint32_t h = load_own(&share->helped), half = share->parts / 2;

	if (share->order == OUTWARD)
		return h < share->parts - half ? half + h : half + h - share->parts;
	return share->order == INWARD ? share->parts - 1 - h : h;
}

/* The receiver, the same: it has begun it now. */
static inline uint32_t share_own_part(struct share *share)
{
	uint32_t k = share->own++, half = share->parts / 2;

	if (share->order == OUTWARD)
		return k < half ? half - 1 - k : half + share->parts - 1 - k;
	return share->order == INWARD ? k : share->parts - 1 - k;
}

/* The receiver: true when there is another part for it. */
static inline bool share_more(struct share *share)
{
	return share->own == 0 || share_claim(share);
}

/* The sender: that part has landed. */
static inline void share_landed(struct share *share, struct parker *receiver)
{
	store_release(&share->helped, load_own(&share->helped) + 1); /* H3 */
	parker_wake(receiver);
}

/* The receiver, when nothing is left to claim: all parts have landed. */
static inline bool share_done(struct share *share)
{
	return load_acquire(&share->helped) == share->parts - share->own; /* H4 */
}

/* The receiver, giving up: takes what is left, so that it need wait only for what the sender has begun. */
static inline void share_withdraw(struct share *share)
{
	while (share_more(share))
		share->own++;
}

#endif
