/* Follows the partial sums of an algorithm: a plan has one sum of each chunk on each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_sums.h"
#include "base/array.h"
#include "base/error.h"

static int add_sum(struct msccl_sums *s, struct msccl_sum sum, uint32_t *number)
{
	int error = array_reserve(&s->sum, &s->room, s->count + 1, sizeof *s->sum);

	if (error)
		return error;
	*number = (uint32_t)s->count;
	s->sum[s->count++] = sum;
	return 0;
}

/* Gives a version its moments: most contributions of most gpus never leave, and need none. */
static struct msccl_sum *timed(struct msccl_sums *s, uint32_t number)
{
	struct msccl_sum *sum = &s->sum[number];

	if (!sum->left_in) {
		sum->left_in = (uint32_t)s->times->moments++;
		sum->came_in = (uint32_t)s->times->moments++;
	}
	return sum;
}

int msccl_sums_open(struct msccl_sums *s, int gpus, uint32_t chunks, struct msccl_times *times)
{
	size_t all = (size_t)gpus * chunks;
	int error = 0;

	*s = (struct msccl_sums){
		.chunks = chunks, .latest = array_new(all, sizeof *s->latest), .times = times
	};
	if (!s->latest)
		error = why(ENOMEM, "no memory for the sums of %d gpus", gpus);
	for (uint32_t i = 0; i < all && !error; i++) {
		struct msccl_sum own = { .state = SUM_VERSION, .chunk = i };

		error = add_sum(s, own, &s->latest[i]);
	}
	if (error)
		msccl_sums_close(s);
	return error;
}

void msccl_sums_close(struct msccl_sums *s)
{
	free(s->sum);
	free(s->latest);
	*s = (struct msccl_sums){ 0 };
}

int msccl_sum_comes(struct msccl_sums *s, int gpu, uint32_t chunk, uint32_t message, uint32_t *sum)
{
	struct msccl_sum came = { .state = SUM_LOOSE,
		.chunk = (uint32_t)gpu * s->chunks + chunk,
		.message = message,
		.first = (uint32_t)s->count,
		.last = (uint32_t)s->count,
		.next = NO_SUM };

	return add_sum(s, came, sum);
}

/* ---- Versions ---- */

/* What comes for the next version comes no earlier than what leaves with the last. A copy, which
 * replaces, has a step of its own, after what came before it and before what comes later. */
static int bring(struct msccl_sums *s, const struct msccl_sum *old, const struct msccl_sum *new,
	uint32_t message)
{
	int error = msccl_times_add(s->times, old->left_in, message, false);

	if (!error)
		error = msccl_times_add(s->times, message, new->came_in, true);
	if (!error && (old->copied || new->copied))
		error = msccl_times_add(s->times, old->came_in, message, false);
	return error;
}

/* Adds a version to the sum `number`, after its last version. */
static int begin_version(struct msccl_sums *s, uint32_t number, bool copied)
{
	struct msccl_sum *new = timed(s, number);
	const struct msccl_sum *old = timed(s, s->latest[new->chunk]);
	int error;

	new->state = SUM_VERSION;
	new->copied = copied;
	error = msccl_times_add(s->times, old->left_in, new->left_in, false);
	if (!error)
		error = msccl_times_add(s->times, old->came_in, new->came_in, false);
	if (!error && copied)
		error = bring(s, old, new, new->message);
	return error;
}

/* Adds what came, one or a bunch, to a version. */
static int fold_loose(struct msccl_sums *s, uint32_t old, uint32_t new, uint32_t loose)
{
	int error = 0;

	for (uint32_t i = s->sum[loose].first; i != NO_SUM && !error; i = s->sum[i].next) {
		error = bring(s, &s->sum[old], &s->sum[new], s->sum[i].message);
		s->sum[i].state = SUM_FOLDED;
	}
	s->sum[loose].state = SUM_FOLDED;
	return error;
}

/* Uses a sum as the sum of its node: a loose one takes the place of the version. */
static int use(struct msccl_sums *s, uint32_t number, sum_fault *fault)
{
	struct msccl_sum *sum = &s->sum[number];
	int error;

	if (sum->state == SUM_VERSION)
		return 0;
	if (sum->state != SUM_LOOSE) {
		*fault =
			sum->state == SUM_BUNCH
				? "uses a sum in which the gpu's own part is missing: the node of "
				  "a plan always adds it"
				: "uses what came alone, and another step adds it to a sum: a plan "
				  "has one sum of each chunk on each node";
		return -EINVAL;
	}
	error = begin_version(s, number, true);
	s->latest[sum->chunk] = number;
	return error;
}

int msccl_sum_leaves(struct msccl_sums *s, uint32_t sum, uint32_t message, sum_fault *fault)
{
	int error = use(s, sum, fault);

	return error ? error : msccl_times_add(s->times, message, timed(s, sum)->left_in, false);
}

int msccl_sum_ends(struct msccl_sums *s, uint32_t sum, sum_fault *fault)
{
	int error = use(s, sum, fault);

	if (error || s->latest[s->sum[sum].chunk] == sum)
		return error;
	*fault = "ends with an earlier sum than the gpu has elsewhere";
	return -EINVAL;
}

/* ---- Adding ---- */

static bool is_used(const struct msccl_sum *sum)
{
	return sum->state == SUM_PART || sum->state == SUM_FOLDED;
}

static int add_to_version(
	struct msccl_sums *s, uint32_t old, uint32_t loose, uint32_t *sum, sum_fault *fault)
{
	uint32_t chunk = s->sum[old].chunk;
	int error;

	if (s->latest[chunk] != old) {
		*fault = "adds to an earlier sum than the gpu has elsewhere: a plan has one sum of "
			 "each chunk on each node";
		return -EINVAL;
	}
	error = add_sum(s, (struct msccl_sum){ .chunk = chunk }, sum);
	if (!error)
		error = begin_version(s, *sum, false);
	if (!error)
		error = fold_loose(s, old, *sum, loose);
	s->latest[chunk] = *sum;
	return error;
}

/* Makes one bunch of two: each is what came, or a bunch. */
static int add_loose(struct msccl_sums *s, uint32_t one, uint32_t other, uint32_t *sum)
{
	struct msccl_sum bunch = { .state = SUM_BUNCH,
		.chunk = s->sum[one].chunk,
		.first = s->sum[one].first,
		.last = s->sum[other].last };

	s->sum[s->sum[one].last].next = s->sum[other].first;
	s->sum[one].state = s->sum[other].state = SUM_PART;
	return add_sum(s, bunch, sum);
}

int msccl_sum_add(
	struct msccl_sums *s, uint32_t one, uint32_t other, uint32_t *sum, sum_fault *fault)
{
	bool first = s->sum[one].state == SUM_VERSION, second = s->sum[other].state == SUM_VERSION;

	if (s->sum[one].chunk != s->sum[other].chunk)
		*fault = "adds different chunks to one another";
	else if (one == other || (first && second))
		*fault = "adds two sums of the gpu, so some part counts twice";
	else if (is_used(&s->sum[one]) || is_used(&s->sum[other]))
		*fault = "adds a sum that another step has used: a plan has one sum of each chunk "
			 "on each node";
	else if (first || second)
		return add_to_version(s, first ? one : other, first ? other : one, sum, fault);
	else
		return add_loose(s, one, other, sum);
	return -EINVAL;
}
