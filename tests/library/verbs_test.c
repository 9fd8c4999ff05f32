/* The verbs as applications call them: own threads, the caller's, in place, zero bytes, mistakes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#include "tests/test.h"
#include "grove.h"
#include "tests/reference.h"

enum {
	MOST = 16 * 4096
};

static struct grove_team *open_team(const char *network, int threads)
{
	struct grove_team_options options = {
		.network = network, .threads = threads, .timeout = 5
	};
	struct grove_team *team;

	MUST(grove_team_open(&team, &options));
	return team;
}

/* ---- All verbs, all roots ---- */

struct buffers {
	unsigned char in[MOST], out[MOST];
};

/* Bodies return an error rather than fail: cmocka's jumps belong to its own thread. */
#define EXPECT(condition)                                                                          \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,        \
				grove_why());                                                      \
			return -EBADMSG;                                                           \
		}                                                                                  \
	} while (0)

static int check_output(const struct buffers *b, const struct case_of *c, int v)
{
	for (size_t i = 0; i < output_blocks(c, v) * c->bytes; i++)
		if (b->out[i] != expected(c, v, i)) {
			fprintf(stderr, "%s: node %d byte %zu\n", c->collective, v, i);
			return -EBADMSG;
		}
	return 0;
}

static int call_verb(struct grove_node *me, struct buffers *b, const struct case_of *c)
{
	size_t M = c->bytes;

	if (is(c, "broadcast"))
		return grove_broadcast(me, b->out, M, c->root);
	if (is(c, "reduce"))
		return grove_reduce(me, b->in, b->out, M, GROVE_U8, GROVE_SUM, c->root);
	if (is(c, "scatter"))
		return grove_scatter(me, b->in, b->out, M, c->root);
	if (is(c, "gather"))
		return grove_gather(me, b->in, b->out, M, c->root);
	if (is(c, "allgather"))
		return grove_allgather(me, b->in, b->out, M);
	if (is(c, "reducescatter"))
		return grove_reducescatter(me, b->in, b->out, M, GROVE_U8, GROVE_SUM);
	if (is(c, "allreduce"))
		return grove_allreduce(me, b->in, b->out, M, GROVE_U8, GROVE_SUM);
	if (is(c, "alltoall"))
		return grove_alltoall(me, b->in, b->out, M);
	if (is(c, "permute"))
		return grove_permute(me, b->in, b->out, M, c->permutation);
	return grove_barrier(me);
}

static const char *const collectives[] = { "broadcast", "reduce", "scatter", "gather", "allgather",
	"reducescatter", "allreduce", "alltoall", "permute", "barrier" };

static int all_verbs(struct grove_node *me, void *argument)
{
	static const size_t sizes[] = { 0, 1, 8, 40, 41, 1000, 1024, 1032, 4096 };
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));
	int permutation[16], error = 0;
	struct buffers *b = malloc(sizeof *b);

	EXPECT(b);
	for (int i = 0; i < nodes; i++)
		permutation[i] = (i + 1) % nodes;
	for (size_t k = 0; k < 10 * 9 && !error; k++)
		for (int root = 0; root < nodes && !error; root++) {
			struct case_of c = { collectives[k / 9], nodes, root, 0, sizes[k % 9],
				permutation };

			for (size_t i = 0; i < MOST; i++)
				b->in[i] = given(v, i);
			memset(b->out, 0, MOST);
			if (is(&c, "broadcast") && v == root)
				memcpy(b->out, b->in, MOST);
			error = call_verb(me, b, &c);
			if (error)
				fprintf(stderr, "%s: %s\n", c.collective, grove_why());
			else
				error = check_output(b, &c, v);
		}
	free(b);
	return error;
}

TEST("every verb on own threads")
{
	static const char *const networks[] = { "gh:1", "cube:1", "gh:3", "cube:3", "gh:2x3" };

	for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
		struct grove_team *team = open_team(networks[i], 0);

		assert_int_equal(grove_team_run(team, all_verbs, NULL), 0);
		assert_int_equal(grove_team_free(team), 0);
	}
}

/* ---- The caller's own threads ---- */

struct caller {
	struct grove_team *team;
	int node, error;
};

static void *caller_thread(void *argument)
{
	struct caller *caller = argument;
	struct grove_node *me;

	caller->error = grove_attach(caller->team, caller->node, &me);
	if (!caller->error)
		caller->error = all_verbs(me, NULL);
	if (!caller->error)
		caller->error = grove_detach(me);
	return NULL;
}

TEST("every verb on the callers threads")
{
	struct caller caller[4];
	pthread_t thread[4];
	struct grove_team *team = open_team("cube:2", GROVE_CALLER);

	for (int v = 0; v < 4; v++) {
		caller[v] = (struct caller){ team, v, -1 };
		assert_int_equal(pthread_create(&thread[v], NULL, caller_thread, &caller[v]), 0);
	}
	for (int v = 0; v < 4; v++) {
		pthread_join(thread[v], NULL);
		assert_int_equal(caller[v].error, 0);
	}
	assert_int_equal(grove_team_free(team), 0);
}

/* ---- In place ---- */

static int in_place(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));

	for (size_t count = 1; count <= 3000; count = count * 5 + 2) {
		long *x = malloc(sizeof *x * count * (size_t)nodes);

		EXPECT(x);
		for (size_t i = 0; i < count * (size_t)nodes; i++)
			x[i] = (long)i * (v + 1);
		EXPECT(!grove_allreduce(me, GROVE_IN_PLACE, x, count, GROVE_I64, GROVE_SUM));
		for (size_t i = 0; i < count; i++)
			EXPECT(x[i] == (long)i * nodes * (nodes + 1) / 2);
		for (size_t i = 0; i < count * (size_t)nodes; i++)
			x[i] = (long)i * (v + 1);
		EXPECT(!grove_reducescatter(me, GROVE_IN_PLACE, x, count, GROVE_I64, GROVE_SUM));
		for (size_t i = 0; i < count; i++)
			EXPECT(x[i] == (long)(i + count * (size_t)v) * nodes * (nodes + 1) / 2);
		for (size_t i = 0; i < count; i++)
			x[i] = v;
		EXPECT(!grove_reduce(me, v == 1 ? GROVE_IN_PLACE : x, v == 1 ? x : NULL, count,
			GROVE_I64, GROVE_MAX, 1));
		for (size_t i = 0; i < count && v == 1; i++)
			EXPECT(x[i] == nodes - 1);
		EXPECT(!grove_barrier(me));
		free(x);
	}
	return 0;
}

TEST("folding in place gives the same results")
{
	struct grove_team *team = open_team("gh:2x3", 0);

	assert_int_equal(grove_team_run(team, in_place, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
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

static int own_fold(struct grove_node *me, void *argument)
{
	static const struct grove_fold product = { multiply, NULL, "complex product" };
	struct complex_number in[100], out[100];

	for (int i = 0; i < 100; i++)
		in[i] = (struct complex_number){ 0, 1 };
	EXPECT(!grove_allreduce(me, in, out, 100, GROVE_ELEMENT(sizeof in[0]), &product));
	for (int i = 0; i < 100; i++) /* i to the power of 8 */
		EXPECT(out[i].re == 1 && out[i].im == 0);
	return 0;
}

TEST("a callers own fold combines")
{
	struct grove_team *team = open_team("cube:3", 0);

	assert_int_equal(grove_team_run(team, own_fold, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
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

static void *reducing_thread(void *argument)
{
	static const struct grove_fold endless = { fold_until_the_end, NULL, "endless" };
	static char in[2][20000], out[20000];
	struct caller *caller = argument;
	struct grove_node *me;

	caller->error = grove_attach(caller->team, caller->node, &me);
	if (!caller->error)
		caller->error =
			grove_reduce(me, in[caller->node], out, sizeof out, GROVE_U8, &endless, 1);
	return NULL;
}

TEST("a thread that ends inside a fold gives back what was lent")
{
	struct grove_team_options options = {
		.network = "cube:1", .threads = GROVE_CALLER, .timeout = 0.1
	};
	struct caller caller[2];
	struct grove_team *team;
	pthread_t thread[2];

	assert_int_equal(grove_team_open(&team, &options), 0);
	for (int v = 0; v < 2; v++) {
		caller[v] = (struct caller){ team, v, 0 };
		assert_int_equal(pthread_create(&thread[v], NULL, reducing_thread, &caller[v]), 0);
	}
	for (int v = 0; v < 2; v++)
		assert_int_equal(pthread_join(thread[v], NULL), 0);
	/* The packet has come back, which may be all that the sender waited for. */
	assert_true(caller[0].error == 0 || caller[0].error == -ECANCELED);
	assert_int_equal(grove_team_free(team), 0);
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
		struct grove_team *team = open_team("cube:2", 0);

		assert_int_equal(grove_team_run(team, bodies[i], NULL), -EINVAL);
		assert_non_null(strstr(grove_why(), "calls"));
		assert_int_equal(grove_team_free(team), 0);
	}
}

static int one_never_comes(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 3 ? 0 : grove_barrier(me);
}

TEST("a node that never comes is named")
{
	struct grove_team *team;
	struct grove_team_options options = { .network = "cube:2", .timeout = 60 };

	assert_int_equal(grove_team_open(&team, &options), 0);
	assert_int_equal(grove_team_run(team, one_never_comes, NULL), -ECANCELED);
	assert_non_null(strstr(grove_why(), "node 3 has returned"));
	assert_int_equal(grove_team_free(team), 0);
}

/* Mistakes of all nodes alike: each call is refused, and the team goes on. */
static int refused(struct grove_node *me, void *argument)
{
	unsigned char x[64] = { 0 }, y[64];
	int permutation[] = { 0, 1, 2, 2 };

	EXPECT(grove_broadcast(me, x, 8, 4) == -EINVAL);
	EXPECT(strstr(grove_why(), "root 4: the team has nodes 0 to 3"));
	EXPECT(grove_broadcast(me, x, 8, -1) == -EINVAL);
	EXPECT(grove_broadcast(me, NULL, 8, 0) == -EINVAL);
	EXPECT(grove_allgather(me, x, x + 4, 8) == -EINVAL);
	EXPECT(grove_permute(me, GROVE_IN_PLACE, y, 8, (int[]){ 0, 1, 2, 3 }) == -EINVAL);
	EXPECT(grove_alltoall(me, x, y, SIZE_MAX / 2) == -EINVAL);
	EXPECT(grove_allreduce(me, x, y, SIZE_MAX, GROVE_F64, GROVE_SUM) == -EINVAL);
	EXPECT(grove_allreduce(me, x, y, 4, GROVE_F32, GROVE_XOR) == -EINVAL);
	EXPECT(grove_allreduce(me, x, y, 4, 99, GROVE_SUM) == -EINVAL);
	EXPECT(grove_allreduce(me, x, y, 4, GROVE_F32, NULL) == -EINVAL);
	EXPECT(grove_permute(me, x, y, 4, permutation) == -EINVAL);
	EXPECT(grove_permute(me, x, y, 4, NULL) == -EINVAL);
	EXPECT(grove_barrier(NULL) == -EINVAL);
	EXPECT(grove_broadcast(me, NULL, 0, 0) == 0);
	return grove_barrier(me);
}

TEST("mistakes are refused and the team goes on")
{
	struct grove_team *team = open_team("cube:2", 0);

	assert_int_equal(grove_team_run(team, refused, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
}

static int call_barrier(struct grove_node *me, void *argument)
{
	return grove_barrier(me);
}

TEST("a blocking verb blocks in a run and not in each turn")
{
	struct grove_team *team = open_team("cube:2", 2);

	assert_int_equal(grove_team_phase(team, call_barrier, NULL), -EDEADLK);
	assert_int_equal(grove_team_run(team, call_barrier, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
}

TEST("a plan runs only on its own network")
{
	struct grove_team *team = open_team("gh:4", 2);
	struct grove_buffers buffers[4] = { { NULL, NULL } };
	struct grove_plan *plan;

	assert_int_equal(grove_plan_make(&plan, "cube:2",
				 &(struct grove_problem){ .collective = "barrier" }),
		0);
	assert_int_equal(grove_team_execute(team, plan, buffers, 0), -EINVAL);
	grove_plan_free(plan);
	assert_int_equal(grove_team_free(team), 0);
}

/* Floating-point sums in an order that depends on the plan alone. */
static int float_sums(struct grove_node *me, void *argument)
{
	double in[50], out[50], first[50];
	int v = grove_node_number(me);

	for (int i = 0; i < 50; i++)
		in[i] = 1.0 / (3 + v * 7 + i);
	EXPECT(!grove_allreduce(me, in, first, 50, GROVE_F64, GROVE_SUM));
	for (int k = 0; k < 200; k++) {
		EXPECT(!grove_allreduce(me, in, out, 50, GROVE_F64, GROVE_SUM));
		EXPECT(!memcmp(out, first, sizeof out));
	}
	return 0;
}

TEST("reductions are the same bits on every run")
{
	struct grove_team *team = open_team("cube:3", 0);

	assert_int_equal(grove_team_run(team, float_sums, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
}

TEST("an idle team opens and closes")
{
	for (int i = 0; i < 20; i++)
		assert_int_equal(grove_team_free(open_team("cube:2", 0)), 0);
	assert_int_equal(grove_team_free(NULL), 0);
}

TEST("what cannot be opened says why")
{
	struct grove_team *team;

	assert_int_equal(grove_team_open(&team, NULL), -EINVAL);
	assert_int_equal(
		grove_team_open(&team, &(struct grove_team_options){ .network = "loop:4" }),
		-EINVAL);
	assert_non_null(strstr(grove_why(), "loop:4"));
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "cube:2", .threads = 5 }),
		-EINVAL);
	assert_int_equal(grove_team_open(&team, &(struct grove_team_options){ .network = "cube:2",
							.wait = "nap" }),
		-EINVAL);
	assert_int_equal(grove_team_open(&team, &(struct grove_team_options){ .network = "cube:2",
							.timeout = -1 }),
		-EINVAL);
	assert_true(
		grove_team_open(&team, &(struct grove_team_options){ .network = "cube:26" }) < 0);
	assert_non_null(strstr(grove_why(), "cube:"));
}
