/* The ring: one directed link between two nodes, with one sender and one receiver, without locks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_H
#define RUNTIME_RING_H

/* A packet is one slot, and a slot is one cache line. The word `turn` in that line says whose the
 * slot is, so a small packet crosses with a single line: its payload and the word that publishes
 * it. A packet of middle size is eager: it is copied to the slot's own buffer behind the ring, and
 * the sender goes on. A large packet is lent: the slot names the sender's memory, the receiver
 * copies from there once, and popping the slot gives the memory back.
 *
 *	position  0, 1, 2, ...  counts packets, modulo 2^32; its slot is position & mask
 *
 *	who writes what
 *	tail, head_seen		the sender alone
 *	head			the receiver
 *	slot, before its turn	the sender
 *	slot.turn		the sender: position + 1 publishes the packet of that position
 *	slot.claim		both, once a packet is lent: OFFERED -> TAKEN or REVOKED; TAKEN -> REVOKED
 *
 *	edges
 *	R1 -> A1	slot.turn	the packet, and lent memory, may be read by the receiver
 *	R2 -> A2	head		the slot, and lent memory, belong to the sender again
 *	Somebody may be parked on either: after R1 and R2 the other side is woken (park.h, S1).
 *
 *	invariants
 *	head <= tail <= head + capacity;  head_seen <= head
 *	a slot with turn = p + 1 holds packet p while head <= p < tail
 *
 * An abort while memory is lent: the sender revokes, and whichever exchange comes first decides.
 * If the receiver's did, it is copying: the sender waits for the return, which then is near.
 */
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
		unsigned char payload[SLOT_INLINE]; /* first: aligned for elements of any type */
		const unsigned char *address;
		struct {
			const struct extent *list;
			unsigned char *const *spaces;
			bool helps; /* also with address: the sender will land parts (share.h) */
		} lent;
	};
	uint64_t fingerprint; /* of the operation: equal on both sides, or nothing is copied */
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
	uint32_t eager_bytes;		     /* of the buffer of each slot */
	unsigned char *eager;		     /* [capacity * eager_bytes] */
	struct parker *sender, *receiver;
	struct share share; /* of the oldest packet, when it is lent and large */
};

/* The sender: the next free slot, to be filled; NULL when the ring is full. */
static inline struct slot *ring_reserve(struct ring *ring)
{
	if (ring->tail - ring->head_seen == ring->capacity) {
		ring->head_seen = load_acquire(&ring->head); /* A2 */
		if (ring->tail - ring->head_seen == ring->capacity)
			return NULL;
	}
	return &ring->slots[ring->tail & (ring->capacity - 1)];
}

/* The sender: the buffer of the reserved slot. */
static inline unsigned char *ring_eager(const struct ring *ring)
{
	return ring->eager + (size_t)(ring->tail & (ring->capacity - 1)) * ring->eager_bytes;
}

/* The sender: hands the reserved slot to the receiver. */
static inline void ring_push(struct ring *ring)
{
	struct slot *slot = &ring->slots[ring->tail & (ring->capacity - 1)];

	ring->tail++;
	store_release(&slot->turn, ring->tail); /* R1 */
	parker_wake(ring->receiver);
}

/* The sender: the next slot's line comes while it does other things (8-byte items between far cores:
 * 61 -> 22 ns each). A receiver that already waits takes it back at its next look, and nothing is
 * lost; one that comes at the same time finds the packet (8-byte allgather 310 -> 255 ns). */
static inline void ring_follow(const struct ring *ring)
{
	prefetch_write(&ring->slots[ring->tail & (ring->capacity - 1)]);
}

/* The receiver: the oldest packet; NULL when there is none. */
static inline struct slot *ring_front(struct ring *ring)
{
	uint32_t head = load_own(&ring->head);
	struct slot *slot = &ring->slots[head & (ring->capacity - 1)];

	return load_acquire(&slot->turn) == head + 1 ? slot : NULL; /* A1 */
}

/* The receiver: done with the oldest packet; its slot and what it lent go back to the sender. */
static inline void ring_pop(struct ring *ring)
{
	store_release(&ring->head, load_own(&ring->head) + 1); /* R2 */
	parker_wake(ring->sender);
}

/* The sender: true when all packets before `position` have been popped. */
static inline bool ring_returned(struct ring *ring, uint32_t position)
{
	if ((int32_t)(ring->head_seen - position) < 0)
		ring->head_seen = load_acquire(&ring->head); /* A2 */
	return (int32_t)(ring->head_seen - position) >= 0;
}

/* The receiver, before it copies from lent memory: false when the sender has taken it back. */
static inline bool slot_take(struct slot *slot)
{
	return exchange_own(&slot->claim, TAKEN) == OFFERED;
}

/* The sender, giving up: true when the receiver will never touch the memory; false when it has
 * begun, and the sender must wait for the return. */
static inline bool slot_revoke(struct slot *slot)
{
	return exchange_own(&slot->claim, REVOKED) != TAKEN;
}

#endif
