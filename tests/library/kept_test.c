/* Tests of calls that verbs keep: found at once, on new buffers, never with another's arguments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "tests/test.h"
#include "library/handles.h"
#include "library/node_program.h"
#include "library/prepared.h"
#include "perf/timing/clock.h"

/* The linker calls this instead of the real one (--wrap): a call that is kept does not come here.
 */
static _Thread_local int made;

int __real_program_make(
	struct program **, struct node *, const struct grove_plan *, const struct program_use *);
int __wrap_program_make(
	struct program **, struct node *, const struct grove_plan *, const struct program_use *);

int __wrap_program_make(struct program **program, struct node *me, const struct grove_plan *plan,
	const struct program_use *use)
{
	made++;
	return __real_program_make(program, me, plan, use);
}

/* Bodies return an error rather than fail: cmocka's jumps belong to its own thread. */
#define EXPECT(condition)                                                                          \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,        \
				grove_why());                                                      \
			return -EBADMSG;                                                           \
		}                                                                                  \
	} while (0)

static void run(const char *network, grove_body *body)
{
	struct grove_team_options options = { .network = network, .timeout = 10 };
	struct grove_team *team;

	MUST(grove_team_open(&team, &options) || grove_team_run(team, body, NULL));
	assert_int_equal(grove_team_free(team), 0);
}

/* Verb number k, with blocks of one word. */
static int call_verb(struct grove_node *me, int k, const uint64_t *in, uint64_t *out)
{
	switch (k) {
	case 0:
		return grove_broadcast(me, out, 8, 1);
	case 1:
		return grove_reduce(me, in, out, 1, GROVE_U64, GROVE_SUM, 1);
	case 2:
		return grove_scatter(me, in, out, 8, 1);
	case 3:
		return grove_gather(me, in, out, 8, 1);
	case 4:
		return grove_allgather(me, in, out, 8);
	case 5:
		return grove_reducescatter(me, in, out, 1, GROVE_U64, GROVE_SUM);
	case 6:
		return grove_alltoall(me, in, out, 8);
	case 7:
		return grove_barrier(me);
	case 8:
		return grove_allreduce(me, GROVE_IN_PLACE, out, 1, GROVE_U64, GROVE_SUM);
	default:
		return grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_SUM);
	}
}

static int body_again(struct grove_node *me, void *argument)
{
	uint64_t in[2][2] = { { 1, 2 }, { 3, 4 } }, out[2][2] = { 0 };
	int before;

	for (int k = 0; k < 10; k++) {
		EXPECT(!call_verb(me, k, in[0], out[0]));
		before = made;
		EXPECT(!call_verb(me, k, in[1], out[1]));
		EXPECT(made == before);
	}
	EXPECT(out[0][0] == 2 && out[1][0] == 6); /* of the last, the sums */
	return 0;
}

TEST("the same call is prepared once")
{
	run("cube:1", body_again);
}

static void add_thrice(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	for (size_t i = 0; i < count; i++)
		((uint64_t *)result)[i] =
			3 * (((const uint64_t *)left)[i] + ((const uint64_t *)right)[i]);
}

static void multiply(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	for (size_t i = 0; i < count; i++)
		((uint64_t *)result)[i] =
			((const uint64_t *)left)[i] * ((const uint64_t *)right)[i];
}

/* Each call differs from the one before in one argument. */
static int body_differently(struct grove_node *me, void *argument)
{
	uint64_t mine = 5, in[2] = { mine, mine }, out[2];
	struct grove_fold own = { .function = add_thrice };
	int before = made;

	EXPECT(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_SUM) && out[0] == 10);
	EXPECT(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_MAX) && out[0] == 5);
	EXPECT(!grove_allreduce(me, in, out, 2, GROVE_U64, GROVE_MAX) && out[1] == 5);
	EXPECT(!grove_allreduce(me, in, out, 2, GROVE_U32, GROVE_MAX) && out[0] == 5);
	EXPECT(!grove_allreduce(me, in, out, 1, GROVE_U64, &own) && out[0] == 30);
	own.function = multiply; /* at the same address */
	EXPECT(!grove_allreduce(me, in, out, 1, GROVE_U64, &own) && out[0] == 25);
	EXPECT(!grove_reduce(me, in, out, 1, GROVE_U64, GROVE_SUM, 0));
	EXPECT(!grove_reduce(me, in, out, 1, GROVE_U64, GROVE_SUM, 1));
	EXPECT(made == before + 8);
	return 0;
}

TEST("another argument is another call")
{
	run("cube:1", body_differently);
}

static int body_mistakes(struct grove_node *me, void *argument)
{
	uint64_t in[2] = { 1, 2 }, out[2];

	for (int k = 0; k < 2; k++) {
		EXPECT(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_SUM));
		EXPECT(grove_allreduce(me, in, NULL, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		EXPECT(grove_allreduce(me, NULL, out, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		EXPECT(grove_allreduce(me, out, out, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		EXPECT(grove_allreduce(me, in, out, 1, GROVE_U64, NULL) == -EINVAL);
		EXPECT(grove_allreduce(me, in, out, 1, -1, GROVE_SUM) == -EINVAL);
		EXPECT(grove_broadcast(me, out, 8, 2) == -EINVAL);
		EXPECT(grove_broadcast(me, out, 8, -1) == -EINVAL);
		EXPECT(!grove_broadcast(me, out, 8, 0));
		EXPECT(grove_broadcast(me, NULL, 8, 0) == -EINVAL);
	}
	return 0;
}

TEST("buffers are checked every time")
{
	run("cube:1", body_mistakes);
}

/* More sizes than programs are kept: those of kept calls are freed, too. */
static int body_many(struct grove_node *me, void *argument)
{
	unsigned char in[4 * PREPARED], out[2][sizeof in];
	uint64_t word = 7, sum;

	for (size_t k = 0; k < 3 * sizeof in; k++) {
		size_t bytes = 1 + k * 37 % sizeof in;

		memset(in, (int)k, sizeof in);
		memset(out, 255, sizeof out);
		EXPECT(!grove_allgather(me, in, out, bytes));
		EXPECT(!memcmp(in, out, bytes) && !memcmp(in, (char *)out + bytes, bytes));
		EXPECT(!grove_allreduce(me, &word, &sum, 1, GROVE_U64, GROVE_SUM) && sum == 14);
	}
	return 0;
}

TEST("calls whose program went are prepared again")
{
	run("cube:1", body_many);
}

/* As many operations as the table has entries: none pushes another one out. */
static int body_all(struct grove_node *me, void *argument)
{
	unsigned char in[PREPARED], out[2][sizeof in];
	int before = made;

	memset(in, 1, sizeof in);
	for (int round = 0; round < 3; round++)
		for (size_t bytes = 1; bytes <= PREPARED; bytes++)
			EXPECT(!grove_allgather(me, in, out, bytes));
	EXPECT(made == before + PREPARED);
	return 0;
}

TEST("a full table keeps all calls")
{
	run("cube:1", body_all);
}

enum {
	REQUESTS = PREPARED + 8,
	NODES = 4
};

/* Requests whose sizes travel are prepared while the verb after them waits, and push the verb's
 * program out of the table. */
static int body_pushed(struct grove_node *me, void *argument)
{
	static unsigned char in[NODES][REQUESTS][NODES * REQUESTS],
		out[NODES][REQUESTS][sizeof in[0][0]];
	struct grove_request *request[REQUESTS];
	int v = grove_node_number(me), word = v == 1 ? 7 : 0;
	size_t bytes[NODES];
	struct grove_blocks sizes = { .in_bytes = bytes, .out_bytes = bytes };
	struct grove_operation o = { .plan = argument, .blocks = &sizes };

	for (size_t k = 0; k < REQUESTS; k++) {
		for (int u = 0; u < NODES; u++)
			bytes[u] = k + 1;
		memset(in[v][k], 1 + v, sizeof in[v][k]);
		o.in = in[v][k];
		o.out = out[v][k];
		EXPECT(!grove_start(me, &o, &request[k]));
	}
	EXPECT(!grove_broadcast(me, &word, sizeof word, 1) && word == 7);
	EXPECT(!grove_wait_all(request, REQUESTS));
	for (size_t k = 0; k < REQUESTS; k++)
		for (size_t i = 0; i < NODES * (k + 1); i++)
			EXPECT(out[v][k][i] == 1 + i / (k + 1));
	return 0;
}

/* The same sizes at other places: a program has places. */
static int body_elsewhere(struct grove_node *me, void *argument)
{
	size_t bytes[NODES] = { 1, 1, 1, 1 };
	size_t at[2][NODES] = { { 0, 1, 2, 3 }, { 3, 2, 1, 0 } };
	unsigned char in[NODES], out[NODES];
	int v = grove_node_number(me);

	for (int i = 0; i < 6; i++) {
		const struct grove_blocks sizes = { bytes, at[i % 2], bytes, at[i / 2 % 2] };
		const struct grove_operation o = {
			.plan = argument, .in = in, .out = out, .blocks = &sizes
		};

		for (int u = 0; u < NODES; u++)
			in[at[i % 2][u]] = (unsigned char)(16 * v + u);
		EXPECT(!grove_call(me, &o));
		for (int u = 0; u < NODES; u++)
			EXPECT(out[at[i / 2 % 2][u]] == 16 * u + v);
	}
	return 0;
}

static void run_by_copy(grove_body *body)
{
	static const int threads[] = { GROVE_NODES, 2 };
	struct grove_problem problem = {
		.collective = "alltoall", .algorithm = "sbt", .bytes = 8, .forward = "copy"
	};
	struct grove_plan *plan;

	MUST(grove_plan_make(&plan, "cube:2", &problem));
	for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
		struct grove_team_options options = {
			.network = "cube:2", .threads = threads[i], .timeout = 20
		};
		struct grove_team *team;

		MUST(grove_team_open(&team, &options) || grove_team_run(team, body, plan));
		assert_int_equal(grove_team_free(team), 0);
	}
	grove_plan_free(plan);
}

TEST("a call that waits keeps its program")
{
	run_by_copy(body_pushed);
}

TEST("blocks at other places are another program")
{
	run_by_copy(body_elsewhere);
}

/* ---- What asking by name costs ---- */

enum {
	CALLS = 2000,
	BATCHES = 30
};

static double by_name, cached_plan; /* seconds, the least of all batches */

static int body_timed(struct grove_node *outside, void *argument)
{
	struct node *me = node_inside(outside);
	const struct grove_plan *plan = argument;
	double in = 1, out, begin, time[2];
	struct call call;

	EXPECT(!node_prepare(me, plan, &in, &out, sizeof in, &call));
	for (int b = 0; b < BATCHES; b++) {
		begin = clock_seconds();
		for (int k = 0; k < CALLS; k++)
			EXPECT(!node_call(me, &call));
		time[0] = (clock_seconds() - begin) / CALLS;
		begin = clock_seconds();
		for (int k = 0; k < CALLS; k++)
			EXPECT(!grove_allreduce(outside, &in, &out, 1, GROVE_F64, GROVE_SUM));
		time[1] = (clock_seconds() - begin) / CALLS;
		cached_plan = b && cached_plan < time[0] ? cached_plan : time[0];
		by_name = b && by_name < time[1] ? by_name : time[1];
	}
	return 0;
}

/* One node alone, so that nothing is waited for: of 31 and 55 ns. Searching and choosing again
 * would take ten times as long and more; the limit is loose for machines that are busy. */
TEST("asking by name costs little more than a kept plan")
{
	struct grove_team_options options = { .network = "cube:0", .timeout = 10 };
	struct grove_problem problem = { .collective = "allreduce",
		.bytes = sizeof(double),
		.type = GROVE_F64,
		.fold = GROVE_SUM };
	struct grove_team *team;
	struct grove_plan *plan = NULL;

	MUST(grove_team_open(&team, &options) || grove_plan_make(&plan, "cube:0", &problem) ||
		grove_team_run(team, body_timed, plan));
	print_message("# a kept plan runs in %.1f ns, by name in %.1f ns more\n", cached_plan * 1e9,
		(by_name - cached_plan) * 1e9);
	assert_true(by_name < 6 * cached_plan);
	assert_int_equal(grove_team_free(team), 0);
	grove_plan_free(plan);
}
