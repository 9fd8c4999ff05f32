/* Lists the closed forms of broadcasts along binary subtrees of ccc and butterfly networks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

/* The heights 2d - 1 and 3d - 2 count hop-nodes and the nodes directly after the leaves. */

#define BINARY(name, kind, text)                                                                   \
	{                                                                                          \
		BROADCAST, name, "", kind, F_ALL, HALF_TOO, text,                                  \
			"derived from Nickolov 1993, chapter 2"                                    \
	}

const struct formula formulas_binary[] = {
	BINARY("ascend", "butterfly", "(ceil(M/B)+2d-2) (beta + B tau)"),
	BINARY("descend", "butterfly", "(ceil(M/B)+2d-2) (beta + B tau)"),
	BINARY("ascend", "ccc", "(ceil(M/B)+3d-3) (beta + B tau)"),
	BINARY("descend", "ccc", "(ceil(M/B)+3d-3) (beta + B tau)"),
	{ .text = NULL },
};
