/* Adds up the times of each node's ports in each step, where ports overlap only in part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/error.h"
#include "plan/model/port_overlap.h"

/* The use of a port in a step. A use with another step number is out of date. Steps count from 1
 * here. */
struct port_use {
	uint32_t step;
	double time;
};

struct node_use {
	uint32_t step;
	double sum, most;
	/* the times at which the node is ready for the step, and has done the step */
	double before, after;
};

struct port_usage {
	const struct schedule *schedule;
	/* [nodes * (ports + 1)]; the last place of a node is for packets that follow no link */
	struct port_use *port;
	struct node_use *node; /* [nodes] */
	double serial;
};

/* Node v uses the port in the step, for at least that time. */
static void use_port(struct port_usage *use, uint32_t step, int v, int number, double time)
{
	int ports = use->schedule->problem.net.ports;
	size_t place = (size_t)v * ((size_t)ports + 1);
	struct port_use *port = &use->port[place + (size_t)(number < ports ? number : ports)];
	struct node_use *node = &use->node[v];

	if (port->step != step)
		*port = (struct port_use){ .step = step };
	if (node->step != step)
		*node = (struct node_use){
			.step = step, .before = node->after, .after = node->after
		};
	if (time > port->time) {
		node->sum += time - port->time;
		port->time = time;
	}
	node->most = time > node->most ? time : node->most;
}

/* Uses the ports at both ends of a packet. In a view both ends are at node 0. */
static void use_link(struct port_usage *use, const struct packet *packet, double time)
{
	int back = packet_back_port(use->schedule, packet);
	uint32_t step = (uint32_t)packet->step + 1;

	use_port(use, step, packet->from, packet->port, time);
	use_port(use, step, use->schedule->view ? 0 : packet->to, back, time);
}

static double time_of(const struct port_usage *use, const struct node_use *node)
{
	return node->most + use->serial * (node->sum - node->most);
}

/* Lets the two nodes of a packet begin together, and end with the slower node. Returns the time in
 * between. */
static double meet(struct port_usage *use, const struct packet *packet)
{
	struct node_use *from = &use->node[packet->from];
	struct node_use *to = &use->node[use->schedule->view ? 0 : packet->to];
	double time = larger(time_of(use, from), time_of(use, to));
	double end = larger(from->before, to->before) + time;

	from->after = larger(from->after, end);
	to->after = larger(to->after, end);
	return time;
}

static void take_steps(
	struct port_usage *use, const struct machine *machine, struct simulation *times)
{
	const struct schedule *s = use->schedule;
	double both = 1 + s->alternating;

	*times = (struct simulation){ 0 };
	for (size_t k = 0, next; k < s->packets; k = next) {
		double longest = 0;

		next = step_end(s, k);
		for (size_t i = k; i < next; i++)
			use_link(use, &s->packet[i],
				both * machine_time(machine, s->packet[i].bytes));
		for (size_t i = k; i < next; i++)
			longest = larger(longest, meet(use, &s->packet[i]));
		times->synchronous += longest;
	}
	for (int v = 0; v < (s->view ? 1 : s->problem.net.nodes); v++)
		times->asynchronous = larger(times->asynchronous, use->node[v].after);
}

int schedule_in_turns(const struct schedule *schedule, const struct machine *machine,
	struct simulation *simulation)
{
	size_t nodes = schedule->view ? 1 : (size_t)schedule->problem.net.nodes;
	size_t ports = nodes * ((size_t)schedule->problem.net.ports + 1);
	struct port_usage use = { .schedule = schedule,
		.port = calloc(ports, sizeof *use.port),
		.node = calloc(nodes, sizeof *use.node),
		.serial = machine->serial };
	int error = 0;

	if (use.port && use.node)
		take_steps(&use, machine, simulation);
	else
		error = why(ENOMEM, "no memory to simulate %zu packets", schedule->packets);
	free(use.port);
	free(use.node);
	return error;
}
