/* Names the network that was asked for, and suggests the nearest for a word that names none. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_NETWORK_NAMES_H
#define TOOL_ARGUMENTS_NETWORK_NAMES_H

struct options;

enum {
	NETWORK_WORD = 512
};

/* Returns the network that was asked for: `word`, or "word~0-1" with --broken 0-1, which is written
 * to `name` and cut if it is longer than any name of a network. */
const char *network_word(
	char name[NETWORK_WORD], const char *word, const struct options *options);

/* Refuses `name`, which could not be opened for the reason why_text(). Suggests cube:3 for cube3,
 * q3, hypercube:3 or cub:3. Returns STATUS_REFUSED. */
int refuse_network(const char *name);

#endif
