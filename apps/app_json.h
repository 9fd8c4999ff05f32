/* Prints the results of an application for other software. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_JSON_H
#define APPS_APP_JSON_H

#include "apps/app_report.h"

/* Prints `"name": "text", ` as JSON. */
void json_text(const char *name, const char *text);

/* Prints the results as members of a JSON object, and the closing brace. */
void json_results(const struct app_results *results);

#endif
