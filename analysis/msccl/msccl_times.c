/* Finds the earliest steps of messages, where some must be later than others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/msccl/msccl_times.h"
#include "base/array.h"
#include "base/error.h"

#define NONE UINT32_MAX

/* Moments of which each is not earlier than the others are one group, with one step. Groups without
 * such ties have one moment. Groups get their steps step by step: all that may be at a step, then
 * all at the next. */
struct step_finder {
	const struct msccl_times *times;
	const uint32_t *link;
	size_t linked;
	uint32_t *first, *out;			  /* the edges from each moment */
	uint32_t *group, *low, *member, *start;	  /* of group g: from start[g] on */
	uint32_t *path, *stack, *edge_at, groups; /* of the search for groups */
	uint32_t *left;	      /* [groups] the edges from groups without a step */
	int32_t *bound;	      /* [groups] */
	uint32_t *due, *next; /* the groups due at each step: a list; its links [groups] */
	size_t due_room;
	int32_t *last; /* [links] */
};

int msccl_times_add(struct msccl_times *times, uint32_t from, uint32_t to, bool later)
{
	int error =
		array_reserve(&times->edge, &times->room, times->edges + 1, sizeof *times->edge);

	if (!error)
		times->edge[times->edges++] = (struct msccl_edge){ from, to, later };
	return error;
}

void msccl_times_free(struct msccl_times *times)
{
	free(times->edge);
	*times = (struct msccl_times){ 0 };
}

static int make_room(struct step_finder *f, uint32_t links)
{
	size_t moments = f->times->moments;
	uint32_t **const arrays[] = { &f->group, &f->low, &f->member, &f->start, &f->path,
		&f->stack, &f->edge_at, &f->left, &f->next };

	f->first = array_zeros(moments + 2, sizeof *f->first);
	f->out = array_new(f->times->edges, sizeof *f->out);
	f->bound = array_zeros(moments, sizeof *f->bound);
	f->last = array_new(links, sizeof *f->last);
	if (!f->first || !f->out || !f->bound || !f->last)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		*arrays[i] = array_zeros(moments + 1, sizeof **arrays[i]);
		if (!*arrays[i])
			return -ENOMEM;
	}
	memset(f->last, -1, links * sizeof *f->last);
	return 0;
}

static void sort_edges(struct step_finder *f)
{
	const struct msccl_times *times = f->times;

	for (size_t e = 0; e < times->edges; e++)
		f->first[times->edge[e].from + 2]++;
	for (size_t i = 2; i < times->moments + 2; i++)
		f->first[i] += f->first[i - 1];
	for (size_t e = 0; e < times->edges; e++)
		f->out[f->first[times->edge[e].from + 1]++] = (uint32_t)e;
}

/* ---- Groups: strongly connected components (Tarjan 1972), without recursion ---- */

/* Numbers are 1 and up in `low` while a moment is open; `group` is a group plus 1. */
static void close_group(struct step_finder *f, uint32_t moment, uint32_t *open, uint32_t *members)
{
	uint32_t other;

	f->start[f->groups] = *members;
	do {
		other = f->stack[--*open];
		f->group[other] = f->groups + 1;
		f->member[(*members)++] = other;
	} while (other != moment);
	f->groups++;
}

static void search_from(
	struct step_finder *f, uint32_t root, uint32_t *number, uint32_t *open, uint32_t *members)
{
	size_t depth = 0;
	uint32_t *index = f->left; /* not yet needed for edges */

	f->path[depth++] = root;
	while (depth) {
		uint32_t at = f->path[depth - 1], to = NONE;

		if (!index[at]) {
			index[at] = f->low[at] = ++*number;
			f->edge_at[at] = f->first[at];
			f->stack[(*open)++] = at;
		}
		while (f->edge_at[at] < f->first[at + 1] && to == NONE) {
			uint32_t next = f->times->edge[f->out[f->edge_at[at]++]].to;

			if (!index[next])
				to = next;
			else if (!f->group[next] && index[next] < f->low[at])
				f->low[at] = index[next];
		}
		if (to != NONE) {
			f->path[depth++] = to;
			continue;
		}
		if (f->low[at] == index[at])
			close_group(f, at, open, members);
		depth--;
		if (depth && f->low[at] < f->low[f->path[depth - 1]])
			f->low[f->path[depth - 1]] = f->low[at];
	}
}

static void find_groups(struct step_finder *f)
{
	uint32_t number = 0, open = 0, members = 0;

	for (uint32_t i = 0; i < f->times->moments; i++)
		if (!f->group[i])
			search_from(f, i, &number, &open, &members);
	f->start[f->groups] = members;
	memset(f->left, 0, f->times->moments * sizeof *f->left);
}

/* Returns a moment on a link in a group, or any. */
static uint32_t named_moment(const struct step_finder *f, uint32_t group)
{
	uint32_t found = f->member[f->start[group]];

	for (uint32_t k = f->start[group]; k < f->start[group + 1]; k++)
		if (f->member[k] < found)
			found = f->member[k];
	return found;
}

/* Counts the edges between groups. Returns -EINVAL for an edge within a group that asks for a later
 * step. */
static int count_edges(struct step_finder *f, uint32_t *stuck)
{
	for (size_t e = 0; e < f->times->edges; e++) {
		const struct msccl_edge *edge = &f->times->edge[e];
		uint32_t from = f->group[edge->from] - 1, to = f->group[edge->to] - 1;

		if (from != to) {
			f->left[to]++;
		} else if (edge->later) {
			*stuck = named_moment(f, to);
			return -EINVAL;
		}
	}
	return 0;
}

/* ---- Steps ---- */

static int add_due(struct step_finder *f, uint32_t group, int32_t step)
{
	size_t room = f->due_room;
	int error = array_reserve(&f->due, &f->due_room, (size_t)step + 1, sizeof *f->due);

	if (error)
		return error;
	if (f->due_room > room)
		memset(f->due + room, -1, (f->due_room - room) * sizeof *f->due);
	f->next[group] = f->due[step];
	f->due[step] = group;
	return 0;
}

static int follow_edges(struct step_finder *f, uint32_t moment, int32_t step)
{
	int error = 0;

	for (uint32_t k = f->first[moment]; k < f->first[moment + 1] && !error; k++) {
		const struct msccl_edge *edge = &f->times->edge[f->out[k]];
		uint32_t to = f->group[edge->to] - 1;

		if (to == f->group[moment] - 1)
			continue;
		if (f->bound[to] < step + edge->later)
			f->bound[to] = step + edge->later;
		if (!--f->left[to])
			error = add_due(f, to, f->bound[to]);
	}
	return error;
}

/* Returns the first step from `step` on at which the links of a group are free. */
static int32_t free_step(const struct step_finder *f, uint32_t group, int32_t step)
{
	for (uint32_t k = f->start[group]; k < f->start[group + 1]; k++)
		if (f->member[k] < f->linked && f->last[f->link[f->member[k]]] >= step)
			step = f->last[f->link[f->member[k]]] + 1;
	return step;
}

static int place_group(
	struct step_finder *f, uint32_t group, int32_t step, int32_t *of, uint32_t *stuck)
{
	int32_t at = free_step(f, group, step);
	int error = 0;

	if (at > step)
		return add_due(f, group, at);
	for (uint32_t k = f->start[group]; k < f->start[group + 1] && !error; k++) {
		uint32_t moment = f->member[k];

		of[moment] = step;
		if (moment < f->linked && f->last[f->link[moment]] == step) {
			*stuck = moment;
			return -EINVAL;
		}
		if (moment < f->linked)
			f->last[f->link[moment]] = step;
		error = follow_edges(f, moment, step);
	}
	return error;
}

static int place_groups(struct step_finder *f, int32_t *of, uint32_t *stuck)
{
	int error = 0;

	for (uint32_t g = 0; g < f->groups && !error; g++)
		if (!f->left[g])
			error = add_due(f, g, 0);
	for (int32_t step = 0; (size_t)step < f->due_room && !error; step++)
		while (f->due[step] != NONE && !error) {
			uint32_t group = f->due[step];

			f->due[step] = f->next[group];
			error = place_group(f, group, step, of, stuck);
		}
	return error;
}

int msccl_times_find(int32_t **step, const struct msccl_times *times, const uint32_t *link,
	size_t linked, uint32_t links, uint32_t *stuck)
{
	struct step_finder f = { .times = times, .link = link, .linked = linked };
	uint32_t *const *arrays[] = { &f.first, &f.out, &f.group, &f.low, &f.member, &f.start,
		&f.path, &f.stack, &f.edge_at, &f.left, &f.due, &f.next };
	int error = make_room(&f, links);

	*step = array_zeros(times->moments, sizeof **step);
	if (!error && !*step)
		error = -ENOMEM;
	if (!error) {
		sort_edges(&f);
		find_groups(&f);
		error = count_edges(&f, stuck);
	}
	if (!error)
		error = place_groups(&f, *step, stuck);
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		free(*arrays[i]);
	free(f.bound);
	free(f.last);
	return error == -ENOMEM ? why(ENOMEM, "no memory for %zu moments", times->moments) : error;
}
