/* Prefix folds: all networks and algorithms, folds that do not commute, plans that are wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "tests/teams.h"
#include "tests/affine_help.h"
#include "tests/collective_help.h"

enum {
	COUNT_OF_MAPS = 3001, /* no multiple of a packet */
	TEAM_NODES = 64
};

static const char *const networks[] = { "cube:0", "cube:1", "cube:3", "cube:4", "gh:5", "gh:2x3",
	"gh:3x3x2", "gh:2x2", "star:1", "star:3", "star:4", "ccc:3", "butterfly:3" };

static struct map map_of(int v, size_t i)
{
	return (struct map){ (uint32_t)(2 * v + 3) * 2654435761u + (uint32_t)i,
		(uint32_t)(v * 7919 + 1) ^ (uint32_t)i };
}

static struct map in[TEAM_NODES][COUNT_OF_MAPS], out[TEAM_NODES][COUNT_OF_MAPS];

static void fill(int nodes, bool in_place)
{
	for (int v = 0; v < nodes; v++)
		for (size_t i = 0; i < COUNT_OF_MAPS; i++) {
			in[v][i] = map_of(v, i);
			out[v][i] = in_place ? in[v][i] : (struct map){ 1, 2 };
		}
}

static void check(const char *what, int nodes, size_t count, bool inclusive, bool in_place)
{
	for (size_t i = 0; i < COUNT_OF_MAPS; i++) {
		struct map sum = map_of(0, i);

		for (int v = 0; v < nodes; v++) {
			bool untouched = i >= count || (!inclusive && v == 0);
			struct map want =
				untouched && in_place ? map_of(v, i) : (struct map){ 1, 2 };

			if (!untouched && inclusive)
				want = v ? after(sum, map_of(v, i)) : sum;
			else if (!untouched)
				want = sum;
			if (out[v][i].a != want.a || out[v][i].b != want.b)
				fail_msg("%s: node %d, element %zu", what, v, i);
			if (v)
				sum = after(sum, map_of(v, i));
		}
	}
}

static void run_plan(const char *network, struct grove_problem problem, size_t count, bool in_place)
{
	AUTO(grove_team) team = NULL;
	struct grove_buffers buffers[TEAM_NODES];
	AUTO(grove_plan) plan = NULL;
	char what[160];
	int nodes;

	snprintf(what, sizeof what, "%s %s on %s, %zu elements%s", problem.collective,
		problem.algorithm, network, count, in_place ? " in place" : "");
	if (grove_plan_make(&plan, network, &problem) ||
		grove_team_open(
			&team, &(struct grove_team_options){ .network = network, .threads = 1 }))
		fail_msg("%s: %s", what, grove_why());
	nodes = grove_team_nodes(team);
	fill(nodes, in_place);
	for (int v = 0; v < nodes; v++)
		buffers[v] = (struct grove_buffers){ in_place ? GROVE_IN_PLACE : in[v], out[v] };
	if (grove_team_execute(team, plan, buffers, count * sizeof(struct map)))
		fail_msg("%s: %s", what, grove_why());
	check(what, nodes, count, !strcmp(problem.collective, "scan"), in_place);
}

static void run_all(const char *network, const char *collective, const char *algorithm)
{
	static const char *const ports[] = { "all", "exchange", "sendrecv", "single" };

	for (int i = 0; i < 4; i++)
		for (int size = 0; size < 3; size++)
			for (int in_place = 0; in_place < 2; in_place++) {
				struct grove_problem problem = { .collective = collective,
					.algorithm = algorithm,
					.ports = ports[i],
					.packet = size == 2 ? 1000 : 0,
					.type = GROVE_ELEMENT(sizeof(struct map)),
					.fold = &composition };

				run_plan(network, problem, size ? COUNT_OF_MAPS : 1, in_place);
			}
}

TEST("every network and algorithm folds in the order of the nodes")
{
	for (int i = 0; i < COUNT(networks); i++)
		for (enum collective c = SCAN; c <= EXSCAN; c++) {
			char name[ALGORITHM_NAME];
			struct network net = network_at(networks[i]);

			for (int k = 0; !algorithm_name_at(name, c, &net, k); k++)
				run_all(networks[i], collective_name(c), name);
		}
}

/* Between nodes that are all neighbours nothing is forwarded, and packets follow each other at
 * once. */
TEST("a chain sends the fewest messages, packet after packet")
{
	static const struct {
		const char *network;
		uint64_t hops;
	} cases[] = { { "gh:8", 7 }, { "ring:5", 4 }, { "cube:3", 11 } };

	for (int i = 0; i < COUNT(cases); i++) {
		struct problem problem = { .collective = SCAN, .ports = ALL, .duplex = FULL };
		AUTO(plan) plan = NULL;

		strcpy(problem.algorithm, "chain");
		assert_int_equal(network_open(&problem.net, cases[i].network), 0);
		assert_int_equal(build_scan_chain(&plan, &problem), 0);
		assert_int_equal(plan->hops, cases[i].hops);
		assert_int_equal(plan->interval, 1);
	}
}

/* ---- Verbs ---- */

static int call_both(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), error;
	uint64_t mine = (uint64_t)v + 1, sum = 99;

	error = grove_scan(me, &mine, &sum, 1, GROVE_U64, GROVE_SUM);
	if (!error && sum != (uint64_t)(v + 1) * (uint64_t)(v + 2) / 2)
		error = -EBADMSG;
	sum = 99;
	if (!error)
		error = grove_exscan(me, &mine, &sum, 1, GROVE_U64, GROVE_SUM);
	if (!error && sum != (v ? (uint64_t)v * (uint64_t)(v + 1) / 2 : 99))
		error = -EBADMSG;
	if (!error)
		error = grove_scan(me, GROVE_IN_PLACE, &mine, 1, GROVE_U64, GROVE_SUM);
	return error || mine == (uint64_t)(v + 1) * (uint64_t)(v + 2) / 2 ? error : -EBADMSG;
}

TEST("grove_scan and grove_exscan give prefix sums")
{
	for (int i = 0; i < COUNT(networks); i++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = networks[i]);

		for (int k = 0; k < 2; k++)
			assert_int_equal(grove_team_run(team, call_both, NULL), 0);
	}
}

/* ---- Plans that are wrong ---- */

static struct plan *built(struct problem *problem)
{
	struct plan *plan;

	*problem = (struct problem){ .collective = SCAN, .ports = ALL, .duplex = FULL };
	strcpy(problem->algorithm, "updown");
	assert_int_equal(network_open(&problem->net, "cube:3"), 0);
	assert_int_equal(build_scan_updown(&plan, problem), 0);
	return plan;
}

static void assert_plan_refused(struct plan *plan, const char *why)
{
	assert_int_equal(plan_finalize(plan), -EINVAL);
	MUST(!strstr(why_text(), why));
	plan_free(plan);
}

TEST("a plan that sends other runs is refused")
{
	struct problem problem;
	struct plan *plan = built(&problem);
	size_t hops = plan->hops;

	plan_free(plan);
	for (size_t i = 0; i < hops; i++) {
		plan = built(&problem);
		plan->hop[i].block +=
			8; /* begins one node later: that node's contribution is missing */
		assert_plan_refused(plan, "node");
	}
	for (size_t i = 0; i < hops; i++) {
		plan = built(&problem);
		plan->hop[i].fold = 1;
		assert_plan_refused(plan, "scan");
	}
}

TEST("a plan that lacks a run is refused")
{
	struct problem problem;
	struct plan *plan = built(&problem);
	size_t hops = plan->hops;

	plan_free(plan);
	for (size_t i = 0; i < hops; i++) {
		plan = built(&problem);
		plan->hop[i] = plan->hop[--plan->hops];
		assert_int_equal(plan_sort(plan), 0);
		assert_plan_refused(plan, "the fold of nodes");
	}
}

TEST("a plan that sends a run too early is refused")
{
	struct problem problem;
	AUTO(plan) plan = built(&problem);
	int refused = 0;

	for (size_t i = 0; i < plan->hops; i++)
		plan->hop[i].time = 0;
	assert_int_equal(plan_sort(plan), 0);
	refused = plan_finalize(plan);
	REFUSES(refused, EINVAL, "can not make it");
}
