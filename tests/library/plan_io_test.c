/* Plans as text in a program: each plan of grove is written, read, and gives the same bits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "grove_measure.h"
#include "tests/library/plan_io_help.h"

static double before[NODES_ROOM][NODES_ROOM * ITEMS];

static void assert_comes_back(
	struct grove_team *team, const struct grove_plan *made, const char *form, const char *what)
{
	const struct grove_plan_options options = { .type = GROVE_F64 };
	struct grove_figures figures[2];
	FREED char *once = written(made, form), *twice = NULL;
	AUTO(grove_plan) plan = read_of(once, &options);
	size_t bytes = grove_plan_heading(plan)->bytes;

	twice = written(plan, form);
	if (strcmp(once, twice) != 0)
		fail_msg("%s: %s\n%s", what, once, twice);
	assert_string_equal(
		grove_plan_heading(plan)->algorithm, grove_plan_heading(made)->algorithm);
	assert_string_equal(grove_plan_heading(plan)->network, grove_plan_heading(made)->network);
	assert_int_equal(grove_plan_heading(plan)->root, grove_plan_heading(made)->root);
	assert_int_equal(grove_plan_figures(plan, bytes, &figures[0]), 0);
	assert_int_equal(grove_plan_figures(made, bytes, &figures[1]), 0);
	assert_memory_equal(&figures[0], &figures[1], sizeof figures[0]);
	execute(team, plan, what);
	if (memcmp(out, before, sizeof out) != 0)
		fail_msg("%s: other bits\n%s", what, once);
}

/* Returns 1 if there is such a plan. */
static int try_algorithm(struct grove_team *team, const struct network *net,
	enum collective collective, const char *algorithm, int root)
{
	int permutation[NODES_ROOM];
	struct grove_problem problem = { .collective = collective_name(collective),
		.algorithm = algorithm,
		.root = root,
		.destination = net->nodes - 1 - root,
		.permutation = collective == PERMUTE ? permutation : NULL,
		.packet = collective == BARRIER ? 0 : PACKET,
		.type = GROVE_F64 };
	AUTO(grove_plan) plan = NULL;
	char what[256];

	for (int v = 0; v < net->nodes; v++)
		permutation[v] = net->nodes - 1 - v;
	if (grove_plan_make(&plan, net->name, &problem))
		return 0;
	snprintf(what, sizeof what, "%s %s %s from %d", problem.collective, algorithm, net->name,
		root);
	execute(team, plan, what);
	memcpy(before, out, sizeof out);
	assert_comes_back(team, plan, "text", what);
	assert_comes_back(team, plan, "json", what);
	return 1;
}

static int try_network(const char *name)
{
	struct grove_team_options options = { .network = name, .threads = 1 };
	char algorithm[ALGORITHM_NAME];
	AUTO(grove_team) team = NULL;
	struct network net;
	int plans = 0;

	network_of(&net, name);
	options.network = net.name;
	MUST(grove_team_open(&team, &options));
	for (int c = 0; c < COLLECTIVES; c++)
		for (int i = 0; !algorithm_name_at(algorithm, (enum collective)c, &net, i); i++)
			for (int root = 0; root <= collective_rooted((enum collective)c); root++)
				plans += try_algorithm(
					team, &net, (enum collective)c, algorithm, root);
	return plans;
}

TEST("plan io: each plan of grove is written, read, and gives the same bits")
{
	static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "gh:3", "gh:2x3",
		"star:3", "ring:5", "torus:3x3", "mesh:2x3", "cube:3~0-1", "ccc:3", "kite" };
	int plans = 0;

	for (int i = 0; i < COUNT(networks); i++)
		plans += try_network(networks[i]);
	assert_in_range(plans, 800, 100000);
}
