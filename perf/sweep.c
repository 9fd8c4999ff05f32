/* Measures every case at every size, and calls a watcher around each row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/size.h"
#include "base/error.h"
#include "perf/bench_engine.h"

static size_t element_of(const struct bench_case *what)
{
	return collective_folds(what->problem.collective) ? type_bytes(what->type) : 1;
}

bool sweep_next(const struct sweep *sweep, size_t element, size_t *bytes)
{
	size_t last = sweep->max / element * element, next = element;

	if (sweep->factor == 1 || *bytes >= last)
		return false;
	if (*bytes && !size_multiply(&next, *bytes, sweep->factor))
		next = last;
	*bytes = next < last ? next : last;
	return true;
}

/* A barrier has no bytes, so its only size is 0. */
static bool next_size(const struct bench_case *what, const struct sweep *sweep, size_t *bytes)
{
	return collective_has_bytes(what->problem.collective) &&
	       sweep_next(sweep, element_of(what), bytes);
}

static size_t first_size(const struct bench_case *what, const struct sweep *sweep)
{
	return collective_has_bytes(what->problem.collective) ? sweep->min : 0;
}

static int count_rows(const struct bench_case *cases, int count, const struct sweep *sweep)
{
	int rows = 0;

	for (int i = 0; i < count; i++) {
		size_t bytes = first_size(&cases[i], sweep);

		do
			rows++;
		while (next_size(&cases[i], sweep, &bytes));
	}
	return rows;
}

int bench_sweep(struct bench *bench, const struct bench_case *cases, int count,
	const struct sweep *sweep, bench_watcher *watcher, void *context)
{
	int rows, row = 0, stop = 0;

	if (sweep->factor < 1 || sweep->min > sweep->max)
		return why(EINVAL, "from %zu to %zu bytes by factors of %zu there is no size",
			sweep->min, sweep->max, sweep->factor);
	rows = count_rows(cases, count, sweep);
	for (int i = 0; i < count && !stop; i++) {
		struct bench_case what = cases[i];
		struct bench_result result;

		what.bytes = first_size(&what, sweep);
		do {
			stop = watcher(context, row, rows, NULL);
			if (stop)
				break;
			bench_row(bench, &what, &result);
			stop = watcher(context, row++, rows, &result);
		} while (!stop && next_size(&what, sweep, &what.bytes));
	}
	return stop;
}
