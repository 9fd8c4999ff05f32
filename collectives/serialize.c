/* Serialize and alternate: spread the packets of one time over several, until the port model is
 * obeyed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "collectives/moves.h"
#include "plan/schedule.h"

/* This is edge colouring by the first colour that fits. Packets are taken port by port, so that on
 * a cube one sub-slot is one dimension; or, where a node may use one link only, matching by matching,
 * so that where all links of a digit of gh are used none is late. A node has at most 2 * ports
 * packets in one time, so each packet finds a colour among the first 4 * ports. */

/* What a node does in one sub-slot; empty when `time` is another one. */
struct place {
	int32_t time, to, from; /* -1: nothing */
};

struct colouring {
	struct plan *plan;
	int colours;
	struct place *place; /* [nodes * colours] */
};

static struct place *place_at(struct colouring *c, int v, int colour, int32_t time)
{
	struct place *place = &c->place[(size_t)v * (size_t)c->colours + (size_t)colour];

	if (place->time != time)
		*place = (struct place){ time, -1, -1 };
	return place;
}

static bool fits(const struct problem *problem, const struct place *sender, int from,
	const struct place *receiver, int to)
{
	bool free_hands = sender->to < 0 && receiver->from < 0;

	if (problem->duplex == HALF && sender->from == to)
		return false;
	switch (problem->ports) {
	case SINGLE:
		return free_hands && sender->from < 0 && receiver->to < 0;
	case EXCHANGE:
		return free_hands && (sender->from < 0 || sender->from == to) &&
		       (receiver->to < 0 || receiver->to == from);
	case SENDRECV:
		return free_hands;
	default:
		return true;
	}
}

/* The sub-slot of the packet from -> to. Under ALL only the reverse direction is remembered, and a
 * node's several packets are told apart by their ports. */
static int colour_of(struct colouring *c, int from, int to, int port, int32_t time)
{
	const struct problem *problem = &c->plan->problem;
	int back = network_reverse_port(&problem->net, port);

	if (problem->ports == ALL) {
		struct place *used = place_at(c, to, back, time);

		place_at(c, from, port, time)->to = to;
		return used->to == from;
	}
	for (int colour = 0; colour < c->colours; colour++) {
		struct place *sender = place_at(c, from, colour, time);
		struct place *receiver = place_at(c, to, colour, time);

		if (fits(problem, sender, from, receiver, to)) {
			sender->to = to;
			receiver->from = from;
			return colour;
		}
	}
	return c->colours - 1; /* never: see above */
}

/* What packets are taken by, for each link: its matching, or its port. */
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

static bool same_packet(const struct hop *a, const struct hop *b)
{
	return a->time == b->time && a->port == b->port && a->from == b->from;
}

static int spread(struct plan *plan)
{
	size_t nodes = (size_t)plan->problem.net.nodes;
	struct colouring c = { .plan = plan, .colours = plan->problem.net.ports * 4 };
	int *set = sets_of_links(plan), colour = 0;

	c.place = malloc(nodes * (size_t)c.colours * sizeof *c.place);
	if (!c.place || !set) {
		free(c.place);
		free(set);
		return why(ENOMEM, "no memory to spread a plan over one port");
	}
	for (size_t i = 0; i < nodes * (size_t)c.colours; i++)
		c.place[i].time = -1;
	qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_by_set,
		&(struct taking){ (size_t)plan->problem.net.ports, set });
	for (size_t i = 0, run; i < plan->hops; i = run) {
		struct hop first = plan->hop[i];

		colour = colour_of(&c, first.from, hop_to(plan, &first), first.port, first.time);
		for (run = i; run < plan->hops && same_packet(&plan->hop[run], &first); run++)
			;
		for (size_t k = i; k < run; k++)
			plan->hop[k].time = first.time * c.colours + colour;
	}
	free(c.place);
	free(set);
	return plan_sort(plan);
}

/* In a symmetric plan every node sends through the port that it receives from on the other side: one
 * port a sub-slot obeys SENDRECV, and EXCHANGE where ports are their own reverse. */
static bool ports_suffice(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	if (plan->problem.duplex == HALF || plan->problem.ports == SINGLE)
		return false;
	for (int p = 0; p < net->ports && plan->problem.ports == EXCHANGE; p++)
		if (network_reverse_port(net, p) != p)
			return false;
	return true;
}

/* Where every port is its own reverse, neighbours of a symmetric plan exchange, and take turns. */
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

/* Times at which nothing happens cost nothing, but they would lengthen the interval. */
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
			error = spread(plan);
	}
	return error ? error : compact(plan);
}

/* ---- alternate ---- */

static int slots_of(const struct plan *plan)
{
	return plan->interval ? plan->interval : plan->times;
}

/* In which half of its slot a link was last taken, in which slot. */
struct half {
	int32_t slot;
	int8_t half;
};

/* The half for a packet: the usual one, unless the link's other direction has taken it. */
static int half_of(const struct plan *plan, struct half *taken, const struct hop *h, int slot)
{
	const struct network *net = &plan->problem.net;
	size_t ports = (size_t)net->ports;
	struct half *own = &taken[(size_t)h->from * ports + h->port];
	const struct half *back = &taken[(size_t)hop_to(plan, h) * ports +
					 (size_t)network_reverse_port(net, h->port)];
	int usual = collective_folds(plan->problem.collective);

	if (own->slot != slot)
		*own = (struct half){ slot,
			(int8_t)(back->slot == slot && back->half == usual ? !usual : usual) };
	return own->half;
}

/* The packets of one slot, hops first ... end - 1. Those of the round that has just begun come
 * first, those of one that ends last: in reductions, which run backwards, the other way round. So
 * they have the usual half, and turns in which only they cross a link need no other. Of two that meet in
 * one round, the first goes away from the lesser node; in reductions, to it. */
static void halve_slot(struct plan *plan, struct half *taken, size_t first, size_t end, int slot)
{
	int stages = (plan->times - 1) / slots_of(plan) + 1;
	bool backwards = collective_folds(plan->problem.collective);

	for (int k = 0; k < 2 * stages; k++)
		for (size_t i = first; i < end; i++) {
			struct hop *h = &plan->hop[i];
			int stage = backwards ? stages - 1 - k / 2 : k / 2;
			bool rising = h->from < hop_to(plan, h), usual = k % 2 == 0;

			if (h->time >= 0 && h->time / slots_of(plan) == stage &&
				(rising != backwards) == usual)
				h->time = -1 - (2 * h->time + half_of(plan, taken, h, slot));
		}
}

int plan_alternate(struct plan *plan)
{
	size_t links = (size_t)plan->problem.net.nodes * (size_t)plan->problem.net.ports;
	struct half *taken = malloc((links + 1) * sizeof *taken);

	if (!taken)
		return why(ENOMEM, "no memory to halve the steps of a plan");
	for (size_t i = 0; i < links; i++)
		taken[i].slot = -1;
	for (size_t i = 0, end; i < plan->hops; i = end) {
		int slot = plan->hop[i].time % slots_of(plan);

		for (end = i; end < plan->hops && plan->hop[end].time % slots_of(plan) == slot;)
			end++;
		halve_slot(plan, taken, i, end, slot);
	}
	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].time = -1 - plan->hop[i].time;
	free(taken);
	plan->interval *= 2;
	return plan_sort(plan);
}
