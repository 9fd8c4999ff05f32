/* Finds how long rounds take whose packets differ in size: in step, or each as soon as it can. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/model/pipeline_rate.h"
#include "plan/model/simulator.h"

/* In step a round takes S beta + V tau, and each further one as much as a turn. Without steps it
 * takes as long as its slowest chain of packets, each of which waits for the one before it: the
 * largest of several S beta + V tau, of which two are kept, the one that counts where bytes cost most
 * and the one that counts where start-ups do. The largest packet sets the pace at which rounds begin
 * (Stout & Wagar 1990, section 3: O.C. SEND 4):
 *
 *	T(R) = (R - 1) (beta + widest u tau) + max_i (S_i beta + V_i u tau),   u = bytes / (R units)
 *
 * which is least at R = sqrt((V - widest) tau bytes / (units beta)). */

static int time_of(const struct schedule *round, double beta, double tau, double *time)
{
	struct machine machine = { .beta = beta, .tau = tau };
	struct simulation simulation;
	int error = schedule_simulate(round, &machine, &simulation);

	*time = error ? 0 : simulation.asynchronous;
	return error;
}

/* Volumes and start-ups are whole numbers, so steps small enough tell them apart. */
static int find_lines(struct pipeline_rate *cadence, const struct schedule *round)
{
	const double little = 0x1p-12;
	double volume = 0, steps = 0, time = 0;
	int error = time_of(round, 0, 1, &volume);

	if (!error)
		error = time_of(round, little, 1, &time);
	cadence->line[0].volume = volume;
	cadence->line[0].steps = nearbyint((time - volume) / little);
	if (!error)
		error = time_of(round, 1, 0, &steps);
	if (!error)
		error = time_of(round, 1, 0.25 / (volume + 1), &time);
	cadence->line[1].steps = steps;
	cadence->line[1].volume = nearbyint((time - steps) * 4 * (volume + 1));
	return error;
}

int pipeline_rate_find(struct pipeline_rate *cadence, const struct plan *plan, const struct schedule *round,
	const struct schedule *turn)
{
	struct machine bytes_only = { .tau = 1 };
	int error = 0;

	*cadence = (struct pipeline_rate){ .turn = schedule_synchronous(turn, &bytes_only) };
	for (size_t i = 0; i < turn->packets; i++)
		cadence->widest = fmax(cadence->widest, (double)turn->packet[i].bytes);
	if (plan->asynchronous) {
		error = find_lines(cadence, round);
	} else {
		cadence->line[0].steps = (double)plan->round.steps;
		cadence->line[0].volume = (double)plan->round.volume;
		cadence->line[1] = cadence->line[0];
	}
	return error;
}

/* What each round but one adds: start-ups and units. */
static double start_ups(const struct plan *plan)
{
	return plan->asynchronous || !plan->interval ? 1 : plan->interval;
}

static double units(const struct plan *plan)
{
	return plan->asynchronous ? plan->cadence.widest : plan->cadence.turn;
}

double pipeline_rate_time(const struct plan *plan, double rounds, double unit, double beta, double tau)
{
	double one = 0;

	for (int i = 0; i < 2; i++)
		one = fmax(one, plan->cadence.line[i].steps * beta +
					plan->cadence.line[i].volume * unit * tau);
	return one + (rounds - 1) * (start_ups(plan) * beta + units(plan) * unit * tau);
}

double pipeline_rate_best_rounds(const struct plan *plan, double bytes, double beta, double tau)
{
	double more = plan->cadence.line[0].volume - units(plan);

	if (!(more > 0))
		return 1;
	more *= tau * bytes / ((double)plan_units(plan) * start_ups(plan) * beta);
	return fmax(1, floor(sqrt(more) + 0.5));
}
