/* The language of formulas: each of its words has the value that it says, and what is no formula is
 * refused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/formulas/formula_text.h"
#include "tests/plan_help.h"

static const struct formula_numbers numbers = { 60, 7, 3 };

static int read_text(struct formula_value *value, const char *network, const char *text)
{
	struct problem problem = problem_of(network, SEND);

	problem.destination = problem.net.nodes - 1;
	return formula_evaluate(value, text, &problem, &numbers);
}

static const struct {
	const char *network, *text;
	double steps, volume;
} texts[] = {
	{ "cube:3", "2n beta + N(N-1)/2n M tau", 6, 8 * 7 / 6.0 * 60 },
	{ "cube:3", "at most ceil(M/B) beta + floor(M/B) tau", 9, 8 },
	{ "cube:3", "ceil(M/(nB)) beta + M/n B tau", 3, 140 },
	{ "cube:3", "2^n beta + 2^(n+1) tau, words for people", 8, 16 },
	{ "cube:3", "sum_{l<=n} C(n,l) beta + sum_{l<n} l tau", 8, 3 },
	{ "cube:3", "sum_{i=1..n} sum_{j=i..n} beta + sum_{i=n..1} ceil(9) tau", 6, 0 },
	{ "cube:3", "max_{i<n} (2-i)i beta + min(n,2) tau", 1, 2 },
	{ "cube:3", "(n<3: 1; else g) beta + [n=3] [n>2] [n<=3] tau, g = q+h", 6, 1 },
	{ "cube:3", "(7 mod n) beta + s_n tau, s_n = K_2 2", 1, 5 },
	{ "gh:2x3x4", "k_0..k_(n-1) beta + k_1..k_0 k_2 tau", 24, 2 },
	{ "gh:2x3x4", "e(0,n,1) beta + e(1,3,2) tau", 6, 2 },
	{ "gh:3x4", "p_0 beta + p_1 tau", 3, 3 },
	{ "star:4", "sum_{d=1..D} N_d beta + D n tau", 23, 16 },
	{ "ccc:3", "d beta + p tau", 3, 3 },
};

TEST("formula text: words have their values")
{
	struct formula_value value;

	for (int i = 0; i < COUNT(texts); i++)
		if (read_text(&value, texts[i].network, texts[i].text) ||
			value.steps != texts[i].steps ||
			fabs(value.volume - texts[i].volume) > 1e-9 * texts[i].volume)
			fail_msg("%s: %g beta + %g tau", texts[i].text, value.steps, value.volume);
}

TEST("formula text: other texts are refused")
{
	static const char *const wrong[] = { "", "beta +", "(n beta", "n) beta", "ceil(n beta",
		"x beta", "n beta; tau", "2^n^2 beta", "sum_{i} beta", "sum_{i<n}beta", "[n] x",
		"s_l beta", "min(n) beta",
		"sum_{a<1} sum_{b<1} sum_{c<1} sum_{i<1} sum_{j<1} beta" };
	struct formula_value value;

	for (int i = 0; i < COUNT(wrong); i++)
		if (read_text(&value, "cube:3", wrong[i]) != -EINVAL)
			fail_msg("%s is no formula", wrong[i]);
}

/* The largest batch is the packet that a formula is least at. */
TEST("formula text: the largest batch is known")
{
	struct formula_value value;

	assert_int_equal(read_text(&value, "cube:3", "sum_{i<n} ceil(2^i M/(nB)) beta"), 0);
	assert_true(value.largest == 4 * 60 / 21.0);
}
