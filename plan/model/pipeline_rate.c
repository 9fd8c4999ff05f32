/* Finds the pipeline rate of a plan with packets of different sizes, by simulating a round. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/lists/hop_schedule.h"
#include "plan/model/pipeline_rate.h"
#include "plan/model/simulator.h"

static int time_of(const struct schedule *round, double beta, double tau, double *time)
{
	struct machine machine = { .beta = beta, .tau = tau };
	struct simulation simulation;
	int error = schedule_simulate(round, &machine, &simulation);

	*time = error ? 0 : simulation.asynchronous;
	return error;
}

/* Finds the two lines from four simulations. Volumes and start-ups are whole numbers, so that a
 * cost small enough separates start-ups from volume. */
static int find_lines(struct pipeline_rate *rate, const struct schedule *round)
{
	const double little = 0x1p-12;
	double volume = 0, steps = 0, time = 0;
	int error = time_of(round, 0, 1, &volume);

	if (!error)
		error = time_of(round, little, 1, &time);
	rate->line[0].volume = volume;
	rate->line[0].steps = nearbyint((time - volume) / little);
	if (!error)
		error = time_of(round, 1, 0, &steps);
	if (!error)
		error = time_of(round, 1, 0.25 / (volume + 1), &time);
	rate->line[1].steps = steps;
	rate->line[1].volume = nearbyint((time - steps) * 4 * (volume + 1));
	return error;
}

static int find_rate(struct pipeline_rate *rate, const struct plan *plan,
	const struct schedule *round, const struct schedule *turn)
{
	struct machine bytes_only = { .tau = 1 };
	int error = 0;

	*rate = (struct pipeline_rate){ .turn = schedule_synchronous(turn, &bytes_only) };
	for (size_t i = 0; i < turn->packets; i++)
		rate->widest = fmax(rate->widest, (double)turn->packet[i].bytes);
	if (plan->asynchronous) {
		error = find_lines(rate, round);
	} else {
		rate->line[0].steps = (double)plan->round.steps;
		rate->line[0].volume = (double)plan->round.volume;
		rate->line[1] = rate->line[0];
	}
	return error;
}

int pipeline_rate_find(struct plan *plan)
{
	struct schedule *round = NULL, *turn = NULL;
	int error;

	if (!plan->cut && !plan->asynchronous)
		return 0;
	error = schedule_of_hops(&round, plan, walk_round(plan, ROUND_ONLY));
	if (!error)
		error = schedule_of_hops(&turn, plan, walk_turn(plan));
	if (!error)
		error = find_rate(&plan->rate, plan, round, turn);
	schedule_free(turn);
	schedule_free(round);
	return error;
}
