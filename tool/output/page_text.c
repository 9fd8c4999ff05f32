/* Prints texts within the page of `grove explore`, of which none ends its element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "tool/output/page_text.h"

void page_quote(const char *text, size_t length)
{
	putchar('"');
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < 0x20 || strchr("<\"\\", text[i]))
			printf("\\u%04x", (unsigned)(unsigned char)text[i]);
		else
			putchar(text[i]);
	putchar('"');
}
