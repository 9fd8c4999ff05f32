/* Declares the tables of closed forms, a table for each paper or kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_TABLES_H
#define ANALYSIS_FORMULAS_FORMULA_TABLES_H

#include "analysis/formulas/formula.h"

/* The sources are the papers, with corrections found by running the schedules; "derived" marks our
 * own formulas. A formula stands in a table only if the simulator's figures equal the formula's
 * (tests/analysis/formula_test.c). The first line that holds is taken. */

/* clang-format off */
#define FORMULA_TABLES(TABLE) \
	TABLE(hypercubes) \
	TABLE(gh) \
	TABLE(nickolov) \
	TABLE(star) \
	TABLE(torus) \
	TABLE(stout_wagar) \
	TABLE(sends) \
	TABLE(circuits) \
	TABLE(binary)
/* clang-format on */

/* Each table ends with a line without text. */
#define DECLARE_TABLE(name) extern const struct formula formulas_##name[];
FORMULA_TABLES(DECLARE_TABLE)
#undef DECLARE_TABLE

/* Formulas for networks of one and two nodes, for any algorithm and order, where no other table has
 * a line. */
extern const struct formula formulas_pair[];

/* All tables except formulas_pair; NULL after the last. */
extern const struct formula *const formula_tables[];

enum {
	F_SINGLE = 1 << SINGLE,
	F_EXCHANGE = 1 << EXCHANGE,
	F_SENDRECV = 1 << SENDRECV,
	F_ALL = 1 << ALL,
	PAIRS = F_EXCHANGE | F_SENDRECV,
	ONE = PAIRS | F_SINGLE,
	ANY = ONE | F_ALL
};

/* For the columns `holds` and `parts`. */
bool formula_is_half(const struct problem *problem);
int formula_two_parts(const struct problem *problem);

#define JH(part) "Johnsson & Ho 1986, " part
#define SW(part) "Stout & Wagar 1990, " part
#define DERIVED "derived"

#endif
