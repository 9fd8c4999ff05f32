/* Parts of a lent packet: where each part lies, and how either end of the link copies the part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/copy.h"
#include "runtime/node/port.h"
#include "runtime/node/split_parts.h"

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
	bool whole = i->count == 1 && slot->extents == 1, fold = instruction_folds(i);

	share->node = me;
	share->instruction = i;
	share->slot = slot;
	share->bytes = i->bytes;
	share->past = me->copying.past;
	share->folding = fold ? me->folding : NULL;
	share->from = packet_of(slot, 0).string;
	share->to = whole ? extent_address(&me->extent[i->extents], me->space) : NULL;
	share->operand =
		fold ? extent_address(&me->extent[instruction_operand(i)], me->space) : NULL;
}

void land_bytes(const struct node *node, const struct instruction *i, const struct slot *slot,
	size_t begin, size_t bytes)
{
	struct walk to = { &node->extent[i->extents], node->space, 0 };
	struct walk with = { &node->extent[instruction_operand(i)], node->space, 0 };

	if (i->action == TAKE_PACKET)
		packet_scatter(packet_of(slot, 0), to, begin, bytes, node->copying.past);
	else if (instruction_folds(i))
		packet_combine(packet_of(slot, 0), to, with, i->action == FOLD_BEFORE, begin, bytes,
			node->folding);
}

void land_part(const struct split_claim *share, uint32_t part)
{
	size_t begin = part_begin(share->bytes, part, share->parts);
	size_t bytes = part_begin(share->bytes, part + 1, share->parts) - begin;

	if (!share->to)
		land_bytes(share->node, share->instruction, share->slot, begin, bytes);
	else if (share->folding && share->instruction->action == FOLD_BEFORE)
		folding_apply(share->folding, share->to + begin, share->from + begin,
			share->operand + begin, bytes);
	else if (share->folding)
		folding_apply(share->folding, share->to + begin, share->operand + begin,
			share->from + begin, bytes);
	else
		copy_bytes(share->to + begin, share->from + begin, bytes, share->past);
}
