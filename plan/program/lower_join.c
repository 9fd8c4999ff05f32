/* Joins a run with the packet that brings the next run, so that the packet need not wait in
 * scratch. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/program/lower.h"

/* Usually a run that arrives waits in scratch until the node sends the joined run, or ends. Where
 * the run beside it is there, and nobody asks for the new run alone any more, the packet itself is
 * folded: its bytes are read once, while they are in a cache.
 *
 * The new run then has no place. Later sends, and the node's own result, must be made with the
 * joined run or have nothing of the new run. The runs that the node gets come once and have no
 * nodes in common, other than with the run of all nodes, so there is one way only to make a run,
 * and this way uses the joined run. Nodes that get other runs let them wait. */

enum {
	USES = 64 /* runs of a node; with more, runs wait as usual */
};

/* ---- The runs that a node sends and receives ---- */

static bool same(const struct run *a, const struct run *b)
{
	return a->first == b->first && a->last == b->last;
}

static bool contains(const struct run *a, const struct run *b)
{
	return a->first <= b->first && b->last <= a->last;
}

static bool meet(const struct run *a, const struct run *b)
{
	return a->first <= b->last && b->first <= a->last;
}

/* Notes that operation `op` sends or receives the run. Returns false if there are too many runs. */
static bool note_use(struct lower *l, struct run run, size_t op, bool sends)
{
	size_t k = 0;

	while (k < l->uses && !same(&l->use[k].run, &run))
		k++;
	if (k == USES)
		return false;
	if (k == l->uses)
		l->use[l->uses++] = (struct run_use){ .run = run };
	*(sends ? &l->use[k].sent : &l->use[k].received) = op + 1;
	return true;
}

/* Returns true if no two of the runs that the node gets have nodes in common. Its own run
 * counts. */
static bool gets_apart(const struct lower *l)
{
	struct run own = { .first = l->v, .last = l->v };
	int all = l->problem->net.nodes;

	for (size_t i = 0; i < l->uses; i++) {
		const struct run *run = &l->use[i].run;

		if (!l->use[i].received || run->last - run->first + 1 == all)
			continue;
		if (meet(run, &own))
			return false;
		for (size_t k = 0; k < i; k++)
			if (l->use[k].received &&
				l->use[k].run.last - l->use[k].run.first + 1 < all &&
				meet(run, &l->use[k].run))
				return false;
	}
	return true;
}

/* Finds out whether some byte of a run comes twice: the bytes that come are then more than the
 * bytes that have come. */
static int find_repeats(const struct lower *l, bool *repeats)
{
	const struct tape *tape = l->tape;
	struct runs came = { 0 };
	size_t bytes = 0;
	int error = 0;

	for (size_t i = 0; i < tape->ops; i++)
		for (uint32_t k = 0; k < tape->op[i].count && !error; k++) {
			const struct range *r = &tape->range[tape->op[i].first + k];

			if (tape->op[i].op == OP_SEND)
				continue;
			bytes += r->end - r->begin;
			error = runs_add(&came, run_of_range(l->problem, r));
		}
	for (size_t i = 0; i < came.count; i++)
		bytes -= came.run[i].end - came.run[i].begin;
	*repeats = bytes;
	runs_free(&came);
	return error;
}

static int note_uses(struct lower *l)
{
	struct run result = { .last = semantics_prefix(l->problem, l->v) };
	const struct tape *tape = l->tape;
	bool all = true, repeats = false;
	int error;

	l->use = array_new(USES, sizeof *l->use);
	if (!l->use)
		return -ENOMEM;
	for (size_t i = 0; i < tape->ops && all; i++)
		for (uint32_t k = 0; k < tape->op[i].count && all; k++)
			all = note_use(l,
				run_of_range(l->problem, &tape->range[tape->op[i].first + k]), i,
				tape->op[i].op == OP_SEND);
	if (all && result.last >= 0) /* after all sends */
		all = note_use(l, result, tape->ops, true);
	error = find_repeats(l, &repeats);
	if (!all || repeats || !gets_apart(l))
		l->uses = 0;
	return error;
}

/* Returns true if a part of a run is needed after operation `op`, other than in the joined run. */
static bool needed_alone(
	const struct lower *l, const struct run *part, const struct run *joined, size_t op)
{
	for (size_t k = 0; k < l->uses; k++)
		if (l->use[k].sent > op + 1 && meet(&l->use[k].run, part) &&
			!run_serves(&l->runs, joined, &l->use[k].run))
			return true;
	return false;
}

/* ---- The run beside ---- */

/* A run that arrives, and the run of the node that is joined to it. */
struct joint {
	struct run run, beside, joined;
	struct block_place at; /* of the run beside */
	bool before;	       /* the run that arrives is on the left */
};

/* Finds the longest run that has byte `begin` and makes a run with this one, on the side given. */
static bool find_beside(struct lower *l, struct joint *j, size_t begin, size_t *end)
{
	const struct block_place *p = NULL;

	for (size_t i = 0; i < l->runs.count && !p; i++) {
		const struct run *b = &l->runs.run[i];
		bool meets = j->before ? b->first == j->run.last + 1 : b->last + 1 == j->run.first;

		if (!meets || b->begin > begin || b->end <= begin)
			continue;
		j->beside = *b;
		p = block_map_find(&l->places, run_block(l->problem, *b), begin, end);
	}
	if (!p)
		return false;
	j->at = *p;
	j->joined = (struct run){ j->before ? j->run.first : j->beside.first,
		j->before ? j->beside.last : j->run.last, begin, *end, 0 };
	return true;
}

/* Returns true if the node has a run that has a part of this one, and nodes beyond it. If both were
 * joined from runs that have no place any more, a longer run could not be made of both. */
static bool is_crossed(const struct lower *l, const struct run *joined)
{
	for (size_t i = 0; i < l->runs.count; i++) {
		const struct run *run = &l->runs.run[i];

		if (meet(run, joined) && !contains(run, joined) && !contains(joined, run))
			return true;
	}
	return false;
}

/* Returns true if the node has this byte of a run. */
static bool has_byte(struct lower *l, struct run run, size_t begin)
{
	size_t end = begin + 1;

	return block_map_find(&l->places, run_block(l->problem, run), begin, &end);
}

/* What comes after the result is not used. */
static bool range_joins(struct lower *l, size_t op, const struct range *r, bool before)
{
	struct run result = { .last = semantics_prefix(l->problem, l->v) };
	struct joint j = { .run = run_of_range(l->problem, r), .before = before };
	size_t end;

	for (size_t begin = r->begin; begin < r->end; begin = end) {
		end = r->end;
		if (!find_beside(l, &j, begin, &end) || needed_alone(l, &j.run, &j.joined, op) ||
			is_crossed(l, &j.joined) ||
			(result.last >= 0 && has_byte(l, result, begin)))
			return false;
	}
	return true;
}

static bool packet_joins(struct lower *l, const struct tape_op *op, bool before)
{
	for (uint32_t k = 0; k < op->count; k++)
		if (!range_joins(
			    l, (size_t)(op - l->tape->op), &l->tape->range[op->first + k], before))
			return false;
	return op->count;
}

int lower_joins_packet(struct lower *l, const struct tape_op *op, enum arrival *how)
{
	int error = l->use ? 0 : note_uses(l);

	*how = TAKEN;
	if (error || !l->uses)
		return error;
	if (packet_joins(l, op, false))
		*how = FOLDED_BEHIND;
	else if (packet_joins(l, op, true))
		*how = FOLDED_BEFORE;
	return 0;
}

/* ---- The joined run ---- */

static bool is_lent(const struct lower *l, const struct extent *e)
{
	for (size_t k = 0; k < l->loans; k++)
		if (loan_meets(&l->loan[k], e))
			return true;
	return false;
}

/* Returns where the joined run comes to lie: in the output as the beginning of the result, over the
 * run beside, or in scratch. Nobody may need what was there, and a fold may have its result instead
 * of the left operand only. */
static struct extent place_joined(
	struct lower *l, size_t op, const struct joint *j, const struct extent *with)
{
	struct run result = { .last = semantics_prefix(l->problem, l->v) };
	struct extent to = { 0, with->bytes, OUTPUT };
	bool whole = same(&j->joined, &result);

	if (j->joined.first == 0 && j->joined.last <= result.last && !l->late &&
		(whole || !needed_alone(l, &j->joined, &result, op))) {
		uint64_t block = run_block(l->problem, result);
		int64_t index = semantics_output_index(l->problem, l->v, block);

		to.offset = lower_output_at(l, index) + j->joined.begin;
		if (whole || !is_lent(l, &to))
			return to;
	}
	if (!j->before && with->space == SCRATCH && !needed_alone(l, &j->beside, &j->joined, op) &&
		!is_lent(l, with))
		return *with;
	return (struct extent){ lower_scratch(l, with->bytes), with->bytes, SCRATCH };
}

int lower_join(struct lower *l, const struct tape_op *op, const struct range *r, enum arrival how,
	size_t begin, struct extent *to, struct extent *with)
{
	struct joint j = { .run = run_of_range(l->problem, r), .before = how == FOLDED_BEFORE };
	size_t end = r->end;

	if (!find_beside(l, &j, begin, &end))
		return why(EINVAL, "node %d lost a run", l->v);
	*with = (struct extent){ j.at.offset + (begin - j.at.begin), end - begin, j.at.space };
	*to = place_joined(l, (size_t)(op - l->tape->op), &j, with);
	return lower_put(l, (struct block_place){ .block = run_block(l->problem, j.joined),
				    .begin = begin,
				    .end = end,
				    .offset = to->offset,
				    .space = to->space });
}
