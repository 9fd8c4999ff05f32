/* Verifies causality and delivery of copies by running a schedule on cells of bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "base/error.h"
#include "plan/lists/cells.h"
#include "plan/semantics.h"
#include "plan/verify/verify_internal.h"

/* A run takes the steps in order, with sends before receives. The value 1 marks cells that a node
 * has. */
struct copies_run {
	const struct verification *check;
	const struct schedule *s;
	struct cells cells;
};

/* ---- Causality ---- */

static bool carries(const struct copies_run *run, const struct packet *p, uint64_t block, size_t c)
{
	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];

		if (r->block == block && r->begin <= run->cells.cut[c] &&
			run->cells.cut[c] < r->end)
			return true;
	}
	return false;
}

/* Returns the first packet from the step of p on that brings the cell to the sender of p; NULL: no
 * packet does. */
static const struct packet *find_source(
	const struct copies_run *run, const struct packet *p, uint64_t block, size_t c)
{
	const struct schedule *s = run->s;
	const struct packet *q = p;

	while (q > s->packet && q[-1].step == p->step)
		q--;
	for (; q < s->packet + s->packets; q++)
		if (q->to == p->from && carries(run, q, block, c))
			return q;
	return NULL;
}

/* Says when the bytes come to the node that lacks the bytes. */
static void tell_source(
	const struct copies_run *run, const struct packet *p, const struct packet *q, char text[96])
{
	char line[32] = "";

	if (q && run->s->line_of)
		snprintf(line, sizeof line, " by line %u", run->s->line_of[q - run->s->packet]);
	if (!q)
		snprintf(text, 96, "%d never gets them", p->from);
	else if (q->step == p->step)
		snprintf(text, 96, "%d receives them from %d in this very step%s", p->from, q->from,
			line);
	else
		snprintf(text, 96, "%d gets them from %d at the end of step %d%s", p->from, q->from,
			q->step, line);
}

static bool has_cell(const struct copies_run *run, int v, uint64_t block, size_t c)
{
	return cells_held(&run->cells, v, block, c);
}

/* Tells that the sender lacks cells of the range from cell c on, and all cells that come later by
 * the same packet. */
static bool tell_lack(
	const struct copies_run *run, const struct packet *p, const struct range *r, size_t c)
{
	const struct cells *cells = &run->cells;
	const struct packet *source;
	size_t end = c + 1, last = cells_of(cells, r).end;
	char when[96];

	if (is_only_counted(run->check))
		return rule_broken(run->check, RULE_CAUSALITY, p, "%s", "");
	source = find_source(run, p, r->block, c);
	while (end < last && !has_cell(run, p->from, r->block, end) &&
		find_source(run, p, r->block, end) == source)
		end++;
	tell_source(run, p, source, when);
	return rule_broken(run->check, RULE_CAUSALITY, p,
		"step %d: %d sends bytes %zu to %zu of block %llu to %d and does not hold them "
		"yet; %s",
		p->step, p->from, cells->cut[c], cells->cut[end], (unsigned long long)r->block,
		p->to, when);
}

/* Checks the bytes of a packet, and tells of the first that the sender lacks. Returns false if the
 * search ends here. */
static bool load_packet(const struct copies_run *run, const struct packet *p)
{
	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		struct cell_run cells = cells_of(&run->cells, r);

		for (size_t c = cells.first; c < cells.end; c++)
			if (!has_cell(run, p->from, r->block, c))
				return tell_lack(run, p, r, c);
	}
	return true;
}

/* ---- Receipt ---- */

static uint64_t held_bytes(const struct copies_run *run, const struct packet *p)
{
	const struct cells *cells = &run->cells;
	uint64_t held = 0;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		struct cell_run of = cells_of(cells, r);

		for (size_t c = of.first; c < of.end; c++)
			if (has_cell(run, p->to, r->block, c))
				held += cells->cut[c + 1] - cells->cut[c];
	}
	return held;
}

static void count_redundancy(const struct copies_run *run, const struct packet *p)
{
	struct redundancy *redundant = &run->check->judgement->redundant;
	uint64_t held = held_bytes(run, p);

	redundant->bytes += held;
	if (!held || held < p->bytes)
		return;
	if (!redundant->packets++)
		redundant->first = (size_t)(p - run->s->packet);
}

static int store_packet(struct copies_run *run, const struct packet *p)
{
	struct cells *cells = &run->cells;

	if (run->check->judgement->follow)
		count_redundancy(run, p);
	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &run->s->range[p->first + i];
		struct cell_run of = cells_of(cells, r);

		for (size_t c = of.first; c < of.end; c++) {
			uint64_t *has = cells_place(cells, p->to, r->block, c);

			if (!has)
				return why(ENOMEM, "no memory to verify a schedule on %s",
					run->s->problem.net.name);
			*has = 1;
		}
	}
	return 0;
}

/* Sets *ended if the search ends before the last step. */
static int run_steps(struct copies_run *run, bool *ended)
{
	const struct schedule *s = run->s;
	int error = 0;

	*ended = false;
	for (size_t i = 0, end; i < s->packets && !error; i = end) {
		end = step_end(s, i);
		for (size_t k = i; k < end; k++)
			if (!load_packet(run, &s->packet[k])) {
				*ended = true;
				return 0;
			}
		for (size_t k = i; k < end && !error; k++)
			error = store_packet(run, &s->packet[k]);
	}
	return error;
}

/* ---- Delivery ---- */

/* Checks that node v has the block, and tells of each run of cells that the node lacks. */
static bool check_block(const struct copies_run *run, int v, uint64_t block)
{
	const struct cells *cells = &run->cells;

	for (size_t c = 0, begin; c + 1 < cells->cuts; c++) {
		if (has_cell(run, v, block, c))
			continue;
		for (begin = c; c + 2 < cells->cuts && !has_cell(run, v, block, c + 1);)
			c++;
		if (!rule_broken(run->check, RULE_DELIVERY, NULL,
			    "node %d never gets bytes %zu to %zu of block %llu", v,
			    cells->cut[begin], cells->cut[c + 1], (unsigned long long)block))
			return false;
	}
	return true;
}

static void check_promise(const struct copies_run *run)
{
	const struct problem *problem = &run->s->problem;
	uint64_t blocks = semantics_blocks(problem);

	if (run->cells.cuts < 2)
		return; /* no bytes: nothing to deliver */
	for (uint64_t block = 0; block < blocks; block++) {
		struct nodes after = semantics_after(problem, block);

		for (int v = after.first; v < after.first + after.count; v++)
			if (!check_block(run, v, block))
				return;
	}
}

int verify_copies(const struct verification *check)
{
	struct copies_run run = { .check = check, .s = check->s };
	int error = cells_open(&run.cells, check->s, CELLS_FOLLOWED);
	bool ended;

	if (error)
		return error;
	error = run_steps(&run, &ended);
	if (!error && !ended)
		check_promise(&run);
	cells_close(&run.cells);
	return error;
}
