/* Tests of patterns: what every node must hold, against the promise; every kind of damage is seen.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "analysis/named_permutations.h"
#include "perf/data/buffers.h"
#include "perf/data/buffer_walk.h"
#include "plan/runs.h"
#include "plan/semantics.h"
#include "runtime/kernels/fold.h"
#include "runtime/node/team_limits.h"
#include "tool/arguments/fold_names.h"

static struct pattern pattern_of(const char *network, enum collective collective, size_t bytes)
{
	struct pattern pattern = { .bytes = bytes, .seed = 7 };

	MUST(network_open(&pattern.problem.net, network));
	pattern.problem.collective = collective;
	pattern.problem.root = pattern.problem.net.nodes / 2;
	pattern.problem.destination = pattern.problem.net.nodes - 1;
	pattern.fold = collective_folds(collective) ? GROVE_SUM : NULL;
	return pattern;
}

static void permute(struct pattern *pattern, const char *name)
{
	int nodes = pattern->problem.net.nodes;

	pattern->problem.permutation = calloc((size_t)nodes, sizeof(int));
	assert_non_null(pattern->problem.permutation);
	MUST(permutation_named(pattern->problem.permutation, &pattern->problem.net, name));
}

static struct buffers filled(const struct pattern *pattern)
{
	struct buffers buffers;

	MUST(buffers_open(&buffers, pattern));
	pattern_fill(pattern, 0, pattern->problem.net.nodes, buffers.node);
	return buffers;
}

static bool right(const struct pattern *pattern, const struct buffers *buffers, struct wrong *wrong)
{
	return pattern_check(pattern, 0, pattern->problem.net.nodes, buffers->node, wrong);
}

/* A run is the sum of its nodes, each of which begins with the run of itself. */
static struct nodes contributors(const struct problem *problem, uint64_t block)
{
	struct run run = run_of(problem, block);

	if (!collective_joins(problem->collective))
		return semantics_before(problem, block);
	return (struct nodes){ run.first, run.last < run.first ? 0 : run.last - run.first + 1 };
}

static uint64_t own_block(const struct problem *problem, int v, uint64_t block)
{
	return collective_joins(problem->collective)
		       ? run_block(problem, (struct run){ v, v, 0, 0 })
		       : block;
}

/* Does the collective by the words of plan/semantics.h, one block after the other, folding by the
 * library's kernels from the last node to the first. */
static void deliver(const struct pattern *p, struct buffers *b, uint64_t block)
{
	struct nodes before = contributors(&p->problem, block);
	struct folding folding = { 0 };
	FREED unsigned char *value = malloc(p->bytes);
	unsigned char *from;
	int nodes = p->problem.net.nodes;

	assert_non_null(value);
	if (p->fold)
		assert_int_equal(folding_resolve(&folding, p->type, p->fold), 0);
	for (int u = before.first + before.count - 1; u >= before.first; u--) {
		int64_t at =
			semantics_input_index(&p->problem, u, own_block(&p->problem, u, block));

		from = at < 0 ? b->node[u].out : b->node[u].in + (size_t)at * p->bytes;
		if (!p->fold || u == before.first + before.count - 1)
			memcpy(value, from, p->bytes);
		else
			folding_apply(&folding, value, value, from, p->bytes);
	}
	for (int v = 0; v < nodes; v++) {
		int64_t at = semantics_output_index(&p->problem, v, block);

		if (at >= 0)
			memcpy(b->node[v].out + (size_t)at * p->bytes, value, p->bytes);
	}
}

static void deliver_all(const struct pattern *pattern, struct buffers *buffers)
{
	for (uint64_t block = 0; pattern->bytes && block < semantics_blocks(&pattern->problem);
		block++)
		deliver(pattern, buffers, block);
}

static void try_collective(const char *network, enum collective collective, int root, size_t bytes)
{
	struct pattern pattern = pattern_of(network, collective, bytes);
	struct buffers buffers;
	struct wrong wrong;
	int nodes = pattern.problem.net.nodes;

	pattern.problem.root = root;
	if (collective == PERMUTE)
		permute(&pattern, "random:5");
	buffers = filled(&pattern);
	if (bytes && collective != BARRIER && nodes > 1 &&
		(collective != SEND || root != pattern.problem.destination))
		assert_false(right(&pattern, &buffers, &wrong));
	deliver_all(&pattern, &buffers);
	if (!right(&pattern, &buffers, &wrong)) {
		char text[256];

		wrong_text(&wrong, text, sizeof text);
		fail_msg("%s %s root %d bytes %zu: %s", collective_name(collective), network, root,
			bytes, text);
	}
	buffers_close(&buffers);
	free(pattern.problem.permutation);
}

TEST("every collective delivers what its promise says")
{
	static const char *const networks[] = { "gh:1", "gh:2", "gh:5", "cube:3", "gh:2x3" };
	static const size_t sizes[] = { 0, 1, 7, 8, 4095, 4097, 10000 };
	struct network net;

	for (size_t n = 0; n < sizeof networks / sizeof networks[0]; n++) {
		assert_int_equal(network_open(&net, networks[n]), 0);
		for (enum collective c = 0; c < COLLECTIVES; c++)
			for (int root = 0; root < net.nodes; root++)
				for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
					try_collective(networks[n], c, root, sizes[s]);
	}
}

static void try_fold(int type, const char *name, const char *network)
{
	struct pattern pattern = pattern_of(network, ALLREDUCE, 640);
	struct folding folding;
	struct buffers buffers;
	struct wrong wrong;

	pattern.type = type;
	pattern.fold = fold_named(name);
	if (folding_resolve(&folding, type, pattern.fold))
		return; /* or, of floats */
	buffers = filled(&pattern);
	deliver_all(&pattern, &buffers);
	if (!right(&pattern, &buffers, &wrong))
		fail_msg("%s of %s on %s: byte %zu is 0x%02x, not 0x%02x", name, type_name(type),
			network, wrong.offset, wrong.got, wrong.expected);
	buffers_close(&buffers);
}

static const char *const folds[] = { "sum", "prod", "min", "max", "and", "or", "xor", "minloc",
	"maxloc" };

/* The kernels fold from the last node, the reference from the first: floats are exact as well. */
TEST("every type and fold agrees with the kernels")
{
	for (int type = 0; type < GROVE_TYPES; type++)
		for (size_t f = 0; f < sizeof folds / sizeof folds[0]; f++) {
			try_fold(type, folds[f], "gh:1");
			try_fold(type, folds[f], "cube:3");
			try_fold(type, folds[f], "gh:150");
		}
}

static void xor_words(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	for (size_t i = 0; i < 3 * count; i++)
		((unsigned char *)result)[i] =
			((const unsigned char *)left)[i] ^ ((const unsigned char *)right)[i];
}

TEST("a fold of the caller s own is called")
{
	static const struct grove_fold own = { xor_words, NULL, "own" };
	struct pattern pattern = pattern_of("gh:5", REDUCESCATTER, 3 * 2000);
	ENDED(buffers_close) struct buffers buffers;
	struct wrong wrong;

	pattern.type = GROVE_ELEMENT(3);
	pattern.fold = &own;
	buffers = filled(&pattern);
	assert_false(right(&pattern, &buffers, &wrong));
	deliver_all(&pattern, &buffers);
	assert_true(right(&pattern, &buffers, &wrong));
}

static void expect_wrong(const struct pattern *pattern, const struct buffers *buffers, int node,
	bool input, size_t offset, int from)
{
	struct wrong wrong;

	assert_false(right(pattern, buffers, &wrong));
	assert_true(wrong.found);
	assert_int_equal(wrong.node, node);
	assert_int_equal(wrong.input, input);
	assert_int_equal(wrong.offset, offset);
	assert_int_equal(wrong.from, from);
	assert_int_not_equal(wrong.got, wrong.expected);
}

TEST("every damaged byte is found and named")
{
	struct pattern pattern = pattern_of("gh:3", ALLTOALL, 9);
	ENDED(buffers_close) struct buffers buffers = filled(&pattern);
	struct wrong wrong;

	deliver_all(&pattern, &buffers);
	for (int v = 0; v < 3; v++)
		for (size_t k = 0; k < 27; k++) {
			buffers.node[v].out[k] ^= 4;
			expect_wrong(&pattern, &buffers, v, false, k, (int)(k / 9));
			buffers.node[v].out[k] ^= 4;
			buffers.node[v].in[k] ^= 4;
			expect_wrong(&pattern, &buffers, v, true, k, v);
			buffers.node[v].in[k] ^= 4;
		}
	assert_true(right(&pattern, &buffers, &wrong));
	buffers.node[1].out[27] ^= 1;
	expect_wrong(&pattern, &buffers, 1, false, 27, -1);
	buffers.node[1].out[27] ^= 1;
	buffers.node[2].in[27 + PATTERN_GUARD - 1] ^= 1;
	expect_wrong(&pattern, &buffers, 2, true, 27 + PATTERN_GUARD - 1, -1);
}

TEST("of many wrong bytes the first is named")
{
	struct pattern pattern = pattern_of("gh:4", ALLGATHER, 5000);
	ENDED(buffers_close) struct buffers buffers = filled(&pattern);

	deliver_all(&pattern, &buffers);
	buffers.node[3].out[2] ^= 1;
	buffers.node[1].in[0] ^= 1;
	buffers.node[1].out[19000] ^= 1;
	buffers.node[1].out[4999] ^= 1;
	expect_wrong(&pattern, &buffers, 1, false, 4999, 0);
}

/* Blocks that changed places, nodes that changed places, and data of the time before. */
TEST("bytes in the wrong place are found")
{
	struct pattern pattern = pattern_of("gh:4", ALLTOALL, 64);
	ENDED(buffers_close) struct buffers buffers = filled(&pattern);
	struct pattern_buffers swapped;
	struct wrong wrong;
	unsigned char block[64];

	deliver_all(&pattern, &buffers);
	memcpy(block, buffers.node[2].out, 64);
	memcpy(buffers.node[2].out, buffers.node[2].out + 64, 64);
	memcpy(buffers.node[2].out + 64, block, 64);
	assert_false(right(&pattern, &buffers, &wrong));
	assert_int_equal(wrong.node, 2);
	deliver_all(&pattern, &buffers);
	swapped = buffers.node[0];
	buffers.node[0].out = buffers.node[3].out;
	buffers.node[3].out = swapped.out;
	assert_false(right(&pattern, &buffers, &wrong));
	buffers.node[3].out = buffers.node[0].out;
	buffers.node[0] = swapped;
	assert_true(right(&pattern, &buffers, &wrong));
	pattern.seed++;
	assert_false(right(&pattern, &buffers, &wrong));
}

/* Before the collective, no byte of an output is right by chance: one byte is enough to see it. */
TEST("outputs are wrong in every byte at first")
{
	struct pattern pattern = pattern_of("gh:3", ALLGATHER, 5000);
	ENDED(buffers_close) struct buffers buffers = filled(&pattern);
	unsigned char expected[5000];

	for (int v = 0; v < 3; v++)
		for (int i = 0; i < 3; i++) {
			struct source source = source_of(&pattern.problem, v, i);

			assert_int_equal(source.from, i);
			source_read(&pattern, source, 0, 5000, expected);
			for (size_t k = 0; k < 5000; k++)
				assert_int_not_equal(
					expected[k], buffers.node[v].out[(size_t)i * 5000 + k]);
		}
}

TEST("buffers stand apart")
{
	struct pattern pattern = pattern_of("cube:4", ALLREDUCE, 2048 - PATTERN_GUARD);
	ENDED(buffers_close) struct buffers buffers = filled(&pattern);
	uintptr_t a = (uintptr_t)buffers.node[3].in, b = (uintptr_t)buffers.node[4].in;

	assert_int_equal(a % 128, 0);
	assert_true(b > a && (b - a) % 4096 != 0);
	buffers_close(&buffers);
	pattern = pattern_of("gh:2", ALLGATHER, (size_t)2 << 20);
	buffers = filled(&pattern);
	for (int v = 0; v < 2; v++) {
		assert_int_equal((uintptr_t)buffers.node[v].in % (2 << 20), 0);
		assert_int_equal((uintptr_t)buffers.node[v].out % (2 << 20), 0);
	}
}

TEST("what does not fit is refused")
{
	struct pattern pattern = pattern_of("cube:10", ALLTOALL, (size_t)1 << 30);
	struct buffers buffers;
	struct limits limits;

	assert_int_equal(buffers_open(&buffers, &pattern), -ENOMEM);
	pattern.bytes = SIZE_MAX / 2;
	assert_int_equal(buffers_open(&buffers, &pattern), -ENOMEM);
	limits_read(&limits);
	pattern = pattern_of("gh:2", SEND, limits.memory);
	assert_int_equal(buffers_open(&buffers, &pattern), -ENOMEM);
	assert_non_null(strstr(why_text(), "MiB"));
}

TEST("a wrong byte is named in words")
{
	struct wrong wrong = { true, false, false, 3, 17, 0x4f, 0xa2, 5 };
	char text[256];

	wrong_text(&wrong, text, sizeof text);
	assert_string_equal(
		text, "node 3, byte 17 of its output: 0x4f where 0xa2 belongs, from node 5");
	wrong.from = -1;
	wrong_text(&wrong, text, sizeof text);
	assert_non_null(strstr(text, "combined from all"));
	wrong.guard = true;
	wrong_text(&wrong, text, sizeof text);
	assert_non_null(strstr(text, "past its end"));
}
