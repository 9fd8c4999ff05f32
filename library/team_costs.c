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

/* The cost of a piece of a packet, without its bytes, where nothing was calibrated: handling an
 * extent on both sides. */
static const double PIECE = 1e-8;

/* Returns the size of the last-level cache. The machine's topology is known as soon as a team
 * exists. */
static size_t cache_bytes(void)
{
	const struct cpus *cpus = cpus_machine();

	return cpus && cpus->cache ? cpus->cache : (size_t)1 << 24;
}

/* Takes the costs from a calibration, which replaces measuring. */
struct link_costs costs_of(const struct machine *machine)
{
	const struct link_class *folded = &machine->class[SAME_THREAD];
	const double *copy = machine->copy.memory;
	double memory = 0;

	for (int pair = 0; pair < PAIR_CLASSES; pair++)
		if (machine->class[pair].memory_tau > 0)
			memory = machine->class[pair].memory_tau;
	return (struct link_costs){ .beta = machine->beta,
		.packet = 2 * machine->packet, /* the packet's cost at both ends */
		.tau = machine->tau,
		.memory_tau = memory,
		.peak = fmax(1 / machine->tau, machine->copy.cached[0]),
		.folded_tau = folded->tau,
		.piece = machine->piece,
		.fold = machine->fold,
		.serial = machine->serial,
		.crossing = { machine->crossing[0], machine->crossing[1] },
		.memory_shared = copy[1] > 0 ? fmax(1, 2 * copy[0] / copy[1]) : 1 };
}

/* Converts costs to rates. The time of an exchange is the work of both ends plus the way between
 * the ends. */
struct rates costs_rates(const struct link_costs *costs, int threads)
{
	const struct link_loop_cost *crossing = costs->crossing;
	double way = costs->beta > costs->packet ? costs->beta - costs->packet : 0;
	bool known = crossing[0].way > 0;

	return (struct rates){ .beta = known ? crossing[0].way : way,
		.tau = costs->tau,
		.threads = threads,
		.piece = costs->piece > 0 ? costs->piece : PIECE,
		.packet = costs->packet,
		.fold = costs->fold > 0 ? costs->fold : costs->packet,
		.here = true,
		.stall = known ? crossing[0].stall : way / 4,
		.long_beta = known ? crossing[1].way : 2 * way,
		.long_stall = known ? crossing[1].stall : way / 2,
		.folded_tau = costs->folded_tau > 0 ? costs->folded_tau : costs->tau };
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
	return costs_measure(costs, what, cpus, cache_bytes());
}

int team_costs(struct team *team, bool memory, struct link_costs *costs)
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
	if (!error && memory && !(known.memory_tau > 0))
		error = measure_on(team, MEMORY, &known);
	if (!error)
		*costs = k->costs = known;
	return error;
}

/* Returns true if the buffers of all nodes together exceed the last-level cache. */
static bool beyond_caches(const struct problem *problem, size_t bytes)
{
	double blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		blocks += semantics_input_blocks(problem, v) + semantics_output_blocks(problem, v);
	return blocks * (double)bytes > (double)cache_bytes();
}

static int predict_paced(
	const struct grove_plan *plan, size_t bytes, const struct grove_pace *pace, double *seconds)
{
	struct simulation simulation;
	int error = plan_simulate(plan, bytes, plan->problem.root, pace, &simulation);

	if (!error)
		*seconds = simulation.asynchronous;
	return error;
}

/* Predicts the time of a plan on threads. */
static int predict(struct team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	struct binding binding;
	bool memory = beyond_caches(&plan->problem, bytes);
	int threads = team_threads(team), cores = cores_usable();
	struct link_costs costs;
	struct rates rates;
	int error = team_costs(team, memory, &costs);

	if (error)
		return error;
	if (!plan->plan)
		return why(EINVAL, "there is no prediction for a plan from a file");
	if (threads <= 0)
		threads = team_network(team)->nodes;
	rates = costs_rates(&costs, threads < cores ? threads : cores);
	if (memory) /* memory, shared by all threads */
		rates.tau = rates.folded_tau =
			costs.memory_tau *
			(costs.memory_shared > 0 ? costs.memory_shared : rates.threads);
	error = plan_binding(&binding, plan, bytes, plan->problem.root);
	return error ? error : plan_estimate(seconds, plan->plan, &binding, &rates);
}

int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	struct grove_pace pace;

	return pace_of(team, &pace) ? predict_paced(plan, bytes, &pace, seconds)
				    : predict(team, plan, bytes, seconds);
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
	error = plan_predict(team_inside(team), plan, bytes, seconds);
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
	error = team_costs(team_inside(team), false, &costs);
	team_hold_end(team_inside(team));
	if (!error)
		*bytes_per_second = costs.peak;
	return why_answer(error);
}
