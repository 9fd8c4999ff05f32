/* The tables of closed forms, one for each paper or kind of network; and what their lines are
 * written with. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_TABLES_H
#define ANALYSIS_FORMULAS_FORMULA_TABLES_H

#include "analysis/formulas/formula.h"

/* Sources: the papers, with the corrections that come from running them; "derived" is ours. A
 * formula stands in a table only if the simulator's figures equal it (tests/formula_test.c). The
 * first line that holds is taken. */

/* clang-format off */
#define FORMULA_TABLES(TABLE) \
	TABLE(hypercubes) \
	TABLE(gh) \
	TABLE(nickolov) \
	TABLE(star) \
	TABLE(stout_wagar) \
	TABLE(sends) \
	TABLE(circuits) \
	TABLE(binary) \
	TABLE(exchange) \
	TABLE(trees)
/* clang-format on */

/* Each ends with a line without text. */
#define DECLARE_TABLE(name) extern const struct formula formulas_##name[];
FORMULA_TABLES(DECLARE_TABLE)
#undef DECLARE_TABLE

/* Of networks of one and two nodes, for any algorithm and order: where no table has a line. */
extern const struct formula formulas_pair[];

/* All tables but that one; NULL behind the last. */
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

#define JH(part) "Johnsson & Ho 1986, " part
#define SW(part) "Stout & Wagar 1990, " part
#define DERIVED "derived"

#endif
