/* A bare copy brings bytes from one buffer to another without packets, by one core or by two. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_BARE_COPY_H
#define LIBRARY_BARE_COPY_H

#include "plan/costs/copy_costs.h"

enum {
	BARE_SENDER,
	BARE_RECEIVER
};

/* The memory of a core. */
struct copy_side {
	unsigned char *in, *out;
};

/* Many copies of the same size, one after another. Small copies have several places. The places are
 * so few that all lines stay in the first cache, and their order keeps the processor from reading
 * ahead. */
struct bare_copy {
	enum copy_way way;
	size_t bytes;
	const struct copy_side *side; /* of the sender and of the receiver */
};

/* Returns the number of places of a copy. All places together take places * bytes of each
 * buffer. */
size_t bare_copy_places(size_t bytes);

/* Return true if the core's input is read and its output written. */
bool bare_copy_reads(enum copy_way way, int core);
bool bare_copy_writes(enum copy_way way, int core);

/* Returns true if the core copies in this way. */
bool bare_copy_works(enum copy_way way, int core);

/* Does the core's part at all places. */
void bare_copy_run(const struct bare_copy *copy, int core);

#endif
