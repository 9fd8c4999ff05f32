/* Prints words in lines that fit a terminal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "tool/output/wrap.h"

int wrap_words(const char *text, int column, int indent)
{
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		int length = (int)strcspn(text, " ");

		if (column > indent && column + 1 + length > WRAP_WIDTH) {
			printf("\n%*s", indent, "");
			column = indent;
		}
		column += printf("%s%.*s", column > indent ? " " : "", length, text);
		text += length;
	}
	return column;
}
