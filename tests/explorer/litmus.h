/* Small programs whose outcomes are known from the literature: the explorer's own test. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_LITMUS_H
#define TESTS_EXPLORER_LITMUS_H

#include "tests/explorer/explorer.h"

/* Each thread leaves what it read; an outcome is these digits, in the order of the threads. */
struct litmus {
	struct scenario scenario;
	const char *outcomes; /* all that are allowed, in ascending order, and no others */
};

extern const struct litmus litmus[];
extern const int litmus_count;

/* The outcomes of the executions since the last call, like `outcomes` above. */
const char *litmus_seen(void);

#endif
