/* Texts about scheduling disciplines, for people. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DISCIPLINE_TEXTS_H
#define ANALYSIS_DISCIPLINE_TEXTS_H

struct discipline {
	const char *name;
	const char *where; /* the algorithms and networks that have the discipline */
	const char *text, *citation;
};

/* Returns the i-th discipline, or NULL after the last, in the order of discipline_names. */
const struct discipline *discipline_at(int i);

#endif
