/* Wrapping: words in lines that fit a terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_WRAP_H
#define TOOL_OUTPUT_WRAP_H

enum {
	WRAP_WIDTH = 79
};

/* Prints the words of the text, from `column` on where the line stands; further lines begin at
 * `indent`. Returns the column where it ends. No line break at the end. */
int wrap_words(const char *text, int column, int indent);

#endif
