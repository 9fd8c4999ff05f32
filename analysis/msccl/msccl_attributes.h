/* Reads the attributes of an element of XML: words, whole numbers, names of buffers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_ATTRIBUTES_H
#define ANALYSIS_MSCCL_MSCCL_ATTRIBUTES_H

#include "analysis/msccl/msccl_file.h"

enum {
	ATTRIBUTE_NEEDED = INT32_MIN, /* as a default: there is none */
	ATTRIBUTE_SHOWN = 64	      /* bytes of a word of the text in a refusal */
};

/* The first error counts; after an error nothing is read. */
struct msccl_attributes {
	const char *element, **attribute; /* attribute: name, value, name, ..., NULL */
	unsigned long line;
	int error;
};

/* Sets the error -EINVAL, with the line of the text as why. */
void attribute_refuse(struct msccl_attributes *of, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Return a word: NULL, or "" with an error, where it is not there. */
const char *attribute_word(const struct msccl_attributes *of, const char *name);
const char *attribute_needed(struct msccl_attributes *of, const char *name);

int32_t attribute_number(struct msccl_attributes *of, const char *name, int32_t least, int32_t most,
	int32_t otherwise);

/* Returns a buffer; a step that does not use the buffer may call it as it likes. */
enum msccl_buffer attribute_buffer(struct msccl_attributes *of, const char *name, bool used);

#endif
