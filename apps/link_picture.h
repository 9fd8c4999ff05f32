/* Declares the picture of a network with its links at work. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_LINK_PICTURE_H
#define APPS_LINK_PICTURE_H

#include "apps/link_table.h"

/* Writes the picture to a file as SVG. `heading` says what the links carried. Ends the application
 * when the file cannot be written. */
void link_picture_write(const char *path, const char *heading, const struct link_table *table,
	const struct app_session *session);

#endif
