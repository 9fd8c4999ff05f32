/* Collectives of subarrays: rows, columns and planes of arrays, beside a serial result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/guests.h"
#include "tests/library/subarrays_help.h"
#include "tests/teams.h"

/* ---- The ways to carry out an operation ---- */

enum way {
	BY_CALL,
	BY_REQUEST,
	BY_PERSISTENT_REQUEST,
	BY_PLAN,
	WAYS
};

static int by_request(struct grove_node *me, const struct grove_operation *o)
{
	struct grove_request *request;

	TRY(grove_start(me, o, &request));
	return grove_wait(&request);
}

/* The second start reads inputs and writes outputs again. */
static int by_persistent_request(struct grove_node *me, const struct grove_operation *o)
{
	struct grove_request *request;

	TRY(grove_prepare(me, o, &request));
	TRY(grove_request_start(request));
	TRY(grove_wait(&request));
	TRY(grove_request_start(request));
	TRY(grove_wait(&request));
	return grove_request_free(request);
}

static int by_plan(struct grove_node *me, const struct grove_operation *o, const char *network)
{
	struct grove_problem problem = { .collective = o->verb,
		.root = o->root,
		.permutation = o->permutation,
		.bytes = 100,
		.type = o->type };
	struct grove_operation with = *o;
	AUTO(grove_plan) plan = NULL;

	TRY(grove_plan_make(&plan, network, &problem));
	with.verb = NULL;
	with.plan = plan;
	if (o->type == GROVE_U32)
		with.count *= 4;
	TRY(grove_call(me, &with));
	return grove_barrier(me);
}

static int carry_out(
	struct grove_node *me, const struct grove_operation *o, enum way way, const char *network)
{
	switch (way) {
	case BY_REQUEST:
		return by_request(me, o);
	case BY_PERSISTENT_REQUEST:
		return by_persistent_request(me, o);
	case BY_PLAN:
		return by_plan(me, o, network);
	default:
		return grove_call(me, o);
	}
}

/* ---- One operation ---- */

static struct grove_operation operation_of(const struct trial *t, struct side *in, struct side *out,
	struct grove_blocks *blocks, const int *permutation)
{
	*blocks = (struct grove_blocks){ .in_bytes = in->bytes, .out_bytes = out->bytes };
	return (struct grove_operation){ .verb = t->c->name,
		.in = in->memory,
		.out = out->memory,
		.count = t->c->folds ? t->bytes / 4 : t->bytes,
		.type = t->c->folds ? GROVE_U32 : 0,
		.root = t->root,
		.permutation = permutation,
		.blocks = t->sized ? blocks : NULL,
		.in_subarrays = in->described ? in->block : NULL,
		.out_subarrays = out->described ? out->block : NULL };
}

/* What the input would hold is put in the output, or the other way round. */
static void put_in_place(
	const struct trial *t, struct side *in, struct side *out, struct grove_operation *o)
{
	if (!t->in_place)
		return;
	if (t->c->in_place == 'o' && t->me == t->root)
		o->out = GROVE_IN_PLACE;
	if (t->c->in_place == 'o' || !out->blocks)
		return;
	for (int k = 0; k < out->blocks; k++) {
		bool all = t->c->folds || is(t, "alltoall");

		if (all || k == t->me)
			block_put(out->memory, out, k, t->me, t->me + 1, is(t, "alltoall") ? k : 0);
	}
	o->in = GROVE_IN_PLACE;
}

static int one(struct grove_node *me, const struct trial *t, enum way way, const char *network)
{
	int permutation[NODES];
	uint32_t seed = t->seed * 977 + (uint32_t)t->me * 31;
	struct grove_blocks blocks;
	struct side in, out;
	struct grove_operation o;
	bool kept, right;

	permutation_fill(permutation, t->nodes);
	inputs_open(&in, t, &seed);
	outputs_open(&out, t, &seed);
	o = operation_of(t, &in, &out, &blocks, permutation);
	put_in_place(t, &in, &out, &o);
	if (o.out == GROVE_IN_PLACE)
		memcpy(out.right, out.memory, out.whole);
	TRY(carry_out(me, &o, way, network));
	kept = side_close(&in);
	right = side_close(&out);
	if (!kept || !right)
		fprintf(stderr, "# %s, %zu bytes, root %d, node %d, seed %u, way %d%s%s\n",
			t->c->name, t->bytes, t->root, t->me, t->seed, way,
			t->sized ? ", sized" : "", t->in_place ? ", in place" : "");
	HOLDS(kept && right);
	return 0;
}

/* ---- All of them ---- */

static const size_t lengths[] = { 0, 24, 240, 6000 };

NODES_TEST("collectives of subarrays", (run_all(body, NULL), run_helped("gh:2", NULL, body, NULL)))
{
	struct trial t = { .nodes = nodes_of(me), .me = grove_node_number(me) };

	for (int c = 0; c < CASES; c++)
		for (size_t b = 0; b < sizeof lengths / sizeof *lengths; b++)
			for (t.seed = 0; t.seed < 3; t.seed++) {
				t.c = &collectives[c];
				t.bytes = lengths[b];
				t.root = t.seed % 2 && !t.c->folds ? t.nodes - 1 : 0;
				TRY(one(me, &t, BY_CALL, NULL));
				TRY(one(me, &t, BY_REQUEST + t.seed % 2, NULL));
			}
	return 0;
}

static int every_collective_with_sizes(struct grove_node *me, void *argument)
{
	struct trial t = { .nodes = nodes_of(me), .me = grove_node_number(me), .sized = true };

	for (int c = 0; c < CASES; c++)
		for (size_t b = 0; b < sizeof lengths / sizeof *lengths; b++)
			for (t.seed = 0; t.seed < 3 && collectives[c].sized; t.seed++) {
				t.c = &collectives[c];
				t.bytes = lengths[b];
				t.root = t.seed % 2 && !t.c->folds ? t.nodes - 1 : 0;
				TRY(one(me, &t, t.seed % 3, NULL));
			}
	return 0;
}

NODES_TEST(
	"collectives are in place", (run("gh:2", NULL, body, NULL), run_on(1, "gh:5", body, NULL)))
{
	struct trial t = { .nodes = nodes_of(me), .me = grove_node_number(me), .in_place = true };

	for (int c = 0; c < CASES; c++)
		for (size_t b = 0; b < sizeof lengths / sizeof *lengths; b++)
			for (t.seed = 0; t.seed < 3 && collectives[c].in_place; t.seed++) {
				t.c = &collectives[c];
				t.bytes = lengths[b];
				t.sized = false;
				TRY(one(me, &t, t.seed % 2, NULL));
				t.sized = t.c->sized;
				TRY(one(me, &t, t.seed % 2, NULL));
			}
	return 0;
}

static int every_plan(struct grove_node *me, void *network)
{
	struct trial t = { .nodes = nodes_of(me), .me = grove_node_number(me), .bytes = 240 };

	for (int c = 0; c < CASES; c++)
		for (t.seed = 0; t.seed < 3; t.seed++) {
			t.c = &collectives[c];
			t.root = t.nodes - 1;
			TRY(one(me, &t, BY_PLAN, network));
		}
	return 0;
}

TEST("blocks of any size are subarrays")
{
	run("gh:2", NULL, every_collective_with_sizes, NULL);
	run_on(2, "cube:3", every_collective_with_sizes, NULL);
}

TEST("plans move subarrays")
{
	static const char *const networks[] = { "gh:2", "cube:2", "ring:3" };

	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
		run(networks[i], NULL, every_plan, (void *)(uintptr_t)networks[i]);
}

/* ---- A team with a pace, and attached threads ---- */

TEST("paced teams move subarrays")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:1", .pace = &pace);

	MUST(grove_team_run(team, every_plan, (void *)(uintptr_t) "cube:1"));
}

TEST("attached threads move subarrays")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER);

	assert_int_equal(run_guests(team, every_collective_with_sizes, NULL, false), 0);
}

/* ---- Wrong calls ---- */

struct wrong {
	const char *verb, *line;
	struct grove_subarray subarray;
	size_t count;
	int type;
	bool at_input;
};

static const struct wrong wrongs[] = {
	{ "broadcast", "subarray 0 of the output has 72 bytes, and the block has 80",
		{ .bytes = 8, .rows = 9, .stride = 16 }, 80, 0, false },
	{ "broadcast", "rows of 8 bytes overlap at a stride of 7",
		{ .bytes = 8, .rows = 10, .stride = 7 }, 80, 0, false },
	{ "broadcast", "planes of 40 bytes overlap at a plane_stride of 0",
		{ .bytes = 8, .rows = 5, .stride = 8, .planes = 2 }, 80, 0, false },
	{ "broadcast", "planes of 40 bytes overlap at a plane_stride of 39",
		{ .bytes = 8, .rows = 5, .stride = 8, .planes = 2, .plane_stride = 39 }, 80, 0,
		false },
	{ "allreduce", "planes of 24 bytes overlap at a plane_stride of 8",
		{ .bytes = 8, .rows = 2, .stride = 16, .planes = 2, .plane_stride = 8 }, 4,
		GROVE_F64, true },
	{ "send", "planes of 16 bytes overlap at a plane_stride of 8",
		{ .bytes = 8, .rows = 2, .stride = 8, .planes = 2, .plane_stride = 8 }, 32, 0,
		true },
	{ "allreduce", "cuts an element of 8", { .bytes = 12, .rows = 2, .stride = 12 }, 3,
		GROVE_F64, true },
	{ "broadcast", "larger than memory", { .bytes = 8, .rows = 10, .stride = SIZE_MAX / 4 }, 80,
		0, false },
	{ "broadcast", "larger than memory", { .at = SIZE_MAX - 8, .bytes = 80, .rows = 1 }, 80, 0,
		false },
	{ "broadcast", "larger than memory",
		{ .bytes = SIZE_MAX / 2 + 1, .rows = 2, .stride = SIZE_MAX }, 0, 0, false },
	{ "send", "subarray 0 of the message has 72 bytes", { .bytes = 8, .rows = 9, .stride = 16 },
		80, 0, true },
};

/* Every wrong subarray is refused alike by a call and a request, and nothing has begun. */
NODES_TEST("wrong subarrays are refused", run("gh:2", NULL, body, NULL))
{
	static unsigned char buffer[160];

	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
		const struct wrong *w = &wrongs[i];
		struct grove_operation o = { .verb = w->verb,
			.in = buffer,
			.out = buffer + 80,
			.count = w->count,
			.type = w->type,
			.node = 1 - grove_node_number(me) };
		struct grove_request *request;

		if (w->at_input)
			o.in_subarrays = &w->subarray;
		else
			o.out_subarrays = &w->subarray;
		HOLDS(grove_call(me, &o) == -EINVAL && strstr(grove_why(), w->line));
		HOLDS(grove_start(me, &o, &request) == -EINVAL && strstr(grove_why(), w->line));
	}
	return grove_barrier(me);
}

static _Thread_local struct grove_node *folding;
static _Atomic int refused;

static void exchanges_in_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	double word = 0;
	const struct grove_neighbour other = { .node = 1, .out = &word, .out_bytes = 8, .in = &word,
		.in_bytes = 8 };

	refused += grove_exchange(folding, &other, 1) == -EDEADLK;
	for (size_t i = 0; i < count; i++)
		((double *)result)[i] = ((const double *)left)[i] + ((const double *)right)[i];
}

/* The exchange would write its lists where the outer call has its own. */
NODES_TEST("a call that is refused in a fold leaves the subarrays of the outer call",
	(run("cube:2", NULL, body, NULL), assert_true(refused > 0)))
{
	static const struct grove_fold fold = { exchanges_in_fold, NULL, "exchanges" };
	struct grove_subarray column = { .bytes = 8, .rows = 32, .stride = 16 };
	double from[64], to[64] = { 0 };

	folding = me;
	for (int i = 0; i < 64; i++)
		from[i] = i;
	for (int k = 0; k < 3; k++)
		TRY(grove_call(me,
			OPERATION(.verb = "allreduce", .in = from, .out = to, .count = 32,
				.type = GROVE_F64, .fold = &fold, .in_subarrays = &column,
				.out_subarrays = &column)));
	for (int i = 0; i < 64; i++)
		HOLDS(to[i] == (i % 2 ? 0 : 4 * i));
	return 0;
}

/* Node 1 has a row more than the others. */
NODES_TEST("different sizes are named",
	(assert_int_equal(attempt("cube:2", NULL, 5, body, NULL), -EINVAL),
		assert_non_null(strstr(reason, "80 bytes")),
		assert_non_null(strstr(reason, "88 bytes")),
		assert_non_null(strstr(reason, "node 1"))))
{
	size_t rows = grove_node_number(me) == 1 ? 11 : 10;
	static double from[8][80], to[8][80];
	int v = grove_node_number(me);
	struct grove_subarray column = { .bytes = 8, .rows = rows, .stride = 16 };

	return grove_call(me, OPERATION(.verb = "allreduce", .in = from[v], .out = to[v],
				      .count = rows, .type = GROVE_F64, .in_subarrays = &column));
}
