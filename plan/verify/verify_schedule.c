/* Runs a schedule abstractly, and names the rule that the schedule breaks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "plan/verify/verify_internal.h"

static const char *const rule_names[] = {
	[RULE_NONE] = "none",
	[RULE_LINK] = "link",
	[RULE_CAUSALITY] = "causality",
	[RULE_CONFLICT] = "conflict",
	[RULE_PORTS] = "ports",
	[RULE_DUPLEX] = "duplex",
	[RULE_DELIVERY] = "delivery",
	[RULE_CONTRIBUTION] = "contribution",
	[RULE_HAZARD] = "hazard",
	[RULE_DEADLOCK] = "deadlock",
	[RULE_LEFTOVER] = "leftover",
	[RULE_FORMAT] = "format",
};

const char *rule_name(enum rule rule)
{
	return rule_names[rule];
}

/* Records the broken rule. Callers return the result, false, and so end the check. */
bool rule_broken(
	struct verdict *verdict, enum rule rule, const struct packet *p, const char *format, ...)
{
	va_list arguments;
	struct verdict v = { .rule = rule,
		.step = p ? p->step : -1,
		.from = p ? p->from : -1,
		.to = p ? p->to : -1 };

	va_start(arguments, format);
	vsnprintf(v.text, sizeof v.text, format, arguments);
	va_end(arguments);
	*verdict = v;
	return false;
}

/* ---- Links, conflicts ---- */

static bool check_links(const struct schedule *s, struct verdict *verdict)
{
	const struct network *net = &s->problem.net;

	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i], *last = i ? p - 1 : NULL;

		if (p->from < 0 || p->from >= net->nodes || p->port >= net->ports ||
			network_neighbour(net, p->from, p->port) != p->to)
			return rule_broken(verdict, RULE_LINK, p,
				"step %d: %s has no link from %d to %d", p->step, net->name,
				p->from, p->to);
		if (last && last->step == p->step && last->from == p->from && last->port == p->port)
			return rule_broken(verdict, RULE_CONFLICT, p,
				"step %d: two packets on the link from %d to %d", p->step, p->from,
				p->to);
	}
	return true;
}

/* ---- Ports and duplex: names the first step that breaks the model ---- */

static int check_models(const struct schedule *s, struct verdict *verdict)
{
	struct schedule part = *s;
	struct figures figures;
	const struct packet *p;
	int error = schedule_figures(s, &figures);

	if (error || figures.excess < 0)
		return error;
	/* The figures with this packet and all packets before it show the broken model. The verdict
	 * names the first packet of the step. */
	part.packets = (size_t)figures.excess + 1;
	p = &s->packet[figures.excess];
	while (p > s->packet && p[-1].step == p->step)
		p--;
	error = schedule_figures(&part, &figures);
	if (error)
		return error;
	if (figures.ports > s->problem.ports)
		rule_broken(verdict, RULE_PORTS, p, "step %d: a node needs ports %s, %s is allowed",
			p->step, ports_name(figures.ports), ports_name(s->problem.ports));
	else
		rule_broken(verdict, RULE_DUPLEX, p,
			"step %d: a half-duplex link carries both directions", p->step);
	return 0;
}

static bool check_folds(const struct schedule *s, struct verdict *verdict)
{
	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].fold && !collective_combines(s->problem.collective))
			return rule_broken(verdict, RULE_CONTRIBUTION, &s->packet[i],
				"step %d: nothing is combined in a %s", s->packet[i].step,
				collective_name(s->problem.collective));
	return true;
}

int schedule_verify(const struct schedule *s, struct verdict *verdict)
{
	int error;

	*verdict = (struct verdict){ .step = -1, .from = -1, .to = -1 };
	if (!check_links(s, verdict) || !check_folds(s, verdict))
		return 0;
	error = check_models(s, verdict);
	if (error || verdict->rule)
		return error;
	if (!collective_has_bytes(s->problem.collective))
		return verify_barrier(s, verdict);
	if (collective_joins(s->problem.collective))
		return verify_runs(s, verdict);
	return collective_folds(s->problem.collective) ? verify_folds(s, verdict)
						       : verify_copies(s, verdict);
}
