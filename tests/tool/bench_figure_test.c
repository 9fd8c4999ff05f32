/* Tests that a row has no figures where a time is not known. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "tool/reports/bench_table.h"

TEST("a figure of a row is a number only beside a time")
{
	struct bench_result row = { .run.check = CHECK_PASS, .time.median = 1e-9 };

	assert_true(bench_figure(&row, 3) == 3);
	row.time.median = 0; /* an operation takes no longer than a reading of the clock */
	assert_true(isnan(bench_figure(&row, 3)));
	row.time.median = 1e-9;
	row.run.check = CHECK_FAIL;
	assert_true(isnan(bench_figure(&row, 3)));
}
