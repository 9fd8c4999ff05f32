/* Makes and describes plans as applications hold them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "base/surroundings.h"
#include "collectives/auto/choose.h"
#include "collectives/registry.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "library/sized_struct.h"
#include "plan/lists/expanded_size.h"
#include "plan/model/pipeline_metrics.h"
#include "library/machine/machine_levels.h"

/* ---- The public functions ---- */

static int copy_name(char name[ALGORITHM_NAME], const char *from, const char *what)
{
	size_t length = from ? strlen(from) : 0;

	if (length >= ALGORITHM_NAME)
		return why(EINVAL, "%s '%.40s...': there is none with so long a name", what, from);
	memcpy(name, from ? from : "", length + 1);
	return 0;
}

static int read_problem(
	struct problem *problem, const char *network, const struct grove_problem *from)
{
	int error = machine_levels_network(&problem->net, network, NULL);

	problem->root = from->root;
	problem->destination = from->destination;
	problem->permutation = (int *)(uintptr_t)from->permutation; /* copied, never written */
	if (!error)
		error = collective_named(
			&problem->collective, from->collective ? from->collective : "");
	if (!error)
		error = copy_name(problem->algorithm, from->algorithm, "algorithm");
	if (!error)
		error = copy_name(problem->order, from->order, "order");
	if (!error)
		error = ports_named(&problem->ports, from->ports ? from->ports : "all");
	if (!error)
		error = duplex_named(&problem->duplex, from->duplex ? from->duplex : "full");
	return error;
}

static int make_plan(
	struct grove_plan **plan, const char *network, const struct grove_problem *problem)
{
	PLAIN_SURROUNDINGS;
	enum forward forward = FORWARD_AUTO;
	struct problem own = { 0 };
	struct rates rates;
	int error = read_problem(&own, network, problem);

	if (!error)
		error = forward_asked(&forward, problem->forward, own.collective, problem->pace);
	if (error)
		return error;
	if (problem->pace)
		rates = pace_rates(problem->pace, &own.net);
	else
		error = thread_rates(&rates, own.net.nodes);
	rates.forward = forward;
	if (!error)
		error = plan_wrap_for(plan, &own, problem->type, problem->fold, problem->packet,
			problem->bytes, &rates);
	if (error)
		return error;
	(*plan)->forward = forward;
	error = problem->matrix ? plan_transpose(*plan, problem->matrix) : 0;
	if (error) {
		grove_plan_free(*plan);
		*plan = NULL;
	}
	return error;
}

int grove_plan_make(
	struct grove_plan **plan, const char *network, const struct grove_problem *problem)
{
	struct grove_problem own;
	int error;

	if (plan)
		*plan = NULL;
	if (!plan || !network || !problem)
		return why(EINVAL, "grove_plan_make: plan, network and problem must not be NULL");
	error = sized_read(SIZED_PROBLEM, &own, problem);
	if (!error && own.bytes > BUFFER_MOST)
		error = why(EINVAL, "blocks of %zu bytes are larger than memory", own.bytes);
	if (!error)
		error = make_plan(plan, network, &own);
	return why_answer(error);
}

/* Computes the plan's figures. A plan that can be counted is not expanded, because one-byte packets
 * would make very many hops. */
static int count_figures(
	struct figures *figures, const struct plan *plan, const struct binding *binding)
{
	static const struct machine no_machine;
	struct schedule *view;
	double seconds;
	int error;

	if (plan_countable(plan))
		return plan_count(figures, &seconds, plan, binding, &no_machine);
	error = plan_view(&view, plan, binding);
	if (error)
		return error;
	error = schedule_figures(view, figures);
	schedule_free(view);
	return error;
}

static int figures_of(const struct grove_plan *plan, size_t bytes, struct grove_figures *figures)
{
	PLAIN_SURROUNDINGS;
	struct binding binding;
	struct figures f;
	int error = blocks_check(plan, bytes);

	if (!error)
		error = plan_binding(&binding, plan, bytes, plan->problem.root);
	if (error)
		return error;
	if (plan->plan)
		error = count_figures(&f, plan->plan, &binding);
	else
		error = schedule_figures(plan->schedule, &f);
	if (!error)
		*figures = (struct grove_figures){ (size_t)f.steps, f.volume, f.transmissions,
			f.busiest_link, f.links_used };
	return error;
}

int grove_plan_figures(const struct grove_plan *plan, size_t bytes, struct grove_figures *figures)
{
	if (figures)
		*figures = (struct grove_figures){ 0 };
	if (!plan || !figures)
		return why(EINVAL, "grove_plan_figures: the plan or the figures are NULL");
	return why_answer(figures_of(plan, bytes, figures));
}
