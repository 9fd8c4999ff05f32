/* Whose rows are whose: one library may be measured in several settings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_VENDOR_H
#define PERF_PEERS_VENDOR_H

#include <stdbool.h>
#include "perf/row_comparison.h"

/* The name without how it was set: "Open MPI 4.1.4" of "Open MPI 4.1.4, basic". Returns it. */
const char *maker_name(char name[COMPARE_NAME], const char *algorithm);
bool maker_is(const char *algorithm, const char *name);

/* The fastest row of that maker, of the operation of that row; the first of equals. NULL: none. */
const struct bench_row *maker_best(
	const struct bench_file *file, const struct bench_row *like, const char *name);

#endif
