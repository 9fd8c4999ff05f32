/* Prints the candidates of `auto` for the rows of `grove bench --explain`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_BENCH_EXPLAIN_H
#define TOOL_COMMANDS_BENCH_EXPLAIN_H

#include "tool/arguments/bench_list.h"

/* Does so for all cases and sizes if the options ask for it. Returns an exit status. */
int bench_explain(
	const struct options *options, const struct bench_list *work, const struct sweep *sweep);

#endif
