/* Keeps the time at which each byte came to each node, in balanced trees of ranges. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/error.h"
#include "plan/model/arrival_times.h"

/* Each node has a balanced tree of disjoint ranges with a time for each range, sorted by (block,
 * begin). A query takes logarithmic time. A packet that covers only a part of a range splits the
 * range in two, and split ranges are never joined again.
 *
 *	 0        64       128            256
 *	 |---3 s---|---5 s---|             |      a packet with [32, 200) comes at 4 s (copies)
 *	 |-3 s-|-3 s-|-4 s---|---4 s---|
 *
 * The tree is an AA tree (Andersson 1993). The depth is at most twice the logarithm of the number
 * of ranges for every file, so recursion is safe. Index 0 is the empty tree.
 *	level(left) = level(t) - 1,   level(right) = level(t) or level(t) - 1,
 *	level(right of right) < level(t),   latest(t) = max of `time` in the tree under t.
 */
struct arrival {
	uint64_t block : 56, level : 8;
	size_t begin, end;
	double time, latest;
	uint32_t left, right;
};

enum {
	FIRST_ROOM = 1024
};

int arrivals_open(struct arrivals *arrivals, int nodes, bool last)
{
	*arrivals = (struct arrivals){ .last = last, .used = 1, .room = FIRST_ROOM };
	arrivals->root = calloc((size_t)nodes, sizeof *arrivals->root);
	arrivals->pool = calloc(FIRST_ROOM, sizeof *arrivals->pool);
	if (arrivals->root && arrivals->pool)
		return 0;
	arrivals_free(arrivals);
	return why(ENOMEM, "no memory for the arrivals at %d nodes", nodes);
}

void arrivals_free(struct arrivals *arrivals)
{
	free(arrivals->root);
	free(arrivals->pool);
	*arrivals = (struct arrivals){ 0 };
}

static bool is_before(const struct arrival *a, uint64_t block, size_t offset)
{
	return a->block != block ? a->block < block : a->begin < offset;
}

static void pull(struct arrival *pool, uint32_t t)
{
	double below = larger(pool[pool[t].left].latest, pool[pool[t].right].latest);

	pool[t].latest = larger(pool[t].time, below);
}

/* Rotates right: a left child of the same level becomes the parent. */
static uint32_t skew(struct arrival *pool, uint32_t t)
{
	uint32_t left = pool[t].left;

	if (pool[left].level != pool[t].level)
		return t;
	pool[t].left = pool[left].right;
	pool[left].right = t;
	pull(pool, t);
	pull(pool, left);
	return left;
}

/* Rotates left: the middle one of three nodes of the same level becomes the parent, a level up. */
static uint32_t split(struct arrival *pool, uint32_t t)
{
	uint32_t right = pool[t].right;

	if (pool[pool[right].right].level != pool[t].level)
		return t;
	pool[t].right = pool[right].left;
	pool[right].left = t;
	pool[right].level++;
	pull(pool, t);
	pull(pool, right);
	return right;
}

static uint32_t insert(struct arrival *pool, uint32_t t, uint32_t added)
{
	if (!t)
		return added;
	if (is_before(&pool[t], pool[added].block, pool[added].begin))
		pool[t].right = insert(pool, pool[t].right, added);
	else
		pool[t].left = insert(pool, pool[t].left, added);
	pull(pool, t);
	return split(pool, skew(pool, t));
}

static int add(struct arrivals *arrivals, int v, const struct range *range, double time)
{
	uint32_t i = arrivals->used;

	if (i == arrivals->room) {
		uint32_t room = i > UINT32_MAX / 2 ? UINT32_MAX : i * 2;
		struct arrival *pool =
			i < room ? realloc(arrivals->pool, room * sizeof *pool) : NULL;

		if (!pool)
			return why(ENOMEM, "no memory for %u arrivals", i);
		arrivals->pool = pool;
		arrivals->room = room;
	}
	arrivals->pool[i] = (struct arrival){ .block = range->block,
		.level = 1,
		.begin = range->begin,
		.end = range->end,
		.time = time,
		.latest = time };
	arrivals->used++;
	arrivals->root[v] = insert(arrivals->pool, arrivals->root[v], i);
	return 0;
}

/* Finds the first arrival of the block that begins at or after the offset (found[0]), and the last
 * arrival that begins before the offset (found[1]). Index 0 stands for no arrival. */
static void look(
	const struct arrivals *arrivals, int v, uint64_t block, size_t offset, uint32_t found[2])
{
	const struct arrival *pool = arrivals->pool;

	found[0] = found[1] = 0;
	for (uint32_t t = arrivals->root[v]; t;) {
		bool before = is_before(&pool[t], block, offset);

		if (pool[t].block == block)
			found[before] = t;
		t = before ? pool[t].right : pool[t].left;
	}
}

/* Splits the arrival around the offset, so that the offset is a border between two arrivals. */
static int cut_at(struct arrivals *arrivals, int v, uint64_t block, size_t offset)
{
	struct range rest = { .block = block, .begin = offset };
	struct arrival *holder;
	uint32_t found[2];

	look(arrivals, v, block, offset, found);
	holder = &arrivals->pool[found[1]];
	if (!found[1] || holder->end <= offset)
		return 0;
	rest.end = holder->end;
	holder->end = offset;
	return add(arrivals, v, &rest, holder->time);
}

static void set_time(struct arrival *pool, uint32_t t, uint32_t changed, double time)
{
	if (t == changed)
		pool[t].time = time;
	else if (is_before(&pool[t], pool[changed].block, pool[changed].begin))
		set_time(pool, pool[t].right, changed, time);
	else
		set_time(pool, pool[t].left, changed, time);
	pull(pool, t);
}

static void come_again(struct arrivals *arrivals, int v, uint32_t again, double time)
{
	double old = arrivals->pool[again].time;

	if (arrivals->last ? time > old : time < old)
		set_time(arrivals->pool, arrivals->root[v], again, time);
}

/* Returns true if some byte of the range has come to the node before. */
static bool touches(const struct arrivals *arrivals, int v, const struct range *range)
{
	uint32_t found[2];

	look(arrivals, v, range->block, range->begin, found);
	return (found[0] && arrivals->pool[found[0]].begin < range->end) ||
	       (found[1] && arrivals->pool[found[1]].end > range->begin);
}

int arrivals_add(struct arrivals *arrivals, int v, const struct range *range, double time)
{
	struct range gap = *range;
	int error;

	if (range->begin == range->end)
		return 0;
	if (!touches(arrivals, v, range))
		return add(arrivals, v, range, time);
	error = cut_at(arrivals, v, range->block, range->begin);
	if (!error)
		error = cut_at(arrivals, v, range->block, range->end);
	while (gap.begin < range->end && !error) {
		uint32_t found[2], next;

		look(arrivals, v, range->block, gap.begin, found);
		next = found[0];
		if (next && arrivals->pool[next].begin == gap.begin) {
			come_again(arrivals, v, next, time);
			gap.begin = arrivals->pool[next].end;
			continue;
		}
		gap.end = next && arrivals->pool[next].begin < range->end
				  ? arrivals->pool[next].begin
				  : range->end;
		error = add(arrivals, v, &gap, time);
		gap.begin = gap.end;
	}
	return error;
}

/* Returns the latest time under t of arrivals that end after the offset. The caller knows that all
 * arrivals under t begin before the end of the range. */
static double latest_behind(const struct arrival *pool, uint32_t t, uint64_t block, size_t offset)
{
	double latest = 0;

	while (t)
		if (pool[t].block == block && pool[t].end > offset) {
			latest = larger(latest, larger(pool[t].time, pool[pool[t].right].latest));
			t = pool[t].left;
		} else {
			t = pool[t].right;
		}
	return latest;
}

/* Returns the latest time under t of arrivals that begin before the offset. */
static double latest_before(const struct arrival *pool, uint32_t t, uint64_t block, size_t offset)
{
	double latest = 0;

	while (t)
		if (is_before(&pool[t], block, offset)) {
			latest = larger(latest, larger(pool[t].time, pool[pool[t].left].latest));
			t = pool[t].right;
		} else {
			t = pool[t].left;
		}
	return latest;
}

double arrivals_when(const struct arrivals *arrivals, int v, const struct range *range)
{
	const struct arrival *pool = arrivals->pool;
	uint32_t t = arrivals->root[v];

	while (t)
		if (!is_before(&pool[t], range->block, range->end))
			t = pool[t].left;
		else if (pool[t].block < range->block || pool[t].end <= range->begin)
			t = pool[t].right;
		else
			break;
	if (!t)
		return 0;
	return larger(pool[t].time,
		larger(latest_behind(pool, pool[t].left, range->block, range->begin),
			latest_before(pool, pool[t].right, range->block, range->end)));
}
