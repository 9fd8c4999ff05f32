/* Finds the earliest steps of messages, where some must be later than others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_times.h"
#include "base/array.h"
#include "base/error.h"

#define MOST_VISITS ((uint64_t)1 << 31) /* of edges: seconds */

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

/* Makes each moment as late as its edges ask for. Edges were added in an order in which the steps
 * may run, so that few edges ask for more after the first pass. Returns true if a moment moved. */
static bool follow_edges(const struct msccl_times *times, int32_t *step)
{
	bool moved = false;

	for (size_t e = 0; e < times->edges; e++) {
		const struct msccl_edge *edge = &times->edge[e];
		int32_t least = step[edge->from] + edge->later;

		if (step[edge->to] < least) {
			step[edge->to] = least;
			moved = true;
		}
	}
	return moved;
}

struct on_link {
	uint32_t link, moment;
	int32_t step;
};

static int compare_on_link(const void *a, const void *b)
{
	const struct on_link *x = a, *y = b;

	if (x->link != y->link)
		return x->link < y->link ? -1 : 1;
	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	return (x->moment > y->moment) - (x->moment < y->moment);
}

/* Gives the moments of a link steps of their own. Returns true if a moment moved. */
static bool spread_links(struct on_link *on, size_t linked, int32_t *step)
{
	bool moved = false;

	for (size_t i = 0; i < linked; i++)
		on[i].step = step[on[i].moment];
	qsort(on, linked, sizeof *on, compare_on_link);
	for (size_t i = 1; i < linked; i++)
		if (on[i].link == on[i - 1].link && on[i].step <= on[i - 1].step) {
			step[on[i].moment] = on[i].step = on[i - 1].step + 1;
			moved = true;
		}
	return moved;
}

/* In each step up to the last some message moves: a message that is later waits for itself. */
static bool is_stuck(const int32_t *step, size_t linked, uint32_t *stuck)
{
	for (uint32_t i = 0; i < linked; i++)
		if (step[i] >= (int32_t)linked) {
			*stuck = i;
			return true;
		}
	return false;
}

int msccl_times_find(int32_t **step, const struct msccl_times *times, const uint32_t *link,
	size_t linked, uint32_t *stuck)
{
	struct on_link *on = array_new(linked, sizeof *on);
	uint64_t visits = 0;
	bool moved = true;
	int error = 0;

	*step = array_zeros(times->moments, sizeof **step);
	if (!on || !*step)
		error = why(ENOMEM, "no memory for %zu moments", times->moments);
	for (uint32_t i = 0; i < linked && !error; i++)
		on[i] = (struct on_link){ link[i], i, 0 };
	while (moved && !error) {
		moved = follow_edges(times, *step) || spread_links(on, linked, *step);
		visits += times->edges;
		if (is_stuck(*step, linked, stuck))
			error = -EINVAL;
		else if (visits > MOST_VISITS)
			error = why(ENOMEM, "the steps wait for one another in too many ways");
	}
	free(on);
	return error;
}
