/* Finds the messages for which more trees, which are higher, are faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_CROSSOVER_H
#define ANALYSIS_FORMULAS_CROSSOVER_H

#include "plan/problem.h"

/* A pipelined plan with packets of the best size takes the time
 *	(sqrt(share M tau) + sqrt(start_ups beta))^2.
 * Nickolov 1993, lemma 1.3 and the lemmas after. Pure values, from any thread. */
struct pipe {
	double share, start_ups;
};

/* Finds the pipe that the thesis proves for adst2, adst3 or adst4 under ports ALL (F*, lemma 3.8)
 * or EXCHANGE (F1, lemma 3.9) with full duplex links. Returns 0, or -ENOENT where the thesis proves
 * none. */
int pipe_proved(struct pipe *pipe, const struct problem *problem);

/* Finds the pipe of the problem's schedule, by its closed form (formula.h). Returns 0, or -ENOENT
 * without a closed form. */
int pipe_built(struct pipe *pipe, const struct problem *problem);

/* Returns the length of the message, M tau / beta, up to which `low` is faster: low has the fewer
 * start-ups, high the smaller share. */
double pipe_crossover(const struct pipe *low, const struct pipe *high);

#endif
