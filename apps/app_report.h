/* What an application achieved, for people and for programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_REPORT_H
#define APPS_APP_REPORT_H

#include <stddef.h>
#include "apps/app_session.h"

/* The last line: the collectives, their time, and what one link carried. */
void report_line(const struct app_session *session, const struct app_run *runs, int count);

/* The same as members of a JSON object, and its closing brace. */
void report_json(const struct app_session *session, const struct app_run *runs, int count);

/* `"name": "text", ` as JSON writes it. */
void json_text(const char *name, const char *text);

#endif
