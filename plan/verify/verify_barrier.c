/* Verifies barriers: news of every node must reach every node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memory_budget.h"
#include "base/error.h"
#include "plan/verify/verify_internal.h"
#include "topology/largest_network.h"

/* Simulates the barrier. heard[v] is a set of nodes in `words` words of 64 bits. */
static void hear(const struct schedule *s, uint64_t *heard, uint64_t *before, size_t words)
{
	for (size_t begin = 0, end; begin < s->packets; begin = end) {
		end = step_end(s, begin);
		for (size_t i = begin; i < end; i++)
			memcpy(before + (i - begin) * words,
				heard + (size_t)s->packet[i].from * words, words * sizeof *heard);
		for (size_t i = begin; i < end; i++)
			for (size_t w = 0; w < words; w++)
				heard[(size_t)s->packet[i].to * words + w] |=
					before[(i - begin) * words + w];
	}
}

/* Checks what node v has heard, and tells of the first node without news. */
static bool check_node(const struct verification *check, int v, const uint64_t *heard)
{
	int nodes = check->s->problem.net.nodes, missing = 0, first = -1;
	char more[48] = "";

	for (int u = nodes - 1; u >= 0; u--)
		if (!(heard[u / 64] >> u % 64 & 1)) {
			first = u;
			missing++;
		}
	if (!missing)
		return true;
	if (missing > 1)
		snprintf(more, sizeof more, ", and of %d more", missing - 1);
	return rule_broken(check, RULE_DELIVERY, NULL,
		"node %d leaves the barrier without news of node %d%s", v, first, more);
}

static void check_heard(const struct verification *check, const uint64_t *heard, size_t words)
{
	int v = 0;

	while (v < check->s->problem.net.nodes && check_node(check, v, heard + (size_t)v * words))
		v++;
}

/* Returns the memory for a bit for every pair of nodes. */
static double bytes_of(const struct network *net)
{
	return (double)net->nodes * net->nodes / 8;
}

static bool news_fit(const struct network *net, const void *context)
{
	(void)context;
	return memory_budget_has(bytes_of(net));
}

static int refuse(const struct network *net)
{
	char what[NETWORK_NAME + 64], advice[NETWORK_ADVICE];

	snprintf(what, sizeof what, "a barrier on %s: to verify it", net->name);
	return memory_budget_refuse(
		bytes_of(net), what, network_advice(advice, net, news_fit, NULL));
}

int verify_barrier(const struct verification *check)
{
	const struct schedule *s = check->s;
	size_t nodes = (size_t)s->problem.net.nodes, words = (nodes + 63) / 64;
	uint64_t *heard, *before;

	if (!news_fit(&s->problem.net, NULL))
		return refuse(&s->problem.net);
	heard = calloc(nodes * words, sizeof *heard);
	before = array_new(schedule_longest_step(s) * words, sizeof *before);
	if (!heard || !before) {
		free(heard);
		free(before);
		return why(ENOMEM, "no memory to verify a barrier on %s", s->problem.net.name);
	}
	for (size_t v = 0; v < nodes; v++)
		heard[v * words + v / 64] |= (uint64_t)1 << v % 64;
	hear(s, heard, before, words);
	check_heard(check, heard, words);
	free(heard);
	free(before);
	return 0;
}
