/* A ring is a lock-free queue for a directed link: one node sends, another node receives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_RING_H
#define RUNTIME_RING_RING_H

/* A packet occupies a slot, and a slot is a cache line. The word `turn` in that line says whether
 * the slot belongs to the sender or to the receiver. A small packet therefore crosses with a single
 * line: the payload and the word that publishes the payload. A packet of middle size is eager: the
 * sender copies the bytes to the slot's own buffer, and goes on. A large packet is lent: the slot
 * names the sender's memory, the receiver copies from there once, and popping the slot gives the
 * memory back.
 *
 *	position  0, 1, 2, ...  counts packets, modulo 2^32; the slot is position & mask
 *
 *	writers
 *	tail, head_seen		only the sender
 *	head			the receiver
 *	slot, before its turn	the sender
 *	slot.turn		the sender: position + 1 publishes the packet of that position
 *	slot.claim		both, once lent: OFFERED -> TAKEN or REVOKED; TAKEN -> REVOKED
 *
 *	edges
 *	R1 -> A1	slot.turn	the packet, and lent memory, may be read by the receiver
 *	R2 -> A2	head		the slot, and lent memory, belong to the sender again
 *	A thread may be parked on either word, so R1 and R2 are followed by a wake-up (park.h, S1).
 *
 *	invariants
 *	head <= tail <= head + capacity;  head_seen <= head
 *	a slot with turn = p + 1 holds packet p while head <= p < tail
 *
 * An abort may happen while memory is lent. The sender then revokes the packet by an exchange on
 * slot.claim, and the receiver takes the packet by another. The first exchange decides. If the
 * receiver was first, the receiver is copying, and the sender waits for the return, which is then
 * near. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"
#include "runtime/ring/park.h"
#include "runtime/ring/split_claim.h"

enum {
	LINE = 64,
	SLOT_INLINE = 40
}; /* bytes of payload in the slot's own line */

enum claim {
	OFFERED,
	TAKEN,
	REVOKED
};

struct extent;

struct slot {
	_Alignas(LINE) union {
		unsigned char payload[SLOT_INLINE]; /* first, so aligned for any element type */
		const unsigned char *address;
		struct {
			const struct extent *list;
			unsigned char *const *spaces;
			bool helps; /* also with address: the sender will copy parts, too */
		} lent;
	};
	uint64_t fingerprint; /* of the operation; unless equal on both sides, nothing is copied */
	_Atomic uint32_t turn;
	_Atomic uint32_t claim;
	uint32_t bytes;	  /* of payload */
	uint32_t extents; /* 0: not lent, inline or at address; 1: lent at address; more: a list */
};

_Static_assert(sizeof(struct slot) == LINE, "a slot is one cache line");

struct ring {
	_Alignas(128) uint32_t tail; /* the sender's line */
	uint32_t head_seen;
	_Alignas(128) _Atomic uint32_t head; /* the receiver's line */
	_Alignas(128) struct slot *slots;    /* constant, read by both */
	uint32_t capacity;		     /* a power of two */
	uint32_t eager_bytes;		     /* size of each slot's buffer */
	unsigned char *eager;		     /* [capacity * eager_bytes] */
	struct parker *sender, *receiver;
	struct split_claim share; /* for the oldest packet, when lent and large */
};

/* Called by the sender. Returns the next free slot, to be filled, or NULL when the ring is full. */
static inline struct slot *ring_reserve(struct ring *ring)
{
	if (ring->tail - ring->head_seen == ring->capacity) {
		ring->head_seen = load_acquire(&ring->head); /* A2 */
		if (ring->tail - ring->head_seen == ring->capacity)
			return NULL;
	}
	return &ring->slots[ring->tail & (ring->capacity - 1)];
}

/* Called by the sender. Returns the buffer of the reserved slot. */
static inline unsigned char *ring_eager(const struct ring *ring)
{
	return ring->eager + (size_t)(ring->tail & (ring->capacity - 1)) * ring->eager_bytes;
}

/* Called by the sender. Hands the reserved slot to the receiver. */
static inline void ring_push(struct ring *ring)
{
	struct slot *slot = &ring->slots[ring->tail & (ring->capacity - 1)];

	ring->tail++;
	store_release(&slot->turn, ring->tail); /* R1 */
	parker_wake(ring->receiver);
}

/* Called by the sender. Prefetches the line of the next slot while the sender does other work
 * (8-byte items between far cores: 61 -> 22 ns each). A receiver that already waits takes the line
 * back at the next look, and nothing is lost. A receiver that comes at the same time finds the
 * packet (8-byte allgather 310 -> 255 ns). */
static inline void ring_follow(const struct ring *ring)
{
	prefetch_write(&ring->slots[ring->tail & (ring->capacity - 1)]);
}

/* Called by the receiver. Returns the oldest packet, or NULL when there is none. */
static inline struct slot *ring_front(struct ring *ring)
{
	uint32_t head = load_own(&ring->head);
	struct slot *slot = &ring->slots[head & (ring->capacity - 1)];

	return load_acquire(&slot->turn) == head + 1 ? slot : NULL; /* A1 */
}

/* Called by the receiver, which is done with the oldest packet. The slot and the lent memory go
 * back to the sender. */
static inline void ring_pop(struct ring *ring)
{
	store_release(&ring->head, load_own(&ring->head) + 1); /* R2 */
	parker_wake(ring->sender);
}

/* Called by the sender. Returns true if all packets before `position` have been popped. */
static inline bool ring_returned(struct ring *ring, uint32_t position)
{
	if ((int32_t)(ring->head_seen - position) < 0)
		ring->head_seen = load_acquire(&ring->head); /* A2 */
	return (int32_t)(ring->head_seen - position) >= 0;
}

/* Called by the receiver before copying from lent memory. Returns false if the sender has revoked
 * the packet. */
static inline bool slot_take(struct slot *slot)
{
	return exchange_own(&slot->claim, TAKEN) == OFFERED;
}

/* Called by a sender that gives up. Returns true if the receiver will never touch the memory.
 * Returns false if the receiver has begun to copy: the sender must then wait for the return. */
static inline bool slot_revoke(struct slot *slot)
{
	return exchange_own(&slot->claim, REVOKED) != TAKEN;
}

#endif
