/* The bins of a histogram: their edges, and where numbers at the edges fall. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "tool/applications/bins.h"

static const struct {
	size_t count;
	double low, high;
	size_t item;
} cases[] = { { 256, 0, 256, 8 }, { 1, 0, 1, 8 }, { 10, 0, 1, 8 }, { 10, 0, 1, 4 }, { 10, 0, 1, 2 },
	{ 7, -3.3, 8.1, 8 }, { 7, -3.3, 8.1, 4 }, { 7, -3.3, 8.1, 2 }, { 1000, 0, 1e-5, 2 },
	{ 1000, 1e300, 1e301, 8 }, { 3, 0, 5e-324, 8 }, { 100, 1, 1 + 1e-15, 8 },
	{ 50000, 0, 2, 2 } };

/* The rule by itself, without any arithmetic on the number. */
static size_t slow(const struct bins *bins, double number)
{
	const double *e = bins->edges;

	if (!(number >= e[0] && number <= e[bins->count]))
		return bins->count;
	for (size_t i = bins->count; i-- > 0;)
		if (e[i] <= number)
			return i;
	return bins->count;
}

static void need_agreement(const struct bins *bins, double number)
{
	if (bins_find(bins, number) != slow(bins, number))
		fail_msg("%.17g is in bin %zu, not %zu, of %zu in %.17g:%.17g", number,
			slow(bins, number), bins_find(bins, number), bins->count, bins->edges[0],
			bins->edges[bins->count]);
}

TEST("bins: the edges alone decide, one step to each side of them")
{
	for (int c = 0; c < COUNT(cases); c++) {
		struct bins bins;
		size_t stride;

		bins_make(&bins, cases[c].count, cases[c].low, cases[c].high, cases[c].item);
		stride = bins.count / 500 + 1;
		for (size_t i = 0; i <= bins.count; i += stride) {
			need_agreement(&bins, bins.edges[i]);
			need_agreement(&bins, nextafter(bins.edges[i], INFINITY));
			need_agreement(&bins, nextafter(bins.edges[i], -INFINITY));
		}
		free(bins.edges);
	}
}

TEST("bins: the last bin has its upper edge, too")
{
	for (int c = 0; c < COUNT(cases); c++) {
		struct bins bins;
		double high;

		bins_make(&bins, cases[c].count, cases[c].low, cases[c].high, cases[c].item);
		high = bins.edges[bins.count];
		assert_int_equal(bins_find(&bins, high), bins.count - 1);
		assert_int_equal(bins_find(&bins, nextafter(high, INFINITY)), bins.count);
		assert_int_equal(bins_find(&bins, nextafter(bins.edges[0], -INFINITY)), bins.count);
		free(bins.edges);
	}
}

TEST("bins: infinities and what is not a number are outside")
{
	static const double others[] = { NAN, -NAN, INFINITY, -INFINITY, -0.1, 1.1 };
	struct bins bins;

	bins_make(&bins, 10, 0, 1, 8);
	for (int i = 0; i < COUNT(others); i++)
		assert_int_equal(bins_find(&bins, others[i]), 10);
	assert_int_equal(bins_find(&bins, -0.0), 0);
	free(bins.edges);
}

/* As printed by numpy.histogram(numpy.array([], TYPE), 10, (0, 1))[1][3] and [7], which are not
 * the doubles, floats and halves next to 0.3 and 0.7 in every case. */
TEST("bins: the edges are those of NumPy, in all sizes of floats")
{
	static const struct {
		size_t item;
		double third, seventh;
	} known[] = { { 8, 0.30000000000000004, 0.70000000000000007 },
		{ 4, 0.30000001192092896, 0.69999998807907104 },
		{ 2, 0.300048828125, 0.7001953125 } };

	for (int i = 0; i < COUNT(known); i++) {
		struct bins bins;

		bins_make(&bins, 10, 0, 1, known[i].item);
		assert_true(bins.edges[3] == known[i].third);
		assert_true(bins.edges[7] == known[i].seventh);
		assert_true(bins.edges[10] == 1);
		free(bins.edges);
	}
}

/* Halves have their own rounding, which the compiler need not know. */
TEST("bins: edges for halves are rounded to even")
{
	static const struct {
		double from, to;
	} known[] = { { 65504, 65504 }, { 65519.99, 65504 }, { 65520, INFINITY }, { 2049, 2048 },
		{ 2051, 2052 }, { 0x1p-24, 0x1p-24 }, { 0x1p-25, 0 }, { 0x1.8p-25, 0x1p-24 },
		{ 1 + 0x1p-11, 1 }, { 1 + 0x1.8p-11, 1 + 0x1p-10 } };

	for (int i = 0; i < COUNT(known); i++) {
		struct bins bins;

		bins_make(&bins, 1, -known[i].from, known[i].from, 2);
		assert_true(bins.edges[0] == -known[i].to);
		assert_true(bins.edges[1] == known[i].to);
		free(bins.edges);
	}
}
