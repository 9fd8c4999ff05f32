/* Tracks which nodes each node has heard from during an abstract run of zero-copy programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_KNOWLEDGE_H
#define ANALYSIS_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The knowledge of each node: the nodes known to have begun, and the nodes known to have finished
 * all their reads. A packet carries the knowledge that its sender had at the time of sending. A set
 * has a bit for each node. */
struct knowledge {
	size_t words;		/* words of a set */
	uint64_t *begun, *read; /* [nodes * words] */
	uint64_t *sent;		/* [slots * 2 * words] */
};

/* Starts with each node knowing only that the node itself has begun. Returns 0 or -ENOMEM with why.
 * knowledge_close accepts a struct of zeros. */
int knowledge_open(struct knowledge *known, size_t nodes, size_t slots);
void knowledge_close(struct knowledge *known);

void knowledge_send(struct knowledge *known, size_t v, size_t slot);
void knowledge_receive(struct knowledge *known, size_t v, size_t slot);

/* Notes that node v has finished all its reads. */
void knowledge_tell(struct knowledge *known, size_t v);

/* Return true if v knows that u has begun, and that u has finished all its reads. */
bool knowledge_of_beginning(const struct knowledge *known, size_t v, size_t u);
bool knowledge_of_reading(const struct knowledge *known, size_t v, size_t u);

#endif
