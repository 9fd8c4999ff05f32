/* Tests of the model's loss: errors, percentiles, lost time, groups, by rows with known figures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "perf/model_loss.h"

static struct loss_row row_of(int point, bool chosen, double predicted, double measured)
{
	return (struct loss_row){ .collective = point ? "scatter" : "broadcast",
		.network = "cube:3",
		.bytes = (size_t)8 << point,
		.point = point,
		.chosen = chosen,
		.predicted = predicted,
		.measured = measured };
}

static struct loss_figures figures_of(
	const struct loss_row *row, int rows, int example, enum loss_key key)
{
	struct loss_figures figures;

	assert_int_equal(loss_figures(&figures, row, rows, example, key), 0);
	return figures;
}

/* An error is the same in both directions, and a row without a prediction has none. */
static void errors_are_ratios(void **state)
{
	struct loss_row slow = row_of(0, true, 2e-6, 1e-6), fast = row_of(0, true, 1e-6, 4e-6),
			unknown = row_of(0, true, NAN, 1e-6);

	(void)state;
	assert_float_equal(loss_error(&slow), 2, 1e-12);
	assert_float_equal(loss_error(&fast), 4, 1e-12);
	assert_true(isnan(loss_error(&unknown)));
}

static void figures_are_those_of_the_group(void **state)
{
	const struct loss_row row[] = { row_of(0, false, 2e-6, 1e-6), row_of(0, true, 1e-6, 2e-6),
		row_of(1, true, 1e-6, 8e-6), row_of(1, false, NAN, 9e-6) };
	struct loss_figures all = figures_of(row, 4, 0, LOSS_ALL),
			    scatter = figures_of(row, 4, 3, LOSS_COLLECTIVE);

	(void)state;
	assert_int_equal(all.rows, 3);
	assert_int_equal(all.points, 2);
	assert_float_equal(all.error, cbrt(2 * 2 * 8), 1e-12);
	assert_float_equal(all.error_95, 8, 1e-12);
	assert_float_equal(all.loss, sqrt(2), 1e-12);
	assert_float_equal(all.worst_loss, 2, 1e-12);
	assert_int_equal(scatter.rows, 1);
	assert_float_equal(scatter.error, 8, 1e-12);
	assert_float_equal(scatter.worst_loss, 1, 1e-12);
	assert_int_equal(figures_of(row, 4, 0, LOSS_BYTES).rows, 2);
	assert_int_equal(figures_of(row, 4, 0, LOSS_DATA).rows, 3);
}

/* Of twenty rows one may exceed the percentile, of twenty-one also one. */
static void one_row_in_twenty_is_left_out(void **state)
{
	struct loss_row row[40];

	(void)state;
	for (int i = 0; i < 40; i++)
		row[i] = row_of(0, i == 0, 1 + i, 1);
	assert_float_equal(figures_of(row, 20, 0, LOSS_ALL).error_95, 19, 1e-12);
	assert_float_equal(figures_of(row, 21, 0, LOSS_ALL).error_95, 20, 1e-12);
	assert_float_equal(figures_of(row, 40, 0, LOSS_ALL).error_95, 38, 1e-12);
}

static void nothing_has_no_figures(void **state)
{
	struct loss_row row = row_of(0, false, NAN, 1e-6);
	struct loss_figures none = figures_of(&row, 1, 0, LOSS_ALL);

	(void)state;
	assert_true(isnan(none.error) && isnan(none.error_95));
	assert_true(isnan(none.loss) && isnan(none.worst_loss));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_ratios),
		cmocka_unit_test(figures_are_those_of_the_group),
		cmocka_unit_test(one_row_in_twenty_is_left_out),
		cmocka_unit_test(nothing_has_no_figures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
