/* Declares launches: an application measures in several processes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_LAUNCHES_H
#define TOOL_APPLICATIONS_APP_LAUNCHES_H

#include "tool/applications/app_report.h"

/* Joins what this process has measured with the times of further launches, as --runs asks for, and
 * makes each time a median over launches. In a launch, hands the times over and ends the process.
 * Any error ends the command. */
void launches_take(struct app_results *results, const struct options *options);

#endif
