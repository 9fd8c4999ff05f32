/* Prints the results of an application for people and for other software. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_REPORT_H
#define APPS_APP_REPORT_H

#include <stddef.h>
#include "apps/app_session.h"

/* Prints the last line: the collectives, their time, and the bandwidth of a link. */
void report_line(const struct app_session *session, const struct app_run *runs, int count);

/* Prints the same as members of a JSON object, and the closing brace. */
void report_json(const struct app_session *session, const struct app_run *runs, int count);

/* Prints `"name": "text", ` as JSON. */
void json_text(const char *name, const char *text);

#endif
