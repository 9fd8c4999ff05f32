/* Finds the costs of links between threads of this machine: measured, or a guess of a few costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "library/machine/distance.h"
#include "library/library_internal.h"
#include "plan/costs/calibration.h"
#include "runtime/machine/cpus.h"

/* The cost of a piece of a packet, without its bytes: handling an extent on both sides. */
static const double PIECE = 1e-8;

static void set(struct quantity *quantity, double seconds)
{
	*quantity = (struct quantity){ seconds, seconds, seconds };
}

/* An exchange is the work of both ends and the way between the ends. A packet with its bytes
 * outside the line of its flag waits for two lines. */
static void set_starts(
	struct pair_costs *thread, struct pair_costs *pair, const struct link_costs *links)
{
	double way = links->beta > links->packet ? links->beta - links->packet : links->beta;

	set(&thread->start[START_PACKET], links->packet);
	set(&thread->start[START_PIECE], PIECE);
	set(&thread->start[START_FOLD], links->packet);
	set(&pair->start[START_INLINE], links->packet + way);
	set(&pair->start[START_INLINE_FOUR], 4 * links->packet + 1.75 * way);
	set(&pair->start[START_EAGER], links->packet + 2 * way);
	set(&pair->start[START_EAGER_FOUR], 4 * links->packet + 3.5 * way);
	set(&pair->start[START_LENT], links->packet + 2 * way);
}

/* By both ends a copy takes half of the time. The receiver's core holds resident bytes. */
static void set_copies(
	struct pair_costs *thread, struct pair_costs *pair, const struct link_costs *links)
{
	double bytes = (double)copy_size(0);

	for (int state = 0; state < DATA_STATES; state++) {
		double tau = state == DATA_RESIDENT ? links->folded_tau : links->tau;

		for (int way = COPY_ONE_END; way < COPY_WAYS; way++)
			set(&pair->copy[way][state][0], bytes * tau);
		set(&pair->copy[COPY_BOTH_ENDS][state][0], bytes * tau / 2);
		set(&pair->copy[COPY_BOTH_PAST][state][0], bytes * tau / 2);
		set(&pair->copy[COPY_FOLD_BOTH][state][0], bytes * tau / 2);
		set(&thread->copy[COPY_WITHIN][state][0], bytes * links->folded_tau);
		set(&thread->copy[COPY_WITHIN_TWO][state][0], bytes * links->folded_tau);
	}
}

void rough_machine(
	struct machine *machine, struct measured_costs *costs, const struct link_costs *links)
{
	set_starts(&costs->pair[SAME_THREAD], &costs->pair[SAME_L3], links);
	set_copies(&costs->pair[SAME_THREAD], &costs->pair[SAME_L3], links);
	machine_of_costs(machine, costs);
}

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

/* The time of an exchange is the work of both ends plus the way between the ends. */
struct rates machine_rates(const struct machine *machine, int threads)
{
	double packet = 2 * machine->packet;
	const struct cpus *cpus = cpus_machine();

	return (struct rates){ .beta = machine->beta > packet ? machine->beta - packet : 0,
		.tau = machine->tau,
		.threads = threads,
		.piece = machine->piece,
		.packet = packet,
		.here = machine,
		.cache = cpus ? cpus->cache : 0,
		.data = DATA_FRESH,
		.forward = FORWARD_AUTO };
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
