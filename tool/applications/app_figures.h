/* Declares the figures of an application's results, each said once for the table and for JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_FIGURES_H
#define TOOL_APPLICATIONS_APP_FIGURES_H

#include "tool/applications/app_report.h"

/* The figures of a way of forwarding, over all collectives. By reference no bytes cross a link. */
enum app_figure_name {
	LAUNCHES, /* NAN: this process alone */
	REPETITIONS,
	BUSIEST, /* bytes over the busiest link */
	BUSIEST_RATE,
	BARE_RATE, /* that bare copies reach for these bytes */
	BARE_SHARE,
	MEAN_RATE, /* of a link that is used */
	DELIVERED_RATE, /* of all bytes that come to their place */
	PREDICTED,
	FIGURES
};

/* How a figure is called. NULL as heading or name: not in the table, or not in JSON. */
struct app_figure {
	const char *heading, *name;
	enum figure_kind {
		FIGURE_COUNT,
		FIGURE_RATE,
		FIGURE_PERCENT,
		FIGURE_TIME
	} kind;
};
extern const struct app_figure app_figures[FIGURES];

/* Finds the figures; NAN: not known, or there is none. */
void figures_find(double figure[FIGURES], const struct app_series *series);

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
