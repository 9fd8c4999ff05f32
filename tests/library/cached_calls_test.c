/* Tests of calls that verbs keep: found at once, on new buffers, never with another's arguments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"
#include "library/handles.h"
#include "library/node_program.h"
#include "library/prepared.h"
#include "tests/verbs.h"

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

static void run(const char *network, grove_body *body)
{
	run_in(OPEN_TEAM(.network = network, .timeout = 10), body);
}

/* Verb number k, with blocks of one word. */
static int call_number(struct grove_node *me, int k, const uint64_t *in, uint64_t *out)
{
	static const char *const names[] = { "broadcast", "reduce", "scatter", "gather",
		"allgather", "reducescatter", "alltoall", "barrier", "allreduce", "allreduce" };
	bool folds = strstr(names[k], "reduce");

	return call_verb(me, &(struct grove_operation){ .verb = names[k],
				     .in = k == 8 ? GROVE_IN_PLACE : in,
				     .out = out,
				     .count = folds ? 1 : 8,
				     .type = GROVE_U64,
				     .fold = GROVE_SUM,
				     .root = 1 });
}

NODES_TEST("the same call is prepared once", run("cube:1", body))
{
	uint64_t in[2][2] = { { 1, 2 }, { 3, 4 } }, out[2][2] = { 0 };
	int before;

	for (int k = 0; k < 10; k++) {
		HOLDS(!call_number(me, k, in[0], out[0]));
		before = made;
		HOLDS(!call_number(me, k, in[1], out[1]));
		HOLDS(made == before);
	}
	HOLDS(out[0][0] == 2 && out[1][0] == 6); /* of the last, the sums */
	return 0;
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
NODES_TEST("another argument is another call", run("cube:1", body))
{
	uint64_t mine = 5, in[2] = { mine, mine }, out[2];
	struct grove_fold own = { .function = add_thrice };
	int before = made;

	HOLDS(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_SUM) && out[0] == 10);
	HOLDS(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_MAX) && out[0] == 5);
	HOLDS(!grove_allreduce(me, in, out, 2, GROVE_U64, GROVE_MAX) && out[1] == 5);
	HOLDS(!grove_allreduce(me, in, out, 2, GROVE_U32, GROVE_MAX) && out[0] == 5);
	HOLDS(!grove_allreduce(me, in, out, 1, GROVE_U64, &own) && out[0] == 30);
	own.function = multiply; /* at the same address */
	HOLDS(!grove_allreduce(me, in, out, 1, GROVE_U64, &own) && out[0] == 25);
	HOLDS(!grove_reduce(me, in, out, 1, GROVE_U64, GROVE_SUM, 0));
	HOLDS(!grove_reduce(me, in, out, 1, GROVE_U64, GROVE_SUM, 1));
	HOLDS(made == before + 8);
	return 0;
}

NODES_TEST("buffers are checked every time", run("cube:1", body))
{
	uint64_t in[2] = { 1, 2 }, out[2];

	for (int k = 0; k < 2; k++) {
		HOLDS(!grove_allreduce(me, in, out, 1, GROVE_U64, GROVE_SUM));
		HOLDS(grove_allreduce(me, in, NULL, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		HOLDS(grove_allreduce(me, NULL, out, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		HOLDS(grove_allreduce(me, out, out, 1, GROVE_U64, GROVE_SUM) == -EINVAL);
		HOLDS(grove_allreduce(me, in, out, 1, GROVE_U64, NULL) == -EINVAL);
		HOLDS(grove_allreduce(me, in, out, 1, -1, GROVE_SUM) == -EINVAL);
		HOLDS(grove_broadcast(me, out, 8, 2) == -EINVAL);
		HOLDS(grove_broadcast(me, out, 8, -1) == -EINVAL);
		HOLDS(!grove_broadcast(me, out, 8, 0));
		HOLDS(grove_broadcast(me, NULL, 8, 0) == -EINVAL);
	}
	return 0;
}

/* ---- Permutations ---- */

/* Sends the node's number to the node that is so far away. The permutation is written in the array.
 */
static int shift(struct grove_node *me, int *array, int distance)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), in = v,
	    out = -1;

	for (int i = 0; i < nodes; i++)
		array[i] = (i + distance) % nodes;
	TRY(grove_permute(me, &in, &out, sizeof in, array));
	HOLDS(out == (v + nodes - distance) % nodes);
	return 0;
}

static int prepares(struct grove_node *me, const int *array)
{
	struct grove_request *request;
	int out;

	TRY(grove_prepare(me,
		&(struct grove_operation){ .verb = "permute", .in = array, .out = &out,
			.count = sizeof out, .permutation = array },
		&request));
	return grove_request_free(request);
}

/* Neither a call that is prepared nor one that is refused begins an operation, so the number of the
 * next operation does not tell whether the array has changed. */
NODES_TEST("a permutation that has changed is another call",
	(run("cube:2", body), run_in(OPEN_TEAM(.network = "cube:2", .threads = 1), body)))
{
	int array[4], out;

	for (int k = 0; k < 2; k++) {
		TRY(shift(me, array, 1));
		TRY(shift(me, array, 1));
		HOLDS(k || !prepares(me, array));
		HOLDS(k || !prepares(me, array));
		HOLDS(!k || grove_permute(me, NULL, &out, sizeof out, array) == -EINVAL);
		TRY(shift(me, array, 3));
	}
	return 0;
}

/* The requests are begun before the first of them has a number. */
NODES_TEST("a permutation that has changed between requests is another call",
	(run("cube:2", body), run_in(OPEN_TEAM(.network = "cube:2", .threads = 1), body)))
{
	int v = grove_node_number(me), array[4], out[3];
	struct grove_request *request[4];

	TRY(grove_start(me, &(struct grove_operation){ .verb = "barrier" }, &request[3]));
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < 4; i++)
			array[i] = (i + (k < 2 ? 1 : 3)) % 4;
		TRY(grove_start(me,
			&(struct grove_operation){ .verb = "permute",
				.in = &v,
				.out = &out[k],
				.count = sizeof v,
				.permutation = array },
			&request[k]));
	}
	TRY(grove_wait_all(request, 4));
	HOLDS(out[0] == (v + 3) % 4 && out[1] == out[0] && out[2] == (v + 1) % 4);
	return 0;
}

static int shared[4];

static int shifts(struct grove_node *me, void *distance)
{
	return shift(me, shared, *(int *)distance);
}

static int prepares_and_shifts(struct grove_node *me, void *distance)
{
	for (int i = 0; i < 4; i++)
		shared[i] = (i + *(int *)distance) % 4;
	TRY(prepares(me, shared));
	return shifts(me, distance);
}

static int fails(struct grove_node *me, void *unused)
{
	return -EPERM;
}

/* Operations have the numbers of earlier ones again. */
TEST("a permutation that has changed while a team healed is another call")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .threads = 1, .timeout = 10);

	MUST(grove_team_run(team, prepares_and_shifts, &(int){ 1 }));
	assert_int_equal(grove_team_run(team, fails, NULL), -EPERM);
	MUST(grove_team_run(team, shifts, &(int){ 3 }));
}

/* More sizes than programs are kept: those of kept calls are freed, too. */
NODES_TEST("calls whose program went are prepared again", run("cube:1", body))
{
	unsigned char in[4 * PREPARED], out[2][sizeof in];
	uint64_t word = 7, sum;

	for (size_t k = 0; k < 3 * sizeof in; k++) {
		size_t bytes = 1 + k * 37 % sizeof in;

		memset(in, (int)k, sizeof in);
		memset(out, 255, sizeof out);
		HOLDS(!grove_allgather(me, in, out, bytes));
		HOLDS(!memcmp(in, out, bytes) && !memcmp(in, (char *)out + bytes, bytes));
		HOLDS(!grove_allreduce(me, &word, &sum, 1, GROVE_U64, GROVE_SUM) && sum == 14);
	}
	return 0;
}

/* As many operations as the table has entries: none pushes another one out. */
NODES_TEST("a full table keeps all calls", run("cube:1", body))
{
	unsigned char in[PREPARED], out[2][sizeof in];
	int before = made;

	memset(in, 1, sizeof in);
	for (int round = 0; round < 3; round++)
		for (size_t bytes = 1; bytes <= PREPARED; bytes++)
			HOLDS(!grove_allgather(me, in, out, bytes));
	HOLDS(made == before + PREPARED);
	return 0;
}

enum {
	REQUESTS = PREPARED + 8,
	NODES = 4
};

static void run_by_copy(grove_body *body)
{
	static const int threads[] = { GROVE_NODES, 2 };
	AUTO(grove_plan)
	plan = PLAN_OF("cube:2", .collective = "alltoall", .algorithm = "sbt", .bytes = 8,
		.forward = "copy");

	for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
		AUTO(grove_team)
		team = OPEN_TEAM(.network = "cube:2", .threads = threads[i], .timeout = 20);

		MUST(grove_team_run(team, body, plan));
	}
}

/* Requests whose sizes travel are prepared while the verb after them waits, and push the verb's
 * program out of the table. */
NODES_TEST("a call that waits keeps its program", run_by_copy(body))
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
		HOLDS(!grove_start(me, &o, &request[k]));
	}
	HOLDS(!grove_broadcast(me, &word, sizeof word, 1) && word == 7);
	HOLDS(!grove_wait_all(request, REQUESTS));
	for (size_t k = 0; k < REQUESTS; k++)
		for (size_t i = 0; i < NODES * (k + 1); i++)
			HOLDS(out[v][k][i] == 1 + i / (k + 1));
	return 0;
}

/* The same sizes at other places: a program has places. */
NODES_TEST("blocks at other places are another program", run_by_copy(body))
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
		HOLDS(!grove_call(me, &o));
		for (int u = 0; u < NODES; u++)
			HOLDS(out[at[i / 2 % 2][u]] == 16 * u + v);
	}
	return 0;
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

	HOLDS(!node_prepare(me, plan, &in, &out, sizeof in, &call));
	for (int b = 0; b < BATCHES; b++) {
		begin = monotonic_seconds();
		for (int k = 0; k < CALLS; k++)
			HOLDS(!node_call(me, &call));
		time[0] = (monotonic_seconds() - begin) / CALLS;
		begin = monotonic_seconds();
		for (int k = 0; k < CALLS; k++)
			HOLDS(!grove_allreduce(outside, &in, &out, 1, GROVE_F64, GROVE_SUM));
		time[1] = (monotonic_seconds() - begin) / CALLS;
		cached_plan = b && cached_plan < time[0] ? cached_plan : time[0];
		by_name = b && by_name < time[1] ? by_name : time[1];
	}
	return 0;
}

/* One node alone, so that nothing is waited for: of 31 and 55 ns. Searching and choosing again
 * would take ten times as long and more; the limit is loose for machines that are busy. */
TEST("asking by name costs little more than a kept plan")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:0", .timeout = 10);
	AUTO(grove_plan)
	plan = PLAN_OF("cube:0", .collective = "allreduce", .bytes = sizeof(double),
		.type = GROVE_F64, .fold = GROVE_SUM);

	MUST(grove_team_run(team, body_timed, plan));
	print_message("# a kept plan runs in %.1f ns, by name in %.1f ns more\n", cached_plan * 1e9,
		(by_name - cached_plan) * 1e9);
	assert_true(by_name < 6 * cached_plan);
}
