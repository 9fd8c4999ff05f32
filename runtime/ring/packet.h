/* Packets: fills slots from a node's memory, and takes or folds what they carry. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PACKET_H
#define RUNTIME_PACKET_H

#include <string.h>
#include "plan/program/program.h"
#include "runtime/kernels/fold.h"
#include "runtime/ring/ring.h"

/* A packet is a string of bytes, in the order of its extents. Sender and receiver may cut the same
 * string at different places (never inside an element), so two lists are walked together: each
 * round moves the longest piece that lies in one extent of both.
 *
 *	sender	  |-----a-----|--b--|--------c--------|
 *	receiver  |---d---|------e------|------f------|
 *	pieces	  |-------|---|-----|---|-------------|
 */
struct walk {
	const struct extent *extent;
	unsigned char *const *spaces;
	size_t done; /* bytes of *extent */
};

static inline unsigned char *extent_address(const struct extent *e, unsigned char *const *spaces)
{
	return spaces[e->space] + e->offset;
}

/* Bytes left in the current extent, skipping those that are at their end. */
static inline size_t walk_left(struct walk *walk)
{
	while (walk->done == walk->extent->bytes) {
		walk->extent++;
		walk->done = 0;
	}
	return walk->extent->bytes - walk->done;
}

/* Forward by as many bytes, which there are. */
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

/* memcpy of what fits in a slot: two moves of fixed size that may overlap, without a call. */
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

/* The sender, of a middle-sized packet: into the slot's buffer. The slot's line, at which the receiver
 * looks, is on its way meanwhile. Nothing may be written there before: stores come out in order, so
 * those into the buffer would wait for that line (256 bytes both ways: 540 -> 470 ns). */
static inline void packet_copy(struct ring *ring, struct slot *slot, const struct instruction *i,
	const struct extent *e, unsigned char *const *spaces)
{
	unsigned char *buffer = ring_eager(ring), *to = buffer;

	prefetch_write(slot);
	for (uint32_t k = 0; k < i->count; to += e[k].bytes, k++)
		memcpy(to, extent_address(&e[k], spaces), e[k].bytes);
	slot->address = buffer;
}

/* The sender, behind a packet: the lines come of another one like it, its slot's and its buffer's (128
 * bytes to another core: 470 -> 400 ns). */
static inline void packet_follow(const struct ring *ring, const struct instruction *i)
{
	ring_follow(ring);
	if (i->bytes > SLOT_INLINE && i->bytes <= ring->eager_bytes)
		for (size_t k = 0; k < i->bytes; k += LINE)
			prefetch_write(ring_eager(ring) + k);
}

/* The sender, of a large packet: it stays where it is until it is returned. */
static inline void packet_lend(struct slot *slot, const struct instruction *i, const struct extent *e,
	unsigned char *const *spaces)
{
	store_own(&slot->claim, OFFERED);
	slot->extents = i->count;
	if (i->count == 1) {
		slot->address = extent_address(e, spaces);
	} else {
		slot->lent.list = e;
		slot->lent.spaces = spaces;
	}
}

/* The sender: small packets travel in the slot, middle ones in its buffer, large ones are lent. */
static inline void packet_fill(struct ring *ring, struct slot *slot, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces)
{
	const struct extent *e = &extents[i->extents];
	unsigned char *to = slot->payload;

	if (i->bytes <= SLOT_INLINE) {
		for (uint32_t k = 0; k < i->count; to += e[k].bytes, k++)
			copy_small(to, extent_address(&e[k], spaces), e[k].bytes);
		slot->extents = 0;
	} else if (i->bytes <= ring->eager_bytes) {
		packet_copy(ring, slot, i, e, spaces);
		slot->extents = 0;
	} else {
		packet_lend(slot, i, e, spaces);
	}
	slot->bytes = (uint32_t)i->bytes;
}

/* The packet's bytes as one string at one address; NULL when it is a list. */
static inline const unsigned char *packet_string(const struct slot *slot)
{
	if (slot->extents) /* lent: of its size the slot has the last 32 bits */
		return slot->extents == 1 ? slot->address : NULL;
	return slot->bytes <= SLOT_INLINE ? slot->payload : slot->address;
}

/* Moves the packet's bytes from `begin` on into a node's memory; the same, combined with what lies at
 * `left`. The walks begin where the packet does. past: copy.h. */
void packet_scatter(
	const struct slot *slot, struct walk to, size_t begin, size_t bytes, bool past);
void packet_combine(const struct slot *slot, struct walk to, struct walk left, size_t begin,
	size_t bytes, const struct folding *folding);

static inline void packet_take(const struct slot *slot, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces)
{
	const struct extent *e = &extents[i->extents];
	const unsigned char *from = packet_string(slot);

	if (i->bytes <= SLOT_INLINE && i->count == 1)
		copy_small(extent_address(e, spaces), slot->payload, i->bytes);
	else if (from && i->count == 1)
		memcpy(extent_address(e, spaces), from, i->bytes);
	else
		packet_scatter(slot, (struct walk){ e, spaces, 0 }, 0, i->bytes, false);
}

static inline void packet_fold(const struct slot *slot, const struct instruction *i,
	const struct extent *extents, unsigned char *const *spaces, const struct folding *folding)
{
	const struct extent *e = &extents[i->extents], *left = &extents[i->left];
	const unsigned char *from = packet_string(slot);

	if (from && i->count == 1)
		folding_apply(folding, extent_address(e, spaces), extent_address(left, spaces),
			from, i->bytes);
	else
		packet_combine(slot, (struct walk){ e, spaces, 0 },
			(struct walk){ left, spaces, 0 }, 0, i->bytes, folding);
}

/* Within a node's own memory; the runs of extents are cut alike. */
void bytes_copy(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, bool past);
void bytes_fold(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, const struct folding *folding);

#endif
