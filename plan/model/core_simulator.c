/* Computes the time of a schedule when the cores of a hierarchy run the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/model/core_simulator.h"

/* The model is LogGP (Alexandrov, Ionescu, Schauser & Scheiman 1995) of a shared memory: the
 * receiver copies, and all costs depend on the distance of the two cores. A core runs its nodes in
 * order, at each step first the sends, by port, then the receives, by port:
 *
 *	send	the core is busy for o = packet; then the packet is on its way for
 *		max(0, beta - 2 o), with the beta of the two cores' class
 *	receive	when the core is free and the packet there, the core is busy for o and for
 *		tau * bytes, with the tau of the class
 *
 * So a single packet takes beta + tau * bytes. A core that waits for a packet does nothing else, as
 * a thread that serves nodes in their order. In the synchronous time all cores begin each step
 * together with the last core. Waiting only delays packets, so the synchronous time is never less
 * than the asynchronous time. */

struct core_place {
	int to, port; /* port: of the receiver, by which a tape orders receives */
	size_t k;
};

struct core_run {
	const struct schedule *schedule;
	const struct machine *machine;
	double *free;  /* of each core: the end of its last action */
	double *there; /* of each packet: the time from which the packet can be received */
	struct core_place *place; /* a step's packets, in the order of receipt */
	double *start, *end;	  /* of each packet, or NULL */
};

static int core_of(const struct core_run *run, int v)
{
	return machine_core(run->machine, run->schedule->problem.net.nodes, v);
}

static const struct link_class *class_of(const struct core_run *run, const struct packet *packet)
{
	return machine_link(
		run->machine, run->schedule->problem.net.nodes, packet->from, packet->to);
}

static void send_packet(struct core_run *run, size_t k)
{
	const struct packet *packet = &run->schedule->packet[k];
	double o = run->machine->packet, beta = class_of(run, packet)->beta;
	double *free = &run->free[core_of(run, packet->from)];

	if (run->start)
		run->start[k] = *free;
	*free += o;
	run->there[k] = *free + (beta > 2 * o ? beta - 2 * o : 0);
}

static void receive_packet(struct core_run *run, size_t k)
{
	const struct packet *packet = &run->schedule->packet[k];
	double *free = &run->free[core_of(run, packet->to)];
	double begin = *free > run->there[k] ? *free : run->there[k];

	begin += run->machine->packet;
	*free = begin + class_of(run, packet)->tau * (double)packet->bytes;
	if (run->end)
		run->end[k] = *free;
}

static int compare_places(const void *a, const void *b)
{
	const struct core_place *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->k > y->k) - (x->k < y->k);
}

/* Simulates a step: packets k ... next - 1. */
static void take_step(struct core_run *run, size_t k, size_t next)
{
	const struct schedule *schedule = run->schedule;

	for (size_t i = k; i < next; i++) {
		const struct packet *packet = &schedule->packet[i];

		send_packet(run, i);
		run->place[i - k] = (struct core_place){ packet->to,
			packet_back_port(schedule, packet), i };
	}
	qsort(run->place, next - k, sizeof *run->place, compare_places);
	for (size_t i = 0; i < next - k; i++)
		receive_packet(run, run->place[i].k);
}

static double latest_of(const struct core_run *run, int cores)
{
	double latest = 0;

	for (int i = 0; i < cores; i++)
		latest = run->free[i] > latest ? run->free[i] : latest;
	return latest;
}

/* Returns the time of all steps. With `together` no core begins a step before all cores have ended
 * the last step. */
static double run_all(struct core_run *run, bool together)
{
	const struct schedule *schedule = run->schedule;
	int cores = hierarchy_cores(&run->machine->hierarchy);

	for (size_t k = 0, next; k < schedule->packets; k = next) {
		double now = together ? latest_of(run, cores) : 0;

		for (int i = 0; i < cores && together; i++)
			run->free[i] = now;
		next = step_end(schedule, k);
		take_step(run, k, next);
	}
	return latest_of(run, cores);
}

/* Computes one of the two times, from the beginning. */
static int measure(struct core_run *run, bool together, double *time)
{
	size_t cores = (size_t)hierarchy_cores(&run->machine->hierarchy);
	int error = 0;

	run->free = calloc(cores, sizeof *run->free);
	run->there = calloc(run->schedule->packets + 1, sizeof *run->there);
	run->place = calloc(schedule_longest_step(run->schedule) + 1, sizeof *run->place);
	if (run->free && run->there && run->place)
		*time = run_all(run, together);
	else
		error = why(ENOMEM, "no memory to simulate %zu packets", run->schedule->packets);
	free(run->free);
	free(run->there);
	free(run->place);
	return error;
}

int schedule_on_cores(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation, double *start, double *end)
{
	struct core_run run = { .schedule = schedule, .machine = machine };
	int error;

	if (schedule->view)
		return why(EINVAL, "links of %s differ: one node's view is not enough",
			schedule->problem.net.name);
	error = measure(&run, true, &simulation->synchronous);
	run.start = start;
	run.end = end;
	return error ? error : measure(&run, false, &simulation->asynchronous);
}
