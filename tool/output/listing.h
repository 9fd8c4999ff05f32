/* Prints the lists of `grove list`, entry by entry, for people or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_LISTING_H
#define TOOL_OUTPUT_LISTING_H

#include <stdbool.h>

/* An entry of a list, with the same fields for all lists. */
struct listed {
	const char *name, *where, *text, *citation;
	double beta, tau; /* of machines */
	unsigned ports;	  /* of algorithms */
};

/* Fills in the i-th entry. Returns false after the last entry. */
typedef bool entry_at(struct listed *entry, int i);

struct list {
	const char *name, *where, *title; /* where: the JSON name of entry.where */
	entry_at *at;
	bool asked; /* shown only if named */
};

/* Print a list, as text or as a member of a JSON object. */
void listing_print(const struct list *list);
void listing_write(const struct list *list);

#endif
