/* Prints the results of an application as a table and a line, or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_REPORT_H
#define TOOL_APPLICATIONS_APP_REPORT_H

#include "tool/applications/app_series.h"

/* The results of an application: a series for each way of forwarding. */
struct app_results {
	const struct app_session *session;
	struct app_series series[2];
	int ways;
};

/* Makes the results for the ways of forwarding that --forward asks for; by copy for an application
 * without that option. */
struct app_results results_for(const struct app_session *session, const struct options *options);

/* Prints a table of the steps and of the figures, with columns for each way. */
void report_table(const struct app_results *results);

/* Prints the end of the last line: the collectives, their time, and the bandwidth of a link. */
void report_line(const struct app_results *results, int way);

/* Draws the links of the first way if --picture asks for that. */
void report_picture(const struct app_results *results, const char *path, const char *application);

/* Write an application's JSON object: the beginning; then its own members follow; then the end. The
 * members of the first way stand in the object itself, and those of every way in "ways". */
void report_json_begin(const char *application, const char *input, const char *output);
void report_json_end(const struct app_results *results);

void results_close(struct app_results *results);

#endif
