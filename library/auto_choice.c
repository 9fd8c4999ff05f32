/* Collects the inputs of `auto`: the costs of this machine's links and the table of tuned
 * choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include "base/error.h"
#include "collectives/auto/tuned_table.h"
#include "library/distance.h"
#include "library/machine_files.h"
#include "library/library_internal.h"
#include "runtime/machine/cpus.h"

/* The costs assumed for a machine that was not calibrated: a typical present-day machine. */
static const struct link_costs guess = {
	.beta = 1.2e-7, .packet = 4e-8, .tau = 1e-10, .folded_tau = 4e-11
};

static struct machine guessed;
static struct measured_costs guessed_costs;
static pthread_once_t guessed_once = PTHREAD_ONCE_INIT;

static void make_guess(void)
{
	rough_machine(&guessed, &guessed_costs, &guess);
}

int thread_rates_between(struct rates *rates, int nodes, const int cpus[2], double age)
{
	const struct machine *machine;
	int cores = cores_usable(), error = distance_machine(&machine, cpus, age);

	pthread_once(&guessed_once, make_guess);
	*rates = machine_rates(machine ? machine : &guessed, cores < nodes ? cores : nodes);
	return error;
}

int thread_rates(struct rates *rates, int nodes)
{
	return thread_rates_between(rates, nodes, NULL, TRIP_KEEPS);
}

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
