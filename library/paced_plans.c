/* Chooses and predicts plans for paced teams, and tells how late the links of such a team were. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/machine/distance.h"
#include "library/paced_plans.h"
#include "library/plan_cache.h"
#include "library/handles.h"
#include "plan/costs/machine.h"
#include "runtime/team/team_hold.h"
#include "runtime/node/transport.h"

bool pace_of(const struct team *team, struct grove_pace *pace)
{
	const struct pacing *pacing = team_pacing(team);
	const struct cached_team *kept = team->kept;

	if (pacing)
		*pace = (struct grove_pace){ pacing->beta, pacing->tau };
	else if (team_is_wired(team) && kept)
		*pace = kept->costs;
	return pacing || (team_is_wired(team) && kept && kept->costs.tau > 0);
}

/* Returns the rates of a paced network, where all links work at once. */
struct rates pace_rates(const struct grove_pace *pace, const struct network *net)
{
	return (struct rates){
		.beta = pace->beta, .tau = pace->tau, .threads = net->nodes * (net->ports + 1)
	};
}

int team_rates(struct rates *rates, const struct team *team)
{
	const struct network *net = &team->net;
	struct grove_pace pace = { 0 };
	int cpus[2], cores = team->cores;

	team_cpus(team, cpus);
	if (!pace_of(team, &pace))
		return thread_rates_between(
			rates, cores < net->nodes ? cores : net->nodes, cpus, INFINITY);
	*rates = pace_rates(&pace, net);
	rates->levels = team_levels(team);
	return 0;
}

const struct machine *team_levels(const struct team *team)
{
	const struct cached_team *kept = team->kept;

	return team_is_wired(team) && kept && kept->leveled ? &kept->levels : NULL;
}

int plan_simulate(const struct grove_plan *plan, size_t bytes, int root,
	const struct grove_pace *pace, struct simulation *simulation)
{
	const struct machine machine = { .name = "", .beta = pace->beta, .tau = pace->tau };

	return plan_simulate_on(plan, bytes, root, &machine, simulation);
}

int plan_simulate_on(const struct grove_plan *plan, size_t bytes, int root,
	const struct machine *machine, struct simulation *simulation)
{
	struct binding binding;
	struct schedule *made = NULL;
	int error = plan_binding(&binding, plan, bytes, root);

	if (error)
		return error;
	if (plan->plan)
		error = plan_schedule(&made, plan->plan, &binding);
	else if (bytes != plan->schedule->bytes || root != plan->problem.root)
		error = why(EINVAL, "this plan is for %zu bytes and root %d", plan->schedule->bytes,
			plan->problem.root);
	if (!error)
		error = schedule_simulate(made ? made : plan->schedule, machine, simulation);
	schedule_free(made);
	return error;
}

/* ---- The public functions ---- */

int grove_machine(struct grove_pace *pace, const char *name)
{
	const struct machine *machine = name && pace ? machine_named(name) : NULL;

	if (pace)
		*pace = (struct grove_pace){ 0 };
	if (!pace || !name)
		return why(EINVAL, "grove_machine: an argument is NULL");
	if (!machine)
		return why(
			EINVAL, "there is no machine '%s'; `grove list machines` shows them", name);
	*pace = (struct grove_pace){ machine->beta, machine->tau };
	return why_answer(0);
}

int grove_team_lateness(struct grove_team *team, double *share)
{
	struct pace_kept kept;
	int error;

	if (share)
		*share = 0;
	if (!team || !share)
		return why(EINVAL, "grove_team_lateness: an argument is NULL");
	if (!team_inside(team)->pace)
		return why(EINVAL, "%s: the team has no pace to be late for",
			team_inside(team)->net.name);
	error = team_hold_idle(team_inside(team));
	if (error)
		return error;
	team_pace(team_inside(team), &kept);
	team_hold_end(team_inside(team));
	*share = kept.spent > 0 ? kept.late / kept.spent : 0;
	return why_answer(0);
}
