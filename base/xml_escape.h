/* Writes text between the tags, or within the attributes, of XML. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_XML_ESCAPE_H
#define BASE_XML_ESCAPE_H

#include <stdio.h>

/* Writes text[length] so that a reader of XML or HTML gets the same characters. */
void xml_escape(FILE *file, const char *text, size_t length);

#endif
