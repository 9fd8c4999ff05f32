/* Verifies causality and delivery of copies by running a schedule on cells of bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "plan/verify/verify_cells.h"
#include "plan/semantics.h"
#include "plan/verify/verify_internal.h"

/* A run takes the steps in order, with sends before receives. The value 1 marks cells that a node
 * has. */
struct copies_run {
	const struct schedule *s;
	struct cells cells;
	struct verdict *verdict;
};

/* Checks the bytes of a packet. Returns -EINVAL with the broken rule in the verdict if the sender
 * lacks a byte. */
static int load_packet(struct copies_run *run, const struct packet *p)
{
	const struct cells *cells = &run->cells;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		size_t last = cells_at(cells, r->end);

		for (size_t c = cells_at(cells, r->begin); c < last; c++) {
			if (cells_get(cells, p->from, r->block, c))
				continue;
			rule_broken(run->verdict, RULE_CAUSALITY, p,
				"step %d: %d sends bytes %zu to %zu of block %llu to %d and does "
				"not hold them yet",
				p->step, p->from, cells->cut[c], cells->cut[c + 1],
				(unsigned long long)r->block, p->to);
			return -EINVAL;
		}
	}
	return 0;
}

static int store_packet(struct copies_run *run, const struct packet *p)
{
	struct cells *cells = &run->cells;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		size_t last = cells_at(cells, r->end);

		for (size_t c = cells_at(cells, r->begin); c < last; c++)
			if (cells_set(cells, p->to, r->block, c, 1))
				return -ENOMEM;
	}
	return 0;
}

static int run_steps(struct copies_run *run)
{
	const struct schedule *s = run->s;
	int error = 0;

	for (size_t i = 0, end; i < s->packets && !error; i = end) {
		for (end = i;
			end < s->packets && s->packet[end].step == s->packet[i].step && !error;)
			error = load_packet(run, &s->packet[end++]);
		for (size_t k = i; k < end && !error; k++)
			error = store_packet(run, &s->packet[k]);
	}
	return error;
}

static bool check_cell(struct copies_run *run, int v, uint64_t block, size_t c)
{
	if (cells_get(&run->cells, v, block, c))
		return true;
	return rule_broken(run->verdict, RULE_DELIVERY, NULL,
		"node %d never gets bytes %zu to %zu of block %llu", v, run->cells.cut[c],
		run->cells.cut[c + 1], (unsigned long long)block);
}

static bool check_promise(struct copies_run *run)
{
	const struct problem *problem = &run->s->problem;
	uint64_t blocks = semantics_blocks(problem);

	if (run->cells.cuts < 2)
		return true; /* no bytes: nothing to deliver */
	for (uint64_t block = 0; block < blocks; block++) {
		struct nodes after = semantics_after(problem, block);

		for (int v = after.first; v < after.first + after.count; v++)
			for (size_t c = 0; c + 1 < run->cells.cuts; c++)
				if (!check_cell(run, v, block, c))
					return false;
	}
	return true;
}

int verify_copies(const struct schedule *s, struct verdict *verdict)
{
	struct copies_run run = { .s = s, .verdict = verdict };
	int error = cells_open(&run.cells, s);

	if (error)
		return error;
	error = run_steps(&run);
	if (!error && check_promise(&run))
		verdict->ok = true;
	cells_close(&run.cells);
	return verdict->rule ? 0 : error;
}
