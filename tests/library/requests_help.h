/* Bodies that check each step, for the tests of requests. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIBRARY_REQUESTS_HELP_H
#define TESTS_LIBRARY_REQUESTS_HELP_H

#include "tests/library/messages_help.h"

#define OPERATION(...) (&(struct grove_operation){ __VA_ARGS__ })

/* The styles of threads: one for each node, and bodies that share a thread. */
static const struct {
	const char *network, *wait;
	int threads;
} styles[] = { { "gh:2", NULL, 0 }, { "cube:2", NULL, GROVE_NODES },
	{ "ring:3", "park", GROVE_NODES }, { "cube:3", NULL, 2 }, { "gh:5", NULL, 1 } };

static inline void run_all(grove_body *body, void *argument)
{
	for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
		threads = styles[s].threads;
		run(styles[s].network, styles[s].wait, body, argument);
	}
	threads = GROVE_NODES;
}

#endif
