/* Chooses algorithms by the costs of links and by the table of tuned choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "collectives/auto/tuned_table.h"
#include "library/machine/machine_files.h"
#include "library/library_internal.h"

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

int auto_choose(struct candidate *list, const struct problem *problem, size_t bytes, size_t element,
	const struct rates *rates)
{
	const struct tuned *tuned;
	int error = open_choice(&tuned, problem, rates), count;

	if (error)
		return error;
	count = choose(list, problem, bytes, element, rates);
	if (count > 0 && tuned)
		tuned_apply(tuned, list, count, problem, rates->threads, bytes);
	return count;
}

int auto_fastest(struct candidate *best, const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates)
{
	const struct tuned *tuned;
	int error = open_choice(&tuned, problem, rates);

	if (error || (tuned && tuned_fastest(tuned, best, problem, rates->threads, bytes)))
		return error;
	return choose_fastest(best, problem, bytes, element, rates);
}
