/* Declares the figures of an application's results, each said once for the table and for JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_FIGURES_H
#define TOOL_APPLICATIONS_APP_FIGURES_H

#include "tool/applications/app_report.h"

/* A figure of a way of forwarding. NULL as heading or name: not in the table, or not in JSON. */
struct app_figure {
	const char *heading, *name;
	enum figure_kind {
		FIGURE_COUNT,
		FIGURE_RATE,
		FIGURE_PERCENT,
		FIGURE_TIME
	} kind;
	double (*of)(const struct app_series *series);
};

/* Returns the i-th figure, NULL after the last. */
const struct app_figure *figure_at(int i);

/* Return the rate of the busiest link, and of all bytes that come to their place. */
double busiest_rate(const struct app_series *series);
double delivered_rate(const struct app_series *series);

enum {
	ROWS_MAX = STEPS_MAX + 2
};

struct step_time {
	const char *name;
	struct stats time;
};

/* Lists the steps that have a name, from reading to writing files. Returns their number, and in
 * *whole the time of all. */
int steps_list(
	struct step_time row[ROWS_MAX], double *whole, const struct app_results *results, int way);

#endif
