/* Declares copies of the bytes of a row's busiest links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_BARE_LINKS_H
#define PERF_BARE_LINKS_H

#include "perf/timing/bare_work.h"
#include "perf/timing/session.h"

/* Opens copies of the busiest link's bytes from thread to thread, for all threads to which a
 * busiest link leads, with memory of their own. Without such links there are no groups. `links` is
 * all zeros before. Returns 0, or -errno with why. */
int bare_of_links(struct bare_work *links, const struct session *session);

#endif
