/* Computes the time that the bytes of packets and blocks take in a replay. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/model/replay_clocks.h"

/* Returns true if another thread works at that time. */
static bool others_work(const struct clocks *c, int thread, double clock)
{
	for (int t = 0; t < c->replay->threads; t++)
		if (t != thread &&
			(c->thread[t].since > clock || (!c->thread[t].rests && c->thread[t].left)))
			return true;
	return false;
}

/* Notes that a thread reads the bytes of a node. Returns where the bytes were. */
static enum bytes_from read_by(struct clocks *c, int from, int thread)
{
	struct replay_node *node = &c->node[from];
	uint64_t bit = thread < SEEN_THREADS ? (uint64_t)1 << thread : 0;
	bool seen = node->seen & bit;

	if (!c->replay->distinct)
		node->seen |= bit;
	return seen ? BYTES_SEEN : node->received ? BYTES_PASSED : BYTES_OWN;
}

static double byte_of(const struct operation_costs *costs, const struct load *load, bool near,
	enum bytes_from from, bool busy)
{
	if (load->fold && !load->late)
		return near ? costs->fold_within[from][busy] : costs->fold_between[from][busy];
	return near ? costs->within[from][busy] : costs->between[from][busy];
}

/* Lets the sender's core help from the time at which the core is free. Returns the end. */
static double land_together(
	struct clocks *c, const struct load *load, double begin, enum bytes_from from, double alone)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	struct replay_thread *sender = &c->thread[thread_of(c, load->from)];
	double both = load->fold && !load->late ? costs->fold_both[from] : costs->both[from];
	double joins = fmax(begin, sender->since) + costs->inlined.way;
	double left = load->bytes - (joins - begin) / alone, end;

	if (!sender->rests && sender->left)
		return begin + load->bytes * alone;
	if (left <= 0 || both >= alone)
		return begin + load->bytes * alone;
	end = joins + left * both;
	sender->since = end;
	if (sender->clock < end)
		sender->clock = end;
	return end;
}

/* Returns the time at which the bytes of a lent packet are in place. */
static double land_lent(struct clocks *c, const struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	bool near = thread == thread_of(c, load->from), busy = others_work(c, thread, clock);
	enum bytes_from from = read_by(c, load->from, thread);

	clock += near ? 0 : load->pieces * costs->first_line[from];
	if (near || load->bytes < SHARED_BYTES || !load->helps)
		clock += load->bytes * byte_of(costs, load, near, from, busy);
	else
		clock = land_together(
			c, load, clock, from, byte_of(costs, load, near, from, false));
	return clock + (load->late ? load->bytes * costs->fold_within[BYTES_PASSED][busy] : 0);
}

/* Returns the time at which both ends have combined a half each, for both ends: a fold reads two
 * bytes and stores one, here two. */
static double land_halves(struct clocks *c, const struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	enum bytes_from from = read_by(c, load->from, thread);

	return clock + costs->first_line[from] + load->bytes * costs->fold_both[from] * 4 / 3;
}

double clocks_land(struct clocks *c, const struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	bool near = thread == thread_of(c, load->from);

	clock += costs->packet + load->pieces * costs->piece;
	clock += load->fold || load->late ? costs->fold : 0;
	if (load->bytes > 0 && !c->node[load->to].received)
		clock += costs->miss;
	if (!near)
		clock += form_of(costs, load)->stall;
	if (load->bytes <= INLINE_BYTES)
		return clock;
	if (load->bytes <= EAGER_BYTES)
		return clock +
		       load->bytes * (near ? costs->within[BYTES_PASSED][0] : costs->eager_byte);
	if (load->halves && !near)
		return land_halves(c, load, thread, clock);
	return land_lent(c, load, thread, clock);
}

double clocks_move(struct clocks *c, int v, int from, double clock)
{
	const struct operation_costs *costs = costs_of(c, v);
	int thread = thread_of(c, v);
	bool near = thread == thread_of(c, from), busy = others_work(c, thread, clock);
	enum bytes_from bytes = read_by(c, from, thread);

	if (bytes == BYTES_PASSED)
		bytes = BYTES_OWN; /* the output has changed, and not the block */
	return clock + costs->packet / 2 + (near ? 0 : costs->first_line[bytes]) +
	       c->replay->block * (near ? costs->within[bytes][busy] : costs->between[bytes][busy]);
}
