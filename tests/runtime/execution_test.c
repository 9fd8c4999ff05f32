/* Every collective by every algorithm on real threads, against the reference. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "tests/runtime/execution_help.h"
#include "tests/sanitized.h"

static const size_t sizes[] = { 0, 1, 7, 41, 1000, 20011 };
static const size_t packets[] = { 0, 13, GROVE_PACKET_AUTO };

/* Few roots and sizes where nodes are many. */
static void run_algorithm(struct grove_team *team, const struct network *net,
	const struct case_of *base, const char *algorithm, const char *ports)
{
	int stride = net->nodes > 8 ? net->nodes / 2 + 1 : net->nodes > 4 ? 3 : 1;
	char what[512];

	for (int root = 0; root < net->nodes; root += stride)
		for (size_t p = 0; p < sizeof packets / sizeof packets[0]; p++) {
			struct case_of c = *base;
			struct grove_problem problem = { .collective = c.collective,
				.algorithm = algorithm,
				.root = root,
				.destination = (root + 1) % net->nodes,
				.ports = ports,
				.permutation = c.permutation,
				.packet = packets[p] };
			AUTO(grove_plan) plan = NULL;

			serve(net, &problem, &c);
			snprintf(what, sizeof what, "%s %s %s root %d packet %zd ports %s",
				c.collective, algorithm, net->name, root, (ssize_t)packets[p],
				ports);
			if (!is_served(net, &problem) || !is_sampled())
				continue;
			if (grove_plan_make(&plan, net->name, &problem))
				fail_msg("%s: %s", what, grove_why());
			for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
				size_t most = net->nodes > 8 || p == 1 || root ? 41 : 1000;
				size_t least = net->nodes > 4 && root ? 7 : 0;

				c.bytes = sizes[s];
				if (((c.bytes >= least && c.bytes <= most) || net->nodes <= 4) &&
					is_sampled())
					run(team, plan, &c, what);
			}
		}
}

static void run_network(const char *name, int threads, const char *ports)
{
	AUTO(grove_team) team = NULL;
	struct network net;
	char algorithm[ALGORITHM_NAME];
	int permutation[MOST_NODES];

	MUST(network_open(&net, name));
	for (int v = 0; v < net.nodes; v++)
		permutation[v] = (v * 5 + 3) % net.nodes;
	if (net.nodes % 5 == 0)
		permutation_named(permutation, &net, "random:7");
	team = OPEN_TEAM(.network = name, .threads = threads, .timeout = 20);
	for (int i = 0; i < COLLECTIVES; i++) {
		struct case_of c = { .collective = collective_name(i), .nodes = net.nodes };

		if (i == PERMUTE)
			c.permutation = permutation;
		for (int k = 0; !algorithm_name_at(algorithm, i, &net, k); k++)
			run_algorithm(team, &net, &c, algorithm, ports);
	}
}

TEST("cubes give what the reference says")
{
	run_network("cube:0", 1, "all");
	run_network("cube:1", 2, "all");
	run_network("cube:2", 1, "all");
	run_network("cube:2", 2, "all");
	run_network("cube:3", 2, "all");
}

TEST("generalized hypercubes give what the reference says")
{
	run_network("gh:1", 1, "all");
	run_network("gh:5", 2, "all");
	run_network("gh:2x3", 2, "all");
	run_network("gh:7", 3, "all");
}

TEST("one port schedules give what the reference says")
{
	run_network("cube:3", 2, "exchange");
	run_network("gh:2x3", 2, "single");
	run_network("gh:3x3", 2, "sendrecv");
}

TEST("rings and tori give what the reference says")
{
	char name[NETWORK_NAME];

	for (int nodes = 2; nodes < 10; nodes++) {
		snprintf(name, sizeof name, "ring:%d", nodes);
		run_network(name, 2, nodes % 2 ? "all" : "sendrecv");
	}
	run_network("torus:3x4", 2, "all");
	run_network("torus:2x2x3", 2, "exchange");
}

/* Each root has a plan of its own. */
TEST("meshes and graphs give what the reference says")
{
	char kite[NETWORK_NAME];
	const char *source = getenv("GROVE_SOURCE");

	snprintf(kite, sizeof kite, "graph:%s/tests/topology/kite.graph", source ? source : ".");
	run_network("mesh:3x3", 2, "all");
	run_network(kite, 2, "all");
	run_network(kite, 1, "single");
	run_network("cube:3~0-1,5-7", 2, "exchange");
}

/* Sums to each root in turn, and back from the root: node v gives v + 1, eight nodes give 36. */
static int sums_from_each_root(struct grove_node *me, void *argument)
{
	int nodes = *(const int *)argument;

	for (int root = 0; root < nodes; root++) {
		int32_t given = grove_node_number(me) + 1, sum = -1;

		TRY(grove_reduce(me, &given, &sum, 1, GROVE_I32, GROVE_SUM, root));
		TRY(grove_broadcast(me, &sum, sizeof sum, root));
		if (sum != nodes * (nodes + 1) / 2)
			TRY(-1000 - root);
	}
	return 0;
}

TEST("verbs have a plan for each root")
{
	static const char *const networks[] = { "mesh:2x4", "cube:3~0-1", "ring:8" };

	for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
		int nodes = 8;
		AUTO(grove_team) team = OPEN_TEAM(.network = networks[i], .timeout = 20);

		assert_int_equal(grove_team_run(team, sums_from_each_root, &nodes), 0);
	}
}

TEST("more nodes than cores give what the reference says")
{
	run_network("cube:4", 2, "all");
	run_network("gh:2x3x4", 2, "all");
}

TEST("a thread for each of eight nodes gives what the reference says")
{
	run_network("gh:2x4", 0, "all");
}
