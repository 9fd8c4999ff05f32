/* Proves a round of a plan from its hops, piece by piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/verify/contributions.h"
#include "plan/verify/verify_hops.h"
#include "plan/lists/hop_metrics.h"

/* The verifier of schedules follows every byte, because packets may be cut anywhere. The pieces of
 * a plan are whole, and each piece has hops of its own. The hops of a piece show if the piece comes
 * to all nodes that must get the piece, and the round is right if all pieces are. A round without
 * such a proof goes to the verifier of schedules, which decides and gives the reason.
 *
 * Where bytes are only copied, a node has a piece from the first arrival on. A first pass over the
 * hops notes the first arrivals, in any order of the hops, and a second pass checks that each
 * sender has the piece before its hop. Assume that some hop fails to have its piece in time, and
 * take the first of these hops in time: all arrivals before that hop are real, so the check of that
 * hop is right and fails. This method needs a place for each node and piece.
 *
 * In other cases, where contributions are combined or most nodes never have a piece, the hops are
 * sorted by piece and then by time. An array for all nodes is then enough. Each entry has the
 * number of its piece. */

enum {
	PLACES_FOR_HOP = 4 /* places for nodes and pieces, at most; a broadcast needs about one */
};

struct proof {
	const struct plan *plan;
	struct problem problem; /* the problem that the hops solve */
	unsigned kinds;
	uint32_t *by_time, *by_piece; /* numbers of hops */
	size_t hops;		      /* in rounds of these kinds */
	size_t *first;		      /* [pieces + 1] in by_piece */
	size_t pieces;
	uint32_t *mark; /* [nodes] copies: 1 + the piece that the node got */
	struct contributions contributions;
};

static bool done(const struct proof *p, const struct hop *h)
{
	return p->kinds & ~(unsigned)h->absent;
}

static size_t piece_of(const struct proof *p, const struct hop *h)
{
	return (size_t)h->block * (size_t)p->plan->parts + h->part;
}

/* Returns true if all hops use existing links and pieces, and fold only if the collective folds. */
static bool are_sound(const struct proof *p)
{
	const struct network *net = &p->problem.net;
	uint64_t blocks = semantics_blocks(&p->problem);

	for (size_t i = 0; i < p->plan->hops; i++) {
		const struct hop *h = &p->plan->hop[i];

		if (h->from < 0 || h->from >= net->nodes || h->port >= net->ports ||
			h->block >= blocks || h->part >= (uint32_t)p->plan->parts || h->time < 0 ||
			(h->fold && !collective_folds(p->problem.collective)) ||
			(!network_symmetric(net) && hop_to(p->plan, h) < 0))
			return false;
	}
	return true;
}

/* ---- Two stable sorts by counting ---- */

static int sort_by_time(struct proof *p)
{
	const struct plan *plan = p->plan;
	size_t *next = calloc((size_t)plan->times + 2, sizeof *next);

	p->by_time = array_new(plan->hops, sizeof *p->by_time);
	if (!next || !p->by_time) {
		free(next);
		return -ENOMEM;
	}
	for (size_t i = 0; i < plan->hops; i++)
		if (done(p, &plan->hop[i])) {
			next[plan->hop[i].time + 1]++;
			p->hops++;
		}
	for (int t = 1; t <= plan->times; t++)
		next[t] += next[t - 1];
	for (size_t i = 0; i < plan->hops; i++)
		if (done(p, &plan->hop[i]))
			p->by_time[next[plan->hop[i].time]++] = (uint32_t)i;
	free(next);
	return 0;
}

static int sort_by_piece(struct proof *p)
{
	size_t *next = calloc(p->pieces + 2, sizeof *next);

	p->by_piece = array_new(p->hops, sizeof *p->by_piece);
	p->first = next;
	if (!next || !p->by_piece)
		return -ENOMEM;
	for (size_t i = 0; i < p->hops; i++)
		next[piece_of(p, &p->plan->hop[p->by_time[i]]) + 2]++;
	for (size_t k = 2; k < p->pieces + 2; k++)
		next[k] += next[k - 1];
	for (size_t i = 0; i < p->hops; i++)
		p->by_piece[next[piece_of(p, &p->plan->hop[p->by_time[i]]) + 1]++] = p->by_time[i];
	return 0;
}

/* ---- One piece ---- */

/* Returns the end of the hops with the time of entry i of the list. */
static size_t time_end(const struct proof *p, size_t i, size_t end)
{
	const struct hop *hop = p->plan->hop;
	int32_t time = hop[p->by_piece[i]].time;

	while (i < end && hop[p->by_piece[i]].time == time)
		i++;
	return i;
}

static bool has_piece(const struct proof *p, size_t piece, int v, struct nodes before)
{
	return p->mark[v] == piece + 1 || nodes_have(before, v);
}

/* Moves the piece at a time: all senders must have the piece, and then all receivers get the
 * piece. */
static bool copy_at_time(const struct proof *p, size_t piece, size_t begin, size_t end)
{
	const struct plan *plan = p->plan;
	struct nodes before = semantics_before(&p->problem, piece / (size_t)plan->parts);

	for (size_t i = begin; i < end; i++)
		if (!has_piece(p, piece, plan->hop[p->by_piece[i]].from, before))
			return false;
	for (size_t i = begin; i < end; i++)
		p->mark[hop_to(plan, &plan->hop[p->by_piece[i]])] = (uint32_t)piece + 1;
	return true;
}

static bool is_copied(const struct proof *p, size_t piece)
{
	uint64_t block = piece / (size_t)p->plan->parts;
	struct nodes before = semantics_before(&p->problem, block);
	struct nodes after = semantics_after(&p->problem, block);

	for (size_t i = p->first[piece], end = p->first[piece + 1], next; i < end; i = next) {
		next = time_end(p, i, end);
		if (!copy_at_time(p, piece, i, next))
			return false;
	}
	for (int v = after.first; v < after.first + after.count; v++)
		if (!has_piece(p, piece, v, before))
			return false;
	return true;
}

/* Checks the contributions of a piece. Copies and folds at the same time are left to the verifier
 * of schedules, which knows the order. */
static int is_combined(struct proof *p, size_t piece, bool *right)
{
	const struct plan *plan = p->plan;
	size_t begin = p->first[piece], end = p->first[piece + 1];
	struct nodes after = semantics_after(&p->problem, piece / (size_t)plan->parts);
	struct miscount wrong;
	int error = contributions_begin(&p->contributions, end - begin);

	for (size_t i = begin; i < end && !error; i++) {
		const struct hop *h = &plan->hop[p->by_piece[i]];

		contributions_add(&p->contributions, h->from, hop_to(plan, h), h->time, h->fold);
	}
	if (!error)
		error = contributions_check(&p->contributions, after, &wrong);
	*right = !error && wrong.node < 0 && !contributions_mixed(&p->contributions);
	return error;
}

static int prove_pieces(struct proof *p, bool *right)
{
	bool folds = collective_folds(p->problem.collective);
	int error = 0;

	*right = true;
	for (size_t piece = 0; piece < p->pieces && *right && !error; piece++)
		if (folds)
			error = is_combined(p, piece, right);
		else
			*right = is_copied(p, piece);
	return error;
}

static int prove_flow(struct proof *p, bool *right)
{
	int error = sort_by_time(p);

	if (!error)
		error = sort_by_piece(p);
	if (error)
		return error;
	p->mark = array_zeros((size_t)p->problem.net.nodes, sizeof *p->mark);
	if (!p->mark)
		return -ENOMEM;
	p->contributions = contributions_of(p->problem.net.nodes);
	error = prove_pieces(p, right);
	contributions_free(&p->contributions);
	return error;
}

/* ---- Copies ---- */

/* Returns [pieces * nodes] 1 + the time at which the node first receives the piece; 0: never; a
 * negative number at nodes with the piece from the beginning. */
static int32_t *first_arrivals(const struct proof *p)
{
	const int32_t early = INT32_MIN;
	size_t nodes = (size_t)p->problem.net.nodes;
	int32_t *arrival = array_zeros(nodes * p->pieces, sizeof *arrival);

	for (size_t piece = 0; piece < p->pieces && arrival; piece++) {
		struct nodes before = semantics_before(&p->problem, piece / (size_t)p->plan->parts);

		for (int v = before.first; v < before.first + before.count; v++)
			arrival[piece * nodes + (size_t)v] = early;
	}
	for (size_t i = 0; i < p->plan->hops && arrival; i++) {
		const struct hop *h = &p->plan->hop[i];
		int32_t *first = &arrival[piece_of(p, h) * nodes + (size_t)hop_to(p->plan, h)];

		if (done(p, h) && (!*first || h->time + 1 < *first))
			*first = h->time + 1;
	}
	return arrival;
}

static bool senders_have(const struct proof *p, const int32_t *arrival)
{
	size_t nodes = (size_t)p->problem.net.nodes;

	for (size_t i = 0; i < p->plan->hops; i++) {
		const struct hop *h = &p->plan->hop[i];
		int32_t there = arrival[piece_of(p, h) * nodes + (size_t)h->from];

		if (done(p, h) && (!there || there > h->time))
			return false;
	}
	return true;
}

static bool receivers_have(const struct proof *p, const int32_t *arrival)
{
	size_t nodes = (size_t)p->problem.net.nodes;

	for (size_t piece = 0; piece < p->pieces; piece++) {
		struct nodes after = semantics_after(&p->problem, piece / (size_t)p->plan->parts);

		for (int v = after.first; v < after.first + after.count; v++)
			if (!arrival[piece * nodes + (size_t)v])
				return false;
	}
	return true;
}

static int prove_copies(const struct proof *p, bool *right)
{
	int32_t *arrival = first_arrivals(p);

	if (!arrival)
		return -ENOMEM;
	*right = senders_have(p, arrival) && receivers_have(p, arrival);
	free(arrival);
	return 0;
}

static bool are_copies(const struct proof *p)
{
	size_t nodes = (size_t)p->problem.net.nodes;

	return !collective_folds(p->problem.collective) &&
	       p->pieces <= PLACES_FOR_HOP * p->plan->hops / nodes;
}

/* ---- A round ---- */

int verify_hops_round(const struct plan *plan, const struct problem *problem, unsigned kinds,
	struct figures *figures, bool *right)
{
	struct proof p = { .plan = plan, .problem = *problem, .kinds = kinds };
	int error;

	*right = false;
	if (collective_joins(problem->collective) || !collective_has_bytes(problem->collective))
		return 0;
	p.pieces = (size_t)semantics_blocks(problem) * (size_t)plan->parts;
	if (p.pieces > 4 * plan->hops + 1024 || p.pieces >= UINT32_MAX || !are_sound(&p))
		return 0; /* most pieces do not move, or a hop is wrong */
	error = hop_metrics_round(figures, plan, kinds);
	if (!error && !figures->conflicts)
		error = are_copies(&p) ? prove_copies(&p, right) : prove_flow(&p, right);
	free(p.by_time);
	free(p.by_piece);
	free(p.first);
	free(p.mark);
	return error == -ENOMEM ? why(ENOMEM, "no memory to verify %zu hops", plan->hops) : error;
}
