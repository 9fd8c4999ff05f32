/* Estimates the time of a plan from the figures of one round. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "plan/estimate.h"
#include "plan/cadence.h"
#include "plan/schedule.h"
#include "plan/simulate.h"
#include "plan/threads.h"

static double hops(const struct plan *plan)
{
	return (double)plan->hops * (plan->symmetric ? plan->problem.net.nodes : 1);
}

/* Each node in its own order, as threads are. */
static int simulated(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct machine *machine)
{
	struct simulation simulation;
	struct schedule *schedule;
	struct cutting cutting;
	int error;

	*seconds = INFINITY;
	if (binding_apply(&cutting, plan, binding) ||
		hops(plan) * (double)(cutting.rounds ? cutting.rounds : 1) > ESTIMATED_HOPS)
		return 0;
	error = plan_schedule(&schedule, plan, binding);
	if (error)
		return error == -ENOMEM ? error : 0;
	error = schedule_simulate(schedule, machine, &simulation);
	if (!error)
		*seconds = simulation.asynchronous;
	schedule_free(schedule);
	return error == -ENOMEM ? error : 0;
}

/* From the figures of one round. */
static double figured(const struct plan *plan, const struct binding *binding,
	const struct cutting *cutting, const struct rates *rates)
{
	const struct figures *f = &plan->round;
	double part, rounds, steps, pieces, packets, present, links, work, sent;
	double packet = rates->packet > 0 ? rates->packet : rates->beta;

	rounds = (double)(cutting->rounds ? cutting->rounds : 1);
	part = cutting->packets ? (double)binding->bytes / (double)cutting->packets : 0;
	/* With fewer elements than parts some parts are empty, and so are some packets. */
	present = plan->problem.collective == BARRIER
			  ? 1
			  : fmin(1, (double)cutting->elements / (double)cutting->packets);
	steps = (double)f->steps + (rounds - 1) * plan->interval;
	sent = (double)f->transmissions * plan->parts / (double)plan_units(plan); /* in parts */
	pieces = (plan->cut ? hops(plan) : (double)f->transmissions) * present * rounds;
	packets = fmin((double)f->packets * rounds, pieces);
	links = steps * rates->beta +
		(steps / (double)(f->steps ? f->steps : 1)) * (double)f->volume * part * rates->tau;
	if (plan->cut || plan->asynchronous)
		links = cadence_time(plan, rounds, part * plan->parts / plan_units(plan),
			rates->beta, rates->tau);
	work = packets * packet + pieces * rates->piece + sent * part * rounds * rates->tau;
	return fmax(links, work / rates->threads);
}

int plan_estimate(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct rates *rates)
{
	struct cutting cutting;
	int error = 0;

	if (rates->levels)
		return simulated(seconds, plan, binding, rates->levels);
	*seconds = INFINITY;
	if (binding_apply(&cutting, plan, binding))
		return 0;
	*seconds = plan->problem.collective != BARRIER && !cutting.elements ? 0 : -1;
	if (*seconds < 0 && rates->here)
		error = threads_time(seconds, plan, &cutting, rates);
	if (*seconds < 0)
		*seconds = figured(plan, binding, &cutting, rates);
	return error;
}

int plan_best_packet(size_t *packet, const struct plan *plan, size_t bytes, size_t element,
	const struct rates *rates)
{
	struct binding whole = { .bytes = bytes, .element = element }, cut = whole;
	double as_whole, as_cut;
	int error;

	cut.packet = binding_best_packet(plan, bytes, element, rates->beta, rates->tau);
	error = plan_estimate(&as_cut, plan, &cut, rates);
	if (!error)
		error = plan_estimate(&as_whole, plan, &whole, rates);
	if (!error)
		*packet = as_cut < as_whole ? cut.packet : 0;
	return error;
}
