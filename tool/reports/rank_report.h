/* Shows what `grove-mpi calibrate` measured, as a table or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_RANK_REPORT_H
#define TOOL_REPORTS_RANK_REPORT_H

#include "plan/costs/rank_costs.h"

/* Print or write the table, and the name of the file that keeps it. */
void rank_report_print(const struct rank_table *table, int ranks, const char *path);
void rank_report_write(const struct rank_table *table, int ranks, const char *path);

#endif
