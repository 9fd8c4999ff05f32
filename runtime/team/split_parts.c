/* Parts of a lent packet: where each part lies, and how either end of the link copies the part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/copy.h"
#include "runtime/team/port.h"
#include "runtime/team/split_parts.h"

enum {
	PARTS = 8,		/* at least */
	PART_BYTES = 128 << 10, /* at most: a part, read once and written twice, stays in a core's
				 * cache */
	CUT = 64		/* parts begin at multiples of CUT, hence at whole elements */
};

uint32_t parts_of(size_t bytes)
{
	size_t parts = (bytes + PART_BYTES - 1) / PART_BYTES;

	return parts < PARTS ? PARTS : (uint32_t)parts;
}

size_t part_begin(size_t bytes, uint32_t part, uint32_t parts)
{
	return part == parts ? bytes : bytes / parts * part / CUT * CUT;
}

void share_where(struct split_claim *share, const struct node *me, const struct instruction *i,
	const struct slot *slot)
{
	bool whole = i->count == 1 && slot->extents == 1, fold = i->action == FOLD_PACKET;

	share->node = me;
	share->instruction = i;
	share->slot = slot;
	share->bytes = i->bytes;
	share->past = me->past;
	share->folding = fold ? me->folding : NULL;
	share->from = packet_of(slot, 0).string;
	share->to = whole ? extent_address(&me->extent[i->extents], me->space) : NULL;
	share->operand = fold ? extent_address(&me->extent[i->left], me->space) : NULL;
}

void land_bytes(const struct node *node, const struct instruction *i, const struct slot *slot,
	size_t begin, size_t bytes)
{
	struct walk to = { &node->extent[i->extents], node->space, 0 };
	struct walk left = { &node->extent[i->left], node->space, 0 };

	if (i->action == TAKE_PACKET)
		packet_scatter(packet_of(slot, 0), to, begin, bytes, node->past);
	else if (i->action == FOLD_PACKET)
		packet_combine(packet_of(slot, 0), to, left, begin, bytes, node->folding);
}

void land_part(const struct split_claim *share, uint32_t part)
{
	size_t begin = part_begin(share->bytes, part, share->parts);
	size_t bytes = part_begin(share->bytes, part + 1, share->parts) - begin;

	if (!share->to)
		land_bytes(share->node, share->instruction, share->slot, begin, bytes);
	else if (share->folding)
		folding_apply(share->folding, share->to + begin, share->operand + begin,
			share->from + begin, bytes);
	else
		copy_bytes(share->to + begin, share->from + begin, bytes, share->past);
}

/* Returns true if both ends of a link fold the same operands, from opposite ends. */
static bool fold_together(const struct split_claim *a, const struct split_claim *b)
{
	return a->to && b->to && a->bytes == b->bytes && a->operand == b->from &&
	       a->from == b->operand && a->order != OUTWARD && b->order == MIRRORED - a->order;
}

/* Folds the part for both ends. */
static void fold_twice(
	const struct split_claim *mine, uint32_t part, const struct split_claim *share)
{
	size_t begin = part_begin(mine->bytes, part, mine->parts);
	size_t bytes = part_begin(mine->bytes, part + 1, mine->parts) - begin;

	mine->folding->kernel(mine->to + begin, share->to + begin, mine->operand + begin,
		mine->from + begin, folding_count(mine->folding, bytes));
}

/* Copies the claimed part number k out of this node's result, or folds the part. */
static void pass_part(const struct split_claim *mine, const struct split_claim *share, uint32_t k)
{
	uint32_t part = share_part(share, k);
	size_t begin = part_begin(share->bytes, part, share->parts);

	if (k < mine->own && fold_together(mine, share))
		copy_bytes(share->to + begin, mine->to + begin,
			part_begin(share->bytes, part + 1, share->parts) - begin, share->past);
	else
		land_part(share, part);
}

/* Claims all parts of the peer's packet that are left. */
static uint32_t claim_rest(struct split_claim *share)
{
	int32_t left = (int32_t)load_own(&share->left);

	return left > 0 ? share_claim(share, (uint32_t)left) : 0;
}

void exchange_folds(struct split_claim *mine, struct ring *out)
{
	struct split_claim *share = &out->share;
	uint32_t claimed = 0, passed = 0;

	while (share_more(mine)) {
		uint32_t k = mine->own, part = share_own_part(mine);

		if (!claimed)
			claimed = claim_rest(share);
		if (k == passed && k < claimed && fold_together(mine, share)) {
			fold_twice(mine, part, share);
			passed++;
		} else {
			land_part(mine, part);
		}
	}
	for (; passed < claimed; passed++)
		pass_part(mine, share, passed);
	if (claimed)
		share_landed(share, claimed, out->receiver);
}
