/* The scatter by flow: its step lengths are those of the theory, its refusals say why. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/registry.h"
#include "collectives/flow/time_expanded_flow.h"
#include "collectives/flow/simplex.h"
#include "tests/plan_help.h"
#include "topology/networks/cycle_groups.h"

static struct plan *plan_by(
	const char *algorithm, const char *network, const char *order, enum duplex duplex)
{
	struct problem problem = problem_by(algorithm, SCATTER, network);

	strcpy(problem.order, order);
	problem.duplex = duplex;
	return plan_of(&problem);
}

static struct plan *plan_on(const char *network, const char *order, enum duplex duplex)
{
	return plan_by("flow", network, order, duplex);
}

/* Least sums of step lengths as fractions: Nickolov's bounds, and what ccc:3 allows. Blocks are cut
 * in as few parts as the fraction asks for, but on ccc:4 and for seven steps on ccc:3. */
TEST("flow: the least sums of step lengths are reached")
{
	static const struct {
		const char *network, *order;
		int steps, volume, of;
	} least[] = { { "butterfly:3", "", 4, 23, 4 }, { "butterfly:4", "", 6, 63, 4 },
		{ "butterfly:5", "", 7, 159, 4 }, { "butterfly:6", "", 9, 383, 4 },
		{ "butterfly:7", "", 10, 895, 4 }, { "ccc:3", "", 6, 103, 13 },
		{ "ccc:3", "steps:7", 7, 62, 8 }, { "ccc:3", "steps:8", 8, 23, 3 },
		{ "ccc:3", "steps:12", 8, 23, 3 }, { "ccc:4", "", 8, 84, 4 },
		{ "ccc:5", "", 10, 53, 1 }, { "ccc:6", "", 13, 383, 3 },
		{ "ccc:7", "", 15, 895, 3 }, { "cube:3", "", 3, 7, 3 }, { "cube:6", "", 6, 21, 2 },
		{ "cube:8", "", 8, 255, 8 }, { "star:4", "", 4, 23, 3 },
		{ "star:6", "", 7, 719, 5 }, { "gh:2x3x4", "", 3, 23, 6 },
		{ "gh:7", "", 1, 1, 1 } };

	for (int i = 0; i < COUNT(least); i++) {
		AUTO(plan) plan = plan_on(least[i].network, least[i].order, HALF);

		assert_int_equal(plan->round.steps, least[i].steps);
		assert_int_equal(plan->parts, least[i].of);
		assert_int_equal(plan->round.volume, least[i].volume);
	}
}

/* The largest packet of each time, in units. */
static void lengths_of(const struct plan *plan, int *length)
{
	size_t links = (size_t)plan->problem.net.nodes * (size_t)plan->problem.net.ports;

	for (int t = 0; t < plan->times; t++) {
		FREED int *units = calloc(links, sizeof *units);

		length[t] = 0;
		for (size_t i = 0; i < plan->hops; i++) {
			const struct hop *h = &plan->hop[i];
			int *of_link = &units[h->from * plan->problem.net.ports + h->port];

			if (h->time == t && ++*of_link > length[t])
				length[t] = *of_link;
		}
	}
}

/* Late steps are as long as can be: on cubes C(n, l) / n, Johnsson & Ho 1986, table 7. */
TEST("flow: late steps are long")
{
	static const int of_cube_5[] = { 1, 5, 10, 10, 5 };
	AUTO(plan) plan = plan_on("cube:5", "", FULL);
	int length[5];

	assert_int_equal(plan->times, 5);
	lengths_of(plan, length);
	for (int t = 0; t < 5; t++)
		assert_int_equal(length[t], of_cube_5[t]);
}

/* Of each part, the nodes that it comes to. */
static void assert_no_loops(const struct plan *plan)
{
	size_t nodes = (size_t)plan->problem.net.nodes, pieces = nodes * (size_t)plan->parts;
	FREED bool *been = calloc(nodes * pieces, sizeof *been);

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		size_t piece = h->block * (size_t)plan->parts + h->part;
		size_t to = (size_t)hop_to(plan, h);

		assert_true(to != 0 && !been[piece * nodes + to]);
		been[piece * nodes + to] = true;
	}
}

TEST("flow: nothing comes to a node twice")
{
	static const char *const plans[][3] = { { "flow", "ccc:3", "" },
		{ "flow", "ccc:3", "steps:7" }, { "twophase", "ccc:5", "" },
		{ "twophase", "butterfly:4", "" } };

	for (int i = 0; i < COUNT(plans); i++) {
		AUTO(plan) plan = plan_by(plans[i][0], plans[i][1], plans[i][2], FULL);

		assert_no_loops(plan);
	}
}

/* Where both bounds are met, every byte goes a shortest path. */
TEST("flow: bytes go along shortest paths")
{
	static const char *const networks[] = { "cube:5", "gh:3x4", "star:5", "ccc:4",
		"butterfly:4" };

	for (int i = 0; i < COUNT(networks); i++) {
		AUTO(plan) plan = plan_on(networks[i], "", FULL);

		assert_int_equal(plan->round.transmissions,
			network_distance_sum(&plan->problem.net) * plan->parts);
	}
}

/* Blocks that the units do not divide: each part of a packet is off by less than a byte. */
TEST("flow: other sizes come near")
{
	for (size_t bytes = 1; bytes < 400; bytes += 37) {
		AUTO(plan) plan = plan_on("ccc:3", "", FULL);
		struct binding binding = { .bytes = bytes, .element = 1 };
		AUTO(schedule) schedule = NULL;
		struct figures figures;

		assert_int_equal(plan_schedule(&schedule, plan, &binding), 0);
		assert_int_equal(schedule_figures(schedule, &figures), 0);
		assert_true(fabs((double)figures.volume - 103.0 / 13 * (double)bytes) < 103);
	}
}

TEST("flow: requests that cannot be met are refused")
{
	static const struct {
		const char *network, *order, *why;
	} bad[] = { { "ccc:3", "steps:5", "from 6, the diameter of ccc:3" },
		{ "ccc:3", "steps:65", "to 64" }, { "ccc:3", "steps:", "K is a number" },
		{ "ccc:3", "steps:7x", "K is a number" }, { "ccc:3", "level", "steps:K" },
		{ "cube:20", "", "use a tree family" }, { "gh:70000", "", "use a tree family" } };

	for (int i = 0; i < COUNT(bad); i++) {
		struct problem problem = problem_by("flow", SCATTER, bad[i].network);
		struct plan *plan = NULL;

		strcpy(problem.order, bad[i].order);
		REFUSES(collective_plan(&plan, &problem), EINVAL, bad[i].why);
		assert_null(plan);
	}
}

/* ---- two phases ---- */

/* Nickolov 1993, theorems 4.1 and 4.2 as corrected, at their even and odd d: in sixths of M. */
TEST("flow: two phases take what the theorems say, corrected")
{
	static const struct {
		const char *network;
		int steps, sixths;
	} times[] = { { "butterfly:3", 4, 36 }, { "butterfly:4", 6, 96 }, { "butterfly:5", 7, 240 },
		{ "butterfly:6", 9, 576 }, { "butterfly:7", 10, 1344 }, { "butterfly:8", 12, 3072 },
		{ "ccc:3", 7, 54 }, { "ccc:4", 9, 132 }, { "ccc:5", 12, 330 }, { "ccc:6", 14, 774 },
		{ "ccc:7", 17, 1806 }, { "ccc:8", 19, 4110 } };

	for (int i = 0; i < COUNT(times); i++) {
		AUTO(plan) plan = plan_by("twophase", times[i].network, "", HALF);

		assert_int_equal(plan->round.steps, times[i].steps);
		assert_int_equal((int64_t)plan->round.volume * 6, times[i].sixths * plan->parts);
	}
}

/* Of the butterfly's phase 1, d - 1 steps: up from the root or down, flipping bits behind. */
static void assert_tree_of_butterfly(int d, int i, unsigned x, int port)
{
	bool down = port == BUTTERFLY_DOWN || port == BUTTERFLY_CROSS_DOWN;
	int level = down && i == 0 ? d : i;

	if (down)
		assert_true(level >= 2 && x % (1u << level) == 0);
	else
		assert_true(level <= d - 2 && x < 1u << level);
}

/* Of phase 1 on ccc, 2d - 1 steps: links of level 0 are crossed by the root alone, and no link
 * round a cycle is used that its tree has not: going up, bits above are not flipped yet. */
static void assert_tree_of_ccc(int d, int i, unsigned x, int port)
{
	if (i == 0)
		assert_true(port == CCC_CROSS ? x == 0 : x <= 1);
	else if (port == CCC_UP)
		assert_true(x >> (i + 1) == 0);
	else if (port == CCC_DOWN)
		assert_true((x & ~1u) % (1u << i) == 0);
	else
		assert_true(x >> i == 0 || (x & ~1u) % (2u << i) == 0);
	assert_true(i < d);
}

TEST("flow: phase 1 goes along the trees")
{
	static const char *const networks[] = { "ccc:3", "ccc:4", "ccc:5", "butterfly:3",
		"butterfly:4", "butterfly:5" };

	for (int i = 0; i < COUNT(networks); i++) {
		AUTO(plan) plan = plan_by("twophase", networks[i], "", FULL);
		bool ccc = networks[i][0] == 'c';
		int d = plan->problem.net.dimension;

		for (size_t k = 0; k < plan->hops; k++) {
			const struct hop *h = &plan->hop[k];

			if (h->time < (ccc ? 2 * d - 1 : d - 1))
				(ccc ? assert_tree_of_ccc : assert_tree_of_butterfly)(
					d, h->from % d, (unsigned)(h->from / d), h->port);
		}
	}
}

TEST("flow: two phases are refused elsewhere")
{
	struct problem problem = problem_by("twophase", SCATTER, "cube:3");
	struct plan *plan;

	REFUSES(collective_plan(&plan, &problem), EINVAL,
		"needs ccc:d or butterfly:d, got cube:3; there: ");
	problem = problem_by("twophase", SCATTER, "ccc:13");
	REFUSES(collective_plan(&plan, &problem), EINVAL, "use a tree family");
	problem = problem_by("twophase", SCATTER, "ccc:3");
	strcpy(problem.order, "level");
	REFUSES(collective_plan(&plan, &problem), EINVAL, "no order 'level'");
}

/* ---- what it is made of ---- */

TEST("flow: the least sum of small programs")
{
	/* x >= 1; x + y >= 2; y + z >= 3. */
	struct inequality row[] = { { { 1, 0, 0 }, 1 }, { { 1, 1, 0 }, 2 }, { { 0, 1, 1 }, 3 } };
	/* -x >= 1 besides. */
	struct inequality never[] = { { { 1 }, 1 }, { { -1 }, 1 } };
	double x[3];

	assert_int_equal(simplex(row, 3, 3, 1e-6, x), 0);
	assert_true(fabs(x[0] - 1) < 1e-9 && fabs(x[1] - 1) < 1e-9 && fabs(x[2] - 2) < 1e-9);
	assert_int_equal(simplex(row, 3, 3, -1e-6, x), 0);
	assert_true(fabs(x[1] - 3) < 1e-9 && fabs(x[2]) < 1e-9);
	assert_int_equal(simplex(never, 2, 1, 0, x), -ENOENT);
}

/* Two steps on a square, root 00: what the first step is too short for is in the cut. */
TEST("flow: a flow is as large as its least cut")
{
	int64_t need[] = { 0, 6, 6, 6 }, crossing[EXPANSION_STEPS];
	struct expanded_flow *e;
	struct network net = network_at("cube:2");

	assert_int_equal(expanded_flow_new(&e, &net, 2), 0);
	e->keep[2] = need;
	e->length[0] = 2;
	e->length[1] = 6;
	assert_int_equal(
		expanded_flow_fill(e), 16); /* all 12 of its neighbours, 4 of the last one's */
	for (int far = 0; far < 2; far++) {
		int64_t beyond = expanded_flow_cut(e, far, crossing);
		int64_t room = crossing[0] * e->length[0] + crossing[1] * e->length[1];

		assert_int_equal(beyond - room, 18 - 16);
	}
	expanded_flow_drain(e);
	e->length[0] = 3;
	assert_int_equal(expanded_flow_fill(e), 18);
	expanded_flow_free(e);
}

/* Only one unit may wait at each neighbour of the root between two steps, as between phases. */
TEST("flow: what may stay is obeyed")
{
	int64_t gate[] = { 0, 1, 1, 0 }, need[] = { 0, 0, 0, 6 };
	int64_t crossing[EXPANSION_STEPS];
	struct expanded_flow *e;
	struct network net = network_at("cube:2");

	assert_int_equal(expanded_flow_new(&e, &net, 3), 0);
	e->keep[1] = gate;
	e->keep[3] = need;
	e->length[0] = e->length[2] = 6;
	assert_int_equal(expanded_flow_fill(e), 2);
	for (int far = 0; far < 2; far++)
		assert_int_equal(expanded_flow_cut(e, far, crossing), 6 - 2);
	expanded_flow_free(e);
}

TEST("flow: opposite flows cancel")
{
	int64_t need[] = { 0, 4 };
	struct expanded_flow *e;
	struct network net = network_at("cube:1");

	assert_int_equal(expanded_flow_new(&e, &net, 3), 0);
	e->keep[3] = need;
	e->length[0] = e->length[1] = e->length[2] = 4;
	e->link[0 * 2 + 0] = 4; /* step 0: all there; step 1: 1 back, 3 stay; step 2: there again */
	e->link[1 * 2 + 1] = 1;
	e->link[1 * 2 + 0] = 0;
	e->kept[1 * 2 + 1] = 3;
	e->link[2 * 2 + 0] = 2;
	e->link[2 * 2 + 1] = 1;
	expanded_flow_cancel(e);
	assert_int_equal(e->link[1 * 2 + 1], 1);
	assert_int_equal(e->link[2 * 2 + 0], 1);
	assert_int_equal(e->link[2 * 2 + 1], 0);
	assert_int_equal(e->kept[2 * 2 + 0], 1);
	assert_int_equal(e->kept[2 * 2 + 1], 1);
	expanded_flow_free(e);
}
