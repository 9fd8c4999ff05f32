/* Tests of the values that benchmarks fold: folds are exact in any order, and every node counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "perf/data/buffer_walk.h"
#include "perf/data/element_values.h"
#include "runtime/kernels/fold.h"
#include "tool/arguments/fold_names.h"

enum {
	BYTES = 4096,
	FEW = 480 /* for many nodes */
};

/* An allreduce of a fold that the type has. Returns false if the type does not have the fold. */
static bool open_pattern(struct pattern *pattern, int nodes, int type, int fold)
{
	char network[32];
	struct folding folding;

	*pattern = (struct pattern){
		.type = type, .fold = grove_builtin_fold(fold), .bytes = BYTES, .seed = 7
	};
	pattern->problem.collective = ALLREDUCE;
	snprintf(network, sizeof network, "gh:%d", nodes);
	MUST(network_open(&pattern->problem.net, network));
	return !folding_resolve(&folding, type, pattern->fold);
}

/* The first bytes of the result at node 0. */
static void fold_all(const struct pattern *pattern, size_t bytes, unsigned char *to)
{
	source_read(pattern, source_of(&pattern->problem, 0, 0), 0, bytes, to);
}

/* A result that is the same when a node is left out would hide that it was. */
TEST("every contribution counts")
{
	struct pattern all, less;
	unsigned char a[BYTES], b[BYTES];

	for (int type = 0; type < GROVE_TYPES; type++)
		for (int fold = 0; grove_builtin_fold(fold); fold++) {
			open_pattern(&less, 63, type, fold);
			if (!open_pattern(&all, 64, type, fold))
				continue;
			fold_all(&all, sizeof a, a);
			fold_all(&less, sizeof b, b);
			if (!memcmp(a, b, sizeof a))
				fail_msg("%s of %s", all.fold->name, type_name(type));
		}
}

/* Combines the inputs of nodes first ... first + count - 1 by the library's kernels, along a tree
 * that takes the upper half as the left operand. */
static void fold_tree(const struct pattern *pattern, const struct folding *folding, int first,
	int count, unsigned char *to)
{
	unsigned char more[FEW];

	if (count == 1) {
		reference_fill(pattern, first, 0, 0, FEW, to);
		return;
	}
	fold_tree(pattern, folding, first, count / 2, more);
	fold_tree(pattern, folding, first + count / 2, count - count / 2, to);
	folding_apply(folding, to, to, more, FEW);
}

/* On many nodes a sum could leave the numbers that are exact in 16 bits. */
TEST("folds of many nodes are exact in any order")
{
	static const int nodes[] = { 2, 3, 64, 700, 2100 };
	unsigned char tree[FEW], expected[FEW];
	struct pattern pattern;
	struct folding folding;

	for (size_t n = 0; n < sizeof nodes / sizeof nodes[0]; n++)
		for (int type = 0; type < GROVE_TYPES; type++)
			for (int fold = 0; grove_builtin_fold(fold); fold++) {
				if (!open_pattern(&pattern, nodes[n], type, fold))
					continue;
				folding_resolve(&folding, type, pattern.fold);
				fold_tree(&pattern, &folding, 0, nodes[n], tree);
				fold_all(&pattern, FEW, expected);
				if (memcmp(tree, expected, FEW) != 0)
					fail_msg("%s of %s, %d nodes", pattern.fold->name,
						type_name(type), nodes[n]);
			}
}

/* A sum of the largest terms of all nodes that have a term would still be exact, and every node has
 * terms. */
TEST("sums of 16 bits stay exact")
{
	static const int nodes[] = { 3, 64, 700, 5000 };
	static const struct {
		int type;
		double exact;
	} ends[] = { { GROVE_F16, 2048 }, { GROVE_BF16, 256 } };
	unsigned char value[FEW];
	struct pattern pattern;

	for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++)
		for (size_t n = 0; n < sizeof nodes / sizeof nodes[0]; n++) {
			double largest = 0;
			int terms[FEW] = { 0 };

			assert_true(open_pattern(&pattern, nodes[n], ends[e].type, 0));
			for (int u = 0; u < nodes[n]; u++) {
				double all = 0;

				reference_fill(&pattern, u, 0, 0, FEW, value);
				for (size_t i = 0; i < FEW; i += 2) {
					double x = fabs(number_read(value + i, ends[e].type));

					largest = fmax(largest, x);
					terms[i] += x > 0;
					all += x;
				}
				assert_true(all > 0);
			}
			for (size_t i = 0; i < FEW; i += 2)
				assert_true(terms[i] && terms[i] * largest <= ends[e].exact);
		}
}

/* Whatever the order, no product of some of the factors is too large or too small for the type. */
TEST("products of floats stay in their range")
{
	static const struct {
		int type;
		int most; /* exponent */
	} ranges[] = { { GROVE_F32, 126 }, { GROVE_BF16, 126 }, { GROVE_F16, 14 } };
	unsigned char value[BYTES];
	struct pattern pattern;

	for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
		size_t element = type_bytes(ranges[r].type);
		double exponents[BYTES] = { 0 };

		assert_true(open_pattern(&pattern, 1000, ranges[r].type, 1));
		for (int u = 0; u < 1000; u++) {
			reference_fill(&pattern, u, 0, 0, BYTES, value);
			for (size_t i = 0; i < BYTES; i += element)
				exponents[i] +=
					fabs(log2(fabs(number_read(value + i, ranges[r].type))));
		}
		for (size_t i = 0; i < BYTES; i += element)
			assert_true(exponents[i] > 0 && exponents[i] <= ranges[r].most);
	}
}

/* The results of bools hold both values, so that a constant is wrong. */
TEST("bools are folded to both values")
{
	struct pattern pattern;
	unsigned char result[BYTES];

	for (int fold = 4; fold <= 6; fold++) {
		int count[2] = { 0, 0 };

		assert_true(open_pattern(&pattern, 64, GROVE_BOOL, fold));
		fold_all(&pattern, BYTES, result);
		for (int i = 0; i < BYTES; i++) {
			assert_true(result[i] <= 1);
			count[result[i]]++;
		}
		assert_true(count[0] > BYTES / 8 && count[1] > BYTES / 8);
	}
}

/* Many inputs are bools that are true without the lowest bit, which a fold of bits would
 * confuse. */
TEST("true is any bit")
{
	struct pattern pattern;
	unsigned char value[BYTES];
	int bits = 0;

	assert_true(open_pattern(&pattern, 2, GROVE_BOOL, 6));
	reference_fill(&pattern, 1, 0, 0, BYTES, value);
	for (int i = 0; i < BYTES; i++)
		bits |= value[i];
	assert_int_equal(bits, 0xff);
}

/* A pair of two 64-bit halves would not be right in 32 bits; the bytes after a shorter index are
 * cleared by a fold, and so are not 0 before. */
TEST("pairs fill their types")
{
	struct pattern pattern;
	unsigned char value[BYTES], result[BYTES];
	int64_t pair[2];
	int wide[2] = { 0, 0 }, behind = 0, after = 0;

	assert_true(open_pattern(&pattern, 3, GROVE_I64_I64, 7));
	reference_fill(&pattern, 1, 0, 0, BYTES, value);
	for (size_t i = 0; i < BYTES; i += sizeof pair) {
		memcpy(pair, value + i, sizeof pair);
		for (int k = 0; k < 2; k++)
			wide[k] += pair[k] != (int32_t)pair[k] && (int32_t)pair[k];
	}
	assert_true(wide[0] > BYTES / 32 && wide[1] > BYTES / 32);
	assert_true(open_pattern(&pattern, 3, GROVE_F64_I32, 8));
	reference_fill(&pattern, 1, 0, 0, BYTES, value);
	fold_all(&pattern, BYTES, result);
	for (size_t i = 0; i < BYTES; i += 16) {
		behind += value[i + 12] | value[i + 13] | value[i + 14] | value[i + 15];
		after += result[i + 12] | result[i + 13] | result[i + 14] | result[i + 15];
	}
	assert_true(behind > 0);
	assert_int_equal(after, 0);
}

/* The lowest index of equal values counts, so equal values must be frequent. */
TEST("equal values have different indices")
{
	struct pattern pattern;
	unsigned char value[2][BYTES];
	int64_t a[2], b[2];
	int equal = 0;

	assert_true(open_pattern(&pattern, 64, GROVE_I64_I64, 7));
	for (int u = 0; u < 64; u++)
		for (int v = 0; v < u; v++) {
			reference_fill(&pattern, u, 0, 0, BYTES, value[0]);
			reference_fill(&pattern, v, 0, 0, BYTES, value[1]);
			for (size_t i = 0; i < BYTES; i += sizeof a) {
				memcpy(a, value[0] + i, sizeof a);
				memcpy(b, value[1] + i, sizeof b);
				equal += a[0] == b[0] && a[1] != b[1];
			}
		}
	assert_true(equal > BYTES / 16);
}

TEST("types and folds have names")
{
	int type;

	for (int t = 0; t < GROVE_TYPES; t++) {
		assert_int_equal(type_named(&type, type_name(t)), 0);
		assert_int_equal(type, t);
	}
	assert_int_equal(type_named(&type, "f8"), -EINVAL);
	assert_non_null(strstr(why_text(), "f16, bf16, c64, c128, bool, i32_i32, "));
	assert_null(fold_named("mean"));
	assert_non_null(strstr(why_text(), "sum, prod, min, max, and, or, xor, minloc, maxloc"));
}

TEST("a wrong pair names the right pairs")
{
	assert_int_equal(fold_fits(GROVE_F16, NULL), 0);
	assert_int_equal(fold_fits(GROVE_BOOL, NULL), -EINVAL);
	assert_string_equal(why_text(),
		"sum: not for bool, which has and, or, xor; sum is for u8, i8, u16, i16, u32, i32, "
		"u64, i64, f32, f64, f16, bf16, c64, c128");
	assert_int_equal(fold_fits(GROVE_F64, GROVE_MINLOC), -EINVAL);
	assert_non_null(strstr(why_text(), "; minloc is for i32_i32, f32_i32, i64_i32, f64_i32, "
					   "i64_i64, f64_i64"));
}
