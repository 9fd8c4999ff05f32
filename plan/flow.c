/* Verifies causality, delivery and contributions: runs a schedule on cells of bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "plan/cells.h"
#include "plan/promise.h"
#include "plan/rules.h"

/* Step by step, sends before receives. */
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
				rule_broken(run->verdict, RULE_CAUSALITY, p,
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
		return rule_broken(run->verdict, RULE_DELIVERY, NULL,
			"node %d never gets bytes %zu to %zu of block %llu", v, begin, end, b);
	if (value == cells_weight(&run->cells, v, block) && problem->net.nodes > 1)
		return rule_broken(run->verdict, RULE_DELIVERY, NULL,
			"node %d ends with its own contribution alone in bytes %zu to %zu of block "
			"%llu",
			v, begin, end, b);
	return rule_broken(run->verdict, RULE_CONTRIBUTION, NULL,
		"node %d ends with bytes %zu to %zu of block %llu in which contributions are "
		"missing "
		"or counted twice",
		v, begin, end, b);
}

static bool check_promise(struct run *run)
{
	const struct problem *problem = &run->s->problem;
	uint64_t blocks = promise_blocks(problem);

	if (run->cells.cuts < 2)
		return true; /* no bytes, nothing promised */
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

int check_flow(const struct schedule *s, struct verdict *verdict)
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
