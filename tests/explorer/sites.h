/* The places in the source where atomic accesses stand, and the one that is weakened. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_SITES_H
#define TESTS_EXPLORER_SITES_H

#include <stddef.h>
#include "tests/explorer/model.h"

enum {
	SITES = 256
};

/* An access that some scenario has reached, as it is written. */
struct known_site {
	struct site site;
	enum kind kind;
	enum order order;
	char label[8]; /* of its line: R1, A1, ... */
};

extern struct known_site sites[SITES];
extern int site_count;

/* From now on the access at sites[i] has this order; i < 0: all are as written. */
void site_weaken(int i, enum order order);

/* The orders just weaker than that one; their number. */
int site_weaker(const struct known_site *known, enum order weaker[2]);

/* Calls `visit` for each line of a file that holds an access stronger than relaxed. Returns 0 or
 * -errno. */
int site_scan(const char *path, void (*visit)(const char *path, int line, const char *text));

#endif
