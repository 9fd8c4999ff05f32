/* Marks the packets of a replay that two nodes combine together, or after their bytes came back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/model/replay_clocks.h"
#include "plan/model/replay_folds.h"

enum {
	CROWD = 256,		/* packets of a time that are compared with each other */
	HALVED_BYTES = 64 << 10 /* of input and output, or more (runtime/node/port.h) */
};

/* Returns true if the receiver sends, at the time of this packet, the bytes that the packet
 * changes. */
static bool lends_the_same(
	const struct replay *r, size_t begin, size_t end, const struct load *load)
{
	for (size_t i = begin; i < end; i++)
		if (r->load[i].from == load->to && r->load[i].key == load->key &&
			r->load[i].bytes == load->bytes)
			return true;
	return false;
}

/* Returns true if the ends of this packet exchange the bytes that both combine, and have no other
 * packet at that time. */
static bool pairs_off(const struct replay *r, size_t begin, size_t end, const struct load *load)
{
	bool back = false;

	for (size_t i = begin; i < end; i++) {
		const struct load *other = &r->load[i];

		if (other->from == load->to && other->to == load->from)
			back = other->key == load->key && other->bytes == load->bytes;
		else if (other != load &&
			 (other->from == load->to || other->to == load->to ||
				 other->from == load->from || other->to == load->from))
			return false;
	}
	return back;
}

void mark_folds(struct replay *r, const struct problem *problem, bool symmetric)
{
	bool joins = collective_joins(problem->collective);
	bool one_block = collective_kind(problem->collective)->blocks == ONE_BLOCK;
	/* In a symmetric plan of many blocks, equal keys are different blocks at two nodes. */
	bool told = one_block || !symmetric;
	size_t end;

	for (size_t begin = 0; begin < r->loads; begin = end) {
		for (end = begin; end < r->loads && r->load[end].time == r->load[begin].time; end++)
			;
		for (size_t i = begin; i < end; i++) {
			struct load *load = &r->load[i];
			bool folds = !joins && told && load->fold && end - begin <= CROWD;

			load->late =
				joins || (folds && begin && lends_the_same(r, begin, end, load));
			load->halves = folds && one_block && load->bytes > EAGER_BYTES &&
				       2 * r->block >= HALVED_BYTES &&
				       pairs_off(r, begin, end, load);
		}
	}
}
