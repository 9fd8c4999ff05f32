/* Finds the runs of which a node can make another run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "plan/runs.h"

static bool is_before(const struct run *a, const struct run *b)
{
	return a->first < b->first || (a->first == b->first && a->last > b->last);
}

/* Extends a run by neighbouring bytes. Packets bring the bytes of a run nearly in order. */
static bool extends(struct run *held, const struct run *more)
{
	if (held->first != more->first || held->last != more->last || more->begin > held->end ||
		held->begin > more->end)
		return false;
	held->begin = more->begin < held->begin ? more->begin : held->begin;
	held->end = more->end > held->end ? more->end : held->end;
	return true;
}

int runs_add(struct runs *runs, struct run run)
{
	size_t i = runs->count;
	int error;

	for (size_t k = 0; k < runs->count; k++)
		if (extends(&runs->run[k], &run))
			return 0;
	error = array_reserve(&runs->run, &runs->room, runs->count + 1, sizeof run);
	if (error)
		return error;
	for (; i && is_before(&run, &runs->run[i - 1]); i--)
		runs->run[i] = runs->run[i - 1];
	runs->run[i] = run;
	runs->count++;
	return 0;
}

/* Returns the way to the nodes before this node, or `ways` if no way exists. */
static size_t find_way(const struct runs *runs, int node)
{
	size_t i = 0;

	while (i < runs->ways && runs->way[i].node != node)
		i++;
	return i;
}

static int add_way(struct runs *runs, struct run_way way)
{
	int error = array_reserve(&runs->way, &runs->ways_room, runs->ways + 1, sizeof way);

	if (!error)
		runs->way[runs->ways++] = way;
	return error;
}

/* Finds all runs that can be made from the first node on. A run that continues another run comes
 * after that run in the list. */
static int find_ways(struct runs *runs, const struct run *wanted)
{
	int error = add_way(runs, (struct run_way){ .node = wanted->first });

	for (size_t i = 0; i < runs->count && !error; i++) {
		const struct run *run = &runs->run[i];
		size_t before;

		if (run->first < wanted->first || run->last > wanted->last ||
			run->begin > wanted->begin || run->end <= wanted->begin)
			continue;
		before = find_way(runs, run->first);
		if (before < runs->ways && find_way(runs, run->last + 1) == runs->ways)
			error = add_way(runs, (struct run_way){ run->last + 1, i, before });
	}
	return error;
}

/* Keeps only the way to `at`, with the last run first. */
static void keep_way(struct runs *runs, size_t at, struct run *wanted)
{
	size_t kept = 0;

	while (at) {
		struct run_way way = runs->way[at];
		const struct run *run = &runs->run[way.run];

		wanted->end = run->end < wanted->end ? run->end : wanted->end;
		runs->way[runs->ways + kept++] = way;
		at = way.before;
	}
	memmove(runs->way, runs->way + runs->ways, kept * sizeof *runs->way);
	runs->ways = kept;
}

int runs_join(struct runs *runs, struct run *wanted)
{
	size_t at;
	int error;

	runs->ways = 0;
	error = find_ways(runs, wanted);
	if (!error)
		error = array_reserve(
			&runs->way, &runs->ways_room, 2 * runs->ways, sizeof *runs->way);
	if (error)
		return error;
	at = find_way(runs, wanted->last + 1);
	if (at == runs->ways)
		runs->ways = 0;
	else
		keep_way(runs, at, wanted);
	return 0;
}

void runs_free(struct runs *runs)
{
	free(runs->run);
	free(runs->way);
	*runs = (struct runs){ 0 };
}
