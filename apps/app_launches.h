/* Declares launches: an application measures in several processes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_LAUNCHES_H
#define APPS_APP_LAUNCHES_H

#include "apps/app_report.h"

/* Returns true if this process is a launch, which hands its times over and prints nothing. */
bool launches_inside(void);

/* Joins what this process has measured with the times of further launches, as --runs asks for, and
 * makes each time a median over launches. In a launch, hands the times over and ends the process.
 * Any error ends the application. */
void launches_take(struct app_results *results, char **argv);

#endif
