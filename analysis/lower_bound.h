/* Computes lower bounds: times that no schedule for a problem can beat. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_LOWER_BOUND_H
#define ANALYSIS_LOWER_BOUND_H

#include "plan/costs/machine.h"
#include "plan/problem.h"

/* Returns a bound in seconds, for blocks of that many bytes under the problem's port model: the
 * larger of a latency bound (the start-ups of the longest path that some bytes must take) and a
 * bandwidth bound (the bytes that must leave or reach a node, or cross all links together).
 * Johnsson & Ho 1986, sections 4-7; Stout & Wagar 1990, section 9. */
double problem_bound(const struct problem *problem, size_t bytes, const struct machine *machine);

#endif
