/* The verifier: runs a schedule abstractly and says which rule it breaks, if any. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/cells.h"
#include "plan/promise.h"
#include "plan/verify.h"

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

/* The broken rule is recorded; the checks return false to stop there. */
static bool broken(
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
			return broken(verdict, RULE_LINK, p,
				"step %d: %s has no link from %d to %d", p->step, net->name,
				p->from, p->to);
		if (last && last->step == p->step && last->from == p->from && last->port == p->port)
			return broken(verdict, RULE_CONFLICT, p,
				"step %d: two packets on the link from %d to %d", p->step, p->from,
				p->to);
	}
	return true;
}

/* ---- Ports and duplex: in the first step that is not allowed, named ---- */

static int check_models(const struct schedule *s, struct verdict *verdict)
{
	struct schedule part = *s;
	struct figures figures;
	size_t end;
	int error = schedule_figures(s, &figures);

	if (error || (figures.ports <= s->problem.ports && figures.duplex <= s->problem.duplex))
		return error;
	for (size_t begin = 0; begin < s->packets && !error; begin = end) {
		const struct packet *p = &s->packet[begin];

		for (end = begin; end < s->packets && s->packet[end].step == p->step; end++)
			;
		part.packet = s->packet + begin;
		part.packets = end - begin;
		error = schedule_figures(&part, &figures);
		if (!error && figures.ports > s->problem.ports) {
			broken(verdict, RULE_PORTS, p,
				"step %d: a node needs ports %s, %s is allowed", p->step,
				ports_name(figures.ports), ports_name(s->problem.ports));
			return 0;
		}
		if (!error && figures.duplex > s->problem.duplex) {
			broken(verdict, RULE_DUPLEX, p,
				"step %d: a half-duplex link carries both directions", p->step);
			return 0;
		}
	}
	return error;
}

/* ---- Causality and delivery: step by step, sends before receives ---- */

struct delivery;

struct run {
	const struct schedule *s;
	struct cells cells;
	uint64_t *carried; /* the values that the packets of one step carry, in their order */
	size_t carried_count, carried_room;
	struct delivery *delivery; /* the packets of one step */
	size_t deliveries, deliveries_room;
	struct verdict *verdict;
};

/* Reads what a packet carries. 0, or -EINVAL when the rule broken is in the verdict. */
static int load_packet(struct run *run, const struct packet *p)
{
	const struct cells *cells = &run->cells;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		size_t last = cells_at(cells, r->end);

		for (size_t c = cells_at(cells, r->begin); c < last; c++) {
			uint64_t value = cells_get(cells, p->from, r->block, c);

			if (!value) {
				broken(run->verdict, RULE_CAUSALITY, p,
					"step %d: %d sends bytes %zu to %zu of block %llu to %d "
					"and does "
					"not hold them yet",
					p->step, p->from, cells->cut[c], cells->cut[c + 1],
					(unsigned long long)r->block, p->to);
				return -EINVAL;
			}
			if (array_reserve(&run->carried, &run->carried_room, run->carried_count + 1,
				    sizeof value))
				return -ENOMEM;
			run->carried[run->carried_count++] = value;
		}
	}
	return 0;
}

static int store_packet(struct run *run, const struct packet *p, size_t next)
{
	struct cells *cells = &run->cells;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		size_t last = cells_at(cells, r->end);

		for (size_t c = cells_at(cells, r->begin); c < last; c++) {
			uint64_t value = run->carried[next++];

			if (p->fold)
				value += cells_get(cells, p->to, r->block, c);
			if (cells_set(cells, p->to, r->block, c, value))
				return -ENOMEM;
		}
	}
	return 0;
}

/* Within a step a node receives in the order of its own ports, as its tape does. Sums do not mind,
 * but a copy and a fold of the same bytes do. */
struct delivery {
	const struct packet *packet;
	size_t carried; /* where its values begin */
	int port;	/* of the receiver */
};

static int compare_deliveries(const void *a, const void *b)
{
	const struct delivery *x = a, *y = b;

	return (x->port > y->port) - (x->port < y->port);
}

static int add_delivery(struct run *run, const struct packet *p)
{
	struct delivery delivery = { p, run->carried_count,
		network_reverse_port(&run->s->problem.net, p->port) };
	int error = array_reserve(
		&run->delivery, &run->deliveries_room, run->deliveries + 1, sizeof delivery);

	if (error)
		return error;
	run->delivery[run->deliveries++] = delivery;
	return load_packet(run, p);
}

static int run_steps(struct run *run)
{
	const struct schedule *s = run->s;
	int error = 0;

	for (size_t i = 0; i < s->packets && !error;) {
		int step = s->packet[i].step;

		run->carried_count = run->deliveries = 0;
		for (; i < s->packets && s->packet[i].step == step && !error; i++)
			error = add_delivery(run, &s->packet[i]);
		if (error)
			break;
		if (collective_folds(s->problem.collective))
			qsort(run->delivery, run->deliveries, sizeof *run->delivery,
				compare_deliveries);
		for (size_t k = 0; k < run->deliveries && !error; k++)
			error = store_packet(
				run, run->delivery[k].packet, run->delivery[k].carried);
	}
	return error;
}

static bool check_cell(struct run *run, int v, uint64_t block, size_t c, uint64_t complete)
{
	const struct problem *problem = &run->s->problem;
	uint64_t value = cells_get(&run->cells, v, block, c);
	unsigned long long b = block;
	size_t begin = run->cells.cut[c], end = run->cells.cut[c + 1];

	if (value == complete)
		return true;
	if (!value)
		return broken(run->verdict, RULE_DELIVERY, NULL,
			"node %d never gets bytes %zu to %zu of block %llu", v, begin, end, b);
	if (value == cells_weight(&run->cells, v, block) && problem->net.nodes > 1)
		return broken(run->verdict, RULE_DELIVERY, NULL,
			"node %d ends with its own contribution alone in bytes %zu to %zu of block "
			"%llu",
			v, begin, end, b);
	return broken(run->verdict, RULE_CONTRIBUTION, NULL,
		"node %d ends with bytes %zu to %zu of block %llu in which contributions are "
		"missing "
		"or counted twice",
		v, begin, end, b);
}

static bool check_promise(struct run *run)
{
	const struct problem *problem = &run->s->problem;
	uint64_t blocks = promise_blocks(problem);

	for (uint64_t block = 0; block < blocks; block++) {
		uint64_t complete = cells_complete(&run->cells, block);
		struct nodes after = promise_after(problem, block);

		for (int v = after.first; v < after.first + after.count; v++)
			for (size_t c = 0; c + 1 < run->cells.cuts; c++)
				if (!check_cell(run, v, block, c, complete))
					return false;
	}
	return true;
}

static bool check_folds(const struct schedule *s, struct verdict *verdict)
{
	for (size_t i = 0; i < s->packets; i++)
		if (s->packet[i].fold && !collective_folds(s->problem.collective))
			return broken(verdict, RULE_CONTRIBUTION, &s->packet[i],
				"step %d: nothing is combined in a %s", s->packet[i].step,
				collective_name(s->problem.collective));
	return true;
}

static int check_flow(const struct schedule *s, struct verdict *verdict)
{
	struct run run = { .s = s, .verdict = verdict };
	int error = cells_open(&run.cells, s);

	if (error)
		return error;
	error = run_steps(&run);
	if (!error && check_promise(&run))
		verdict->ok = true;
	free(run.carried);
	free(run.delivery);
	cells_close(&run.cells);
	return error == -EINVAL ? 0 : error;
}

/* ---- A barrier: a packet carries the news of all that its sender has heard of ---- */

/* heard[v] is a set of nodes, `words` words of 64. */
static void spread(const struct schedule *s, uint64_t *heard, uint64_t *before, size_t words)
{
	size_t end;

	for (size_t begin = 0; begin < s->packets; begin = end) {
		for (end = begin; end < s->packets && s->packet[end].step == s->packet[begin].step;
			end++) {
			size_t from = (size_t)s->packet[end].from * words;

			memcpy(before + (end - begin) * words, heard + from, words * sizeof *heard);
		}
		for (size_t i = begin; i < end; i++)
			for (size_t w = 0; w < words; w++)
				heard[(size_t)s->packet[i].to * words + w] |=
					before[(i - begin) * words + w];
	}
}

static bool check_heard(
	const struct schedule *s, const uint64_t *heard, size_t words, struct verdict *verdict)
{
	for (int v = 0; v < s->problem.net.nodes; v++)
		for (int u = 0; u < s->problem.net.nodes; u++)
			if (!(heard[(size_t)v * words + (size_t)u / 64] >> u % 64 & 1))
				return broken(verdict, RULE_DELIVERY, NULL,
					"node %d leaves the barrier without news of node %d", v, u);
	return true;
}

static int check_barrier(const struct schedule *s, struct verdict *verdict)
{
	size_t nodes = (size_t)s->problem.net.nodes, words = (nodes + 63) / 64, widest = 1;
	uint64_t *heard = calloc(nodes * words, sizeof *heard), *before;

	for (size_t i = 0, run = 0; i < s->packets; i++) {
		run = i && s->packet[i].step == s->packet[i - 1].step ? run + 1 : 1;
		widest = run > widest ? run : widest;
	}
	before = calloc(widest * words, sizeof *before);
	if (!heard || !before) {
		free(heard);
		free(before);
		return why(ENOMEM, "no memory to verify a barrier on %s", s->problem.net.name);
	}
	for (size_t v = 0; v < nodes; v++)
		heard[v * words + v / 64] |= (uint64_t)1 << v % 64;
	spread(s, heard, before, words);
	verdict->ok = check_heard(s, heard, words, verdict);
	free(heard);
	free(before);
	return 0;
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
	return s->problem.collective == BARRIER ? check_barrier(s, verdict)
						: check_flow(s, verdict);
}
