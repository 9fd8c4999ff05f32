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
 * A sender that already knows the next packet, of the same size and the same fingerprint, says so
 * with the packet before: the next packet then comes in the same slot, after the payload that is
 * there. Each packet is still published at once. The receiver always looks at a single slot, and a
 * packet without a successor crosses as before. The packets of a slot return together, because each
 * return takes the line of `head` from the sender (8-byte items: 10.0 -> 6.9 ns each).
 *
 *	position  0, 1, 2, ...  counts packets, modulo 2^31
 *	number    0, 1, 2, ...  counts slots
 *	place     of a slot in the array: ring_place makes it from the number
 *	offset    bytes of the packets in the slot before the next one
 *	turn      2 * (position + 1), and 1 more if the next packet comes in the same slot
 *
 *	writers
 *	head_seen, head_slot_seen	only the sender
 *	tail, tail_...			only the sender
 *	head, head_slot			the receiver: what is before them has returned
 *	taken				the receiver: the packets before it have been popped
 *	taken_..., seen			only the receiver
 *	slot, before its turn		the sender; afterwards only the payload not yet published
 *	slot.turn			the sender: publishes the packets up to that position
 *	slot.claim			both, once lent: OFFERED -> TAKEN, and both -> REVOKED
 *	stalled				the thread that has both ends; otherwise nobody
 *
 *	edges
 *	R1 -> A1	slot.turn	the packet, and lent memory, may be read by the receiver
 *	R2 -> A2	head		lent memory belongs to the sender again
 *	R3 -> A3	head_slot	the slot belongs to the sender again
 *	A thread may be parked on any of them, so R1 and R3 are followed by a wake-up (park.h, S1).
 *
 *	invariants
 *	head <= taken <= tail;  head_seen <= head;  the same for the slots
 *	a packet begins a slot only while tail_slot < head_slot + capacity. A packet that comes
 *	in the same slot needs no room: it never waits for a return, which in turn waits for that
 *	packet
 *	a slot with turn = 2 * (p + 1) or 1 more holds packet p while taken <= p < tail
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
struct strided;

struct slot {
	_Alignas(LINE) union {
		unsigned char payload[SLOT_INLINE]; /* first, so aligned for any element type */
		const unsigned char *address;
		struct {
			const struct extent *list;
			unsigned char *const *spaces;
			unsigned char *result; /* port.h: where the sender folds; NULL: alone */
			bool helps;    /* also with address: the sender will copy parts, too */
			uint32_t body; /* to another process: port.h; the same */
			size_t bytes;  /* also with address */
		} lent;
		struct {
			const unsigned char *address;
			size_t size;
			const struct strided *rows; /* NULL: all bytes at the address */
		} message; /* of more than SLOT_INLINE bytes: runtime/messages */
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
	uint32_t tail_slot, tail_place, tail_offset;
	uint32_t head_seen, head_slot_seen;
	_Alignas(128) _Atomic uint32_t head; /* the receiver's line, which a waiting sender polls */
	_Atomic uint32_t head_slot;
	/* The receiver's alone. A write beside `head` would take the line from the sender
	 * (broadcast and reduce of 4 KiB were 1.3 times as slow). */
	_Alignas(128) _Atomic uint32_t taken; /* atomic for reports of who waits */
	uint32_t taken_slot, taken_place, taken_offset;
	uint32_t seen;			  /* the turn at the last look */
	_Alignas(128) struct slot *slots; /* constant, read by both */
	uint32_t capacity;		  /* a power of two */
	uint32_t eager_bytes;		  /* size of each slot's buffer */
	unsigned char *eager;		  /* [capacity * eager_bytes]; NULL: buffer.h */
	struct parker *sender, *receiver;
	struct wire *wire;	  /* to another process (runtime/node/transport.h), or NULL */
	bool *stalled;		  /* of the end that waits; NULL: none, or on two threads */
	struct split_claim share; /* for the oldest packet, when lent and large */
};

/* Prefetches a cache line that this thread is going to write. A prefetch is no access, so nothing
 * is ordered. For a generic x86 processor the compiler ignores the second argument of the builtin
 * and prefetches for reading, hence the instruction itself. */
static inline void prefetch_write(const void *p)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__("prefetchw %0" ::"m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1);
#endif
}

/* Asks the processor to pass a line that this thread has written on to the cache that all cores
 * share. Another core finds the line there sooner than in this core's own cache. The request is no
 * access, so nothing is ordered, and it is a no-op for processors without such a request. */
static inline void share_line(const void *p)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__("cldemote %0" ::"m"(*(const char *)p));
#else
	(void)p;
#endif
}

/* Slot n is at place n(n + 1) / 2; modulo a power of two these places are all different. With a
 * constant distance from each slot to the next, the receiver's core would foresee the next slot,
 * and take its line, and its buffer's lines, back from the sender, who has fetched them for the
 * next packet (broadcast of 8 bytes: 250 -> 155 ns; of 512 bytes: 570 -> 370 ns). */
static inline uint32_t ring_place(const struct ring *ring, uint32_t number)
{
	uint32_t n = number & (ring->capacity - 1);

	return n * (n + 1) / 2 & (ring->capacity - 1);
}

static inline struct slot *ring_slot(const struct ring *ring, uint32_t number)
{
	return &ring->slots[ring_place(ring, number)];
}

/* Called by the sender. Returns the slot of the next packet, or NULL when the ring is full. If
 * packets are in the slot already (tail_offset), only the payload after those may be written. */
static inline struct slot *ring_reserve(struct ring *ring)
{
	if (!ring->tail_offset && ring->tail_slot - ring->head_slot_seen >= ring->capacity) {
		ring->head_slot_seen = load_acquire(&ring->head_slot); /* A3 */
		if (ring->tail_slot - ring->head_slot_seen >= ring->capacity)
			return NULL;
	}
	return &ring->slots[ring->tail_place];
}

/* Called by the sender. Returns the buffer of the reserved slot. */
static inline unsigned char *ring_eager(const struct ring *ring)
{
	return ring->eager + (size_t)ring->tail_place * ring->eager_bytes;
}

/* Called by the sender. Returns true if two packets of that size, the reserved one and the next,
 * fit in the slot. */
static inline bool ring_has_space(const struct ring *ring, size_t bytes)
{
	return bytes && ring->tail_offset + 2 * bytes <= SLOT_INLINE;
}

/* Called by the sender. Hands the reserved packet to the receiver. Unless `bytes` is 0, the next
 * packet has that many bytes as well, and comes in the same slot: five 8-byte items cross with one
 * line. */
static inline void ring_publish(struct ring *ring, size_t bytes)
{
	struct slot *slot = &ring->slots[ring->tail_place];

	ring->tail++;
	if (bytes) {
		ring->tail_offset += (uint32_t)bytes;
	} else {
		ring->tail_offset = 0;
		ring->tail_place = ring_place(ring, ++ring->tail_slot);
	}
	store_release(&slot->turn, 2 * ring->tail + (bytes != 0)); /* R1 */
	parker_wake(ring->receiver);
}

/* Called by the sender. Hands the reserved packet to the receiver; the next packet takes the next
 * slot. */
static inline void ring_push(struct ring *ring)
{
	ring_publish(ring, 0);
}

/* Called by the sender. Prefetches the line of the next slot while the sender does other work
 * (8-byte items between far cores: 61 -> 22 ns each). A receiver that already waits takes the line
 * back at the next look, and nothing is lost. A receiver that comes at the same time finds the
 * packet (8-byte allgather 310 -> 255 ns). */
static inline void ring_follow(const struct ring *ring)
{
	if (!ring->tail_offset)
		prefetch_write(&ring->slots[ring->tail_place]);
}

/* Returns true if a slot with that turn holds the packet at `position`. */
static inline bool turn_holds(uint32_t turn, uint32_t position)
{
	return (int32_t)(turn - 2 * position) > 1;
}

/* Called by the receiver. Returns the slot of the oldest packet, or NULL when there is none. */
static inline struct slot *ring_front(struct ring *ring)
{
	uint32_t taken = load_own(&ring->taken);
	struct slot *slot = &ring->slots[ring->taken_place];
	uint32_t turn = load_acquire(&slot->turn); /* A1 */

	if (!turn_holds(turn, taken))
		return NULL;
	ring->seen = turn;
	return slot;
}

/* Called by the receiver after ring_front. The receiver is done with the oldest packet. After the
 * last packet of a slot, the slot and the lent memory go back to the sender. */
static inline void ring_pop(struct ring *ring)
{
	uint32_t taken = load_own(&ring->taken) + 1;

	store_own(&ring->taken, taken);
	if (ring->seen != 2 * taken) {
		ring->taken_offset += ring->slots[ring->taken_place].bytes;
		return;
	}
	ring->taken_offset = 0;
	ring->taken_place = ring_place(ring, ++ring->taken_slot);
	store_release(&ring->head, taken);		   /* R2 */
	store_release(&ring->head_slot, ring->taken_slot); /* R3 */
	parker_wake(ring->sender);
}

/* Called by the end that waits for the other one. A thread that has both ends need not look at the
 * ring until the other end has acted. The two ends never wait at the same time: the receiver waits
 * only while there is no packet, and the sender only while there is one. */
static inline void ring_stall(struct ring *ring, bool *stalled)
{
	if (ring->sender != ring->receiver || ring->wire)
		return;
	*stalled = true;
	ring->stalled = stalled;
}

/* Called after ring_publish or ring_pop if an end has stalled. */
static inline void ring_resume(struct ring *ring)
{
	*ring->stalled = false;
	ring->stalled = NULL;
}

/* Called while neither end uses the ring. Drops all packets. */
static inline void ring_empty(struct ring *ring)
{
	ring->tail_offset = ring->taken_offset = 0;
	ring->head_seen = ring->tail;
	ring->taken_slot = ring->head_slot_seen = ring->tail_slot;
	ring->taken_place = ring->tail_place;
	store_own(&ring->taken, ring->tail);
	store_own(&ring->head, ring->tail);
	store_own(&ring->head_slot, ring->tail_slot);
	ring->stalled = NULL;
	ring->share = (struct split_claim){ 0 };
}

/* Called by any thread, which must not read the packet. Returns true if the ring holds a packet,
 * for a receiver that looks at the slot `front`. */
static inline bool ring_holds(const struct ring *ring, uint32_t front)
{
	return turn_holds(load_own(&ring_slot(ring, front)->turn), load_own(&ring->taken));
}

/* Called by the sender. Returns true if all packets before `position` have returned. */
static inline bool ring_returned(struct ring *ring, uint32_t position)
{
	if ((int32_t)(ring->head_seen - position) < 0)
		ring->head_seen = load_acquire(&ring->head); /* A2 */
	return (int32_t)(ring->head_seen - position) >= 0;
}

/* Called by the sender. Returns true if the packets of the slot have returned. */
static inline bool slot_returned(struct ring *ring, struct slot *slot)
{
	uint32_t turn = load_own(&slot->turn);

	ring->head_seen = load_acquire(&ring->head); /* A2 */
	return !turn_holds(turn, ring->head_seen);
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
