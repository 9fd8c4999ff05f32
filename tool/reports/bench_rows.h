/* Writes the rows of a benchmark as a table, as JSON or as CSV. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_BENCH_ROWS_H
#define TOOL_REPORTS_BENCH_ROWS_H

#include "tool/reports/bench_table.h"
#include "tool/output/output_form.h"

struct bench_rows {
	enum form form;
	bool interrupted;	  /* the rows end before the last */
	struct bench_table table; /* of FORM_TEXT */
};

void rows_begin(struct bench_rows *rows);
void rows_add(struct bench_rows *rows, const struct bench_result *result);
void rows_end(struct bench_rows *rows);

/* Writes the member `flags` of a JSON object. */
void flags_write(int flags);

/* Writes the member `runs`, if there are several launches: the median of each, and the number of
 * its samples, by these names. */
void runs_write(const struct stats *launch, int launches, const char *median, const char *samples);

#endif
