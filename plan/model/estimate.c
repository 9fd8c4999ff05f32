/* Estimates the time of a plan from the figures of one round. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "plan/model/estimate.h"
#include "plan/pipeline_time.h"
#include "plan/schedule.h"
#include "plan/model/simulator.h"
#include "plan/model/thread_time.h"
#include "plan/model/zero_copy_cost.h"

static double hops(const struct plan *plan)
{
	return (double)plan->hops * (plan->symmetric ? plan->problem.net.nodes : 1);
}

/* Simulates the plan on a machine with levels. Each node does its packets in its own order, as
 * threads do. */
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

enum {
	COUNTED_HOPS = 1 << 15, /* of all nodes and rounds */
	LONG_PART = 64		/* elements: an element more or less hardly matters */
};

/* Returns true if parts differ so much that the figures of a round of equal parts are wrong. With
 * fewer elements than parts, for example, some parts are whole and other parts are empty. */
static bool parts_differ(const struct plan *plan, const struct cutting *cutting)
{
	uint64_t units = cutting->packets;

	if (plan->cut)
		units = units / (uint64_t)plan->parts * plan_units(plan);
	return collective_has_bytes(plan->problem.collective) && units &&
	       cutting->elements % units && cutting->elements / units < LONG_PART;
}

/* Computes the time of the links packet by packet. */
static int counted(double *links, const struct plan *plan, const struct binding *binding,
	const struct rates *rates)
{
	struct machine machine = { .beta = rates->beta, .tau = rates->tau };
	struct simulation simulation;
	struct schedule *schedule;
	int error = plan_view(&schedule, plan, binding);

	if (error)
		return error;
	if (schedule->asynchronous)
		error = schedule_simulate(schedule, &machine, &simulation);
	*links = !error && schedule->asynchronous ? simulation.asynchronous
						  : schedule_synchronous(schedule, &machine);
	schedule_free(schedule);
	return error;
}

/* Computes the time of the links from the figures of a round, for parts of that many bytes. */
static double links_time(const struct plan *plan, const struct cutting *cutting, double part,
	const struct rates *rates)
{
	const struct figures *f = &plan->round;
	double rounds = (double)(cutting->rounds ? cutting->rounds : 1);
	double steps = (double)f->steps + (rounds - 1) * plan->interval;

	if (plan->cut || plan->asynchronous)
		return pipeline_time(plan, rounds, part * plan->parts / plan_units(plan),
			rates->beta, rates->tau);
	if (parts_differ(plan, cutting)) /* the size of the largest part */
		part = ceil(part / (double)cutting->element) * (double)cutting->element;
	return steps * rates->beta +
	       (steps / (double)(f->steps ? f->steps : 1)) * (double)f->volume * part * rates->tau;
}

/* Computes the time that all threads together spend on packets. */
static double work_time(const struct plan *plan, const struct cutting *cutting, double part,
	const struct rates *rates)
{
	const struct figures *f = &plan->round;
	double packet = rates->packet > 0 ? rates->packet : rates->beta, present, pieces, packets;
	double rounds = (double)(cutting->rounds ? cutting->rounds : 1);
	double sent =
		(double)f->transmissions * plan->parts / (double)plan_units(plan); /* in parts */

	/* With fewer elements than parts some parts are empty, and so are some packets. */
	present = collective_has_bytes(plan->problem.collective)
			  ? fmin(1, (double)cutting->elements / (double)cutting->packets)
			  : 1;
	pieces = (plan->cut ? hops(plan) : (double)f->transmissions) * present * rounds;
	packets = fmin((double)f->packets * rounds, pieces);
	return packets * packet + pieces * rates->piece + sent * part * rounds * rates->tau;
}

static int figured(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct cutting *cutting, const struct rates *rates)
{
	double part = cutting->packets ? (double)binding->bytes / (double)cutting->packets : 0;
	double links = links_time(plan, cutting, part, rates);
	double hops_of_all = hops(plan) * (double)cutting->rounds;
	int error = 0;

	if (parts_differ(plan, cutting) && hops_of_all <= COUNTED_HOPS)
		error = counted(&links, plan, binding, rates);
	*seconds = fmax(links, work_time(plan, cutting, part, rates) / rates->threads);
	return error;
}

int plan_estimate(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct rates *rates)
{
	struct binding own = *binding;
	struct cutting cutting;
	int error = 0;

	own.root = plan->problem.net.centre; /* for which any plan can be listed */
	if (rates->levels)
		return simulated(seconds, plan, &own, rates->levels);
	*seconds = INFINITY;
	if (binding_apply(&cutting, plan, binding))
		return 0;
	*seconds = collective_has_bytes(plan->problem.collective) && !cutting.elements ? 0 : -1;
	if (*seconds < 0 && rates->here)
		error = thread_time(seconds, plan, &cutting, rates);
	if (*seconds < 0)
		error = figured(seconds, plan, &own, &cutting, rates);
	return error;
}

/* Returns the packet limit that may be faster than whole blocks; 0: there is none. By reference no
 * packet is cut. */
static size_t packet_to_try(
	const struct plan *plan, const struct binding *whole, const struct rates *rates)
{
	if (rates->here && zero_copy_used(plan, whole->bytes, rates))
		return 0;
	return binding_best_packet(plan, whole->bytes, whole->element, rates->beta, rates->tau);
}

int plan_best_estimate(struct estimate *best, const struct plan *plan, const struct binding *whole,
	const struct rates *rates)
{
	struct binding cut = *whole;
	double as_cut;
	int error = plan_estimate(&best->seconds, plan, whole, rates);

	best->packet = whole->packet;
	cut.packet = packet_to_try(plan, whole, rates);
	if (error || !cut.packet)
		return error;
	error = plan_estimate(&as_cut, plan, &cut, rates);
	if (!error && as_cut < best->seconds)
		*best = (struct estimate){ as_cut, cut.packet };
	return error;
}

int plan_best_packet(size_t *packet, const struct plan *plan, size_t bytes, size_t element,
	const struct rates *rates)
{
	const struct binding whole = { .bytes = bytes, .element = element };
	struct estimate best;
	int error;

	*packet = 0;
	if (!packet_to_try(plan, &whole, rates))
		return 0;
	error = plan_best_estimate(&best, plan, &whole, rates);
	*packet = best.packet;
	return error;
}
