/* Computes how long a schedule takes: step by step together, and each packet as early as it can. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/size.h"
#include "base/why.h"
#include "plan/arrivals.h"
#include "plan/occupancy.h"
#include "plan/promise.h"
#include "plan/simulate.h"

/* Asynchronous time needs no queue of events. A node does its packets in its own order, and the
 * order of the schedule (step, from, port) agrees with the order of every node and every link.
 * So one pass is enough: when it comes to a packet, all that may hold the packet up has its time:
 *
 *	start = max(the bytes' arrival, the link, the ports of both ends),   end = start + cost.
 *
 * What arrives in a step counts from the next step on, hence two turns through each step: first
 * all starts, then all arrivals. That no packet starts later than in the synchronous time follows
 * by induction. Packets without bytes (barrier) wait for all that came before: they stand for it.
 *
 * A view has node 0's packets alone, and every node does the same at the same time. So a packet
 * that leaves node 0 through port p is also one that comes to node 0, from the neighbour w to
 * which p is the port of node 0: the same ranges, of blocks translated by w.
 *
 * Source: the model of Stout & Wagar 1990, sections 2 and 5, with the port models of the others. */

struct clock {
	const struct schedule *schedule;
	const struct machine *machine;
	struct arrivals arrivals;
	struct occupancy occupancy;
	double *heard; /* of each node: when the last packet came */
	double *start, *end;
};

static double later(double a, double b)
{
	return a > b ? a : b;
}

static double packet_time(const struct packet *packet, const struct machine *machine)
{
	return machine->beta + machine->tau * (double)packet->bytes;
}

double schedule_synchronous(const struct schedule *schedule, const struct machine *machine)
{
	const struct packet *packet = schedule->packet, *end = packet + schedule->packets;
	double bytes = 0;
	uint64_t steps = 0;

	while (packet < end) {
		int32_t step = packet->step;
		size_t largest = 0;

		for (; packet < end && packet->step == step; packet++)
			largest = packet->bytes > largest ? packet->bytes : largest;
		bytes += (double)largest;
		steps++;
	}
	return (double)steps * machine->beta + bytes * machine->tau;
}

static double bytes_there(const struct clock *clock, const struct packet *packet, int v)
{
	const struct range *range = clock->schedule->range + packet->first;
	double there = 0;

	if (!packet->count)
		return clock->heard[v];
	for (uint32_t i = 0; i < packet->count; i++)
		there = later(there, arrivals_when(&clock->arrivals, v, &range[i]));
	return there;
}

static void send_packet(struct clock *clock, size_t k)
{
	const struct packet *packet = &clock->schedule->packet[k];
	struct ends ends = occupancy_ends(&clock->occupancy, packet);
	double start = later(bytes_there(clock, packet, ends.sender),
		occupancy_free_at(&clock->occupancy, &ends));
	double end = start + ends.turns * packet_time(packet, clock->machine);

	occupancy_take(&clock->occupancy, &ends, end);
	clock->start[k] = start;
	clock->end[k] = end;
}

/* The block of node 0's packet, as the same packet of node w names it. */
static uint64_t translate_block(const struct problem *problem, int w, uint64_t block)
{
	uint64_t nodes = (uint64_t)problem->net.nodes;
	const struct network *net = &problem->net;

	switch (problem->collective) {
	case ALLGATHER:
	case REDUCESCATTER:
		return (uint64_t)network_translate(net, w, (int)block);
	case ALLTOALL:
		return (uint64_t)network_translate(net, w, (int)(block / nodes)) * nodes +
		       (uint64_t)network_translate(net, w, (int)(block % nodes));
	default:
		return block;
	}
}

static int arrive(struct clock *clock, int v, const struct range *range, double time)
{
	const struct problem *problem = &clock->schedule->problem;

	if (!collective_folds(problem->collective) &&
		nodes_have(promise_before(problem, range->block), v))
		return 0; /* it was there from the beginning */
	return arrivals_add(&clock->arrivals, v, range, time);
}

/* The same for the one block of an all-reduce, whose slices belong to the nodes: the part of the
 * range in the slice where it begins, which is taken off the range. Slices may differ by an
 * element, so the borders of a translated range may too. */
static struct range translate_slice(const struct schedule *schedule, int w, struct range *range)
{
	const struct network *net = &schedule->problem.net;
	uint64_t nodes = (uint64_t)net->nodes, element = schedule->element;
	uint64_t elements = schedule->bytes / element;
	uint64_t s = (range->begin / element * nodes + nodes + elements - 1) / elements - 1;
	uint64_t image = (uint64_t)network_translate(net, w, (int)s);
	size_t low = cut(elements, s, nodes) * element;
	size_t high = cut(elements, s + 1, nodes) * element;
	size_t at = cut(elements, image, nodes) * element;
	size_t length = cut(elements, image + 1, nodes) * element - at;
	struct range part = *range;

	part.end = part.end < high ? part.end : high;
	range->begin = part.end;
	part.begin = at + (part.begin - low < length ? part.begin - low : length);
	part.end = part.end < high && part.end - low < length ? at + part.end - low : at + length;
	return part;
}

static int arrive_in_view(struct clock *clock, int w, struct range range, double time)
{
	const struct problem *problem = &clock->schedule->problem;
	int error = 0;

	if (problem->collective != ALLREDUCE) {
		range.block = translate_block(problem, w, range.block);
		return arrive(clock, 0, &range, time);
	}
	while (range.begin < range.end && !error) {
		struct range part = translate_slice(clock->schedule, w, &range);

		error = arrive(clock, 0, &part, time);
	}
	return error;
}

static int receive_packet(struct clock *clock, size_t k)
{
	const struct schedule *schedule = clock->schedule;
	const struct packet *packet = &schedule->packet[k];
	const struct range *range = schedule->range + packet->first;
	int v = schedule->view ? 0 : packet->to, w = 0, error = 0;

	if (schedule->view)
		w = network_neighbour(&schedule->problem.net, 0,
			network_reverse_port(&schedule->problem.net, packet->port));
	clock->heard[v] = later(clock->heard[v], clock->end[k]);
	for (uint32_t i = 0; i < packet->count && !error; i++)
		error = schedule->view ? arrive_in_view(clock, w, range[i], clock->end[k])
				       : arrive(clock, v, &range[i], clock->end[k]);
	return error;
}

static int run(struct clock *clock)
{
	const struct schedule *schedule = clock->schedule;
	int error = 0;

	for (size_t k = 0, next; k < schedule->packets && !error; k = next) {
		int32_t step = schedule->packet[k].step;

		for (next = k; next < schedule->packets && schedule->packet[next].step == step;)
			send_packet(clock, next++);
		for (size_t i = k; i < next && !error; i++)
			error = receive_packet(clock, i);
	}
	return error;
}

int schedule_clock(
	const struct schedule *schedule, const struct machine *machine, double *start, double *end)
{
	struct clock clock = {
		.schedule = schedule, .machine = machine, .start = start, .end = end
	};
	int nodes = schedule->view ? 1 : schedule->problem.net.nodes, error = -ENOMEM;

	clock.heard = calloc((size_t)nodes, sizeof *clock.heard);
	if (!clock.heard)
		why(ENOMEM, "no memory to simulate %d nodes", nodes);
	else
		error = occupancy_open(&clock.occupancy, schedule);
	if (!error)
		error = arrivals_open(
			&clock.arrivals, nodes, collective_folds(schedule->problem.collective));
	if (!error)
		error = run(&clock);
	arrivals_free(&clock.arrivals);
	occupancy_free(&clock.occupancy);
	free(clock.heard);
	return error;
}

int schedule_simulate(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation)
{
	double *times = calloc(schedule->packets + 1, 2 * sizeof *times);
	double *end = times + schedule->packets;
	int error;

	if (!times)
		return why(ENOMEM, "no memory to simulate %zu packets", schedule->packets);
	*simulation = (struct simulation){ schedule_synchronous(schedule, machine), 0 };
	error = schedule_clock(schedule, machine, times, end);
	for (size_t k = 0; k < schedule->packets && !error; k++)
		simulation->asynchronous = later(simulation->asynchronous, end[k]);
	free(times);
	return error;
}
