/* Spreads the packets of a time over several times, until the port model is obeyed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/transforms.h"
#include "plan/packet_walk.h"
#include "plan/ports.h"
#include "plan/schedule.h"

/* This is edge colouring by the first colour that fits. Packets are taken port by port, so that on
 * a cube a sub-slot is a dimension. If a node may use only one link, packets are taken matching by
 * matching, so that no packet is late if all links of a digit of gh are used. A node has at
 * most 2 * ports packets in a time, so each packet finds a colour among the first 4 * ports. */

struct colouring {
	struct plan *plan;
	int colours;
	struct hand *hand; /* [nodes * colours] of each node in each sub-slot */
};

static struct hand *hand_of(struct colouring *c, int v, int colour, int32_t time)
{
	return hand_at(&c->hand[(size_t)v * (size_t)c->colours + (size_t)colour], time);
}

static bool fits(const struct problem *problem, const struct hand *sender, int from,
	const struct hand *receiver, int to)
{
	if (problem->duplex == HALF && sender->partner[RECEIVES] == to)
		return false;
	return hand_needs(sender, SENDS, to) <= problem->ports &&
	       hand_needs(receiver, RECEIVES, from) <= problem->ports;
}

/* Returns the sub-slot of the packet from -> to. Under ALL only the reverse direction is
 * remembered, and the packets of a node are told apart by ports. */
static int colour_of(struct colouring *c, int from, int to, int port, int32_t time)
{
	const struct problem *problem = &c->plan->problem;
	int back = network_reverse_port(&problem->net, port);

	if (problem->ports == ALL) {
		struct hand *used = hand_of(c, to, back, time);

		hand_of(c, from, port, time)->partner[SENDS] = to;
		return used->partner[SENDS] == from;
	}
	for (int colour = 0; colour < c->colours; colour++) {
		struct hand *sender = hand_of(c, from, colour, time);
		struct hand *receiver = hand_of(c, to, colour, time);

		if (fits(problem, sender, from, receiver, to)) {
			sender->partner[SENDS] = to;
			receiver->partner[RECEIVES] = from;
			return colour;
		}
	}
	return c->colours - 1; /* never: see above */
}

/* Returns the set of each link: its matching, or its port. Packets are taken set by set. */
static int *sets_of_links(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	bool matchings = plan->problem.ports <= EXCHANGE;
	int *set = malloc(((size_t)net->nodes * (size_t)net->ports + 1) * sizeof *set);

	for (int v = 0; v < net->nodes && set; v++)
		for (int p = 0; p < net->ports; p++)
			set[(size_t)v * (size_t)net->ports + (size_t)p] =
				matchings ? network_matching(net, v, p) : p;
	return set;
}

struct taking {
	size_t ports;
	const int *set;
};

static int compare_by_set(const void *a, const void *b, void *context)
{
	const struct taking *taking = context;
	const struct hop *x = a, *y = b;
	int s = taking->set[(size_t)x->from * taking->ports + x->port];
	int t = taking->set[(size_t)y->from * taking->ports + y->port];

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (s != t)
		return s < t ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->port > y->port) - (x->port < y->port);
}

static int spread_packets(struct plan *plan)
{
	size_t nodes = (size_t)plan->problem.net.nodes;
	struct colouring c = { .plan = plan, .colours = plan->problem.net.ports * 4 };
	int *set = sets_of_links(plan), colour = 0;

	c.hand = malloc(nodes * (size_t)c.colours * sizeof *c.hand);
	if (!c.hand || !set) {
		free(c.hand);
		free(set);
		return why(ENOMEM, "no memory to spread a plan over one port");
	}
	for (size_t i = 0; i < nodes * (size_t)c.colours; i++)
		c.hand[i].step = -1;
	qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_by_set,
		&(struct taking){ (size_t)plan->problem.net.ports, set });
	for (size_t i = 0, run; i < plan->hops; i = run) {
		struct hop first = plan->hop[i];

		colour = colour_of(&c, first.from, hop_to(plan, &first), first.port, first.time);
		for (run = i; run < plan->hops && plan->hop[run].time == first.time &&
			      hop_same_link(&plan->hop[run], &first);
			run++)
			plan->hop[run].time = first.time * c.colours + colour;
	}
	free(c.hand);
	free(set);
	return plan_sort(plan);
}

/* In a symmetric plan a node that sends through a port receives through the reverse port at the
 * same time. So a port a sub-slot obeys SENDRECV, and EXCHANGE if each port is its own reverse. */
static bool ports_suffice(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	if (plan->problem.duplex == HALF)
		return false;
	for (int p = 0; p < net->ports; p++)
		if (ports_exclude(plan->problem.ports, false, network_reverse_port(net, p) == p))
			return false;
	return true;
}

/* If every port is its own reverse, neighbours in a symmetric plan exchange, and take turns. */
static bool can_alternate(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	for (int p = 0; p < net->ports; p++)
		if (network_reverse_port(net, p) != p)
			return false;
	return plan->symmetric && !plan->pipelined;
}

static int spread_ports(struct plan *plan)
{
	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].time = plan->hop[i].time * plan->problem.net.ports + plan->hop[i].port;
	return plan_sort(plan);
}

/* Removes unused times, which cost nothing but would lengthen the interval. */
static int compact(struct plan *plan)
{
	int32_t *new_time = calloc((size_t)plan->times + 1, sizeof *new_time), next = 0;

	if (!new_time)
		return why(ENOMEM, "no memory to spread a plan over one port");
	for (size_t i = 0; i < plan->hops; i++)
		new_time[plan->hop[i].time] = 1;
	for (int t = 0; t < plan->times; t++) {
		int32_t used = new_time[t];

		new_time[t] = next;
		next += used;
	}
	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].time = new_time[plan->hop[i].time];
	free(new_time);
	return plan_sort(plan);
}

int plan_serialize(struct plan *plan)
{
	struct figures figures;
	int error;

	if (plan->problem.ports == ALL && plan->problem.duplex == FULL)
		return 0;
	error = plan_sort(plan);
	if (!error)
		error = plan_turn(plan, &figures);
	if (error ||
		(figures.ports <= plan->problem.ports && figures.duplex <= plan->problem.duplex))
		return error;
	if (plan->symmetric && ports_suffice(plan)) {
		error = spread_ports(plan);
	} else if (can_alternate(plan)) {
		plan->alternating = true;
		if (plan->problem.ports < ALL)
			error = spread_ports(plan);
	} else {
		if (plan->symmetric)
			error = plan_expand(plan);
		if (!error)
			error = spread_packets(plan);
	}
	return error ? error : compact(plan);
}
