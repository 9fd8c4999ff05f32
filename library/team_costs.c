/* Finds the costs of a team's links, and predicts the time of plans from these costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/surroundings.h"
#include "grove_measure.h"
#include "library/machine/distance.h"
#include "library/plan_cache.h"
#include "library/paced_plans.h"
#include "library/quick_costs.h"
#include "library/handles.h"
#include "plan/costs/calibration.h"
#include "plan/model/estimate.h"
#include "plan/model/thread_time.h"
#include "plan/semantics.h"
#include "runtime/team/team_hold.h"
#include "runtime/node/team_state.h"

/* Measures the few costs, and the distance of the cores before and after. */
static int measure_at_distance(struct measured_costs *costs, const int *cpus, bool *moved)
{
	double before = 0, after = 0;
	int error = cpus ? distance_trip(&before, cpus, TRIP_KEEPS) : 0;

	if (!error)
		error = quick_costs(costs, cpus);
	if (!error && cpus)
		error = distance_trip(&after, cpus, 0);
	costs->pair[SAME_L3].start[START_LINE] = (struct quantity){ after, after, after };
	*moved = cpus && !trips_agree(before, after);
	return error;
}

/* Costs that were measured at two distances of the cores are costs of no distance: these are
 * measured again, once. */
static int measure_quickly(struct quick_machine *quick, const int *cpus)
{
	bool moved;
	int error = measure_at_distance(&quick->costs, cpus, &moved);

	if (!error && moved)
		error = measure_at_distance(&quick->costs, cpus, &moved);
	if (!error)
		machine_of_costs(&quick->machine, &quick->costs);
	return error;
}

/* Returns true if a team's few costs are known for the distance at which the cores are now. */
static bool is_measured(const struct quick_machine *quick, const int *cpus)
{
	double trip;

	return quick->machine.measured &&
	       (!cpus || (!distance_trip(&trip, cpus, TRIP_KEEPS) &&
				 trips_agree(trip, costs_trip(&quick->costs))));
}

/* Finds the calibration's table for the distance that the cores have now. Without a calibration
 * this function measures a few costs, and measures them again when the cores have moved. */
static int team_machine(struct team *team, const struct machine **machine)
{
	struct cached_team *k = team->kept;
	int cpus[2], error;
	bool pair = team_cpus(team, cpus);

	error = distance_machine(machine, cpus, TRIP_KEEPS);
	if (error || *machine)
		return error;
	if (!k->quick)
		k->quick = calloc(1, sizeof *k->quick);
	if (!k->quick)
		return why(ENOMEM, "no memory for the costs of this machine");
	if (!is_measured(k->quick, pair ? cpus : NULL))
		error = measure_quickly(k->quick, pair ? cpus : NULL);
	if (!error)
		*machine = &k->quick->machine;
	return error;
}

/* Costs at one distance of the cores say nothing about costs at another. Returns 0; -ENODATA with
 * why: the cores are at a distance at which they were not calibrated; or another error. */
static int check_distance(struct team *team, const struct machine *machine)
{
	double then = machine_start_seconds(machine, START_LINE), trip;
	int cpus[2], error;

	if (!(then > 0) || !team_cpus(team, cpus))
		return 0;
	error = distance_trip(&trip, cpus, TRIP_KEEPS);
	if (error || trips_agree(trip, then))
		return error;
	return why(ENODATA,
		"there is no prediction: a line takes %.0f ns between the two cores and back, and "
		"took %.0f ns when the costs were measured: run `grove calibrate`, which keeps "
		"the costs of each distance",
		1e9 * trip, 1e9 * then);
}

static bool is_uncalibrated(struct team *team, const struct machine *machine)
{
	const struct cached_team *k = team->kept;

	return k->quick && machine == &k->quick->machine;
}

/* Returns true if a machine that was measured quickly has the costs of an operation: the largest
 * measured copy touches as many bytes of a thread as the operation does. */
static bool is_quick(const struct problem *problem, size_t bytes, int threads, enum data_state data)
{
	double blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		blocks += semantics_input_blocks(problem, v) + semantics_output_blocks(problem, v);
	return data != DATA_COLD && blocks * (double)bytes / threads <= 2 * QUICK_BYTES;
}

static int refuse_uncalibrated(size_t bytes, enum data_state data)
{
	return why(ENODATA,
		"there is no prediction for %s blocks of %zu bytes, because this machine was not "
		"calibrated: run `grove calibrate`",
		data_state_name(data), bytes);
}

static int predict_paced(const struct team *team, const struct grove_plan *plan, size_t bytes,
	const struct grove_pace *pace, double *seconds)
{
	const struct machine *levels = team_levels(team);
	struct simulation simulation;
	int error = levels ? plan_simulate_on(plan, bytes, plan->problem.root, levels, &simulation)
			   : plan_simulate(plan, bytes, plan->problem.root, pace, &simulation);

	if (!error)
		*seconds = simulation.asynchronous;
	return error;
}

static int predict_schedule(
	double *seconds, const struct schedule *schedule, const struct rates *rates)
{
	int error = thread_time_of_schedule(seconds, schedule, rates);

	if (error || *seconds >= 0)
		return error;
	return why(ENODATA, "there is no prediction for a file of %zu packets", schedule->packets);
}

/* Predicts the time of a plan on threads. */
static int predict(struct team *team, const struct grove_plan *plan, size_t bytes,
	enum data_state data, double *seconds)
{
	int threads = team->threads, cores = team->cores;
	const struct machine *machine;
	struct binding binding;
	struct rates rates;
	int error;

	if (plan->matrix.item)
		return why(ENODATA, "there is no prediction for a plan that transposes on the way: "
				    "the model knows copies alone");
	if (threads <= 0)
		threads = team->net.nodes;
	threads = threads < cores ? threads : cores;
	error = team_machine(team, &machine);
	if (!error && is_uncalibrated(team, machine) &&
		!is_quick(&plan->problem, bytes, threads, data))
		error = refuse_uncalibrated(bytes, data);
	if (!error)
		error = check_distance(team, machine);
	if (!error)
		error = plan_binding(&binding, plan, bytes, plan->problem.root);
	if (error)
		return error;
	rates = machine_rates(machine, threads);
	rates.data = data;
	rates.forward = plan_forward(plan, bytes);
	return plan->schedule ? predict_schedule(seconds, plan->schedule, &rates)
			      : plan_estimate(seconds, plan->plan, &binding, &rates);
}

int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes,
	enum data_state data, double *seconds)
{
	PLAIN_SURROUNDINGS;
	struct grove_pace pace;

	return pace_of(team, &pace) ? predict_paced(team, plan, bytes, &pace, seconds)
				    : predict(team, plan, bytes, data, seconds);
}

int grove_predict(
	struct grove_team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	int error;

	if (seconds)
		*seconds = 0;
	if (!team || !plan || !seconds)
		return why(EINVAL, "grove_predict: an argument is NULL");
	error = blocks_check(plan, bytes);
	if (!error && collective_collects(plan->problem.collective))
		error = why(ENODATA, "%s: no model has the time of the folds at the end",
			collective_name(plan->problem.collective));
	if (!error)
		error = team_hold_begin(team_inside(team));
	if (error)
		return error;
	error = plan_predict(team_inside(team), plan, bytes, DATA_FRESH, seconds);
	team_hold_end(team_inside(team));
	return why_answer(error);
}

static int find_peak(struct team *team, double *peak)
{
	PLAIN_SURROUNDINGS;
	const struct machine *machine;
	struct grove_pace pace;
	int error;

	if (pace_of(team, &pace)) {
		*peak = pace.tau > 0 ? 1 / pace.tau : HUGE_VAL;
		return 0;
	}
	error = team_machine(team, &machine);
	if (!error)
		*peak = fmax(1 / machine->tau, machine->copy.cached[0]);
	return error;
}

int grove_link_peak(struct grove_team *team, double *bytes_per_second)
{
	int error;

	if (bytes_per_second)
		*bytes_per_second = 0;
	if (!team || !bytes_per_second)
		return why(EINVAL, "grove_link_peak: an argument is NULL");
	error = team_hold_begin(team_inside(team));
	if (error)
		return error;
	error = find_peak(team_inside(team), bytes_per_second);
	team_hold_end(team_inside(team));
	return why_answer(error);
}
