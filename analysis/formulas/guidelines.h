/* Guidelines of self-consistency: what no collective may be slower than, since others do its work.
 *
 * Traeff, Gropp, Thakur: Self-consistent MPI performance guidelines, IEEE Transactions on Parallel and
 * Distributed Systems 21 (2010). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_GUIDELINES_H
#define ANALYSIS_FORMULAS_GUIDELINES_H

#include "plan/problem.h"

/* A collective with blocks of M bytes, or of N M on N nodes. */
struct guided {
	enum collective collective;
	bool all; /* N M */
};

/* `whole` takes no longer than its parts one after another. */
struct guideline {
	struct guided whole;
	int parts;
	struct guided part[2];
	const char *text;
};

/* The i-th, NULL behind the last. */
const struct guideline *guideline_at(int i);

#endif
