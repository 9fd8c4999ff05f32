/* Prints words in lines that fit a terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_WRAP_H
#define TOOL_OUTPUT_WRAP_H

enum {
	WRAP_WIDTH = 79
};

/* Prints the words of the text. The current line stands at `column`, and further lines begin at
 * `indent`. Returns the column of the end. Prints no line break at the end. */
int wrap_words(const char *text, int column, int indent);

#endif
