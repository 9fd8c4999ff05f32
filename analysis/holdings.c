/* Follows the pieces that each node holds, step by step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/holdings.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/semantics.h"

enum {
	MOST_NUMBERS = 1 << 22,
	MOST_COUNT = 255
};

/* ---- The things ---- */

static int compare_things(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t first_of_range(const struct holdings *h, const struct range *r, size_t *count)
{
	struct cell_run cells = cells_of(&h->cells, r);

	*count = cells.end - cells.first;
	return r->block * (h->cells.cuts - 1) + cells.first;
}

static int refuse_many(const struct holdings *h)
{
	return why(EINVAL,
		"%zu pieces on %d nodes are too many to show: use fewer nodes or larger packets",
		h->things, h->schedule->problem.net.nodes);
}

/* Keeps each of the sorted things once. */
static void keep_once(struct holdings *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->things; i++)
		if (!kept || h->thing[kept - 1] != h->thing[i])
			h->thing[kept++] = h->thing[i];
	h->things = kept;
}

static int find_things(struct holdings *h)
{
	const struct schedule *s = h->schedule;
	size_t room = 0, count;
	int error = 0;

	for (size_t i = 0; i < s->ranges && !error; i++) {
		uint64_t first = first_of_range(h, &s->range[i], &count);

		error = h->things > MOST_NUMBERS ? refuse_many(h)
						 : array_reserve(&h->thing, &room,
							   h->things + count, sizeof *h->thing);
		for (size_t k = 0; k < count && !error; k++)
			h->thing[h->things++] = first + k;
	}
	if (error || !h->things)
		return error;
	qsort(h->thing, h->things, sizeof *h->thing, compare_things);
	keep_once(h);
	return 0;
}

static int find_news(struct holdings *h)
{
	h->thing = array_zeros(1, sizeof *h->thing);
	h->things = 1;
	return h->thing ? 0 : why(ENOMEM, "no memory for the news of a barrier");
}

static bool has_contributors(const struct problem *problem)
{
	return !collective_has_bytes(problem->collective) ||
	       (collective_folds(problem->collective) && !collective_joins(problem->collective));
}

/* ---- The beginning ---- */

static void begin(struct holdings *h)
{
	const struct problem *problem = &h->schedule->problem;

	for (size_t i = 0; i < h->things; i++)
		for (int v = 0; v < problem->net.nodes; v++) {
			uint8_t *held = h->held + holdings_at(h, i, v) * h->counts;

			if (has_contributors(problem))
				held[v] = 1;
			else
				held[0] = nodes_have(
					semantics_before(problem, holdings_range(h, i).block), v);
		}
}

static int allocate(struct holdings *h)
{
	const struct problem *problem = &h->schedule->problem;
	size_t nodes = (size_t)problem->net.nodes;

	h->counts = has_contributors(problem) ? nodes : 1;
	if ((double)h->things * (double)nodes * (double)h->counts > MOST_NUMBERS)
		return refuse_many(h);
	h->held = array_zeros(h->things * nodes, h->counts);
	h->before = array_zeros(h->things * nodes, h->counts);
	h->arrived = array_zeros(h->things * nodes, sizeof *h->arrived);
	if (!h->held || !h->before || !h->arrived)
		return why(ENOMEM, "no memory for what %zu nodes hold", nodes);
	begin(h);
	return 0;
}

int holdings_open(struct holdings *holdings, const struct schedule *schedule)
{
	bool news = !collective_has_bytes(schedule->problem.collective);
	int error;

	*holdings = (struct holdings){ .schedule = schedule };
	error = cells_open(&holdings->cells, schedule, CELLS_FOLLOWED);
	if (error)
		return error;
	error = news ? find_news(holdings) : find_things(holdings);
	if (!error)
		error = allocate(holdings);
	if (error)
		holdings_close(holdings);
	return error;
}

void holdings_close(struct holdings *holdings)
{
	cells_close(&holdings->cells);
	free(holdings->thing);
	free(holdings->held);
	free(holdings->before);
	free(holdings->arrived);
	*holdings = (struct holdings){ 0 };
}

struct range holdings_range(const struct holdings *holdings, size_t thing)
{
	const struct cells *cells = &holdings->cells;
	size_t count = cells->cuts - 1, cell;

	if (!count)
		return (struct range){ 0 };
	cell = (size_t)(holdings->thing[thing] % count);
	return (struct range){ holdings->thing[thing] / count, cells->cut[cell],
		cells->cut[cell + 1] };
}

/* ---- A step ---- */

static uint8_t joined(
	const struct holdings *h, const struct packet *p, uint8_t mine, uint8_t theirs)
{
	if (!collective_has_bytes(h->schedule->problem.collective))
		return mine | theirs;
	if (!p->fold)
		return theirs;
	return mine + theirs > MOST_COUNT ? MOST_COUNT : (uint8_t)(mine + theirs);
}

/* Brings a thing to the receiver. A sender that holds nothing brings nothing. */
static void bring(struct holdings *h, const struct packet *p, size_t thing)
{
	const uint8_t *theirs = h->before + holdings_at(h, thing, p->from) * h->counts;
	uint8_t *mine = h->held + holdings_at(h, thing, p->to) * h->counts;
	bool makes = collective_joins(h->schedule->problem.collective);

	if (makes) {
		mine[0] = 1; /* the sender joins runs to make this run */
		h->arrived[holdings_at(h, thing, p->to)] = true;
		return;
	}
	for (size_t i = 0; i < h->counts; i++) {
		h->arrived[holdings_at(h, thing, p->to)] |= theirs[i] != 0;
		if (theirs[i] || h->counts > 1)
			mine[i] = joined(h, p, mine[i], theirs[i]);
	}
}

static void bring_range(struct holdings *h, const struct packet *p, const struct range *range)
{
	size_t count;
	uint64_t first = first_of_range(h, range, &count);
	const uint64_t *thing =
		bsearch(&first, h->thing, h->things, sizeof *h->thing, compare_things);

	for (size_t i = 0; i < count; i++) /* all cells of a range are things */
		bring(h, p, (size_t)(thing - h->thing) + i);
}

size_t holdings_step(struct holdings *holdings, size_t first)
{
	const struct schedule *s = holdings->schedule;
	size_t places = holdings->things * (size_t)s->problem.net.nodes, end;

	if (!places)
		return s->packets;
	memcpy(holdings->before, holdings->held, places * holdings->counts);
	memset(holdings->arrived, 0, places * sizeof *holdings->arrived);
	end = step_end(s, first);
	for (size_t i = first; i < end; i++) {
		const struct packet *p = &s->packet[i];

		if (network_port_to(&s->problem.net, p->from, p->to) < 0)
			continue;
		if (!collective_has_bytes(s->problem.collective))
			bring(holdings, p, 0);
		for (uint32_t k = 0; k < p->count; k++)
			bring_range(holdings, p, &s->range[p->first + k]);
	}
	return end;
}

bool holdings_have(const struct holdings *holdings, size_t thing, int v)
{
	const uint8_t *held = holdings_of(holdings, thing, v);

	for (size_t u = 0; u < holdings->counts; u++)
		if (held[u])
			return true;
	return false;
}

bool holdings_lack(const struct holdings *holdings, size_t thing, int v)
{
	const struct problem *problem = &holdings->schedule->problem;
	const uint8_t *held = holdings_of(holdings, thing, v);
	bool promised =
		!collective_has_bytes(problem->collective) ||
		nodes_have(semantics_after(problem, holdings_range(holdings, thing).block), v);

	for (size_t u = 0; u < holdings->counts && promised; u++)
		if (!held[u])
			return true;
	return false;
}
