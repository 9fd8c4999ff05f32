/* The legend says what the letters of a formula stand for, and their values in a problem. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_FORMULA_LEGEND_H
#define TOOL_REPORTS_FORMULA_LEGEND_H

#include "plan/schedule.h"

/* Prints a line for each letter of the formula's text. */
void formula_legend_print(const char *text, const struct schedule *schedule);

/* Writes the same as JSON: "formula_letters". */
void formula_legend_write(const char *text, const struct schedule *schedule);

#endif
