/* Computes the time of a schedule: synchronous, and with each packet as early as possible. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/model/core_simulator.h"
#include "plan/lists/cells.h"
#include "plan/lists/translate.h"
#include "plan/model/occupancy.h"
#include "plan/model/port_overlap.h"
#include "plan/runs.h"
#include "plan/semantics.h"
#include "plan/model/simulator.h"

/* The asynchronous time needs no queue of events. A node does its packets in its own order, and the
 * order of the schedule (step, from, port) agrees with the order of every node and every link. A
 * single pass is therefore enough: when the pass comes to a packet, everything that can delay the
 * packet already has its time:
 *
 *	start = max(the bytes' arrival, the link, the ports of both ends),   end = start + cost.
 *
 * Bytes that arrive in a step can be sent from the next step on. Each step therefore has two
 * passes: first all starts, then all arrivals. By induction no packet starts later than in the
 * synchronous time. A packet without bytes (barrier) waits for all packets that came to its sender
 * before, because the packet reports their arrival.
 *
 * A view has only node 0's packets, and every node does the same at the same time. A packet that
 * leaves node 0 through port p therefore also comes to node 0, from the neighbour w with node 0 at
 * port p: the same ranges, in blocks translated by w.
 *
 * Source: the model of Stout & Wagar 1990, sections 2 and 5, with the port models of the other
 * papers. */

/* The last query for an arrival and the answer. A node may send the same range through several
 * ports in a step, and then asks only once. */
struct question {
	int v;
	struct range range;
	double there;
};

struct simulated_clock {
	const struct schedule *schedule;
	const struct machine *machine;
	struct cells cells; /* when each came to each node */
	bool folds;	    /* bytes that come again count from the last arrival */
	struct occupancy occupancy;
	double *heard;	     /* of each node: when the last packet came */
	/* of each node: the last step in which the node sends. Arrivals in this step or later are
	 * not kept. */
	int32_t *last;
	double *start, *end; /* of each packet; NULL: the caller needs no times */
	double *step_end;    /* [packets of the longest step] the end of each packet of this step */
	double latest;
	bool failed; /* out of memory */
	struct runs *runs; /* of each node, in a prefix fold */
	struct question asked;
};

/* A time that is not negative, as the value of a cell. */
static uint64_t value_of(double time)
{
	uint64_t value;

	memcpy(&value, &time, sizeof value);
	return value;
}

static double time_of(uint64_t value)
{
	double time;

	memcpy(&time, &value, sizeof time);
	return time;
}

/* Returns the time at which the last of these bytes came to node v, or 0 if no byte came. */
static double came_at(const struct simulated_clock *clock, int v, const struct range *range)
{
	struct cell_run of = cells_of(&clock->cells, range);
	double time = 0;

	for (size_t c = of.first; c < of.end; c++)
		time = larger(time, time_of(cells_get(&clock->cells, v, range->block, c)));
	return time;
}

/* Notes that these bytes come to node v. */
static int note_arrival(
	struct simulated_clock *clock, int v, const struct range *range, double time)
{
	struct cell_run of = cells_of(&clock->cells, range);

	for (size_t c = of.first; c < of.end; c++) {
		uint64_t *came = cells_place(&clock->cells, v, range->block, c);

		if (!came)
			return -ENOMEM;
		if (!*came || (clock->folds ? time > time_of(*came) : time < time_of(*came)))
			*came = value_of(time);
	}
	return 0;
}

double schedule_synchronous(const struct schedule *schedule, const struct machine *machine)
{
	const struct packet *packet = schedule->packet, *end = packet + schedule->packets;
	double bytes = 0, further = 0;
	uint64_t steps = 0;

	while (packet < end) {
		int32_t step = packet->step;
		size_t largest = 0;

		for (; packet < end && packet->step == step; packet++)
			largest = packet->bytes > largest ? packet->bytes : largest;
		bytes += (double)largest;
		if (machine->internal && largest)
			further += (double)((largest - 1) / machine->internal);
		steps++;
	}
	return (1 + schedule->alternating) *
	       ((double)steps * machine->beta + bytes * machine->tau + further * machine->again);
}

/* Joins runs of node v to bytes made->begin ... of a run, and returns the time at which all of
 * these runs have come. From then on the joined run counts as a run of the node. made->end becomes
 * the byte up to which the runs go; no run has come if the node lacks one. */
static double joined_there(struct simulated_clock *clock, int v, struct run *made)
{
	const struct problem *problem = &clock->schedule->problem;
	struct runs *runs = &clock->runs[v];
	struct range whole;
	double there = 0;

	if (runs_join(runs, made))
		clock->failed = true;
	for (size_t i = 0; i < runs->ways; i++) {
		struct range part = { run_block(problem, runs->run[runs->way[i]]), made->begin,
			made->end };

		there = larger(there, came_at(clock, v, &part));
	}
	whole = (struct range){ run_block(problem, *made), made->begin, made->end };
	if (runs->ways > 1 && (note_arrival(clock, v, &whole, there) || runs_add(runs, *made)))
		clock->failed = true;
	return there;
}

/* Returns the time at which the parts of a run have come to the node. */
static double run_there(struct simulated_clock *clock, const struct range *range, int v)
{
	struct run made = run_of_range(&clock->schedule->problem, range);
	double there = 0;

	for (; made.begin < range->end && !clock->failed; made.begin = made.end) {
		made.end = range->end;
		there = larger(there, joined_there(clock, v, &made));
		if (!clock->runs[v].ways)
			break; /* the verifier refuses bytes that the sender lacks */
	}
	return there;
}

static double range_there(struct simulated_clock *clock, const struct range *range, int v)
{
	struct question *asked = &clock->asked;

	if (asked->v != v || asked->range.block != range->block ||
		asked->range.begin != range->begin || asked->range.end != range->end)
		*asked = (struct question){ v, *range,
			clock->runs ? run_there(clock, range, v) : came_at(clock, v, range) };
	return asked->there;
}

static double bytes_there(struct simulated_clock *clock, const struct packet *packet, int v)
{
	const struct range *range = clock->schedule->range + packet->first;
	double there = 0;

	if (!packet->count)
		return clock->heard[v];
	for (uint32_t i = 0; i < packet->count; i++)
		there = larger(there, range_there(clock, &range[i], v));
	return there;
}

static double send_packet(struct simulated_clock *clock, size_t k)
{
	const struct packet *packet = &clock->schedule->packet[k];
	struct ends ends = occupancy_ends(&clock->occupancy, packet);
	double start = larger(bytes_there(clock, packet, ends.sender),
		occupancy_free_at(&clock->occupancy, &ends));
	double end = start + ends.turns * machine_time(clock->machine, packet->bytes);

	occupancy_take(&clock->occupancy, &ends, end);
	if (clock->start) {
		clock->start[k] = start;
		clock->end[k] = end;
	}
	return end;
}

static int arrive(struct simulated_clock *clock, int v, const struct range *range, double time)
{
	const struct problem *problem = &clock->schedule->problem;

	if (!clock->folds && nodes_have(semantics_before(problem, range->block), v))
		return 0; /* the node had the bytes from the beginning */
	if (clock->runs && runs_add(&clock->runs[v], run_of_range(problem, range)))
		return -ENOMEM;
	return note_arrival(clock, v, range, time);
}

static int arrive_in_view(struct simulated_clock *clock, int w, struct range range, double time)
{
	int error = 0;

	while (range.begin < range.end && !error) {
		struct range image = range_translated(clock->schedule, w, &range);

		error = arrive(clock, 0, &image, time);
	}
	return error;
}

static int receive_packet(struct simulated_clock *clock, size_t k, double end)
{
	const struct schedule *schedule = clock->schedule;
	const struct packet *packet = &schedule->packet[k];
	const struct range *range = schedule->range + packet->first;
	int v = schedule->view ? 0 : packet->to, error = 0;
	int w = schedule->view ? view_sender(schedule, packet) : 0;

	if (packet->step >= clock->last[v])
		return 0;
	clock->heard[v] = larger(clock->heard[v], end);
	for (uint32_t i = 0; i < packet->count && !error; i++)
		error = schedule->view ? arrive_in_view(clock, w, range[i], end)
				       : arrive(clock, v, &range[i], end);
	return error;
}

/* Prepares the pass: the last step in which each node sends, and the length of the longest step. */
static int look_ahead(struct simulated_clock *clock, int nodes)
{
	const struct schedule *schedule = clock->schedule;

	clock->heard = calloc((size_t)nodes, sizeof *clock->heard);
	clock->last = calloc((size_t)nodes, sizeof *clock->last);
	for (size_t k = 0; k < schedule->packets && clock->last; k++) /* in the order of steps */
		clock->last[schedule->view ? 0 : schedule->packet[k].from] =
			schedule->packet[k].step;
	clock->step_end = array_new(schedule_longest_step(schedule), sizeof *clock->step_end);
	return clock->heard && clock->last && clock->step_end
		       ? 0
		       : why(ENOMEM, "no memory to simulate %d nodes", nodes);
}

static int run(struct simulated_clock *clock)
{
	const struct schedule *schedule = clock->schedule;
	int error = 0;

	for (size_t k = 0, next; k < schedule->packets && !error; k = next) {
		next = step_end(schedule, k);
		for (size_t i = k; i < next; i++) {
			double end = send_packet(clock, i);

			clock->step_end[i - k] = end;
			clock->latest = larger(clock->latest, end);
		}
		for (size_t i = k; i < next && !error; i++)
			error = receive_packet(clock, i, clock->step_end[i - k]);
		clock->asked.v = -1;
	}
	return error;
}

/* In a prefix fold each node starts with a run that is its own contribution alone. */
static int runs_open(struct simulated_clock *clock)
{
	const struct schedule *s = clock->schedule;
	int nodes = s->problem.net.nodes, error = 0;

	if (!collective_joins(s->problem.collective))
		return 0;
	clock->runs = calloc((size_t)nodes, sizeof *clock->runs);
	for (int v = 0; v < nodes && clock->runs && !error; v++)
		error = runs_add(&clock->runs[v], (struct run){ v, v, 0, s->bytes });
	return clock->runs && !error ? 0 : why(ENOMEM, "no memory to simulate %d nodes", nodes);
}

static void runs_close(struct simulated_clock *clock)
{
	for (int v = 0; clock->runs && v < clock->schedule->problem.net.nodes; v++)
		runs_free(&clock->runs[v]);
	free(clock->runs);
}

/* Runs the asynchronous simulation. `start` and `end` are NULL, or have a place for each packet. */
static int find_times(const struct schedule *schedule, const struct machine *machine, double *start,
	double *end, double *latest)
{
	const struct problem *problem = &schedule->problem;
	struct simulated_clock clock = { .schedule = schedule,
		.machine = machine,
		.start = start,
		.end = end,
		.folds = collective_combines(problem->collective),
		.asked = { .v = -1 } };
	int nodes = schedule->view ? 1 : problem->net.nodes;
	int error = look_ahead(&clock, nodes);

	if (!error)
		error = occupancy_open(&clock.occupancy, schedule);
	if (!error)
		error = cells_open(&clock.cells, schedule, UINT64_MAX);
	if (!error)
		error = runs_open(&clock);
	if (!error)
		error = run(&clock);
	if (clock.failed || error)
		error = why(ENOMEM, "no memory to simulate %d nodes", nodes);
	runs_close(&clock);
	*latest = clock.latest;
	cells_close(&clock.cells);
	occupancy_free(&clock.occupancy);
	free(clock.heard);
	free(clock.last);
	free(clock.step_end);
	return error;
}

int schedule_clock(
	const struct schedule *schedule, const struct machine *machine, double *start, double *end)
{
	struct simulation times;
	double latest;

	if (machine->hierarchy.levels)
		return schedule_on_cores(schedule, machine, &times, start, end);
	return find_times(schedule, machine, start, end, &latest);
}

int schedule_simulate(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation)
{
	if (machine->hierarchy.levels)
		return schedule_on_cores(schedule, machine, simulation, NULL, NULL);
	*simulation = (struct simulation){ schedule_synchronous(schedule, machine), 0 };
	if (machine->serial > 0 && schedule->problem.ports == ALL)
		return schedule_in_turns(schedule, machine, simulation);
	return find_times(schedule, machine, NULL, NULL, &simulation->asynchronous);
}
