/* Counts the packets and bytes that each thread moves for a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "plan/packet_walk.h"
#include "plan/semantics.h"
#include "plan/model/replay_clocks.h"
#include "plan/model/thread_work.h"
#include "plan/model/zero_copy_cost.h"

/* Packets of the same hops in different rounds, with the mean of bytes. */
struct packets_alike {
	double count, bytes, pieces;
	bool fold;
};

static struct thread_work *work_of(struct plan_work *w, int v)
{
	return &w->work[(long long)v * w->threads / w->plan->problem.net.nodes];
}

static bool is_far(const struct plan_work *w, int v, int to)
{
	int nodes = w->plan->problem.net.nodes;

	return (long long)v * w->threads / nodes != (long long)to * w->threads / nodes;
}

/* The bytes of an inline packet cost nothing, in each of the packets. */
static void receive(struct thread_work *work, const struct plan_work *w,
	const struct packets_alike *p, bool far)
{
	enum form form = !w->exact || p->bytes <= EAGER_BYTES ? ANY_FORM
			 : p->bytes < SHARED_BYTES	      ? LENT
							      : SHARED;
	double bytes = form == ANY_FORM ? fmax(0, p->bytes - INLINE_BYTES) : p->bytes;

	work->ends += p->count;
	work->folds += p->fold * p->count;
	work->stalls += far * p->count;
	if (w->refers)
		return;
	work->pieces += p->pieces * p->count;
	work->bytes[far][p->fold][form] += bytes * p->count;
}

/* Returns the rounds in which a hop is done. */
static uint64_t rounds_of(const struct plan_work *w, const struct hop *h)
{
	if (w->exact)
		return hop_done(h, ROUND_ONLY);
	if (!h->absent)
		return w->rounds;
	return h->absent & ROUND_BETWEEN || w->rounds < 2 ? 0 : w->rounds - 2;
}

/* Returns the bytes of a hop's part, or the least bytes in a round. */
static double part_bytes(const struct plan_work *w, const struct hop *h)
{
	const struct cutting *cutting = &w->cutting;
	double parts = w->plan->parts, units = plan_units(w->plan);
	size_t begin, end;

	if (!w->exact)
		return floor((double)cutting->elements * hop_units(w->plan, h) * parts /
			       (units * (double)cutting->packets)) *
		       (double)cutting->element;
	cutting_part(cutting, w->plan, 0, h->part, &begin, &end);
	return (double)(end - begin);
}

static struct packets_alike packets_written(
	const struct plan_work *w, const struct packet_walk *walk)
{
	bool has_bytes = collective_has_bytes(w->plan->problem.collective);
	struct packets_alike p = { .fold = walk->first->fold, .pieces = has_bytes };

	for (const struct hop *h = walk->first; h < walk->end; h++) {
		double rounds = (double)rounds_of(w, h), bytes = has_bytes ? part_bytes(w, h) : 0;

		if (has_bytes && bytes <= 0)
			continue;
		p.count = fmax(p.count, rounds);
		p.bytes += rounds * bytes;
	}
	p.bytes = p.count > 0 ? p.bytes / p.count : 0;
	return p;
}

/* Counts the packets of a plan that is written out for all nodes. Packets of several rounds may
 * share a slot. */
static void count_written(struct plan_work *w)
{
	struct packet_walk walk = w->exact ? walk_round(w->plan, ROUND_ONLY) : walk_turn(w->plan);

	while (walk_next(&walk)) {
		struct packets_alike p = packets_written(w, &walk);
		int from = walk.first->from, to = hop_to(w->plan, walk.first);

		work_of(w, from)->ends += p.count;
		receive(work_of(w, to), w, &p, is_far(w, from, to));
		w->sent += p.count * p.bytes;
	}
}

static struct packets_alike packets_viewed(
	const struct plan_work *w, const struct packet_walk *walk, double part)
{
	struct packets_alike p = { .fold = walk->first->fold };

	for (const struct hop *h = walk->first; h < walk->end; h++) {
		double rounds = (double)rounds_of(w, h);

		p.count = fmax(p.count, rounds);
		p.pieces += rounds;
	}
	p.pieces = p.count > 0 ? p.pieces / p.count : 0;
	p.bytes = part * p.pieces;
	return p;
}

/* Returns the share of packets through a port that go to another thread. */
static double far_share(const struct plan_work *w, int port)
{
	const struct network *net = &w->plan->problem.net;
	int far = 0;

	for (int v = 0; v < net->nodes; v++)
		far += is_far(w, v, network_neighbour(net, v, port));
	return (double)far / net->nodes;
}

/* Counts the packets of a symmetric plan, the same at every node. The busiest thread does at least
 * the mean of all threads. */
static void count_symmetric(struct plan_work *w, const struct cutting *cutting)
{
	struct packet_walk walk = walk_round(w->plan, w->exact ? ROUND_ONLY : ALL_ROUNDS);
	bool has_bytes = collective_has_bytes(w->plan->problem.collective);
	double nodes = w->plan->problem.net.nodes, far = 0, part;
	int port = -1;

	part = has_bytes ? (double)cutting->elements * (double)cutting->element /
				   (double)cutting->packets
			 : 0;
	walk.view = true;
	while (walk_next(&walk)) {
		struct packets_alike p = packets_viewed(w, &walk, part);
		double count = p.count * nodes / w->threads;

		if (walk.first->port != port)
			far = far_share(w, port = walk.first->port);
		w->sent += nodes * p.count * p.bytes;
		w->work[0].ends += count;
		p.count = count * far;
		receive(&w->work[0], w, &p, true);
		p.count = count - p.count;
		receive(&w->work[0], w, &p, false);
	}
}

/* Counts the blocks that nodes move besides packets: the own block, and blocks that are read by
 * reference. */
static void count_moves(struct plan_work *w, double block)
{
	const struct problem *problem = &w->plan->problem;
	enum collective collective = problem->collective;
	uint64_t own;

	if (collective_folds(collective) || !collective_has_bytes(collective))
		return;
	for (int v = 0; v < problem->net.nodes; v++) {
		int blocks = semantics_output_blocks(problem, v);
		bool copies = semantics_own_block(problem, v, &own);
		bool has = collective_in_output(collective) &&
			   nodes_have(semantics_before(problem, 0), v);

		work_of(w, v)->moves += w->refers ? blocks - has : copies;
		work_of(w, v)->moved += (w->refers ? blocks - has : copies) * block;
	}
}

bool plan_work_count(struct plan_work *w, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates)
{
	size_t block = (size_t)cutting->elements * cutting->element;
	uint64_t rounds = thread_rounds(plan, cutting);

	w->plan = plan;
	w->cutting = *cutting;
	w->threads = rates->threads;
	w->refers = zero_copy_used(plan, block, rates);
	w->exact = cutting->rounds <= 1;
	w->sent = 0;
	if (!rounds || rates->threads > WORK_THREADS)
		return false;
	memset(w->work, 0, sizeof *w->work * (size_t)w->threads);
	cutting_first(&w->cutting, rounds);
	w->rounds = plan->symmetric ? rounds : w->cutting.packets / plan_pieces(plan);
	if (plan->symmetric)
		count_symmetric(w, cutting);
	else
		count_written(w);
	count_moves(w, (double)block);
	w->sent *= w->refers ? 0 : (double)cutting->rounds / (double)rounds;
	return true;
}
