/* Word: who has heard from whom, while programs by reference are run abstractly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_KNOWLEDGE_H
#define ANALYSIS_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node knows of nodes that they have begun, and of nodes that they have read all that they read. A
 * packet carries what its sender knew when it was sent. A set has a bit for each node. */
struct knowledge {
	size_t words;		/* of a set */
	uint64_t *begun, *read; /* [nodes * words] */
	uint64_t *sent;		/* [slots * 2 * words] */
};

/* 0 or -ENOMEM with why; knowledge_close takes one that is all zeros. A node knows at first of itself alone. */
int knowledge_open(struct knowledge *word, size_t nodes, size_t slots);
void knowledge_close(struct knowledge *word);

void knowledge_send(struct knowledge *word, size_t v, size_t slot);
void knowledge_receive(struct knowledge *word, size_t v, size_t slot);

/* Node v has read all that it reads. */
void knowledge_tell(struct knowledge *word, size_t v);

/* v knows that u has begun; that u has read. */
bool knowledge_of_beginning(const struct knowledge *word, size_t v, size_t u);
bool knowledge_of_reading(const struct knowledge *word, size_t v, size_t u);

#endif
