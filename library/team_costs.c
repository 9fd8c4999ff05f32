/* Provides the link costs of a team and predicts the time of plans from these costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/error.h"
#include "library/machine_files.h"
#include "library/plan_cache.h"
#include "library/link_costs.h"
#include "library/paced_plans.h"
#include "library/handles.h"
#include "plan/model/estimate.h"
#include "plan/semantics.h"
#include "runtime/machine/cpus.h"
#include "runtime/team/team_hold.h"

/* Takes the costs from a calibration, which replaces measuring. */
static struct link_costs costs_of(const struct machine *machine)
{
	return (struct link_costs){ .beta = machine->beta,
		.packet = 2 * machine->packet, /* the packet's cost at both ends */
		.tau = machine->tau,
		.peak = fmax(1 / machine->tau, machine->copy.cached[0]),
		.folded_tau = machine->class[SAME_THREAD].tau };
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

/* Measures on cpus to which the first two threads of the team are pinned. */
static int measure_on(struct team *team, enum measured what, struct link_costs *costs)
{
	bool one = team_threads(team) == 1;
	int cpus[2] = { -1, -1 };

	if (!one) {
		cpus[0] = team_pinned(team, 0);
		cpus[1] = team_pinned(team, 1);
	}
	return costs_measure(costs, what, cpus);
}

int team_costs(struct team *team, struct link_costs *costs)
{
	struct cached_team *k = team_kept(team);
	struct link_costs known = k->costs;
	const struct machine *machine;
	struct grove_pace pace;
	int error = 0;

	if (pace_of(team, &pace)) {
		*costs = pace_costs(&pace);
		return 0;
	}
	if (!(known.peak > 0)) {
		error = machine_files_machine(&machine);
		if (machine)
			known = costs_of(machine);
	}
	if (!error && !(known.peak > 0)) {
		error = measure_on(team, FOLDED, &known);
		if (!error)
			error = measure_on(team, LINK, &known);
	}
	if (!error)
		*costs = k->costs = known;
	return error;
}

/* A machine of what the team measured, without a calibration. */
struct rough {
	struct measured_costs costs;
	struct machine machine;
};

static int predict_paced(
	const struct grove_plan *plan, size_t bytes, const struct grove_pace *pace, double *seconds)
{
	struct simulation simulation;
	int error = plan_simulate(plan, bytes, plan->problem.root, pace, &simulation);

	if (!error)
		*seconds = simulation.asynchronous;
	return error;
}

/* Finds the calibrated machine, or makes a rough machine of what the team measures. */
static int team_machine(const struct machine **machine, struct team *team, struct rough *rough)
{
	struct link_costs links;
	int error = machine_files_machine(machine);

	if (error || *machine)
		return error;
	error = team_costs(team, &links);
	if (!error)
		rough_machine(&rough->machine, &rough->costs, &links);
	*machine = &rough->machine;
	return error;
}

/* Predicts the time of a plan on threads. */
static int predict(struct team *team, const struct grove_plan *plan, size_t bytes,
	enum data_state data, double *seconds)
{
	int threads = team_threads(team), cores = cores_usable();
	const struct machine *machine;
	struct binding binding;
	struct rough rough;
	struct rates rates;
	int error;

	if (!plan->plan)
		return why(EINVAL, "there is no prediction for a plan from a file");
	error = team_machine(&machine, team, &rough);
	if (!error)
		error = plan_binding(&binding, plan, bytes, plan->problem.root);
	if (error)
		return error;
	if (threads <= 0)
		threads = team_network(team)->nodes;
	rates = machine_rates(machine, threads < cores ? threads : cores);
	rates.data = data;
	rates.forward = plan_forward(plan, bytes);
	return plan_estimate(seconds, plan->plan, &binding, &rates);
}

int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes,
	enum data_state data, double *seconds)
{
	struct grove_pace pace;

	return pace_of(team, &pace) ? predict_paced(plan, bytes, &pace, seconds)
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
	if (!error)
		error = team_hold_begin(team_inside(team));
	if (error)
		return error;
	error = plan_predict(team_inside(team), plan, bytes, DATA_FRESH, seconds);
	team_hold_end(team_inside(team));
	return why_answer(error);
}

int grove_link_peak(struct grove_team *team, double *bytes_per_second)
{
	struct link_costs costs;
	int error;

	if (bytes_per_second)
		*bytes_per_second = 0;
	if (!team || !bytes_per_second)
		return why(EINVAL, "grove_link_peak: an argument is NULL");
	error = team_hold_begin(team_inside(team));
	if (error)
		return error;
	error = team_costs(team_inside(team), &costs);
	team_hold_end(team_inside(team));
	if (!error)
		*bytes_per_second = costs.peak;
	return why_answer(error);
}
