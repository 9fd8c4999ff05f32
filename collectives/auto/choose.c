/* Chooses the algorithm with the least estimated time among all that serve a problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/auto/choose.h"
#include "collectives/auto/prospects.h"
#include "collectives/auto/usual.h"
#include "collectives/registry.h"
#include "collectives/memory_need.h"
#include "plan/model/cost_memo.h"
#include "plan/semantics.h"

enum {
	COMPOSED = 2,	      /* at most, for a collective */
	LARGE_PLAN = 32 << 20 /* bytes */
};

/* The conditions of a choice. Candidates slower than `limit` seconds are of no interest, so an
 * algorithm whose floor is above the limit gets no plan. */
struct wanted {
	struct prospect_size size;
	double limit;
	bool keeps; /* the plan of a candidate */
	bool sole;  /* the only candidate needs no estimate */
};

/* Estimates the time of a candidate, which is INFINITY if there is no such plan. Returns 0 or
 * -ENOMEM. */
static int estimate_candidate(
	struct candidate *candidate, const struct problem *problem, const struct wanted *wanted)
{
	const struct binding whole = { .bytes = wanted->size.bytes,
		.element = wanted->size.element };
	struct estimate best = { .seconds = 0 };
	struct plan *plan;
	int error = collective_plan(&plan, problem);

	if (error)
		return error == -ENOMEM ? error : 0;
	if (!wanted->sole)
		error = plan_best_estimate(&best, plan, &whole, wanted->size.rates);
	candidate->seconds = best.seconds;
	candidate->composable = composed_takes(plan);
	if (wanted->keeps && !error)
		candidate->plan = plan;
	else
		plan_free(plan);
	return error;
}

/* Returns true if the algorithm is composed, and a choice should not wait for its plan. */
static bool large_composed(const struct problem *problem)
{
	return problem->net.nodes > COMPOSED_NODES && algorithm_of(problem)->composes;
}

/* Returns the bytes of a block of a part. A vector is N slices; a collective of N blocks moves each
 * slice, or all slices as one vector. With `rest` elements more, the slices of the vector are as
 * large as the largest. */
static size_t part_bytes(const struct problem *whole, const struct problem *part,
	const struct prospect_size *size, bool rest)
{
	uint64_t have = semantics_blocks(whole), want = semantics_blocks(part);
	size_t elements = size->bytes / size->element;

	if (have < want)
		return (elements + (rest ? want - 1 : 0)) / want * size->element;
	return size->bytes <= SIZE_MAX / have ? size->bytes * (size_t)(have / want) : 0;
}

/* Adds the estimate of a part of a composed algorithm in one round. */
static int add_part(double *seconds, const struct plan *part, const struct problem *whole,
	const struct prospect_size *size)
{
	const struct binding binding = { .bytes = part_bytes(whole, &part->problem, size, true),
		.element = size->element };
	double own;
	int error = plan_estimate(&own, part, &binding, size->rates);

	*seconds += own;
	return error;
}

/* Estimates a composed algorithm by its parts, each in one round, one after the other. The plan,
 * with a hop to each node for each node, is not made; that plan takes no longer. Returns 0 or
 * -ENOMEM. */
static int estimate_parts(
	struct candidate *candidate, const struct problem *problem, const struct wanted *wanted)
{
	struct plan *part[2] = { NULL, NULL };
	struct problem own;
	double seconds = 0;
	int error = memory_need_fits(problem);

	for (int i = 0; i < 2 && !error; i++) {
		error = composed_part(&own, problem, i);
		if (!error)
			error = collective_plan(&part[i], &own);
	}
	if (!error)
		error = composed_fits(problem, part);
	for (int i = 0; i < 2 && !error; i++)
		error = add_part(&seconds, part[i], problem, &wanted->size);
	candidate->seconds = error ? INFINITY : seconds;
	plan_free(part[0]);
	plan_free(part[1]);
	return error == -ENOMEM ? error : 0;
}

/* Makes a candidate. Lack of memory is a reason to leave out only a large plan: without a small
 * plan the choice would not be the same the next time. Returns 0, or -ENOMEM with why. */
static int consider(struct candidate *candidate, const struct problem *problem, const char *name,
	const char *order, const struct wanted *wanted)
{
	struct problem own = *problem;
	int error;

	*candidate = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	snprintf(candidate->algorithm, ALGORITHM_NAME, "%s", name);
	snprintf(candidate->order, ALGORITHM_NAME, "%s", order);
	memcpy(own.algorithm, candidate->algorithm, ALGORITHM_NAME);
	memcpy(own.order, candidate->order, ALGORITHM_NAME);
	error = prospect_left_out(&candidate->left_out, &own, wanted->size.rates);
	if (!error && !candidate->left_out) {
		error = large_composed(&own) ? estimate_parts(candidate, &own, wanted)
					     : estimate_candidate(candidate, &own, wanted);
		if (isinf(candidate->seconds))
			candidate->left_out = "it cannot be planned here";
	}
	if (error && memory_need_bytes(&own) > LARGE_PLAN) {
		candidate->left_out = "it does not fit into memory";
		error = 0;
	}
	return error;
}

/* Sorts stably, so that equals keep the order of the table; qsort is not stable. */
static void sort(struct candidate *list, int count)
{
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && list[k - 1].seconds > list[k].seconds; k--) {
			struct candidate held = list[k];

			list[k] = list[k - 1];
			list[k - 1] = held;
		}
}

/* Considers the algorithms of the table that are not composed. Returns how many, or -ENOMEM. */
static int consider_all(struct candidate list[CANDIDATES], const struct problem *problem,
	const struct wanted *wanted)
{
	struct prospect_walk walk = { .problem = problem };
	int count = 0, error = 0;

	while (count < CANDIDATES - COMPOSED && !error && prospect_next(&walk))
		error = consider(&list[count++], problem, walk.algorithm, walk.order, wanted);
	sort(list, count);
	return error ? error : count;
}

/* ---- Composed algorithms: the best of each part ---- */

/* Returns true if no plan by the algorithm takes less than the limit. */
static bool is_above_limit(const struct wanted *wanted, const struct problem *problem,
	const struct algorithm *a, const struct family *family)
{
	return !isinf(wanted->limit) &&
	       prospect_floor(problem, a, family, &wanted->size) > wanted->limit;
}

/* Finds the fastest algorithm below the limit, among these names (NULL: all that are not composed),
 * and with `parts` the fastest that can be a part. best->seconds is INFINITY if there is no such
 * algorithm. Returns 0 or -ENOMEM. */
static int find_fastest(struct candidate *best, const struct problem *problem,
	const struct wanted *wanted, const char *names, bool parts)
{
	struct prospect_walk walk = { .problem = problem, .names = names };
	struct wanted own = *wanted;
	struct candidate candidate;
	int error = 0;

	*best = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	while (!error && prospect_next(&walk)) {
		if (is_above_limit(&own, problem, walk.at.algorithm, walk.at.family))
			continue;
		error = consider(&candidate, problem, walk.algorithm, walk.order, &own);
		if (error || !(candidate.seconds < own.limit) || (parts && !candidate.composable)) {
			plan_free(candidate.plan);
			continue;
		}
		plan_free(best->plan);
		*best = candidate;
		own.limit = best->seconds;
	}
	return error;
}

/* Returns true if only one algorithm of the list is for the problem. */
static bool is_sole(const struct problem *problem, const char *names)
{
	struct prospect_walk walk = { .problem = problem, .names = names };
	int count = 0;

	while (count < 2 && prospect_next(&walk))
		count++;
	return count == 1;
}

/* Finds the fastest of the usual algorithms. */
static int find_usual(struct candidate *best, const struct problem *problem,
	const struct wanted *wanted, const char *names)
{
	struct wanted own = *wanted;
	int error;

	own.sole = is_sole(problem, names);
	error = find_fastest(best, problem, &own, names, false);
	if (own.sole && best->plan)
		best->seconds = NAN;
	return error;
}

/* Writes the fastest algorithm that can be composed into the problem of a part. A part above the
 * limit makes a whole above the limit. */
static int choose_part(
	struct problem *part, const struct problem *whole, const struct wanted *wanted)
{
	struct candidate best;
	struct wanted own = *wanted;
	int error;

	own.keeps = false;
	own.size.bytes = part_bytes(whole, part, &wanted->size, false);
	if (!own.size.bytes)
		return -ENOENT;
	error = find_fastest(&best, part, &own, NULL, true);
	if (error)
		return error;
	memcpy(part->algorithm, best.algorithm, ALGORITHM_NAME);
	memcpy(part->order, best.order, ALGORITHM_NAME);
	return isinf(best.seconds) ? -ENOENT : 0;
}

/* Considers a composed algorithm, which is no slower than its parts, each in one round, one after
 * the other. So up to sizes whose parts would be pipelined no collective is expected to be slower
 * than other collectives that do the same work (Traeff, Gropp & Thakur 2010). The plan is written
 * out for every node. On this machine's threads an estimate would replay all of these steps, so
 * there large networks have no composed algorithms. Returns 0; -ENOMEM; or another error if there
 * is no such candidate. */
static int consider_composed(struct candidate *candidate, const struct algorithm *a,
	const struct problem *problem, const struct wanted *wanted)
{
	struct problem part[2] = { *problem, *problem }, own = *problem;
	int error = -ENOENT;

	if (!a->composes || a->collective != problem->collective || problem->net.nodes == 2 ||
		a->applies(&problem->net) ||
		(problem->net.nodes > COMPOSED_NODES && wanted->size.rates->here) ||
		is_above_limit(wanted, problem, a, NULL))
		return error;
	for (int i = 0; i < 2; i++) {
		part[i].root = 0;
		part[i].collective = a->composed[i];
		error = choose_part(&part[i], problem, wanted);
		if (error)
			return error;
	}
	error = composed_name(&own, part, a->suffix);
	return error ? error : consider(candidate, problem, own.algorithm, own.order, wanted);
}

int choose(struct candidate list[CANDIDATES], const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	struct wanted wanted = { { bytes, element, rates }, INFINITY };
	int count = consider_all(list, problem, &wanted), error = 0;
	const struct algorithm *a;

	if (count > 0 && problem->net.nodes > COMPOSED_NODES)
		wanted.limit = list[0].seconds; /* slower parts are of no interest */
	for (int i = 0; count >= 0 && error != -ENOMEM && (a = algorithm_at(i)); i++) {
		error = consider_composed(&list[count], a, problem, &wanted);
		count += !error;
	}
	if (count < 0 || error == -ENOMEM)
		return -ENOMEM;
	if (!count)
		return why(EINVAL, "%s: no algorithm serves %s",
			collective_name(problem->collective), problem->net.name);
	sort(list, count);
	if (isinf(list[0].seconds))
		return -EINVAL; /* with the last refusal as why */
	return count;
}

/* Finds the fastest of all algorithms. Returns 0, or -errno with why. */
static int search(
	struct candidate *best, const struct problem *problem, const struct wanted *wanted)
{
	struct wanted own = *wanted;
	struct candidate composed;
	const struct algorithm *a;
	int error = find_fastest(best, problem, wanted, NULL, false);

	for (int i = 0; !error && (a = algorithm_at(i)); i++) {
		own.limit = best->seconds;
		error = consider_composed(&composed, a, problem, &own);
		if (!error && composed.seconds < best->seconds) {
			plan_free(best->plan);
			*best = composed;
		} else if (!error) {
			plan_free(composed.plan);
		}
		error = error == -ENOMEM ? error : 0;
	}
	return error;
}

int choose_fastest(struct candidate *best, const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	struct cost_memo memo = { 0 };
	struct rates own = *rates;
	struct wanted wanted = { { bytes, element, &own }, INFINITY, .keeps = true };
	const char *names = rates->here && !rates->levels ? usual_names(problem, bytes) : NULL;
	struct candidate list[CANDIDATES];
	int error = 0;

	own.memo = &memo;
	*best = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	if (names)
		error = find_usual(best, problem, &wanted, names);
	if (!error && isinf(best->seconds))
		error = search(best, problem, &wanted);
	if (error) {
		plan_free(best->plan);
		best->plan = NULL;
	}
	if (error || !isinf(best->seconds))
		return error;
	error = choose(list, problem, bytes, element, rates); /* finds the refusal */
	return error < 0 ? error : -EINVAL;
}
