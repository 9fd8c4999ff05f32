/* Composes two collectives into one: "sbt+nesbt" is the first along sbt, then the second. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/transforms.h"
#include "plan/semantics.h"

/* A slice is a node's share of the whole: 1/N of a vector, or a block. Each slice is cut into the
 * least common multiple of the parts of the two plans, and a hop of either plan moves as many parts
 * of the whole as a part of that plan is worth:
 *
 *	broadcast, reduce, allreduce	the vector's parts are the parts of its N slices
 *	allgather, reducescatter	every block is a slice; broadcast and reduce move all slices
 *	allreduce A+B-rb		the vector is cut without slices
 *
 * So a composed plan is batched, verified and run like any other plan. If the rounds of a plan
 * overlap, the composed plan takes a single round of that plan.
 *
 * Sources: for broadcast, Barnett et al. 1994 (scatter-collect); for reduce and allreduce,
 * Rabenseifner (Thakur, Rabenseifner & Gropp 2005, section 4); for the others, the
 * performance guidelines of Traeff, Gropp & Thakur 2010, which these algorithms obey. */

enum {
	MOST_HOPS = 1 << 21 /* of a part, written out for all nodes */
};

struct part {
	struct plan *plan;
	uint32_t finer; /* parts of the whole for each part of the plan */
};

static bool sliced(const struct plan *plan)
{
	return semantics_blocks(&plan->problem) > 1;
}

/* ---- The names ---- */

/* Takes the i-th of two words with a '+' between the words, without the suffix. */
static int take_word(char word[ALGORITHM_NAME], const char *from, const char *suffix, int i)
{
	size_t length = strcspn(from, "+"), begin = 0;

	if (i) {
		begin = length + (from[length] == '+');
		length = strlen(from) - begin;
		length -= length >= strlen(suffix) ? strlen(suffix) : length;
	}
	snprintf(word, ALGORITHM_NAME, "%.*s", (int)length, from + begin);
	return strchr(word, '+') ? -EINVAL : 0;
}

int composed_part(struct problem *part, const struct problem *problem, int i)
{
	const struct algorithm *a = algorithm_of(problem);
	int error = a ? 0 : -EINVAL;

	*part = *problem;
	part->root = 0;
	if (error)
		return error;
	part->collective = a->composed[i];
	error = take_word(part->algorithm, problem->algorithm, a->suffix, i);
	if (!error && problem->order[0])
		error = strchr(problem->order, '+') ? take_word(part->order, problem->order, "", i)
						    : -EINVAL;
	return error ? why(EINVAL,
			       "%s %s: two algorithms are joined by one '+', and their orders, too",
			       collective_name(problem->collective), problem->algorithm)
		     : 0;
}

int composed_name(struct problem *problem, const struct problem part[2], const char *suffix)
{
	char name[2 * ALGORITHM_NAME + 8], order[2 * ALGORITHM_NAME];

	snprintf(name, sizeof name, "%s+%s%s", part[0].algorithm, part[1].algorithm, suffix);
	order[0] = 0;
	if (part[0].order[0] || part[1].order[0])
		snprintf(order, sizeof order, "%s+%s", part[0].order, part[1].order);
	if (strlen(name) >= ALGORITHM_NAME || strlen(order) >= ALGORITHM_NAME)
		return -EINVAL;
	strcpy(problem->algorithm, name);
	strcpy(problem->order, order);
	return 0;
}

/* ---- The parts ---- */

/* Writes out the hops of each node. A plan that alternates then has twice as many times. */
static int write_out(struct plan *plan)
{
	int error = plan->symmetric ? plan_expand(plan) : 0;

	for (size_t i = 0; i < plan->hops && !error && plan->alternating; i++) {
		struct hop *h = &plan->hop[i];

		h->time = 2 * h->time + (hop_to(plan, h) < h->from);
	}
	plan->times *= 1 + plan->alternating;
	plan->alternating = false;
	return error;
}

bool composed_takes(const struct plan *plan)
{
	return !plan->cut && !plan->stream;
}

static int open_part(struct plan **plan, const struct problem *part)
{
	const struct algorithm *a = algorithm_of(part);
	const char *because;
	int error = a ? algorithm_serves(part) : -EINVAL;

	if (!error)
		error = a->build(plan, part);
	if (error) {
		*plan = NULL;
		return error;
	}
	if (composed_takes(*plan))
		return 0;
	because = (*plan)->cut ? "its parts are not equal" : "it is a stream of packets";
	plan_free(*plan);
	*plan = NULL;
	return why(EINVAL, "%s %s: %s, so it is not composed", collective_name(part->collective),
		part->algorithm, because);
}

/* Returns true if both parts are the same for every node, so that the whole is, too. */
static bool stays_symmetric(const struct problem *problem, struct plan *const part[2])
{
	return collective_kind(problem->collective)->sliced && part[0]->symmetric &&
	       part[1]->symmetric && !part[0]->alternating && !part[1]->alternating;
}

/* Returns in how many parts both plans together cut a slice. */
static uint32_t slice_of(struct plan *const part[2])
{
	return (uint32_t)common_multiple(part[0]->parts, part[1]->parts);
}

int composed_fits(const struct problem *problem, struct plan *const part[2])
{
	bool symmetric = stays_symmetric(problem, part);

	for (int i = 0; i < 2; i++) {
		const struct plan *plan = part[i];
		double hops = (double)plan->hops * (slice_of(part) / (uint32_t)plan->parts);

		hops *= sliced(plan) ? 1 : (double)semantics_blocks(problem);
		hops *= plan->symmetric && !symmetric ? problem->net.nodes : 1;
		if (hops > MOST_HOPS)
			return why(EINVAL, "%s %s on %s has too many hops to be composed",
				collective_name(problem->collective), problem->algorithm,
				problem->net.name);
	}
	return 0;
}

/* ---- The whole ---- */

static int add_finer(struct plan *whole, const struct part *part, struct hop hop, uint32_t first)
{
	int error = 0;

	for (uint32_t i = 0; i < part->finer && !error; i++) {
		hop.part = first + i;
		error = plan_add(whole, hop);
	}
	return error;
}

/* Adds a hop of a part: for the slice that is the hop's block, or for all slices. */
static int add_hop(struct plan *whole, const struct part *part, struct hop hop, uint32_t slice)
{
	uint32_t slices = (uint32_t)semantics_blocks(&whole->problem), block = hop.block;
	uint32_t first = hop.part * part->finer;
	int error = 0;

	hop.absent = 0;
	hop.block = 0;
	if (slices == 1)
		return add_finer(whole, part, hop,
			(sliced(part->plan) && !whole->symmetric ? block * slice : 0) + first);
	for (uint32_t b = 0; b < slices && !error; b++) {
		if (sliced(part->plan) && b != block)
			continue;
		hop.block = b;
		error = add_finer(whole, part, hop, first);
	}
	return error;
}

static int add_part(struct plan *whole, const struct part *part, int begin, uint32_t slice)
{
	const struct plan *plan = part->plan;
	int error = 0;

	for (size_t i = 0; i < plan->hops && !error; i++) {
		struct hop hop = plan->hop[i];

		if (hop.absent & ROUND_ONLY)
			continue;
		hop.time += begin;
		error = add_hop(whole, part, hop, slice);
	}
	return error;
}

static int compose(struct plan **plan, const struct problem *problem, struct plan *const parts[2])
{
	bool symmetric = stays_symmetric(problem, parts);
	uint32_t slice = slice_of(parts), cut = slice;
	struct problem own = *problem;
	int begin = 0, error = composed_fits(problem, parts);

	for (int i = 0; i < 2 && !symmetric && !error; i++)
		error = write_out(parts[i]);
	if (error)
		return error;
	if (!symmetric && semantics_blocks(problem) == 1 && (sliced(parts[0]) || sliced(parts[1])))
		cut *= (uint32_t)problem->net.nodes;
	own.root = 0;
	error = plan_new(plan, &own, (int)cut);
	if (error)
		return error;
	(*plan)->symmetric = symmetric;
	for (int i = 0; i < 2 && !error; i++) {
		struct part part = { parts[i], slice / (uint32_t)parts[i]->parts };

		error = add_part(*plan, &part, begin, slice);
		begin = parts[i]->times;
	}
	if (!collective_folds(problem->collective)) /* nodes get some bytes in both parts */
		plan_drop_redundant(*plan);
	return plan_kept(plan, error ? error : plan_sort(*plan));
}

int build_composed(struct plan **plan, const struct problem *problem)
{
	struct plan *part[2] = { NULL, NULL };
	struct problem own;
	int error = 0;

	for (int i = 0; i < 2 && !error; i++) {
		error = composed_part(&own, problem, i);
		if (!error)
			error = open_part(&part[i], &own);
	}
	if (!error)
		error = compose(plan, problem, part);
	plan_free(part[0]);
	plan_free(part[1]);
	return error;
}
