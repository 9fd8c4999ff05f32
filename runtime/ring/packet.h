/* Fills slots with packets from a node's memory, and takes or folds the packets on arrival. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_PACKET_H
#define RUNTIME_RING_PACKET_H

#include <string.h>
#include "plan/program/program.h"
#include "runtime/kernels/fold.h"
#include "runtime/ring/ring.h"

/* A packet is a string of bytes, in the order of its extents. Sender and receiver may cut the same
 * string at different places (never inside an element). Two lists of extents are therefore walked
 * together, and each round moves the longest piece that lies in a single extent of both lists.
 *
 *	sender	  |-----a-----|--b--|--------c--------|
 *	receiver  |---d---|------e------|------f------|
 *	pieces	  |-------|---|-----|---|-------------|
 */
struct walk {
	const struct extent *extent;
	unsigned char *const *spaces;
	size_t done; /* bytes of *extent already walked */
};

static inline unsigned char *extent_address(const struct extent *e, unsigned char *const *spaces)
{
	/* A space without bytes may be NULL, to which C adds nothing, not even 0. */
	return (unsigned char *)((uintptr_t)spaces[e->space] + e->offset);
}

/* Returns the number of bytes left in the current extent. Skips extents that are at their end. */
static inline size_t walk_left(struct walk *walk)
{
	while (walk->done == walk->extent->bytes) {
		walk->extent++;
		walk->done = 0;
	}
	return walk->extent->bytes - walk->done;
}

/* Moves forward by `bytes`. The list must have that many. */
static inline void walk_skip(struct walk *walk, size_t bytes)
{
	for (size_t left; bytes; bytes -= left) {
		left = walk_left(walk);
		left = left < bytes ? left : bytes;
		walk->done += left;
	}
}

static inline unsigned char *walk_on(struct walk *walk, size_t bytes)
{
	unsigned char *address = extent_address(walk->extent, walk->spaces) + walk->done;

	walk->done += bytes;
	return address;
}

/* Acts as memcpy for up to SLOT_INLINE bytes: moves of fixed size that may overlap, without a
 * call. */
static inline void copy_small(unsigned char *to, const unsigned char *from, size_t bytes)
{
	if (bytes > 16) {
		size_t middle = bytes > 32 ? 16 : 0;

		memcpy(to, from, 16);
		memcpy(to + middle, from + middle, 16);
		memcpy(to + bytes - 16, from + bytes - 16, 16);
	} else if (bytes >= 8) {
		memcpy(to, from, 8);
		memcpy(to + bytes - 8, from + bytes - 8, 8);
	} else if (bytes >= 4) {
		memcpy(to, from, 4);
		memcpy(to + bytes - 4, from + bytes - 4, 4);
	} else {
		for (size_t i = 0; i < bytes; i++)
			to[i] = from[i];
	}
}

/* Called by the sender of a packet of middle size. Copies the bytes to the slot's buffer. Meanwhile
 * the slot's line, which the receiver polls, is on the way to this core. Nothing may be written to
 * the slot before the copy: stores come out in order, so the stores to the buffer would wait for
 * that line (256 bytes both ways: 540 -> 470 ns). A receiver on another core finds the bytes in the
 * cache that both share (512 bytes to another core: 370 -> 300 ns). */
static inline void packet_copy(struct ring *ring, struct slot *slot, const struct instruction *i,
	const struct extent *e, unsigned char *const *spaces)
{
	unsigned char *buffer = ring_eager(ring), *to = buffer;

	prefetch_write(slot);
	for (uint32_t k = 0; k < i->count; to += e[k].bytes, k++)
		memcpy(to, extent_address(&e[k], spaces), e[k].bytes);
	if (ring->sender != ring->receiver)
		for (size_t k = 0; k < i->bytes; k += LINE)
			share_line(buffer + k);
	slot->address = buffer;
}

/* Called by the sender after a packet. Prefetches the lines that another packet of the same size
 * would need, in the slot and in the slot's buffer (128 bytes to another core: 470 -> 400 ns). */
static inline void packet_follow(const struct ring *ring, const struct instruction *i)
{
	ring_follow(ring);
	if (i->bytes > SLOT_INLINE && i->bytes <= ring->eager_bytes)
		for (size_t k = 0; k < i->bytes; k += LINE)
			prefetch_write(ring_eager(ring) + k);
}

/* Called by the sender of a large packet. The bytes stay in place until the receiver returns the
 * packet. */
static inline void packet_lend(struct slot *slot, const struct instruction *i,
	const struct extent *e, unsigned char *const *spaces)
{
	store_own(&slot->claim, OFFERED);
	slot->extents = i->count;
	slot->lent.bytes = i->bytes;
	if (i->count == 1) {
		slot->address = extent_address(e, spaces);
	} else {
		slot->lent.list = e;
		slot->lent.spaces = spaces;
	}
}

/* Called by the sender. Small packets travel in the slot, middle ones in the slot's buffer, and
 * large ones are lent. The first packet of a slot says the size of all. */
static inline void packet_fill(struct ring *ring, struct slot *slot, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces)
{
	const struct extent *e = &extents[i->extents];
	unsigned char *to = slot->payload + ring->tail_offset;

	if (i->bytes <= SLOT_INLINE) {
		for (uint32_t k = 0; k < i->count; to += e[k].bytes, k++)
			copy_small(to, extent_address(&e[k], spaces), e[k].bytes);
		if (ring->tail_offset)
			return;
		slot->extents = 0;
	} else if (i->bytes <= ring->eager_bytes) {
		packet_copy(ring, slot, i, e, spaces);
		slot->extents = 0;
	} else {
		packet_lend(slot, i, e, spaces);
	}
	slot->bytes = (uint32_t)i->bytes;
}

/* A packet as the receiver finds it. */
struct inbound {
	const struct slot *slot;
	const unsigned char *string; /* all bytes at a single address, or NULL: the slot's list */
};

/* Returns the packet that follows `offset` bytes of other packets in the slot. */
static inline struct inbound packet_of(const struct slot *slot, uint32_t offset)
{
	if (slot->extents)
		return (struct inbound){ slot, slot->extents == 1 ? slot->address : NULL };
	return (struct inbound){ slot,
		slot->bytes <= SLOT_INLINE ? slot->payload + offset : slot->address };
}

/* packet_scatter moves `bytes` of the packet, from byte `begin` on, into a node's memory.
 * packet_combine does the same, but combines each element at `with` with the packet's element, or
 * (`before`) the packet's element with the element at `with`. The walks
 * start at the packet's first byte. copy.h explains `past`. */
void packet_scatter(struct inbound packet, struct walk to, size_t begin, size_t bytes, bool past);
void packet_combine(struct inbound packet, struct walk to, struct walk with, bool before,
	size_t begin, size_t bytes, const struct folding *folding);

static inline void packet_take(struct inbound packet, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces)
{
	const struct extent *e = &extents[i->extents];

	if (i->bytes <= SLOT_INLINE && i->count == 1)
		copy_small(extent_address(e, spaces), packet.string, i->bytes);
	else if (packet.string && i->count == 1)
		memcpy(extent_address(e, spaces), packet.string, i->bytes);
	else
		packet_scatter(packet, (struct walk){ e, spaces, 0 }, 0, i->bytes, false);
}

static inline void packet_fold(struct inbound packet, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces, const struct folding *folding)
{
	const struct extent *e = &extents[i->extents], *with = &extents[instruction_operand(i)];

	if (!packet.string || i->count != 1)
		packet_combine(packet, (struct walk){ e, spaces, 0 },
			(struct walk){ with, spaces, 0 }, i->action == FOLD_BEFORE, 0, i->bytes,
			folding);
	else if (i->action == FOLD_BEFORE)
		folding_apply(folding, extent_address(e, spaces), packet.string,
			extent_address(with, spaces), i->bytes);
	else
		folding_apply(folding, extent_address(e, spaces), extent_address(with, spaces),
			packet.string, i->bytes);
}

/* Copies, and folds, within a node's own memory. All extents of a run are cut at the same
 * places. */
void bytes_copy(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, bool past);
void bytes_fold(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, const struct folding *folding);

#endif
