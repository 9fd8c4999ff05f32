/* Splits a message among the ways from a corner of a cube to the opposite corner. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/error.h"
#include "collectives/cube/corner_split.h"

/* CORNER_EVEN, for n = 3, in sixths (bits are dimensions 2 1 0):
 *
 * 000 --1/3-- 001 --1/6-- 011 --1/3-- 111
 *                 \1/6-- 101
 *     --1/3-- 010 --1/6-- 110 ...
 *
 * A node at distance k holds 1/C(n,k) of the message, in n - k equal runs for the n - k links that
 * lead on. With lcm(1, ..., n) = n lcm_k C(n-1,k) units in a message, each of these runs is a whole
 * number of units. So each unit gets a way, node by node, and neighbouring units with the same way
 * are one part. A node takes its units in order and begins with the dimension after the last
 * dimension crossed. Then the units of a link lie apart, and a link carries little more than an
 * equal share of a message whose size does not divide evenly. */

enum {
	MOST_UNITS = 1 << 20
};

uint32_t corner_units(enum corner_kind kind, int n)
{
	uint64_t units = 1;

	if (kind == CORNER_WHOLE)
		return 1;
	if (kind == CORNER_TURNED)
		return n > 1 ? (uint32_t)n : 1;
	for (uint32_t k = 2; k <= (uint32_t)n && units <= UINT32_MAX; k++)
		units *= k / common_divisor(units, k);
	return units <= UINT32_MAX ? (uint32_t)units : 0;
}

static int no_memory(int n)
{
	return why(ENOMEM, "no memory for the ways across a cube of %d dimensions", n);
}

void corner_free(struct corner *corner)
{
	free(corner->cut);
	free(corner->way);
	*corner = (struct corner){ 0 };
}

/* ---- Evenly ---- */

/* The units, while the units are on the way. Unit u is at node at[u]. `unit` lists the units by
 * node, and the units of a node in order. */
struct split {
	struct corner *corner; /* a way for each unit so far */
	uint32_t *unit, *next;
	uint32_t *at;
};

/* Sorts the units by the node where each unit is: a stable counting sort. */
static void sort_units(struct split *split, uint32_t *count, uint32_t nodes)
{
	uint32_t units = split->corner->units, *swap;

	memset(count, 0, (nodes + 1) * sizeof *count);
	for (uint32_t u = 0; u < units; u++)
		count[split->at[u] + 1]++;
	for (uint32_t v = 1; v <= nodes; v++)
		count[v] += count[v - 1];
	for (uint32_t u = 0; u < units; u++)
		split->next[count[split->at[u]]++] = u;
	swap = split->unit;
	split->unit = split->next;
	split->next = swap;
}

/* Sends the units of a node on: an equal run over each dimension that the node has not crossed. */
static void send_on(struct split *split, const uint32_t *unit, uint32_t count, int k)
{
	int n = split->corner->n, links = n - k, sent = 0;
	uint32_t v = split->at[unit[0]], run = count / (uint32_t)links;
	int last = k ? split->corner->way[unit[0] * (uint32_t)n + (uint32_t)k - 1] : n - 1;

	for (int i = 1; i <= n; i++) {
		int dimension = (last + i) % n;

		if (v >> dimension & 1)
			continue;
		for (uint32_t u = run * (uint32_t)sent; u < run * (uint32_t)(sent + 1); u++) {
			split->corner->way[unit[u] * (uint32_t)n + (uint32_t)k] =
				(uint8_t)dimension;
			split->at[unit[u]] |= 1u << dimension;
		}
		sent++;
	}
}

static void send_stage(struct split *split, int k)
{
	uint32_t units = split->corner->units;

	for (uint32_t first = 0, end; first < units; first = end) {
		uint32_t v = split->at[split->unit[first]];

		for (end = first + 1; end < units && split->at[split->unit[end]] == v;)
			end++;
		send_on(split, split->unit + first, end - first, k);
	}
}

static int split_evenly(struct corner *corner)
{
	size_t units = corner->units, nodes = (size_t)1 << corner->n;
	uint32_t *memory = calloc(3 * units + nodes + 1, sizeof *memory);
	struct split split = { .corner = corner, .unit = memory };

	if (!memory)
		return no_memory(corner->n);
	split.next = memory + units;
	split.at = memory + 2 * units;
	for (int k = 0; k < corner->n; k++) {
		sort_units(&split, memory + 3 * units, (uint32_t)nodes);
		send_stage(&split, k);
	}
	free(memory);
	return 0;
}

/* Joins neighbouring parts that go the same way. */
static void join_parts(struct corner *corner)
{
	size_t n = (size_t)corner->n;
	int kept = 0;

	for (int p = 1; p < corner->parts; p++) {
		uint8_t *last = corner->way + (size_t)kept * n, *way = corner->way + (size_t)p * n;

		if (!memcmp(last, way, n))
			continue;
		corner->cut[++kept] = corner->cut[p];
		memmove(last + n, way, n);
	}
	corner->cut[++kept] = corner->units;
	corner->parts = kept;
}

/* ---- All kinds ---- */

static void turn_ways(struct corner *corner)
{
	for (int p = 0; p < corner->parts; p++)
		for (int i = 0; i < corner->n; i++)
			corner->way[p * corner->n + i] = (uint8_t)((p + i) % corner->n);
}

int corner_open(struct corner *corner, enum corner_kind kind, int n)
{
	int error = 0;

	*corner = (struct corner){ .n = n, .units = corner_units(kind, n) };
	if (!corner->units || corner->units > MOST_UNITS)
		return why(ENOMEM,
			"equal shares for all links across %d dimensions take more parts than %d",
			n, MOST_UNITS);
	corner->parts = (int)corner->units;
	corner->cut = calloc((size_t)corner->parts + 1, sizeof *corner->cut);
	corner->way = calloc((size_t)corner->parts * (size_t)n + 1, 1);
	if (!corner->cut || !corner->way) {
		corner_free(corner);
		return no_memory(n);
	}
	for (int p = 0; p <= corner->parts; p++)
		corner->cut[p] = (uint32_t)p;
	if (kind == CORNER_EVEN)
		error = split_evenly(corner);
	else
		turn_ways(corner);
	if (error)
		corner_free(corner);
	else if (n)
		join_parts(corner);
	return error;
}

/* ---- The hops ---- */

/* Returns the dimension of the i-th bit of `across`. */
static int dimension_of(int across, int i)
{
	while (i--)
		across &= across - 1;
	return __builtin_ctz((unsigned)across);
}

static int add_hop(struct plan *plan, const struct passage *passage, uint32_t part, int *v,
	int dimension, int i)
{
	struct hop hop = { .time = passage->time[i],
		.from = *v,
		.block = passage->block,
		.part = part,
		.port = (uint16_t)dimension };

	*v ^= 1 << dimension;
	return plan_add(plan, hop);
}

int corner_add(struct plan *plan, const struct corner *corner, int p, const struct passage *passage,
	uint32_t part)
{
	const uint8_t *way = corner->way + (size_t)p * (size_t)corner->n;
	int v = passage->from, outside = passage->outside, i = 0, error = 0;

	if (outside >= 0)
		error = add_hop(plan, passage, part, &v, outside, i++);
	for (int k = 0; k < corner->n && !error; k++)
		error = add_hop(
			plan, passage, part, &v, dimension_of(passage->across, way[k]), i++);
	if (outside >= 0 && !error)
		error = add_hop(plan, passage, part, &v, outside, i);
	return error;
}
