/* Verbs with fewer threads than nodes: all results against a serial reference, up to 4096 nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "tests/test.h"
#include "grove_measure.h"
#include "tests/reference.h"
#include "tests/sanitized.h"

#ifndef LARGEST
#define LARGEST (SANITIZED ? "cube:8" : "cube:12")
#endif

enum {
	NODES = 16,
	MOST = NODES * 5000
};

static struct grove_team *open_team(const struct grove_team_options *options)
{
	struct grove_team *team;

	MUST(grove_team_open(&team, options));
	return team;
}

static void run(struct grove_team *team, grove_body *body, void *argument)
{
	MUST(grove_team_run(team, body, argument));
}

/* ---- All verbs ---- */

static int call_verb(
	struct grove_node *me, unsigned char *in, unsigned char *out, const struct case_of *c)
{
	size_t M = c->bytes;

	if (is(c, "broadcast"))
		return grove_broadcast(me, out, M, c->root);
	if (is(c, "reduce"))
		return grove_reduce(me, in, out, M, GROVE_U8, GROVE_SUM, c->root);
	if (is(c, "scatter"))
		return grove_scatter(me, in, out, M, c->root);
	if (is(c, "gather"))
		return grove_gather(me, in, out, M, c->root);
	if (is(c, "allgather"))
		return grove_allgather(me, in, out, M);
	if (is(c, "reducescatter"))
		return grove_reducescatter(me, in, out, M, GROVE_U8, GROVE_SUM);
	if (is(c, "allreduce"))
		return grove_allreduce(me, in, out, M, GROVE_U8, GROVE_SUM);
	if (is(c, "alltoall"))
		return grove_alltoall(me, in, out, M);
	if (is(c, "permute"))
		return grove_permute(me, in, out, M, c->permutation);
	return grove_barrier(me);
}

static const char *const collectives[] = { "broadcast", "reduce", "scatter", "gather", "allgather",
	"reducescatter", "allreduce", "alltoall", "permute", "barrier" };

static int one_verb(struct grove_node *me, const struct case_of *c)
{
	static unsigned char in[NODES][MOST], out[NODES][MOST];
	int v = grove_node_number(me), error;

	for (size_t i = 0; i < MOST; i++)
		in[v][i] = given(v, i);
	memset(out[v], 0, MOST);
	if (is(c, "broadcast") && v == c->root)
		memcpy(out[v], in[v], MOST);
	error = call_verb(me, in[v], out[v], c);
	for (size_t i = 0; !error && i < output_blocks(c, v) * c->bytes; i++)
		if (out[v][i] != expected(c, v, i))
			error = -EBADMSG;
	if (error)
		fprintf(stderr, "%s of %zu bytes, node %d of %d: %s\n", c->collective, c->bytes, v,
			c->nodes, grove_why());
	return error;
}

static int all_verbs(struct grove_node *me, void *argument)
{
	static const size_t sizes[] = { 0, 1, 40, 1001, 5000 };
	int nodes = grove_team_nodes(grove_node_team(me)), permutation[NODES], error = 0;

	for (int i = 0; i < nodes; i++)
		permutation[i] = (i + 3) % nodes;
	for (size_t k = 0; k < 10 * 5 && !error; k++)
		for (int root = 0; root < nodes && !error; root += 1 + root * 2) {
			struct case_of c = { collectives[k / 5], nodes, root, 0, sizes[k % 5],
				permutation };

			/* All nodes take the same cases, as is_sampled would not. */
			if (!SANITIZED || (k + (size_t)root) % 4 == 0)
				error = one_verb(me, &c);
		}
	return error;
}

TEST("every verb with fewer threads")
{
	static const struct grove_team_options teams[] = {
		{ .network = "cube:2", .threads = 1, .timeout = 60 },
		{ .network = "gh:5", .threads = 2, .timeout = 60 },
		{ .network = "gh:2x3", .threads = 4, .timeout = 60, .wait = "park" },
		{ .network = "star:3", .threads = 2, .timeout = 60, .wait = "yield" },
		{ .network = "cube:4", .threads = 2, .timeout = 60 },
	};

	for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
		struct grove_team *team = open_team(&teams[i]);

		run(team, all_verbs, NULL);
		assert_int_equal(grove_team_free(team), 0);
	}
}

/* A node's program on a paced team has other steps, and other waits. */
static int sum_of_numbers(struct grove_node *me, void *argument)
{
	uint64_t nodes = (uint64_t)grove_team_nodes(grove_node_team(me)), sum = 0,
		 mine = (uint64_t)grove_node_number(me);
	int error = grove_allreduce(me, &mine, &sum, 1, GROVE_U64, GROVE_SUM);

	return error ? error : sum == nodes * (nodes - 1) / 2 ? 0 : -EBADMSG;
}

TEST("a paced team has fewer threads too")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	struct grove_team *team = open_team(&(struct grove_team_options){
		.network = "cube:4", .threads = 2, .timeout = 60, .pace = &pace });

	for (int repeat = 0; repeat < 3; repeat++)
		run(team, sum_of_numbers, NULL);
	assert_int_equal(grove_team_free(team), 0);
}

/* ---- Many nodes ---- */

/* Nodes leave each verb at moments of their own, and some are operations ahead. */
static int many_operations(struct grove_node *me, void *argument)
{
	int nodes = grove_team_nodes(grove_node_team(me)), v = grove_node_number(me), error = 0;

	for (int k = 0; k < 20 && !error; k++) {
		int64_t word = v == k ? 1000 + k : 0, sum = 0, before = -1, one = 1;

		error = grove_broadcast(me, &word, sizeof word, k);
		if (!error)
			error = grove_allreduce(me, &word, &sum, 1, GROVE_I64, GROVE_SUM);
		if (!error && sum != (int64_t)nodes * (1000 + k))
			error = -EBADMSG;
		if (!error)
			error = grove_scan(me, &one, &before, 1, GROVE_I64, GROVE_SUM);
		if (!error && before != v + 1)
			error = -EBADMSG;
		if (!error)
			error = grove_barrier(me);
	}
	return error;
}

static void run_on_two_threads(const char *network, grove_body *body)
{
	struct grove_team *team = open_team(
		&(struct grove_team_options){ .network = network, .threads = 2, .timeout = 60 });

	for (int repeat = 0; repeat < 2; repeat++)
		run(team, body, NULL);
	assert_int_equal(grove_team_free(team), 0);
}

TEST("many nodes on two threads")
{
	run_on_two_threads("cube:6", many_operations);
	run_on_two_threads(LARGEST, sum_of_numbers);
}

/* ---- Folds that are the caller's ---- */

struct map {
	uint32_t a, b;
};

/* x -> a x + b: associative, not commutative. */
static void compose(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const struct map *l = left, *r = right;
	struct map *to = result;

	for (size_t i = 0; i < count; i++)
		to[i] = (struct map){ r[i].a * l[i].a, r[i].a * l[i].b + r[i].b };
}

static int compose_maps(struct grove_node *me, void *argument)
{
	static const struct grove_fold composition = { compose, NULL, "composition" };
	struct map in[600], out[600], expected = { 1, 0 };
	int v = grove_node_number(me), error;

	for (int i = 0; i < 600; i++)
		in[i] = (struct map){ (uint32_t)(2 * v + 3), (uint32_t)(v + i) };
	error = grove_scan(me, in, out, 600, GROVE_ELEMENT(sizeof in[0]), &composition);
	for (int i = 0; i < 600 && !error; i++) {
		expected = (struct map){ 1, 0 };
		for (int u = 0; u <= v; u++)
			compose(&expected, &expected,
				&(struct map){ (uint32_t)(2 * u + 3), (uint32_t)(u + i) }, 1,
				GROVE_U8, NULL);
		if (out[i].a != expected.a || out[i].b != expected.b)
			error = -EBADMSG;
	}
	return error;
}

TEST("callers folds combine on shared threads")
{
	struct grove_team *team = open_team(
		&(struct grove_team_options){ .network = "gh:3x3x2", .threads = 2, .timeout = 60 });

	run(team, compose_maps, NULL);
	assert_int_equal(grove_team_free(team), 0);
}

/* ---- Stacks ---- */

/* Each level writes a page, and a verb gives way at the deepest level. */
static int descend(struct grove_node *me, int levels)
{
	volatile unsigned char page[4096];
	int error;

	memset((unsigned char *)page, levels, sizeof page);
	error = levels ? descend(me, levels - 1) : grove_barrier(me);
	for (size_t i = 0; i < sizeof page; i += 64)
		if (page[i] != (unsigned char)levels)
			return -EBADMSG;
	return error;
}

static int descend_far(struct grove_node *me, void *levels)
{
	return descend(me, *(int *)levels);
}

TEST("a stack holds what was asked for")
{
	struct grove_team *team =
		open_team(&(struct grove_team_options){ .size = sizeof(struct grove_team_options),
			.network = "cube:4",
			.threads = 2,
			.timeout = 60,
			.stack = 16 << 20 });
	int levels = SANITIZED ? 1000 : 3000;

	run(team, descend_far, &levels);
	assert_int_equal(grove_team_free(team), 0);
	team = open_team(
		&(struct grove_team_options){ .network = "cube:4", .threads = 2, .timeout = 60 });
	levels = SANITIZED ? 50 : 200;
	run(team, descend_far, &levels);
	assert_int_equal(grove_team_free(team), 0);
}

TEST("a stack that cannot be is refused")
{
	struct grove_team_options options = {
		.size = sizeof options, .network = "cube:4", .threads = 2, .stack = 1000
	};
	struct grove_team *team;
	int levels = 1;

	assert_int_equal(grove_team_open(&team, &options), -EINVAL);
	assert_string_equal(
		grove_why(), "a stack of 1000 bytes is too small for a body: at least 64 KiB");
	options.stack = (size_t)1 << 46;
	team = open_team(&options);
	assert_int_equal(grove_team_run(team, descend_far, &levels), -ENOMEM);
	assert_non_null(strstr(grove_why(), "8 stacks of 68719476736 KiB; stacks of "));
	assert_non_null(strstr(grove_why(), " KiB fit"));
	assert_int_equal(grove_team_phase(team, sum_of_numbers, NULL), -EDEADLK);
	assert_int_equal(grove_team_free(team), 0);
}
