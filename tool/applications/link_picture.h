/* Declares the picture of a network with its links at work. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_LINK_PICTURE_H
#define TOOL_APPLICATIONS_LINK_PICTURE_H

#include "tool/applications/link_table.h"
#include "topology/network.h"

/* Writes the picture to a file as SVG. `heading` says what the links carried. Ends the command
 * when the network is too large to be seen, or the file cannot be written. */
void link_picture_write(const char *path, const char *heading, const struct link_table *table,
	const struct network *net);

#endif
