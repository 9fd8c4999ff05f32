/* The verbs as applications call them: own threads, the caller's, in place, zero bytes, mistakes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <unistd.h>
#include "tests/guests.h"
#include "tests/verbs.h"

static struct grove_team *open_team(const char *network, int threads)
{
	return OPEN_TEAM(.network = network, .threads = threads, .timeout = 5);
}

/* ---- All verbs, all roots ---- */

static int all_verbs(struct grove_node *me, void *argument)
{
	static const size_t sizes[] = { 0, 1, 8, 40, 41, 1000, 1024, 1032, 4096 };
	int nodes = grove_team_nodes(grove_node_team(me)), permutation[16];

	for (int i = 0; i < nodes; i++)
		permutation[i] = (i + 1) % nodes;
	for (size_t k = 0; k < 10 * 9; k++)
		for (int root = 0; root < nodes; root++)
			TRY(try_verb(me, &(struct case_of){ verb_names[k / 9], nodes, root, 0,
						 sizes[k % 9], permutation }));
	return 0;
}

TEST("every verb on own threads")
{
	static const char *const networks[] = { "gh:1", "cube:1", "gh:3", "cube:3", "gh:2x3" };

	for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
		AUTO(grove_team) team = open_team(networks[i], 0);

		assert_int_equal(grove_team_run(team, all_verbs, NULL), 0);
	}
}

/* ---- The caller's own threads ---- */

TEST("every verb on the callers threads")
{
	AUTO(grove_team) team = open_team("cube:2", GROVE_CALLER);

	assert_int_equal(run_guests(team, all_verbs, NULL, false), 0);
}

/* ---- In place ---- */

NODES_TEST("folding in place gives the same results", run_in(open_team("gh:2x3", 0), body))
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));

	for (size_t count = 1; count <= 3000; count = count * 5 + 2) {
		FREED long *x = malloc(sizeof *x * count * (size_t)nodes);

		HOLDS(x);
		for (size_t i = 0; i < count * (size_t)nodes; i++)
			x[i] = (long)i * (v + 1);
		HOLDS(!grove_allreduce(me, GROVE_IN_PLACE, x, count, GROVE_I64, GROVE_SUM));
		for (size_t i = 0; i < count; i++)
			HOLDS(x[i] == (long)i * nodes * (nodes + 1) / 2);
		for (size_t i = 0; i < count * (size_t)nodes; i++)
			x[i] = (long)i * (v + 1);
		HOLDS(!grove_reducescatter(me, GROVE_IN_PLACE, x, count, GROVE_I64, GROVE_SUM));
		for (size_t i = 0; i < count; i++)
			HOLDS(x[i] == (long)(i + count * (size_t)v) * nodes * (nodes + 1) / 2);
		for (size_t i = 0; i < count; i++)
			x[i] = v;
		HOLDS(!grove_reduce(me, v == 1 ? GROVE_IN_PLACE : x, v == 1 ? x : NULL, count,
			GROVE_I64, GROVE_MAX, 1));
		for (size_t i = 0; i < count && v == 1; i++)
			HOLDS(x[i] == nodes - 1);
		HOLDS(!grove_barrier(me));
	}
	return 0;
}

/* ---- A caller's own fold ---- */

struct complex_number {
	double re, im;
};

static void multiply(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct complex_number *r = result;
	const struct complex_number *a = left, *b = right;

	for (size_t i = 0; i < count && type == GROVE_ELEMENT(sizeof *r); i++)
		r[i] = (struct complex_number){ a[i].re * b[i].re - a[i].im * b[i].im,
			a[i].re * b[i].im + a[i].im * b[i].re };
}

NODES_TEST("a callers own fold combines", run_in(open_team("cube:3", 0), body))
{
	static const struct grove_fold product = { multiply, NULL, "complex product" };
	struct complex_number in[100], out[100];

	for (int i = 0; i < 100; i++)
		in[i] = (struct complex_number){ 0, 1 };
	HOLDS(!grove_allreduce(me, in, out, 100, GROVE_ELEMENT(sizeof in[0]), &product));
	for (int i = 0; i < 100; i++) /* i to the power of 8 */
		HOLDS(out[i].re == 1 && out[i].im == 0);
	return 0;
}

/* ---- A fold that never returns ---- */

/* Meanwhile the sender has lost its patience, and wants back what it lent. */
static void fold_until_the_end(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)result, (void)left, (void)right, (void)count, (void)type, (void)context;
	usleep(400000);
	pthread_exit(NULL);
}

static int reduces(struct grove_node *me, void *argument)
{
	static const struct grove_fold endless = { fold_until_the_end, NULL, "endless" };
	static char in[2][20000], out[20000];

	return grove_reduce(me, in[grove_node_number(me)], out, sizeof out, GROVE_U8, &endless, 1);
}

TEST("a thread that ends inside a fold gives back what was lent")
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "cube:1", .threads = GROVE_CALLER, .timeout = 0.1);
	pthread_barrier_t meet;
	struct guest guest[2] = { { team, reduces, NULL, 0, .stays = true, .meet = &meet },
		{ team, reduces, NULL, 1, .stays = true, .meet = &meet } };

	assert_int_equal(pthread_barrier_init(&meet, NULL, 2), 0);
	guests_start(guest, 2);
	guests_join(guest, 2);
	pthread_barrier_destroy(&meet);
	/* The packet has come back, which may be all that the sender waited for. */
	assert_true(guest[0].error == 0 || guest[0].error == -ECANCELED);
}

/* ---- Mistakes ---- */

static int different_roots(struct grove_node *me, void *argument)
{
	char buffer[5000] = { 0 };

	return grove_broadcast(me, buffer, sizeof buffer, grove_node_number(me) % 2);
}

/* What is not lent nobody waits for: the packets that nobody took are found by who comes next. */
static int different_roots_of_little(struct grove_node *me, void *argument)
{
	char buffer[100] = { 0 };
	int error = grove_broadcast(me, buffer, sizeof buffer, grove_node_number(me) % 2);

	return error ? error : grove_barrier(me);
}

static int different_sizes(struct grove_node *me, void *argument)
{
	char in[64] = { 0 }, out[64];

	return grove_allreduce(me, in, out, 8 + (size_t)grove_node_number(me), GROVE_U8, GROVE_SUM);
}

static int different_folds(struct grove_node *me, void *argument)
{
	double in = 1, out;

	return grove_allreduce(
		me, &in, &out, 1, GROVE_F64, grove_node_number(me) ? GROVE_SUM : GROVE_MAX);
}

TEST("different arguments are found")
{
	grove_body *const bodies[] = { different_roots, different_roots_of_little, different_sizes,
		different_folds };

	for (int i = 0; i < 4; i++) {
		AUTO(grove_team) team = open_team("cube:2", 0);

		REFUSES(grove_team_run(team, bodies[i], NULL), EINVAL, "calls");
	}
}

static int one_never_comes(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 3 ? 0 : grove_barrier(me);
}

TEST("a node that never comes is named")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .timeout = 60);

	REFUSES(grove_team_run(team, one_never_comes, NULL), ECANCELED, "node 3 has returned");
}

static int call_barrier(struct grove_node *me, void *argument)
{
	return grove_barrier(me);
}

TEST("a blocking verb blocks in a run and not in each turn")
{
	AUTO(grove_team) team = open_team("cube:2", 2);

	assert_int_equal(grove_team_phase(team, call_barrier, NULL), -EDEADLK);
	assert_int_equal(grove_team_run(team, call_barrier, NULL), 0);
}

TEST("a plan runs only on its own network")
{
	AUTO(grove_team) team = open_team("gh:4", 2);
	struct grove_buffers buffers[4] = { { NULL, NULL } };
	AUTO(grove_plan) plan = PLAN_OF("cube:2", .collective = "barrier");

	assert_int_equal(grove_team_execute(team, plan, buffers, 0), -EINVAL);
}

/* Floating-point sums in an order that depends on the plan alone. */
NODES_TEST("reductions are the same bits on every run", run_in(open_team("cube:3", 0), body))
{
	double in[50], out[50], first[50];
	int v = grove_node_number(me);

	for (int i = 0; i < 50; i++)
		in[i] = 1.0 / (3 + v * 7 + i);
	HOLDS(!grove_allreduce(me, in, first, 50, GROVE_F64, GROVE_SUM));
	for (int k = 0; k < 200; k++) {
		HOLDS(!grove_allreduce(me, in, out, 50, GROVE_F64, GROVE_SUM));
		HOLDS(!memcmp(out, first, sizeof out));
	}
	return 0;
}

TEST("an idle team opens and closes")
{
	for (int i = 0; i < 20; i++)
		assert_int_equal(grove_team_free(open_team("cube:2", 0)), 0);
	assert_int_equal(grove_team_free(NULL), 0);
}
