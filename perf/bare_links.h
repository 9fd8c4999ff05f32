/* Declares copies of the bytes of a row's busiest links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_BARE_LINKS_H
#define PERF_BARE_LINKS_H

#include "perf/timing/bare_work.h"
#include "perf/timing/session.h"

/* The busiest links, at most one that leads to each thread, with buffers of their own. */
struct bare_links {
	struct bare_work copies;
	void *memory;
	size_t memory_bytes;
};

/* Opens copies of the busiest link's bytes from thread to thread, for all threads to which a
 * busiest link leads. Without such links there are no groups. Returns 0, or -ENOMEM with why. */
int bare_of_links(struct bare_links *links, const struct session *session);
void bare_links_close(struct bare_links *links); /* all zeros are fine */

#endif
