/* Prints the results of an application for people. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_REPORT_H
#define APPS_APP_REPORT_H

#include "apps/app_series.h"

/* The results of an application: a series for each way of forwarding. */
struct app_results {
	const struct app_session *session;
	struct app_series series[2];
	int ways;
};

/* Prints a table of the steps and of the figures, with columns for each way. */
void report_table(const struct app_results *results);

/* Prints the end of the last line: the collectives, their time, and the bandwidth of a link. */
void report_line(const struct app_results *results, int way);

/* Returns a step's part of the time of all steps, from reading to writing files. */
double report_share(const struct app_results *results, int way, double seconds);

/* Draws the links of the first way if --picture asks for that. */
void report_picture(const struct app_results *results, const char *path, const char *application);

void results_close(struct app_results *results);

#endif
