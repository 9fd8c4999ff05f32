/* The types of NumPy, as the header of a .npy file writes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_DESCR_H
#define APPS_DESCR_H

#include <stdbool.h>
#include <stddef.h>
#include "apps/python_literal.h"

struct descr {
	char kind;   /* b bool, i u f c numbers, m M times, S U V bytes, ' ' a structure */
	bool big;    /* the byte with the greatest weight comes first */
	size_t item; /* bytes of one element; 0 is possible */
};

/* '<f4', '|S7', [('x', '<f4'), ('rgb', '|u1', (3,))] ... NULL, or what is wrong. */
const char *descr_read(struct cursor *cursor, struct descr *descr);

#endif
