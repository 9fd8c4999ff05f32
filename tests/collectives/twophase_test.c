/* Scatter in two phases: what the first one may use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/collective_help.h"
#include "topology/networks/cycle_groups.h"

/* Bits low to high of x are all that are set. */
static bool lies_in(unsigned x, int low, int high)
{
	for (int b = 0; b < 31; b++)
		if (x >> b & 1 && (b < low || b > high))
			return false;
	return true;
}

/* A tree that goes up from level 0 has passed bits 0 to i - 1 when it is at level i, one that goes
 * down bits i to d - 1. */
static void assert_on_a_tree(const struct plan *plan, const struct hop *h)
{
	int d = plan->problem.net.dimension, i = h->from % d;
	unsigned x = (unsigned)(h->from / d);
	bool up = h->port == BUTTERFLY_UP || h->port == BUTTERFLY_CROSS_UP;

	if (up ? !lies_in(x, 0, i - 1) : !lies_in(x, i ? i : d, d - 1))
		fail_msg("time %d: node (%d, %u) is on no tree that goes %s", h->time, i, x,
			up ? "up" : "down");
}

/* Nickolov 1993, section 4.2.1: two trees of height d - 1 fill the first d - 1 steps. */
TEST("twophase: the first phase keeps to its two trees (section 4.2.1)")
{
	static const char *const networks[] = { "butterfly:3", "butterfly:4", "butterfly:5" };

	for (int k = 0; k < COUNT(networks); k++) {
		struct problem problem = problem_by("twophase", SCATTER, networks[k]);
		size_t seen = 0;
		AUTO(plan) plan = plan_of(&problem);

		for (size_t i = 0; i < plan->hops; i++)
			if (plan->hop[i].time < problem.net.dimension - 1) {
				assert_on_a_tree(plan, &plan->hop[i]);
				seen++;
			}
		assert_true(seen > 0);
	}
}

/* In blocks: the blocks that have come to each node before a time, less those that have left. */
static double *count_kept(const struct plan *plan, int until)
{
	const struct network *net = &plan->problem.net;
	double *kept = calloc((size_t)net->nodes, sizeof *kept);

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];

		if (h->time >= until)
			continue;
		kept[h->from] -= 1.0 / plan->parts;
		kept[network_neighbour(net, h->from, h->port)] += 1.0 / plan->parts;
	}
	return kept;
}

/* Sections 4.1.1 and 4.2.1: an originator of each cycle, at most one of each of two trees, keeps
 * the cycle's share: d/2 blocks on butterflies, d/3 on cube-connected cycles. */
TEST("twophase: no node keeps more than two shares between the phases (4.1.1, 4.2.1)")
{
	static const struct {
		const char *network;
		int first; /* steps of phase 1 */
		double share;
	} table[] = { { "butterfly:3", 2, 1.5 }, { "butterfly:4", 3, 2 }, { "butterfly:5", 4, 2.5 },
		{ "butterfly:6", 5, 3 }, { "ccc:3", 5, 1 }, { "ccc:7", 13, 7.0 / 3 } };

	for (int k = 0; k < COUNT(table); k++) {
		struct problem problem = problem_by("twophase", SCATTER, table[k].network);
		FREED double *kept = NULL;
		double all = 0;
		AUTO(plan) plan = plan_of(&problem);

		kept = count_kept(plan, table[k].first);
		for (int v = 1; v < problem.net.nodes; v++) {
			if (kept[v] > 2 * table[k].share + 1e-9)
				fail_msg("%s: node %d keeps %g blocks, more than two shares of %g",
					table[k].network, v, kept[v], table[k].share);
			all += kept[v];
		}
		assert_true(all > problem.net.nodes / 2);
	}
}
