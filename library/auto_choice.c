/* Chooses algorithms by the costs of links and by the table of tuned choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "collectives/auto/tuned_table.h"
#include "library/machine/machine_files.h"
#include "library/library_internal.h"
#include "library/rank_levels.h"

/* Checks the problem, and finds the table of tuned choices if the rates are of this machine's
 * threads. */
static int open_choice(
	const struct tuned **tuned, const struct problem *problem, const struct rates *rates)
{
	int error = problem_check(problem);

	*tuned = NULL;
	if (!error && collective_permutes(problem->collective) && !problem->permutation)
		error = why(EINVAL, "permute: the permutation is NULL");
	if (!error && rates->here)
		error = machine_files_tuned(tuned);
	return error;
}

/* Returns the rates for a choice, without levels that would take too long. */
static struct rates choosable(const struct problem *problem, const struct rates *rates)
{
	struct rates own = *rates;

	if (own.levels && !rank_levels_count(own.levels, problem))
		own.levels = NULL;
	return own;
}

int auto_choose(struct candidate *list, const struct problem *problem, size_t bytes, size_t element,
	const struct rates *rates)
{
	const struct tuned *tuned;
	int error = open_choice(&tuned, problem, rates), count;
	struct rates own;

	if (error)
		return error;
	own = choosable(problem, rates);
	count = choose(list, problem, bytes, element, &own);
	if (count > 0 && tuned)
		tuned_apply(tuned, list, count, problem, rates->threads, bytes);
	return count;
}

int auto_fastest(struct candidate *best, const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	const struct tuned *tuned;
	int error = open_choice(&tuned, problem, rates);
	struct rates own;

	if (error || (tuned && tuned_fastest(tuned, best, problem, rates->threads, bytes)))
		return error;
	own = choosable(problem, rates);
	return choose_fastest(best, problem, bytes, element, &own);
}
