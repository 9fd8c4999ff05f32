/* Holdings are the pieces that each node holds while the steps of a schedule go by. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_HOLDINGS_H
#define ANALYSIS_HOLDINGS_H

#include "plan/lists/cells.h"

/* The things are the pieces that packets carry, cut at every byte at which some packet begins or
 * ends a piece. A node holds a copy of a thing or not. A thing that nodes combine has a count for
 * each contributor. A barrier has a single thing, the news, with a count for each node. Any
 * schedule has holdings, right or wrong: a packet brings the pieces that its sender holds at the
 * beginning of the step, and over a link that is absent a packet brings nothing. */
struct holdings {
	const struct schedule *schedule;
	struct cells cells; /* only the cuts */
	size_t things;
	uint64_t *thing;	/* [things] block * cells + cell, rising */
	size_t counts;		/* numbers of a node for a thing: 1, or the nodes */
	uint8_t *held, *before; /* [things * nodes * counts] now, and when the step began */
	bool *arrived;		/* [things * nodes] in the last step */
};

/* Starts before the first step. Returns 0, -ENOMEM, or -EINVAL with why if there is too much to
 * show. holdings_close accepts a struct of zeros. */
int holdings_open(struct holdings *holdings, const struct schedule *schedule);
void holdings_close(struct holdings *holdings);

/* Goes through the step of the packet with that number, the first of its step. Returns the number
 * of the next step's first packet. */
size_t holdings_step(struct holdings *holdings, size_t first);

/* Returns true if node v holds the thing, or a part of the sum. */
bool holdings_have(const struct holdings *holdings, size_t thing, int v);

/* Returns true if the collective promises the thing to node v, and v misses the thing or a part of
 * the sum. Not for scans, where a sender makes what it sends. */
bool holdings_lack(const struct holdings *holdings, size_t thing, int v);

/* Returns the bytes of a thing. */
struct range holdings_range(const struct holdings *holdings, size_t thing);

/* Returns the numbers of node v for a thing. */
static inline size_t holdings_at(const struct holdings *h, size_t thing, int v)
{
	return thing * (size_t)h->schedule->problem.net.nodes + (size_t)v;
}

static inline const uint8_t *holdings_of(const struct holdings *h, size_t thing, int v)
{
	return h->held + holdings_at(h, thing, v) * h->counts;
}

#endif
