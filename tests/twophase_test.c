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

/* A tree that goes up from level 0 has passed bits 0 to i - 1 when it is at level i, one that goes down
 * bits i to d - 1. */
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
static void the_first_phase_keeps_to_its_trees(void **state)
{
	static const char *const networks[] = { "butterfly:3", "butterfly:4", "butterfly:5" };

	(void)state;
	for (int k = 0; k < COUNT(networks); k++) {
		struct problem problem = problem_of(networks[k], SCATTER);
		size_t seen = 0;
		struct plan *plan;

		strcpy(problem.algorithm, "twophase");
		if (collective_plan(&plan, &problem))
			fail_msg("%s", why_text());
		for (size_t i = 0; i < plan->hops; i++)
			if (plan->hop[i].time < problem.net.dimension - 1) {
				assert_on_a_tree(plan, &plan->hop[i]);
				seen++;
			}
		assert_true(seen > 0);
		plan_free(plan);
	}
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("twophase: the first phase keeps to its two trees (section 4.2.1)",
			the_first_phase_keeps_to_its_trees),
	};

	return cmocka_run_group_tests_name("twophase", checks, NULL, NULL);
}
