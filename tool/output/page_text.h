/* Texts within the page of `grove explore`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_PAGE_TEXT_H
#define TOOL_OUTPUT_PAGE_TEXT_H

#include <stddef.h>

/* Prints a text as a string of JSON, in which nothing ends the element of the page. */
void page_quote(const char *text, size_t length);

#endif
