/* The closed forms of broadcasts along binary subtrees of butterflies and cube-connected cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"

/* Of height 2d - 1 and 3d - 2, counted with hop-nodes and what is straight behind the leaves. */

static double on_butterfly(const struct problem *problem, double packets)
{
	return packets + 2 * problem->net.dimension - 2;
}

static double on_ccc(const struct problem *problem, double packets)
{
	return packets + 3 * problem->net.dimension - 3;
}

#define BINARY(name, kind, steps, text)                                                            \
	{                                                                                          \
		BROADCAST, name, "", kind, F_ALL, HALF_TOO, NULL, steps, text,                     \
			"derived from Nickolov 1993, chapter 2"                                    \
	}

const struct formula formulas_binary[] = {
	BINARY("ascend", "butterfly", on_butterfly, "(ceil(M/B)+2d-2) (beta + B tau)"),
	BINARY("descend", "butterfly", on_butterfly, "(ceil(M/B)+2d-2) (beta + B tau)"),
	BINARY("ascend", "ccc", on_ccc, "(ceil(M/B)+3d-3) (beta + B tau)"),
	BINARY("descend", "ccc", on_ccc, "(ceil(M/B)+3d-3) (beta + B tau)"),
	{ .text = NULL },
};
