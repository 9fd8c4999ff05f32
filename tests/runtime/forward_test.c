/* Forwarding by reference on real threads: the data of every collective, and aborts while others
 * read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tests/teams.h"
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "grove_measure.h"
#include "library/handles.h"
#include "runtime/node/abort.h"
#include "tests/runtime/execution_help.h"
#include "tests/sanitized.h"

static const size_t sizes[] = { 0, 1, 37, 1003 };
static const size_t packets[] = { 0, 13 };

/* ---- Data ---- */

static int runs;

static void run_problem(struct grove_team *team, const char *network, struct case_of *c,
	struct grove_problem *problem)
{
	AUTO(grove_plan) plan = NULL;
	char what[256];

	snprintf(what, sizeof what, "%s %s %s root %d packet %zu by reference", c->collective,
		problem->algorithm, network, problem->root, problem->packet);
	if (grove_plan_make(&plan, network, problem))
		fail_msg("%s: %s", what, grove_why());
	assert_string_equal(grove_plan_forward(plan, 1), "reference");
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
		c->bytes = sizes[s];
		if (is_sampled())
			run(team, plan, c, what);
		runs++;
	}
}

static void run_algorithm(struct grove_team *team, const struct network *net,
	const struct case_of *base, const char *algorithm)
{
	for (int root = 0; root < net->nodes; root += net->nodes - 1 ? net->nodes - 1 : 1)
		for (size_t p = 0; p < sizeof packets / sizeof packets[0]; p++) {
			struct case_of c = *base;
			struct grove_problem problem = { .collective = c.collective,
				.algorithm = algorithm,
				.root = root,
				.destination = (root + net->nodes / 2) % net->nodes,
				.permutation = c.permutation,
				.packet = packets[p],
				.forward = "reference" };

			serve(net, &problem, &c);
			if (is_served(net, &problem))
				run_problem(team, net->name, &c, &problem);
		}
}

static void run_network(const char *name, int threads)
{
	AUTO(grove_team) team = NULL;
	struct network net;
	char algorithm[ALGORITHM_NAME];
	int permutation[MOST_NODES];

	assert_int_equal(network_open(&net, name), 0);
	permutation_named(permutation, &net, "random:7");
	team = OPEN_TEAM(.network = name, .threads = threads, .timeout = 20);
	for (int i = 0; i < COLLECTIVES; i++) {
		struct case_of c = { .collective = collective_name(i), .nodes = net.nodes };

		if (collective_folds(i))
			continue;
		if (i == PERMUTE)
			c.permutation = permutation;
		for (int k = 0; !algorithm_name_at(algorithm, i, &net, k); k++)
			run_algorithm(team, &net, &c, algorithm);
	}
}

TEST("folded nodes have the right bytes")
{
	run_network("cube:0", 1);
	run_network("cube:3", 2);
	run_network("cube:3", 1);
	run_network("gh:2x3", 2);
	run_network("ccc:3", 2);
	run_network("star:4", 2);
	assert_in_range(runs, 1000, 1000000);
}

TEST("a thread for each node has the right bytes")
{
	run_network("cube:1", 0);
	run_network("cube:2", 0);
	run_network("gh:5", 0);
}

/* ---- What is chosen, and what is refused ---- */

TEST("blocks that are large on ways that are long go by reference")
{
	static const struct {
		const char *network, *collective;
		size_t bytes;
		const char *forward;
	} cases[] = { { "cube:4", "scatter", 1, "copy" },
		{ "cube:4", "scatter", 65536, "reference" },
		{ "cube:4", "alltoall", 65536, "reference" }, { "cube:4", "reduce", 65536, "copy" },
		{ "cube:4", "barrier", 0, "copy" }, { "gh:16", "alltoall", 65536, "copy" } };

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		AUTO(grove_plan) plan = PLAN_OF(cases[i].network, .collective = cases[i].collective,
			.algorithm = "sbt", .bytes = cases[i].bytes);

		assert_string_equal(grove_plan_forward(plan, cases[i].bytes), cases[i].forward);
	}
}

TEST("what has no reference is refused")
{
	struct grove_pace pace = { 1e-4, 1e-9 };
	struct grove_problem folds = { .collective = "reduce", .forward = "reference" };
	struct grove_problem paced = {
		.collective = "scatter", .forward = "reference", .pace = &pace
	};
	struct grove_problem unknown = { .collective = "scatter", .forward = "pigeon" };
	struct grove_plan *plan;

	assert_int_equal(grove_plan_make(&plan, "cube:3", &folds), -EINVAL);
	assert_int_equal(grove_plan_make(&plan, "cube:3", &paced), -EINVAL);
	REFUSES(grove_plan_make(&plan, "cube:3", &unknown), EINVAL, "copy, reference and auto");
}

/* ---- Aborts ---- */

enum {
	LARGE = 16 << 20,
	ABORTS = 12
};

struct abort_act {
	const struct grove_plan *plan;
	unsigned char *out; /* LARGE for each node, and four blocks for node 0 */
	size_t blocks;	    /* of the inputs, which are taken away */
	int origin;	    /* whose they are; -1: every node's */
	int error[4];
	_Atomic int begun;
	useconds_t delay; /* from then on */
	struct grove_team *team;
};

/* An origin takes its memory away as soon as it is told that the operation has ended. */
static int act(struct grove_node *me, void *argument)
{
	struct abort_act *a = argument;
	int v = grove_node_number(me);
	bool gives = a->origin < 0 || a->origin == v;
	unsigned char *in = NULL;

	if (gives)
		in = mmap(NULL, a->blocks * LARGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (in == MAP_FAILED)
		return -ENOMEM;
	atomic_store(&a->begun, 1);
	a->error[v] =
		grove_execute(me, a->plan, in, a->out + (size_t)(v ? v + 4 : 0) * LARGE, LARGE);
	if (gives)
		munmap(in, a->blocks * LARGE);
	return 0;
}

static void *abort_later(void *argument)
{
	struct abort_act *a = argument;

	while (!atomic_load(&a->begun))
		usleep(20);
	usleep(a->delay);
	team_fail(team_inside(a->team), &(struct abort_state){ ECANCELED, ECANCELED }, "enough");
	return NULL;
}

static void abort_inside(
	const char *network, const char *collective, const struct abort_act *like, int nodes)
{
	struct abort_act a = *like;
	int aborted = 0;
	AUTO(grove_plan) plan = PLAN_OF(
		network, .collective = collective, .algorithm = "sbt", .forward = "reference");

	a.plan = plan;
	for (int i = 0; i < ABORTS; i++) {
		pthread_t thread;

		a.team = OPEN_TEAM(.network = network);
		a.delay = (useconds_t)(i * 400);
		atomic_store(&a.begun, 0);
		assert_int_equal(pthread_create(&thread, NULL, abort_later, &a), 0);
		grove_team_run(a.team, act, &a);
		assert_int_equal(pthread_join(thread, NULL), 0);
		for (int v = 0; v < nodes; v++)
			assert_true(!a.error[v] || a.error[v] == -ECANCELED);
		aborted += a.error[0] == -ECANCELED;
		assert_int_equal(grove_team_free(a.team), 0);
	}
	print_message("# %s: %d of %d were aborted inside\n", collective, aborted, ABORTS);
}

/* Whoever gives up waits for those who read its memory; and nobody begins to read after that: the
 * root of the gather reads from one origin after the other. Reading memory that is gone ends the
 * test. */
TEST("an abort waits for those who read")
{
	FREED unsigned char *out = malloc(8 * (size_t)LARGE);
	struct abort_act a = { .out = out, .blocks = 2, .origin = 0 };

	assert_non_null(out);
	memset(out, 1, 8 * (size_t)LARGE);
	abort_inside("cube:1", "scatter", &a, 2);
	a.blocks = 1;
	a.origin = -1;
	abort_inside("cube:2", "gather", &a, 4);
}

struct absence {
	const struct grove_plan *plan;
	int error[8];
};

static int all_but_one(struct grove_node *me, void *argument)
{
	struct absence *a = argument;
	int v = grove_node_number(me);
	FREED unsigned char *in = malloc(8 * 100), *out = malloc(8 * 100);

	memset(in, v, 8 * 100);
	if (v != 5)
		a->error[v] = grove_execute(me, a->plan, in, out, 100);
	memset(in, 0xff, 8 * 100); /* nobody reads it any more */
	return 0;
}

TEST("a node that does not come is named")
{
	struct absence a = { .error = { 0 } };
	AUTO(grove_team) team = NULL;
	AUTO(grove_plan) plan = PLAN_OF(
		"cube:3", .collective = "alltoall", .algorithm = "sbt", .forward = "reference");

	a.plan = plan;
	team = OPEN_TEAM(.network = "cube:3", .timeout = 60);
	REFUSES(grove_team_run(team, all_but_one, &a), ECANCELED, "alltoall #1");
	assert_non_null(strstr(grove_why(), "node 5 has returned"));
	for (int v = 0; v < 8; v++)
		assert_int_equal(a.error[v], v == 5 ? 0 : -ECANCELED);
}
