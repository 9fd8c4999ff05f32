/* Writes text between the tags, or within the attributes, of XML. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/xml_escape.h"

void xml_escape(FILE *file, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		switch (text[i]) {
		case '<':
			fputs("&lt;", file);
			break;
		case '>':
			fputs("&gt;", file);
			break;
		case '&':
			fputs("&amp;", file);
			break;
		case '"':
			fputs("&quot;", file);
			break;
		default:
			putc(text[i], file);
		}
}
