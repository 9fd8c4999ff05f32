/* Translates the ranges of node 0's packets to other nodes, which do the same. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/size.h"
#include "plan/lists/translate.h"

/* Returns the number of the block at node w that corresponds to node 0's block. */
static uint64_t translate_block(const struct problem *problem, int w, uint64_t block)
{
	uint64_t nodes = (uint64_t)problem->net.nodes;
	const struct network *net = &problem->net;

	switch (collective_kind(problem->collective)->blocks) {
	case BLOCK_FOR_NODE:
		return (uint64_t)network_translate(net, w, (int)block);
	case BLOCK_FOR_PAIR:
		return (uint64_t)network_translate(net, w, (int)(block / nodes)) * nodes +
		       (uint64_t)network_translate(net, w, (int)(block % nodes));
	default:
		return block;
	}
}

/* Translates a range of an all-reduce with slices that belong to the nodes. Takes off the range the
 * part in the slice in which the range begins. Slices may differ by an element, so the borders of a
 * translated range may differ, too. */
static struct range translate_slice(const struct schedule *schedule, int w, struct range *range)
{
	const struct network *net = &schedule->problem.net;
	uint64_t nodes = (uint64_t)net->nodes, element = schedule->element;
	uint64_t elements = schedule->bytes / element;
	uint64_t s = (range->begin / element * nodes + nodes + elements - 1) / elements - 1;
	uint64_t image = (uint64_t)network_translate(net, w, (int)s);
	size_t low = cut(elements, s, nodes) * element;
	size_t high = cut(elements, s + 1, nodes) * element;
	size_t at = cut(elements, image, nodes) * element;
	size_t length = cut(elements, image + 1, nodes) * element - at;
	struct range part = *range;

	part.end = part.end < high ? part.end : high;
	range->begin = part.end;
	part.begin = at + (part.begin - low < length ? part.begin - low : length);
	part.end = part.end < high && part.end - low < length ? at + part.end - low : at + length;
	return part;
}

struct range range_translated(const struct schedule *schedule, int w, struct range *range)
{
	struct range image = *range;

	if (collective_kind(schedule->problem.collective)->sliced && range->begin < range->end)
		return translate_slice(schedule, w, range);
	image.block = translate_block(&schedule->problem, w, image.block);
	range->begin = range->end;
	return image;
}
