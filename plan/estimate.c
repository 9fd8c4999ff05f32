/* Estimates the time of a plan from the figures of one round. */
/* SPDX-License-Identifier: BSD-2-Clause */
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
static double simulated(
	const struct plan *plan, const struct binding *binding, const struct machine *machine)
{
	struct simulation simulation = { INFINITY, INFINITY };
	struct schedule *schedule;
	struct cutting cutting;

	if (binding_apply(&cutting, plan, binding) ||
		hops(plan) * (double)(cutting.rounds ? cutting.rounds : 1) > ESTIMATED_HOPS ||
		plan_schedule(&schedule, plan, binding))
		return INFINITY;
	if (schedule_simulate(schedule, machine, &simulation))
		simulation.asynchronous = INFINITY;
	schedule_free(schedule);
	return simulation.asynchronous;
}

double plan_estimate(
	const struct plan *plan, const struct binding *binding, const struct rates *rates)
{
	const struct figures *f = &plan->round;
	struct cutting cutting;
	double part, rounds, steps, pieces, packets, present, links, work, sent;
	double packet = rates->packet > 0 ? rates->packet : rates->beta;

	if (rates->levels)
		return simulated(plan, binding, rates->levels);
	if (binding_apply(&cutting, plan, binding))
		return INFINITY;
	if (plan->problem.collective != BARRIER && !cutting.elements)
		return 0;
	if (rates->here) {
		double seconds = threads_time(plan, &cutting, rates);

		if (seconds >= 0)
			return seconds;
	}
	rounds = (double)(cutting.rounds ? cutting.rounds : 1);
	part = cutting.packets ? (double)binding->bytes / (double)cutting.packets : 0;
	/* With fewer elements than parts some parts are empty, and so are some packets. */
	present = plan->problem.collective == BARRIER
			  ? 1
			  : fmin(1, (double)cutting.elements / (double)cutting.packets);
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

size_t plan_best_packet(
	const struct plan *plan, size_t bytes, size_t element, const struct rates *rates)
{
	struct binding whole = { .bytes = bytes, .element = element }, cut = whole;

	cut.packet = binding_best_packet(plan, bytes, element, rates->beta, rates->tau);
	return plan_estimate(plan, &cut, rates) < plan_estimate(plan, &whole, rates) ? cut.packet
										     : 0;
}
