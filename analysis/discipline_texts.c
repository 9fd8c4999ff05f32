/* Describes each scheduling discipline for `grove list orders`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "analysis/discipline_texts.h"

/* In the order of collectives/discipline.c. */
static const struct discipline disciplines[] = {
	{ "level", "any family", "all links of a level at one time",
		"Johnsson & Ho 1986, theorem 6.2" },
	{ "dimension", "any family; nrsbt with one port",
		"one dimension at a time: the labels f(i, j)",
		"Johnsson & Ho 1986, theorem 4.1 and lemma 6.1" },
	{ "slot", "any family, where links have dimensions",
		"level after level, each with a sub-slot for each dimension",
		"Tseng & Sheu 1997, section 4.2" },
	{ "turn", "any family", "a node's children in turn, the longest way first",
		"Johnsson & Ho 1986, section 4.1.2" },
	{ "rotations", "nrsbt, --ports all",
		"rotated exchanges, dimension by dimension, n at once",
		"Johnsson & Ho 1986, section 7.1" },
	{ "postorder", "scatter, gather, alltoall, permute, send",
		"each link carries once all that lies behind it",
		"Johnsson & Ho 1986, theorem 7.3" },
	{ "breadth", "scatter, gather, alltoall, permute, send",
		"reverse breadth first: the farthest nodes' blocks leave first",
		"Johnsson & Ho 1986, theorem 7.4" },
	{ "stream", "scatter, gather: --ports all; brg with any ports",
		"the farthest first, in packets that mix nodes and levels",
		"Johnsson & Ho 1986, sections 5.1.1 and 5.1.5" },
	{ "gray", "scatter sbt, gather sbt: cube:n",
		"block after block, through the ports in the order of the Gray code",
		"Johnsson & Ho 1986, section 5.1" },
	{ "pruned", "broadcast3a, broadcast3b, broadcast4",
		"without deliveries of what a node has already", "Stout & Wagar 1990, section 2" },
	{ "short", "permute lc-transpose",
		"fewer packets, of different sizes, for short messages",
		"derived from Stout & Wagar 1990, section 7.2" },
	{ "steps:K", "scatter flow, gather flow",
		"in K steps, where more start-ups may save volume", "derived" },
	{ "colour", "any family",
		"one colour of links at a time: each node talks to one neighbour",
		"Nickolov 1993, lemma 1.7" },
	{ "side", "any family",
		"the two directions of a link at times of their own, for half duplex", "derived" },
	{ "whole", "broadcast nesbt, adst2, adst3, adst4, edst2",
		"every tree carries all, so that links may fail: one less than there are trees",
		"Johnsson & Ho 1986, section 3.5" },
};

const struct discipline *discipline_at(int i)
{
	int count = sizeof disciplines / sizeof disciplines[0];

	return i >= 0 && i < count ? &disciplines[i] : NULL;
}
