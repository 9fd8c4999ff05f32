/* Word: who has heard from whom, while programs by reference are run abstractly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_WORD_H
#define PLAN_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node knows of nodes that they have begun, and of nodes that they have read all that they read. A
 * packet carries what its sender knew when it was sent. A set has a bit for each node. */
struct word {
	size_t words;		/* of a set */
	uint64_t *begun, *read; /* [nodes * words] */
	uint64_t *sent;		/* [slots * 2 * words] */
};

/* 0 or -ENOMEM with why; word_close takes one that is all zeros. A node knows at first of itself alone. */
int word_open(struct word *word, size_t nodes, size_t slots);
void word_close(struct word *word);

void word_send(struct word *word, size_t v, size_t slot);
void word_receive(struct word *word, size_t v, size_t slot);

/* Node v has read all that it reads. */
void word_tell(struct word *word, size_t v);

/* v knows that u has begun; that u has read. */
bool word_of_beginning(const struct word *word, size_t v, size_t u);
bool word_of_reading(const struct word *word, size_t v, size_t u);

#endif
