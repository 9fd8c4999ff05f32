/* Walks two lists of extents together, and moves or combines the pieces of a packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/arith.h"
#include "runtime/kernels/copy.h"
#include "runtime/ring/packet.h"

/* This file has no atomics: the caller has seen that the packet is published (ring.h, A1), and pops
 * the packet afterwards. */

/* Returns a walk over the packet. A packet that is a string becomes a list of a single extent, in
 * the caller's `whole` and `base`. */
static struct walk packet_walk(
	struct inbound packet, size_t bytes, struct extent *whole, unsigned char **base)
{
	if (!packet.string)
		return (struct walk){ packet.slot->lent.list, packet.slot->lent.spaces, 0 };
	*base = (unsigned char *)(uintptr_t)packet.string;
	*whole = (struct extent){ .bytes = bytes };
	return (struct walk){ whole, base, 0 };
}

void packet_scatter(struct inbound packet, struct walk to, size_t begin, size_t bytes, bool past)
{
	struct extent whole;
	unsigned char *base;
	struct walk from = packet_walk(packet, begin + bytes, &whole, &base);

	walk_skip(&from, begin);
	walk_skip(&to, begin);
	for (size_t piece; bytes; bytes -= piece) {
		piece = size_least(bytes, size_least(walk_left(&from), walk_left(&to)));
		copy_bytes(walk_on(&to, piece), walk_on(&from, piece), piece, past);
	}
}

void packet_combine(struct inbound packet, struct walk to, struct walk with, bool before,
	size_t begin, size_t bytes, const struct folding *folding)
{
	struct extent whole;
	unsigned char *base;
	struct walk from = packet_walk(packet, begin + bytes, &whole, &base);

	walk_skip(&from, begin);
	walk_skip(&to, begin);
	walk_skip(&with, begin);
	for (size_t piece; bytes; bytes -= piece) {
		const void *own, *sent;

		piece = size_least(size_least(bytes, walk_left(&from)),
			size_least(walk_left(&to), walk_left(&with)));
		own = walk_on(&with, piece);
		sent = walk_on(&from, piece);
		folding_apply(folding, walk_on(&to, piece), before ? sent : own,
			before ? own : sent, piece);
	}
}

void bytes_copy(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, bool past)
{
	const struct extent *to = &extents[i->extents], *from = &extents[i->left];

	for (uint32_t k = 0; k < i->count; k++)
		copy_bytes(extent_address(&to[k], spaces), extent_address(&from[k], spaces),
			to[k].bytes, past);
}

void bytes_fold(const struct instruction *i, const struct extent *extents,
	unsigned char *const *spaces, const struct folding *folding)
{
	const struct extent *to = &extents[i->extents];
	const struct extent *left = &extents[i->left], *right = &extents[i->right];

	for (uint32_t k = 0; k < i->count; k++)
		folding_apply(folding, extent_address(&to[k], spaces),
			extent_address(&left[k], spaces), extent_address(&right[k], spaces),
			to[k].bytes);
}
