/* Counts how often each contribution comes into each result, by going backwards over the moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/verify/contributions.h"

/* A value that a node holds at some time comes into a final sum as often as there are ways from the
 * value to the sum. A way goes over moves, and over times in which the value stays at its node. The
 * count goes from the last move back to the first:
 *
 *	at the end	ways(v) = 1 for the node with the sum, 0 for all other nodes
 *	a fold u -> v	ways(u) += ways(v)	v keeps its value, and the value of u is added
 *	a copy u -> v	ways(u) += ways(v), then ways(v) = 0: the value of v is overwritten
 *
 * At the beginning the ways of u are the number of times that u's contribution is counted. A value
 * that is never used has no ways, so the value does not matter. Only the counts 0, 1 and more than
 * 1 must be distinguished. The count therefore runs on bits, a bit for each of 64 sums at once. A
 * way that reaches a bit that is set shows that the sum has a contribution twice, because each
 * value has at least a contribution.
 *
 * A sum is counted once even if several nodes end with the sum. Values have numbers for this
 * purpose: a copy keeps the number of its value, and a fold makes a new number. Each value
 * remembers its last partner in a fold, so that nodes which combine the same two values get the
 * same number. If equal values got different numbers, the check would take more time, and the
 * result would still be right. */
struct value {
	uint32_t other, sum; /* the last partner in a fold, and the value that resulted */
	bool ends;	     /* some node ends with the value */
};

enum {
	SUMS = 64,	 /* sums that are counted at once */
	FEW_NODES = 4096 /* an array of that many nodes costs nothing */
};

static const uint32_t no_value = UINT32_MAX;

struct contributions contributions_of(int nodes)
{
	return (struct contributions){ .nodes = nodes, .patience = (uint64_t)1 << 31 };
}

void contributions_free(struct contributions *c)
{
	free(c->move);
	free(c->ways);
	free(c->carried);
	free(c->sum);
	free(c->held);
	free(c->value);
	*c = (struct contributions){ 0 };
}

int contributions_begin(struct contributions *c, size_t moves)
{
	c->moves = 0;
	return array_reserve(&c->move, &c->moves_room, moves, sizeof *c->move);
}

static bool is_fold(const struct move *m)
{
	return m->when & 1;
}

bool contributions_mixed(const struct contributions *c)
{
	for (size_t i = 1; i < c->moves; i++)
		if ((c->move[i - 1].when ^ c->move[i].when) == 1)
			return true;
	return false;
}

/* Returns the end of the time that begins with move `begin`, and the beginning of the time that
 * ends before move `end`. */
static size_t time_end(const struct contributions *c, size_t begin)
{
	size_t end = begin + 1;

	while (end < c->moves && c->move[end].when / 2 == c->move[begin].when / 2)
		end++;
	return end;
}

static size_t time_begin(const struct contributions *c, size_t end)
{
	size_t begin = end - 1;

	while (begin && c->move[begin - 1].when / 2 == c->move[end - 1].when / 2)
		begin--;
	return begin;
}

/* ---- Too few moves ---- */

static bool is_received(const struct contributions *c, int v)
{
	for (size_t i = 0; i < c->moves; i++)
		if (c->move[i].to == v)
			return true;
	return false;
}

/* Finds a node other than v that never sends. Such a node is among the first moves + 2 nodes. */
static int find_idle(const struct contributions *c, int v, int *idle)
{
	bool *sends = array_zeros(c->moves + 2, sizeof *sends);

	if (!sends)
		return why(ENOMEM, "no memory to follow %zu moves", c->moves);
	for (size_t i = 0; i < c->moves; i++)
		if ((size_t)c->move[i].from < c->moves + 2)
			sends[c->move[i].from] = true;
	for (*idle = 0; *idle == v || sends[*idle];)
		++*idle;
	free(sends);
	return 0;
}

static bool has_few_moves(const struct contributions *c)
{
	return c->nodes > FEW_NODES && c->moves + 1 < (size_t)c->nodes;
}

/* Checks sums with too few moves, without an array of all nodes: a file may name millions of
 * nodes. */
static int check_few(struct contributions *c, struct nodes after, struct miscount *wrong)
{
	c->sums = c->counted = 0;
	*wrong = (struct miscount){ .node = after.first, .alone = !is_received(c, after.first) };
	if (wrong->alone)
		return 0;
	wrong->missing.count = 1;
	return find_idle(c, after.first, &wrong->missing.node[0]);
}

/* ---- The different sums ---- */

static int add_value(struct contributions *c, uint32_t *number)
{
	int error = array_reserve(&c->value, &c->values_room, c->values + 1, sizeof *c->value);

	if (error)
		return error;
	*number = (uint32_t)c->values;
	c->value[c->values++] = (struct value){ no_value, no_value, false };
	return 0;
}

/* Numbers the combination of two values. */
static int combine(struct contributions *c, uint32_t came, uint32_t *own)
{
	uint32_t less = came < *own ? came : *own, other = came < *own ? *own : came;
	int error = 0;

	if (c->value[less].other != other) {
		error = add_value(c, own);
		c->value[less].other = other;
		c->value[less].sum = *own;
	}
	*own = c->value[less].sum;
	return error;
}

/* Goes forwards, and finds the number of the value with which each node ends. */
static int number_values(struct contributions *c)
{
	int error = 0;

	c->values = 0;
	for (int v = 0; v < c->nodes && !error; v++)
		error = add_value(c, &c->held[v]);
	for (size_t begin = 0, end; begin < c->moves && !error; begin = end) {
		end = time_end(c, begin);
		for (size_t i = begin; i < end; i++)
			c->carried[i - begin] = c->held[c->move[i].from];
		for (size_t i = begin; i < end && !error; i++) {
			uint32_t came = (uint32_t)c->carried[i - begin];

			if (is_fold(&c->move[i]))
				error = combine(c, came, &c->held[c->move[i].to]);
			else
				c->held[c->move[i].to] = came;
		}
	}
	return error;
}

static int find_sums(struct contributions *c, struct nodes after)
{
	int error;

	c->sums = 1;
	c->sum[0] = after.first;
	if (after.count == 1)
		return 0;
	if (!c->held)
		c->held = array_new((size_t)c->nodes, sizeof *c->held);
	error = c->held ? number_values(c) : -ENOMEM;
	c->sums = 0;
	for (int v = after.first; v < after.first + after.count && !error; v++) {
		bool *ends = &c->value[c->held[v]].ends;

		if (!*ends)
			c->sum[c->sums++] = v;
		*ends = true;
	}
	return error;
}

/* ---- Backwards ---- */

/* Returns the sums, as bits, that have a contribution twice. With `numbers` the ways are numbers up
 * to 2 and not bits. */
static inline uint64_t count_back(struct contributions *c, bool numbers)
{
	uint64_t twice = 0;

	for (size_t begin, end = c->moves; end; end = begin) {
		begin = time_begin(c, end);
		for (size_t i = end; i-- > begin;) {
			const struct move *m = &c->move[i];

			c->carried[i - begin] = c->ways[m->to];
			if (!is_fold(m))
				c->ways[m->to] = 0;
		}
		for (size_t i = begin; i < end; i++) {
			uint64_t *ways = &c->ways[c->move[i].from], more = c->carried[i - begin];

			twice |= *ways & more;
			*ways = !numbers ? *ways | more : *ways + more < 2 ? *ways + more : 2;
		}
	}
	return twice;
}

/* Returns the wrong sums among `count` sums, as bits. */
static uint64_t count_sums(struct contributions *c, const int *sum, int count)
{
	uint64_t wrong, all = count < SUMS ? ((uint64_t)1 << count) - 1 : UINT64_MAX;

	memset(c->ways, 0, (size_t)c->nodes * sizeof *c->ways);
	for (int k = 0; k < count; k++)
		c->ways[sum[k]] = (uint64_t)1 << k;
	wrong = count_back(c, false);
	for (int v = 0; v < c->nodes; v++)
		wrong |= ~c->ways[v];
	return wrong & all;
}

/* Finds the nodes with that many ways. */
static struct culprits find_ways(const struct contributions *c, uint64_t ways)
{
	struct culprits found = { 0 };

	for (int v = 0; v < c->nodes; v++)
		if (c->ways[v] == ways) {
			if (found.count < CULPRITS)
				found.node[found.count] = v;
			found.count++;
		}
	return found;
}

/* Names the contributors that are wrong in node v's sum. */
static void name_contributors(struct contributions *c, int v, struct miscount *wrong)
{
	memset(c->ways, 0, (size_t)c->nodes * sizeof *c->ways);
	c->ways[v] = 1;
	count_back(c, true);
	*wrong = (struct miscount){
		.node = v, .missing = find_ways(c, 0), .doubled = find_ways(c, 2)
	};
	wrong->alone = c->ways[v] == 1 && wrong->missing.count == c->nodes - 1;
}

static int make_room(struct contributions *c)
{
	size_t widest = 0;

	for (size_t begin = 0, end; begin < c->moves; begin = end) {
		end = time_end(c, begin);
		widest = end - begin > widest ? end - begin : widest;
	}
	if (!c->ways)
		c->ways = array_new((size_t)c->nodes, sizeof *c->ways);
	if (!c->sum)
		c->sum = array_new((size_t)c->nodes, sizeof *c->sum);
	if (c->ways && c->sum)
		return array_reserve(&c->carried, &c->carried_room, widest, sizeof *c->carried);
	return -ENOMEM;
}

/* Limits the work. A single pass for each piece takes no longer than to read the moves, and is
 * free. */
static int spend_patience(struct contributions *c)
{
	uint64_t work = (uint64_t)(c->sums - 1) / SUMS * c->moves;

	if (work > c->patience)
		return why(EINVAL,
			"nodes end with %d sums, each put together in another way: too many to "
			"verify",
			c->sums);
	c->patience -= work;
	return 0;
}

/* Counts the next group of sums. */
static void count_group(struct contributions *c)
{
	int count = c->sums - c->counted < SUMS ? c->sums - c->counted : SUMS;

	c->group = c->counted;
	c->wrong = count_sums(c, c->sum + c->group, count);
	c->counted += count;
}

void contributions_next(struct contributions *c, struct miscount *wrong)
{
	int first;

	*wrong = (struct miscount){ .node = -1 };
	while (!c->wrong && c->counted < c->sums)
		count_group(c);
	if (!c->wrong)
		return;
	first = __builtin_ctzll(c->wrong);
	c->wrong &= c->wrong - 1;
	name_contributors(c, c->sum[c->group + first], wrong);
}

int contributions_check(struct contributions *c, struct nodes after, struct miscount *wrong)
{
	int error;

	*wrong = (struct miscount){ .node = -1 };
	c->counted = 0;
	c->wrong = 0;
	if (has_few_moves(c))
		return check_few(c, after, wrong);
	error = make_room(c);
	if (!error)
		error = find_sums(c, after);
	if (error)
		return why(ENOMEM, "no memory to count contributions on %d nodes", c->nodes);
	error = spend_patience(c);
	if (!error)
		contributions_next(c, wrong);
	return error;
}
