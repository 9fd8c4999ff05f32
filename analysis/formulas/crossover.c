/* Finds the message length at which few low trees and more, higher trees take the same time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "analysis/formulas/crossover.h"
#include "analysis/formulas/formula.h"

/* Nickolov 1993, section 3.5.3. Both times are squares of a sum of two roots, so the times are
 * equal where the sums are equal: sqrt(share M tau) + sqrt(start_ups beta) is linear in sqrt(M). */

static bool is(const struct problem *problem, const char *algorithm, const char *kind)
{
	return !strcmp(problem->algorithm, algorithm) && !strcmp(problem->net.kind->name, kind);
}

/* Returns the height by theorems 3.1 to 3.4; 0 where the thesis has no such trees. */
static int height_proved(const struct problem *problem)
{
	int d = problem->net.dimension;

	if (is(problem, "adst2", "ccc"))
		return 2 * d + d / 2 + 2;
	if (is(problem, "adst3", "ccc"))
		return 3 * d + 3;
	if (is(problem, "adst2", "butterfly"))
		return d + d / 2 + 1;
	return is(problem, "adst4", "butterfly") ? 2 * d + 1 : 0;
}

int pipe_proved(struct pipe *pipe, const struct problem *problem)
{
	int h = height_proved(problem), trees, colours = network_colours(&problem->net);

	if (!h || problem->duplex == HALF)
		return -ENOENT;
	trees = problem->algorithm[4] - '0';
	if (problem->ports == ALL)
		*pipe = (struct pipe){ 1.0 / trees, h - 1 }; /* lemma 1.6 */
	else if (problem->ports == EXCHANGE)
		*pipe = (struct pipe){ (double)colours / trees, h * (colours - 1) }; /* lemma 1.7 */
	else
		return -ENOENT;
	return 0;
}

enum {
	MANY = 1024 /* rounds: with few rounds some times are not used */
};

/* Finds S = turns (R - 1) + first for R rounds; two values of R are enough. */
int pipe_built(struct pipe *pipe, const struct problem *problem)
{
	const struct formula *formula = formula_of(problem);
	int parts;
	double turns, first;

	if (!formula || !formula_pipelined(formula) || formula->how & AT_MOST)
		return -ENOENT;
	parts = formula_cuts(formula, problem);
	turns = formula_count_steps(formula, problem, (MANY + 1) * parts) -
		formula_count_steps(formula, problem, MANY * parts);
	first = formula_count_steps(formula, problem, MANY * parts) - (MANY - 1) * turns;
	if (isnan(turns) || isnan(first))
		return -ENOMEM;
	*pipe = (struct pipe){ turns / parts, first - turns };
	return 0;
}

double pipe_crossover(const struct pipe *low, const struct pipe *high)
{
	return pow((sqrt(high->start_ups) - sqrt(low->start_ups)) /
			   (sqrt(low->share) - sqrt(high->share)),
		2);
}
