/* Finds the costs of links between threads of this machine: measured, or a guess. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "library/machine/distance.h"
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

int thread_rates_between(struct rates *rates, int threads, const int cpus[2], double age)
{
	const struct machine *machine;
	int error = distance_machine(&machine, cpus, age);

	pthread_once(&guessed_once, make_guess);
	*rates = machine_rates(machine ? machine : &guessed, threads);
	return error;
}

int thread_rates(struct rates *rates, int nodes)
{
	int cores = cores_usable();

	return thread_rates_between(rates, cores < nodes ? cores : nodes, NULL, TRIP_KEEPS);
}
