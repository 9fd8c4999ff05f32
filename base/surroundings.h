/* Gives the library's own computing plain surroundings, whatever those of its caller are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SURROUNDINGS_H
#define BASE_SURROUNDINGS_H

#include <fenv.h>
#include <locale.h>

/* What a thread's numbers depend on. A caller may trap exceptions, round upward, flush subnormals
 * to zero, or write a decimal comma. */
struct surroundings {
	fenv_t arithmetic;
	locale_t locale;
};

/* Sets this thread's arithmetic and locale to those with which a C program starts, and returns
 * those of the caller, for surroundings_restore. Flags that were raised in between are forgotten.
 * Pairs of calls may be nested. No thread that runs a caller's body may start in between, because
 * threads inherit the arithmetic. */
struct surroundings surroundings_plain(void);
void surroundings_restore(const struct surroundings *callers);

/* A declaration: the rest of the block has plain surroundings. */
#define PLAIN_SURROUNDINGS                                                                         \
	const struct surroundings callers __attribute__((cleanup(surroundings_restore), unused)) = \
		surroundings_plain()

#endif
