/* Prints the candidates of `auto` for the rows of `grove bench --explain`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library/library_internal.h"
#include "tool/commands/bench_explain.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"

static bool is_auto(const struct bench_case *what)
{
	return !what->problem.algorithm[0] || !strcmp(what->problem.algorithm, "auto");
}

/* Prints the candidates of `auto` for a case and a size. */
static int explain(const struct options *options, const struct bench_case *what, size_t bytes)
{
	struct request request = { .problem = what->problem, .bytes = bytes, .element = 1 };
	struct rates rates;
	int status;

	if (!is_auto(what))
		return STATUS_DONE;
	if (collective_folds(what->problem.collective))
		request.element = type_bytes(what->type);
	strcpy(request.problem.algorithm, "auto");
	status = rates_asked(&rates, &what->problem.net, options);
	if (status == STATUS_DONE)
		status = request_choose(&request, &rates);
	if (status == STATUS_DONE) {
		printf("%zu bytes, ", bytes);
		request_explain(&request);
	}
	free(request.candidate);
	return status;
}

void bench_explain_way(struct table *table, const struct bench_result *row)
{
	static const char *const headings[] = { "<collective", "bytes", "plan", "MPI's own",
		"shared memory", "<chosen", NULL };
	static const char *const ways[NATIVE_WAYS] = { "plan", "MPI's own", "shared memory" };
	const double *seconds = row->verdict.seconds;

	if (row->error || row->foreign || isnan(seconds[BY_PLAN]))
		return;
	if (!table->columns)
		table_open(table, headings);
	table_row(table,
		(const char *const[]){ collective_name(row->what.problem.collective),
			size_text(row->what.bytes), time_text(seconds[0]), time_text(seconds[1]),
			time_text(seconds[2]), ways[row->verdict.chosen] });
}

int bench_explain(
	const struct options *options, const struct bench_list *work, const struct sweep *sweep)
{
	int status = explain_fits(options), chosen = 0;

	if (!option_given(options, OPTION_EXPLAIN))
		return STATUS_DONE;
	for (int i = 0; i < work->count; i++)
		chosen += is_auto(&work->what[i]);
	if (status == STATUS_DONE && !chosen && work->count)
		return explain_nothing(work->what[0].problem.algorithm);
	for (int i = 0; i < work->count && status == STATUS_DONE; i++) {
		const struct bench_case *what = &work->what[i];
		size_t bytes = sweep->factor == 1 ? what->bytes : sweep->min;

		do
			status = explain(options, what, bytes);
		while (status == STATUS_DONE && sweep_next(sweep, bench_element(what), &bytes));
	}
	return status;
}
