/* Prints the candidates of `auto` for the rows of `grove bench --explain`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_BENCH_EXPLAIN_H
#define TOOL_COMMANDS_BENCH_EXPLAIN_H

#include "tool/arguments/bench_list.h"
#include "tool/output/table.h"

/* Does so for all cases and sizes if the options ask for it. Returns an exit status. */
int bench_explain(
	const struct options *options, const struct bench_list *work, const struct sweep *sweep);

/* Adds a row of what verbs over MPI have chosen, to be printed by table_close. The first row opens
 * the table. */
void bench_explain_way(struct table *table, const struct bench_result *row);

#endif
