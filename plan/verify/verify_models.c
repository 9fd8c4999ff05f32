/* Verifies the port model and the duplex, and names the nodes and links that break them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/ports.h"
#include "plan/verify/verify_internal.h"

/* A right schedule is recognized by its figures. Of a wrong schedule each step is looked at again,
 * packet by packet. */
struct models_check {
	const struct verification *check;
	struct hand *hand; /* [nodes] */
	int32_t *told;	   /* [nodes] 1 + the last step in which the node was named */
	uint32_t *carried; /* [links] 1 + the last packet */
};

static bool in_step(const struct schedule *s, const struct packet *p, int step)
{
	return p < s->packet + s->packets && p->step == step;
}

/* Returns the first packet of the step that node v sends or receives. */
static const struct packet *first_of_node(const struct schedule *s, const struct packet *p, int v)
{
	while (p > s->packet && p[-1].step == p->step)
		p--;
	while (p->from != v && p->to != v)
		p++;
	return p;
}

/* Writes the partners of node v from packet p on: " sends to 1 and 2". Returns the length. */
static size_t list_partners(
	const struct schedule *s, const struct packet *p, enum way way, int v, char text[128])
{
	static const char *const does[] = { [SENDS] = " sends to", [RECEIVES] = " receives from" };
	size_t length = 0;
	int step = p->step;

	for (text[0] = 0; in_step(s, p, step) && length < 96; p++)
		if ((way == SENDS ? p->from : p->to) == v) {
			const char *before = length ? " and" : does[way];

			length += (size_t)snprintf(text + length, 128 - length, "%s %d", before,
				way == SENDS ? p->to : p->from);
		}
	if (in_step(s, p, step))
		length += (size_t)snprintf(text + length, 128 - length, " ...");
	return length;
}

static bool tell_ports(struct models_check *m, const struct packet *p, int v, enum ports needed)
{
	const struct schedule *s = m->check->s;
	char sends[128], receives[128];
	const struct packet *first = first_of_node(s, p, v);
	bool both;

	m->told[v] = p->step + 1;
	both = list_partners(s, first, SENDS, v, sends);
	both &= list_partners(s, first, RECEIVES, v, receives) > 0;
	return rule_broken(m->check, RULE_PORTS, first,
		"step %d: node %d needs ports %s, %s is allowed: %d%s%s%s", p->step, v,
		ports_name(needed), ports_name(s->problem.ports), v, sends, both ? "," : "",
		receives);
}

/* Counts a packet of node v. Returns false if the search ends here. */
static bool check_node(struct models_check *m, const struct packet *p, enum way way)
{
	int v = way == SENDS ? p->from : p->to, partner = way == SENDS ? p->to : p->from;
	struct hand *hand = hand_at(&m->hand[v], p->step);
	enum ports needed = hand_needs(hand, way, partner);

	hand->partner[way] = partner;
	if (needed <= m->check->s->problem.ports || m->told[v] == p->step + 1)
		return true;
	return tell_ports(m, p, v, needed);
}

static bool check_link(struct models_check *m, const struct packet *p)
{
	const struct schedule *s = m->check->s;
	const struct network *net = &s->problem.net;
	size_t ports = (size_t)net->ports, back;
	const struct packet *other;
	bool goes_on;

	if (s->problem.duplex == FULL || p->port >= ports)
		return true;
	back = (size_t)p->to * ports + (size_t)network_reverse_port(net, p->port);
	m->carried[(size_t)p->from * ports + p->port] = (uint32_t)(p - s->packet) + 1;
	other = m->carried[back] ? &s->packet[m->carried[back] - 1] : NULL;
	if (!other || other->step != p->step)
		return true;
	goes_on = rule_broken(m->check, RULE_DUPLEX, other,
		"step %d: the half-duplex link between %d and %d carries both directions", p->step,
		other->from, other->to);
	rule_broken_with(m->check, p);
	return goes_on;
}

/* The second packet of a conflict was told before. */
static bool is_repeated(const struct schedule *s, size_t i)
{
	const struct packet *p = &s->packet[i];

	return i && p[-1].step == p->step && p[-1].from == p->from && p[-1].port == p->port;
}

static void check_packets(struct models_check *m)
{
	const struct schedule *s = m->check->s;

	for (int v = 0; v < s->problem.net.nodes; v++)
		m->hand[v].step = -1;
	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];

		if (is_repeated(s, i))
			continue;
		if (!check_node(m, p, SENDS) || !check_node(m, p, RECEIVES) || !check_link(m, p))
			return;
	}
}

int verify_models(const struct verification *check)
{
	const struct schedule *s = check->s;
	struct models_check m = { .check = check };
	size_t nodes = (size_t)s->problem.net.nodes;
	struct figures figures;
	int error;

	if (!check->judgement->found) { /* each packet crosses a link */
		error = schedule_figures(s, &figures);
		if (error || (figures.ports <= s->problem.ports &&
				     figures.duplex <= s->problem.duplex))
			return error;
	}
	m.hand = array_new(nodes, sizeof *m.hand);
	m.told = array_zeros(nodes, sizeof *m.told);
	m.carried = array_zeros(nodes * (size_t)s->problem.net.ports, sizeof *m.carried);
	error = m.hand && m.told && m.carried ? 0 : -ENOMEM;
	if (!error)
		check_packets(&m);
	free(m.hand);
	free(m.told);
	free(m.carried);
	return error ? why(ENOMEM, "no memory to verify the ports of %s", s->problem.net.name) : 0;
}
