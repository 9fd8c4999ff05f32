/* The few Python literals that stand in the header of a .npy file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_LITERAL_H
#define APPS_LITERAL_H

#include <stdbool.h>
#include <stddef.h>

/* text[at .. end - 1] is still to be read. */
struct cursor {
	const char *text;
	size_t at, end;
};

/* text[begin .. end - 1] of a file or a cursor. */
struct span {
	size_t begin, end;
};

/* Whether `c` comes next, behind white space: take steps over it. */
bool literal_next(struct cursor *cursor, char c);
bool literal_take(struct cursor *cursor, char c);

/* A string in quotes, and what is between them; backslashes are kept as they are. */
bool literal_string(struct cursor *cursor, struct span *span);

/* A word, such as True. */
bool literal_word(struct cursor *cursor, const char *word);

/* A whole number that is not negative, and where it stands; Python 2 ended some with an L. */
bool literal_number(struct cursor *cursor, size_t *number, struct span *span);

#endif
