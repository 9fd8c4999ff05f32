/* Keeps when bytes came to nodes in a table of nodes and cells, as pipelines of broadcasts allow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/grid.h"
#include "plan/promise.h"

/* Every offset at which some range begins or ends is a cut; cell i lies between cuts i and i + 1. A
 * pipeline of a thousand packets has a thousand cuts, however many million times they are sent. */

enum {
	PLACES = 1 << 14,	/* in the table of cuts */
	MOST_CUTS = PLACES / 2, /* so that looking ends soon */
	MOST_TIMES = 1 << 26	/* half a GiB */
};

struct grid_cut {
	size_t offset; /* + 1; 0: an empty place */
	size_t cell;
};

static struct grid_cut *find_cut(const struct grid *grid, size_t offset)
{
	size_t i = (offset + 1) * 0x9e3779b97f4a7c15u >> 50;

	while (grid->cut[i].offset && grid->cut[i].offset != offset + 1)
		i = (i + 1) % PLACES;
	return &grid->cut[i];
}

/* Whether there is room for the cut. */
static bool add_cut(struct grid *grid, size_t offset, size_t *cuts)
{
	struct grid_cut *cut = find_cut(grid, offset);

	*cuts += !cut->offset;
	cut->offset = offset + 1;
	return *cuts <= MOST_CUTS;
}

static bool find_cuts(struct grid *grid, const struct schedule *s, size_t *cuts)
{
	bool fits = promise_blocks(&s->problem) == 1 && !s->view;

	*cuts = 0;
	for (size_t i = 0; i < s->ranges && fits; i++)
		fits = add_cut(grid, s->range[i].begin, cuts) &&
		       add_cut(grid, s->range[i].end, cuts);
	return fits && *cuts && *cuts * (size_t)s->problem.net.nodes <= MOST_TIMES;
}

static int compare_offsets(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

static int number_cells(struct grid *grid, size_t cuts)
{
	size_t *offset = malloc((cuts + 1) * sizeof *offset), n = 0;

	if (!offset)
		return -ENOMEM;
	for (size_t i = 0; i < PLACES; i++)
		if (grid->cut[i].offset)
			offset[n++] = grid->cut[i].offset - 1;
	qsort(offset, n, sizeof *offset, compare_offsets);
	for (size_t i = 0; i < n; i++)
		find_cut(grid, offset[i])->cell = i;
	free(offset);
	return 0;
}

int grid_open(struct grid *grid, const struct schedule *schedule, bool last)
{
	size_t cuts;

	*grid = (struct grid){ .last = last };
	grid->cut = calloc(PLACES, sizeof *grid->cut);
	if (!grid->cut)
		goto fail;
	if (!find_cuts(grid, schedule, &cuts))
		return 0;
	grid->cells = cuts;
	grid->time = array_zeros(cuts * (size_t)schedule->problem.net.nodes, sizeof *grid->time);
	if (grid->time && !number_cells(grid, cuts))
		return 0;
fail:
	grid_free(grid);
	return why(ENOMEM, "no memory for the arrivals at %d nodes", schedule->problem.net.nodes);
}

void grid_free(struct grid *grid)
{
	free(grid->cut);
	free(grid->time);
	*grid = (struct grid){ 0 };
}

void grid_add(struct grid *grid, int v, const struct range *range, double time)
{
	double *row = grid->time + (size_t)v * grid->cells;
	size_t end = find_cut(grid, range->end)->cell;

	for (size_t i = find_cut(grid, range->begin)->cell; i < end; i++)
		if (row[i] == 0 || (grid->last ? time > row[i] : time < row[i]))
			row[i] = time;
}

double grid_when(const struct grid *grid, int v, const struct range *range)
{
	const double *row = grid->time + (size_t)v * grid->cells;
	size_t end = find_cut(grid, range->end)->cell;
	double when = 0;

	for (size_t i = find_cut(grid, range->begin)->cell; i < end; i++)
		when = row[i] > when ? row[i] : when;
	return when;
}
