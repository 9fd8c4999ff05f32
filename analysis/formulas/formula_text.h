/* Evaluates the texts of formulas, as users see the texts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_TEXT_H
#define ANALYSIS_FORMULAS_FORMULA_TEXT_H

#include "plan/problem.h"

/* The value of B for packets without a limit. */
#define FORMULA_NO_LIMIT 1e300

/* In elements; the packet is FORMULA_NO_LIMIT where packets have no limit. */
struct formula_numbers {
	double block, packet; /* M, B */
	int parts;	      /* q: the number of parts of a block */
	double beta, tau;     /* of an element */
};

struct formula_value {
	double steps, volume; /* the factors of beta and of tau */
	double seconds;	      /* for the numbers' beta and tau */
	double largest;	      /* the largest number that was rounded up */
};

/* The language, in order of rising precedence:
 *
 *	a + b, a - b		sums
 *	a b, a/b, a mod b	products; factors after a space, from left to right
 *	ab, 2n, N(N-1)		products without a space: a single factor, also after a slash
 *	a^b			powers
 *
 *	ceil(a) floor(a) min(a,b) max(a,b) gcd(a,b)	C(n,l): the binomial coefficient
 *	e(a,b,l)		in how many ways l of the digits a to b - 1 are other than 0
 *	sum_{i=a..b} x		sum_{i<b} from 0, sum_{i<=b} too; max_{..} the largest;
 *				x ends with its term
 *	[a=b]			1 or 0; also with <, >, <=, >=
 *	(a<b: x; else y)	x or y
 *	k_a..k_b		the product of k_a to k_b
 *
 * The letters are in formula.h. The text itself may define other letters: "..., g = ceil(M/B)". A
 * comma ends the formula; other words after the comma are for people. A formula may begin with "at
 * most". */

/* Returns g, the number of groups of packets; 1 where the text defines no g. */
double formula_groups(
	const char *text, const struct problem *problem, const struct formula_numbers *numbers);

/* Evaluates the text. Returns 0, or -EINVAL with why when the text is not a formula. */
int formula_evaluate(struct formula_value *value, const char *text, const struct problem *problem,
	const struct formula_numbers *numbers);

#endif
