/* Finds the runs of which a node can make another run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "plan/runs.h"

static bool is_before(const struct run *a, int first, int last, size_t begin)
{
	if (a->first != first)
		return a->first < first;
	return a->last != last ? a->last > last : a->begin < begin;
}

/* Returns the place of the first run that is not before a run with these numbers. */
static size_t place_of(const struct runs *runs, int first, int last, size_t begin)
{
	size_t low = 0, high = runs->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_before(&runs->run[middle], first, last, begin))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the place of the longest run that begins with this node, or `count`. */
static size_t longest(const struct runs *runs, int node)
{
	size_t i = place_of(runs, node, INT_MAX, 0);

	return i < runs->count && runs->run[i].first == node ? i : runs->count;
}

static bool same_nodes(const struct run *a, const struct run *b)
{
	return a->first == b->first && a->last == b->last;
}

int runs_add(struct runs *runs, struct run run)
{
	size_t at, end;

	if (run.begin >= run.end)
		return 0;
	at = place_of(runs, run.first, run.last, run.begin);
	if (at && same_nodes(&runs->run[at - 1], &run) && runs->run[at - 1].end >= run.begin)
		run.begin = runs->run[--at].begin;
	for (end = at; end < runs->count && same_nodes(&runs->run[end], &run) &&
		       runs->run[end].begin <= run.end;
		end++)
		run.end = runs->run[end].end > run.end ? runs->run[end].end : run.end;
	if (end == at && array_reserve(&runs->run, &runs->room, runs->count + 1, sizeof run))
		return -ENOMEM;
	memmove(runs->run + at + 1, runs->run + end, (runs->count - end) * sizeof run);
	runs->run[at] = run;
	runs->count = runs->count + 1 + at - end;
	return 0;
}

/* Returns the place of the longest run that begins with run i's first node, is no longer than run
 * i, serves `wanted` and has the first byte of `wanted`, or `count`. */
static size_t usable(const struct runs *runs, size_t i, const struct run *wanted)
{
	int node = i < runs->count ? runs->run[i].first : 0;

	while (i < runs->count && runs->run[i].first == node) {
		int last = runs->run[i].last;
		size_t at = place_of(runs, node, last, wanted->begin + 1);

		if (at > i && runs->run[at - 1].end > wanted->begin &&
			run_serves(runs, &runs->run[at - 1], wanted))
			return at - 1;
		i = place_of(runs, node, last - 1, 0);
	}
	return runs->count;
}

static int add_way(struct runs *runs, size_t run)
{
	int error = array_reserve(&runs->way, &runs->ways_room, runs->ways + 1, sizeof *runs->way);

	if (!error)
		runs->way[runs->ways++] = run;
	return error;
}

/* Returns the place from which to try the nodes after `last`; `count` if they were tried before. */
static size_t next_node(struct runs *runs, int last)
{
	size_t i = longest(runs, last + 1);

	if (i == runs->count || runs->run[i].tried == runs->joins)
		return runs->count;
	runs->run[i].tried = runs->joins;
	return i;
}

/* Tries the longest runs first, and shorter runs where no way leads on. Each node is tried once, so
 * the search takes a time in proportion to the number of runs, but for a logarithm. */
static int find_way(struct runs *runs, const struct run *wanted)
{
	size_t i = longest(runs, wanted->first);
	int error = 0;

	for (;;) {
		i = usable(runs, i, wanted);
		if (i < runs->count) {
			error = add_way(runs, i);
			if (error || runs->run[i].last == wanted->last)
				return error;
			i = next_node(runs, runs->run[i].last);
		} else if (runs->ways) {
			const struct run *back = &runs->run[runs->way[--runs->ways]];

			i = place_of(runs, back->first, back->last - 1, 0);
			if (i < runs->count && runs->run[i].first != back->first)
				i = runs->count;
		} else {
			return 0;
		}
	}
}

int runs_join(struct runs *runs, struct run *wanted)
{
	int error = 0;

	runs->ways = 0;
	runs->joins++;
	if (!runs->bracketed || run_in_bracket(wanted))
		error = find_way(runs, wanted);
	for (size_t k = 0; k < runs->ways && !error; k++) {
		size_t end = runs->run[runs->way[k]].end;

		wanted->end = end < wanted->end ? end : wanted->end;
	}
	return error;
}

void runs_free(struct runs *runs)
{
	free(runs->run);
	free(runs->way);
	*runs = (struct runs){ 0 };
}
