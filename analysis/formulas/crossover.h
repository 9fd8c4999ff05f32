/* Crossovers: for which messages more trees, which are higher, are worth it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_CROSSOVER_H
#define ANALYSIS_FORMULAS_CROSSOVER_H

#include "plan/problem.h"

/* What is pipelined takes, with packets of the best size, the time
 *	(sqrt(share M tau) + sqrt(start_ups beta))^2.
 * Nickolov 1993, lemma 1.3 and those that follow. Pure values, from any thread. */
struct pipe {
	double share, start_ups;
};

/* The pipe that the thesis proves for adst2, adst3 or adst4 under ports ALL (F*, lemma 3.8) or
 * EXCHANGE (F1, lemma 3.9) with full duplex links. 0, or -ENOENT where it proves none. */
int pipe_proved(struct pipe *pipe, const struct problem *problem);

/* The pipe of our schedule, by its closed form (formula.h). 0, or -ENOENT where there is none. */
int pipe_built(struct pipe *pipe, const struct problem *problem);

/* The length of the message, M tau / beta, up to which `low` is the faster of the two: low has the
 * fewer start-ups, high the smaller share. */
double pipe_crossover(const struct pipe *low, const struct pipe *high);

#endif
