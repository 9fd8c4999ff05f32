/* Finds the tree, block or part that the colour of a range of bytes shows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/colours.h"

enum {
	PARTS = 8 /* parts of an all-reduce's block */
};

int colour_of(const struct colours *hues, const struct range *range)
{
	const struct problem *problem = &hues->schedule->problem;

	switch (hues->meaning) {
	case BY_PART:
		return (int)((double)range->begin / (double)hues->schedule->bytes * PARTS);
	case BY_BLOCK: /* an all-to-all's block has its origin's colour */
		return (int)(collective_kind(problem->collective)->blocks == BLOCK_FOR_PAIR
				     ? range->block / (uint64_t)problem->net.nodes
				     : range->block);
	default:
		return origins_port(&hues->origins, range);
	}
}

static enum meaning find_meaning(const struct colours *hues)
{
	const struct schedule *schedule = hues->schedule;

	if (collective_kind(schedule->problem.collective)->sliced)
		return BY_PART;
	for (size_t i = 1; i < schedule->ranges; i++)
		if (colour_of(hues, &schedule->range[i]) != colour_of(hues, &schedule->range[0]))
			return BY_PORT;
	return BY_BLOCK;
}

int colours_open(struct colours *hues, const struct schedule *schedule)
{
	int error;

	*hues = (struct colours){ .schedule = schedule };
	error = origins_open(&hues->origins, schedule);
	if (!error)
		hues->meaning = find_meaning(hues);
	return error;
}

void colours_free(struct colours *hues)
{
	origins_free(&hues->origins);
}

const char *colours_text(const struct colours *hues)
{
	bool folds = collective_folds(hues->schedule->problem.collective);

	return hues->meaning == BY_PART	   ? "part of the block:"
	       : hues->meaning == BY_BLOCK ? "block:"
	       : folds			   ? "comes to its end by port:"
					   : "leaves its origin by port:";
}
