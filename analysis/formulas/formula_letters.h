/* Declares the numbers that the letters in the texts of formulas stand for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_LETTERS_H
#define ANALYSIS_FORMULAS_FORMULA_LETTERS_H

#include "analysis/formulas/formula_text.h"

/* Gets the value of M B q N n d k D p h of formula.h. Returns false for other letters. */
bool formula_letter(double *value, char letter, const struct problem *problem,
	const struct formula_numbers *numbers);

/* Returns h: the links to the destination; of an exchange, from the first node that moves. */
int formula_links(const struct problem *problem);

/* Returns k_i, 1 if there is no such digit; p_i; N_i and K_i. */
double formula_indexed(char letter, int i, const struct network *net);

/* Counts the ways in which l of the digits first ... last - 1 are other than 0. */
double formula_ways(const struct network *net, int first, int last, int l);

#endif
