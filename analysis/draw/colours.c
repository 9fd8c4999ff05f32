/* Finds the way, port, piece or node that the colour of a range of bytes shows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/draw/colours.h"
#include "base/error.h"
#include "plan/semantics.h"

/* Returns the only node that has a block before (origin) or after (destination), or -1. */
static int node_of(const struct colours *hues, uint64_t block, enum colour_by by)
{
	const struct problem *problem = &hues->schedule->problem;
	struct nodes nodes = by == COLOUR_ORIGIN ? semantics_before(problem, block)
						 : semantics_after(problem, block);

	return nodes.count == 1 ? nodes.first : -1;
}

/* Returns true if every block has an origin, or a destination. */
static bool nodes_known(const struct colours *hues, enum colour_by by)
{
	const struct schedule *schedule = hues->schedule;

	if (collective_joins(schedule->problem.collective))
		return false;
	for (size_t i = 0; i < schedule->ranges; i++)
		if (node_of(hues, schedule->range[i].block, by) < 0)
			return false;
	return true;
}

int colour_of(const struct colours *hues, const struct range *range, const struct way_piece *piece)
{
	switch (hues->by) {
	case COLOUR_PORT:
		return origins_port(&hues->origins, range);
	case COLOUR_PIECE:
		return (int)(piece - hues->ways.piece);
	case COLOUR_ORIGIN:
	case COLOUR_DESTINATION:
		return node_of(hues, range->block, hues->by);
	default:
		return piece->way;
	}
}

int colour_of_packet(const struct colours *hues, const struct packet *packet)
{
	const struct range *range = hues->schedule->range + packet->first;
	int hue = COLOUR_NONE;

	for (uint32_t i = 0; i < packet->count; i++)
		for (const struct way_piece *piece = ways_first(&hues->ways, &range[i]); piece;
			piece = ways_next(&hues->ways, &range[i], piece)) {
			int next = colour_of(hues, &range[i], piece);

			if (hue >= 0 && next != hue)
				return COLOUR_SEVERAL;
			hue = next;
		}
	return hue;
}

/* Returns true if the blocks of the schedule differ in that node. */
static bool tells_apart(const struct colours *hues, enum colour_by by)
{
	const struct schedule *schedule = hues->schedule;

	if (!nodes_known(hues, by))
		return false;
	for (size_t i = 1; i < schedule->ranges; i++)
		if (node_of(hues, schedule->range[i].block, by) !=
			node_of(hues, schedule->range[0].block, by))
			return true;
	return false;
}

static enum colour_by choose(const struct colours *hues)
{
	if (hues->ways.count > 1)
		return COLOUR_WAY;
	return tells_apart(hues, COLOUR_ORIGIN)	       ? COLOUR_ORIGIN
	       : tells_apart(hues, COLOUR_DESTINATION) ? COLOUR_DESTINATION
						       : COLOUR_WAY;
}

static int check(const struct colours *hues)
{
	enum colour_by by = hues->by;
	const char *collective = collective_name(hues->schedule->problem.collective);

	if (by == COLOUR_PORT && !origins_known(&hues->schedule->problem))
		return why(EINVAL,
			"the bytes of %s have no first or last port; there is: way, piece",
			collective);
	if ((by == COLOUR_ORIGIN || by == COLOUR_DESTINATION) && !nodes_known(hues, by))
		return why(EINVAL, "a block of %s has no single %s; there is: way, port, piece",
			collective, by == COLOUR_ORIGIN ? "origin" : "destination");
	return 0;
}

int colours_open(struct colours *hues, const struct schedule *schedule, enum colour_by by)
{
	int error;

	*hues = (struct colours){ .schedule = schedule, .by = by };
	error = ways_open(&hues->ways, schedule);
	if (!error)
		error = check(hues);
	if (!error && by == COLOUR_AUTO)
		hues->by = choose(hues);
	if (!error && by == COLOUR_PORT)
		error = origins_open(&hues->origins, schedule);
	return error;
}

void colours_free(struct colours *hues)
{
	ways_free(&hues->ways);
	origins_free(&hues->origins);
}

const char *colours_text(const struct colours *hues)
{
	bool folds = collective_folds(hues->schedule->problem.collective);

	return hues->by == COLOUR_PORT
		       ? folds ? "comes to its end by port:" : "leaves its origin by port:"
	       : hues->by == COLOUR_PIECE	? "piece:"
	       : hues->by == COLOUR_ORIGIN	? "origin, a node:"
	       : hues->by == COLOUR_DESTINATION ? "destination, a node:"
						: "way (pieces that use the same links):";
}
