/* Runs a schedule abstractly, and names the rules that the schedule breaks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include "plan/verify/verify_internal.h"

/* Violations beyond this number are not counted, so that a large wrong schedule takes no hours. */
enum {
	MOST_COUNTED = 1 << 20
};

static const char *const rule_names[] = {
	[RULE_NONE] = "none",
	[RULE_LINK] = "link",
	[RULE_CAUSALITY] = "causality",
	[RULE_CONFLICT] = "conflict",
	[RULE_PORTS] = "ports",
	[RULE_DUPLEX] = "duplex",
	[RULE_DELIVERY] = "delivery",
	[RULE_CONTRIBUTION] = "contribution",
	[RULE_PACKET] = "packet",
	[RULE_HAZARD] = "hazard",
	[RULE_DEADLOCK] = "deadlock",
	[RULE_LEFTOVER] = "leftover",
	[RULE_FORMAT] = "format",
};

const char *rule_name(enum rule rule)
{
	return rule_names[rule];
}

static int line_of(const struct schedule *s, const struct packet *p)
{
	return p && s->line_of ? (int)s->line_of[p - s->packet] : 0;
}

bool rule_broken(const struct verification *check, enum rule rule, const struct packet *p,
	const char *format, ...)
{
	struct judgement *j = check->judgement;
	struct verdict *v = &j->violation[j->found];
	va_list arguments;

	if (j->found++ < j->most) {
		*v = (struct verdict){ .rule = rule,
			.step = p ? p->step : -1,
			.from = p ? p->from : -1,
			.to = p ? p->to : -1,
			.line = line_of(check->s, p) };
		va_start(arguments, format);
		vsnprintf(v->text, sizeof v->text, format, arguments);
		va_end(arguments);
	}
	j->unfinished = j->found >= MOST_COUNTED;
	return j->all && !j->unfinished;
}

void rule_broken_with(const struct verification *check, const struct packet *other)
{
	struct judgement *j = check->judgement;

	if (j->found <= j->most)
		j->violation[j->found - 1].other_line = line_of(check->s, other);
}

/* ---- Links, conflicts, folds, sizes ---- */

static bool crosses_link(const struct network *net, const struct packet *p)
{
	return p->from >= 0 && p->from < net->nodes && p->port < net->ports &&
	       network_neighbour(net, p->from, p->port) == p->to;
}

/* Checks a packet and the packet before. Returns false if the search ends here. */
static bool check_link(const struct verification *check, const struct packet *p)
{
	const struct packet *last = p > check->s->packet ? p - 1 : NULL;
	const struct network *net = &check->s->problem.net;
	bool goes_on;

	if (!crosses_link(net, p))
		return rule_broken(check, RULE_LINK, p, "step %d: %s has no link from %d to %d",
			p->step, net->name, p->from, p->to);
	if (!last || last->step != p->step || last->from != p->from || last->port != p->port)
		return true;
	goes_on = rule_broken(check, RULE_CONFLICT, p,
		"step %d: two packets on the link from %d to %d", p->step, p->from, p->to);
	rule_broken_with(check, last);
	return goes_on;
}

static bool check_links(const struct verification *check)
{
	const struct schedule *s = check->s;

	for (size_t i = 0; i < s->packets; i++)
		if (!check_link(check, &s->packet[i]))
			return false;
	return true;
}

static bool check_folds(const struct verification *check)
{
	const struct schedule *s = check->s;

	if (collective_combines(s->problem.collective))
		return true;
	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].fold &&
			!rule_broken(check, RULE_CONTRIBUTION, &s->packet[i],
				"step %d: nothing is combined in a %s", s->packet[i].step,
				collective_name(s->problem.collective)))
			return false;
	return true;
}

static void check_sizes(const struct verification *check)
{
	const struct schedule *s = check->s;

	for (size_t i = 0; i < s->packets && s->packet_bytes; i++) {
		const struct packet *p = &s->packet[i];

		if (p->bytes > s->packet_bytes &&
			!rule_broken(check, RULE_PACKET, p,
				"step %d: the packet from %d to %d has %zu bytes, the limit is %zu",
				p->step, p->from, p->to, p->bytes, s->packet_bytes))
			return;
	}
}

static int verify_flow(const struct verification *check)
{
	enum collective collective = check->s->problem.collective;

	if (!collective_has_bytes(collective))
		return verify_barrier(check);
	if (collective_joins(collective))
		return verify_runs(check);
	return collective_combines(collective) ? verify_folds(check) : verify_copies(check);
}

/* Returns true if the schedule was built of nodes that exist, as in every file. */
static bool has_nodes(const struct schedule *s)
{
	int nodes = s->problem.net.nodes;

	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].from < 0 || s->packet[i].from >= nodes || s->packet[i].to < 0 ||
			s->packet[i].to >= nodes)
			return false;
	return true;
}

int schedule_judge(const struct schedule *s, struct judgement *judgement)
{
	struct verification check = { s, judgement };
	int error;

	judgement->found = 0;
	judgement->unfinished = false;
	judgement->redundant = (struct redundancy){ 0 };
	if (!check_links(&check) || !check_folds(&check))
		return 0;
	if (judgement->found && !has_nodes(s))
		return 0;
	error = verify_models(&check);
	if (!error && !is_ended(&check))
		error = verify_flow(&check);
	if (!error && !is_ended(&check))
		check_sizes(&check);
	return error;
}

int schedule_verify(const struct schedule *s, struct verdict *verdict)
{
	struct judgement judgement = { .most = 1, .violation = verdict };
	int error;

	*verdict = (struct verdict){ .step = -1, .from = -1, .to = -1 };
	error = schedule_judge(s, &judgement);
	verdict->ok = !error && !judgement.found;
	return error;
}
