/* Refuses a word that names no network, and suggests the nearest network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_NETWORK_NAMES_H
#define TOOL_ARGUMENTS_NETWORK_NAMES_H

/* Refuses `name`, which could not be opened for the reason why_text(). Suggests cube:3 for cube3,
 * q3, hypercube:3 or cub:3. Returns STATUS_REFUSED. */
int refuse_network(const char *name);

#endif
