/* Verbs with fewer threads than nodes: all results against a serial reference, up to 4096 nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/sanitized.h"
#include "tests/verbs.h"

#ifndef LARGEST
#define LARGEST (SANITIZED ? "cube:8" : "cube:12")
#endif

enum {
	NODES = 16
};

/* ---- All verbs ---- */

static int all_verbs(struct grove_node *me, void *argument)
{
	static const size_t sizes[] = { 0, 1, 40, 1001, 5000 };
	int nodes = grove_team_nodes(grove_node_team(me)), permutation[NODES];

	for (int i = 0; i < nodes; i++)
		permutation[i] = (i + 3) % nodes;
	for (size_t k = 0; k < 10 * 5; k++)
		for (int root = 0; root < nodes; root += 1 + root * 2) {
			struct case_of c = { verb_names[k / 5], nodes, root, 0, sizes[k % 5],
				permutation };

			/* All nodes take the same cases, as is_sampled would not. */
			if (!SANITIZED || (k + (size_t)root) % 4 == 0)
				TRY(try_verb(me, &c));
		}
	return 0;
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
		AUTO(grove_team) team = team_of_options(&teams[i]);

		MUST(grove_team_run(team, all_verbs, NULL));
	}
}

/* A node's program on a paced team has other steps, and other waits. */
static int sum_of_numbers(struct grove_node *me, void *argument)
{
	uint64_t nodes = (uint64_t)grove_team_nodes(grove_node_team(me)), sum = 0,
		 mine = (uint64_t)grove_node_number(me);

	TRY(grove_allreduce(me, &mine, &sum, 1, GROVE_U64, GROVE_SUM));
	HOLDS(sum == nodes * (nodes - 1) / 2);
	return 0;
}

TEST("a paced team has fewer threads too")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	AUTO(grove_team)
	team = OPEN_TEAM(.network = "cube:4", .threads = 2, .timeout = 60, .pace = &pace);

	for (int repeat = 0; repeat < 3; repeat++)
		MUST(grove_team_run(team, sum_of_numbers, NULL));
}

/* ---- Many nodes ---- */

/* Nodes leave each verb at moments of their own, and some are operations ahead. */
static int many_operations(struct grove_node *me, void *argument)
{
	int nodes = grove_team_nodes(grove_node_team(me)), v = grove_node_number(me);

	for (int k = 0; k < 20; k++) {
		int64_t word = v == k ? 1000 + k : 0, sum = 0, before = -1, one = 1;

		TRY(grove_broadcast(me, &word, sizeof word, k));
		TRY(grove_allreduce(me, &word, &sum, 1, GROVE_I64, GROVE_SUM));
		HOLDS(sum == (int64_t)nodes * (1000 + k));
		TRY(grove_scan(me, &one, &before, 1, GROVE_I64, GROVE_SUM));
		HOLDS(before == v + 1);
		TRY(grove_barrier(me));
	}
	return 0;
}

static void run_on_two_threads(const char *network, grove_body *body)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = network, .threads = 2, .timeout = 60);

	for (int repeat = 0; repeat < 2; repeat++)
		MUST(grove_team_run(team, body, NULL));
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

NODES_TEST("callers folds combine on shared threads",
	run_in(OPEN_TEAM(.network = "gh:3x3x2", .threads = 2, .timeout = 60), body))
{
	static const struct grove_fold composition = { compose, NULL, "composition" };
	struct map in[600], out[600], expected = { 1, 0 };
	int v = grove_node_number(me);

	for (int i = 0; i < 600; i++)
		in[i] = (struct map){ (uint32_t)(2 * v + 3), (uint32_t)(v + i) };
	TRY(grove_scan(me, in, out, 600, GROVE_ELEMENT(sizeof in[0]), &composition));
	for (int i = 0; i < 600; i++) {
		expected = (struct map){ 1, 0 };
		for (int u = 0; u <= v; u++)
			compose(&expected, &expected,
				&(struct map){ (uint32_t)(2 * u + 3), (uint32_t)(u + i) }, 1,
				GROVE_U8, NULL);
		HOLDS(out[i].a == expected.a && out[i].b == expected.b);
	}
	return 0;
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
	AUTO(grove_team) large = OPEN_TEAM(.size = sizeof(struct grove_team_options),
		.network = "cube:4", .threads = 2, .timeout = 60, .stack = 16 << 20);
	AUTO(grove_team) usual = OPEN_TEAM(.network = "cube:4", .threads = 2, .timeout = 60);

	MUST(grove_team_run(large, descend_far, &(int){ SANITIZED ? 1000 : 3000 }));
	MUST(grove_team_run(usual, descend_far, &(int){ SANITIZED ? 50 : 200 }));
}

TEST("a stack that cannot be is refused")
{
	struct grove_team_options options = {
		.size = sizeof options, .network = "cube:4", .threads = 2, .stack = 1000
	};
	AUTO(grove_team) team = NULL;
	int levels = 1;

	REFUSES(grove_team_open(&team, &options), EINVAL,
		"a stack of 1000 bytes is too small for a body: at least 64 KiB");
	options.stack = (size_t)1 << 46;
	team = team_of_options(&options);
	REFUSES(grove_team_run(team, descend_far, &levels), ENOMEM,
		"8 stacks of 68719476736 KiB; stacks of ");
	assert_non_null(strstr(grove_why(), " KiB fit"));
	assert_int_equal(grove_team_phase(team, sum_of_numbers, NULL), -EDEADLK);
}
