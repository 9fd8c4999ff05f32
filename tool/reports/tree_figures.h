/* Prints figures of a family's trees: heights, subtrees, loads of links, and necklaces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_TREE_FIGURES_H
#define TOOL_REPORTS_TREE_FIGURES_H

#include "analysis/tree_loads.h"

/* Prints the figures as tables. */
void figures_print(const struct forest *forest, const struct loads *loads);

/* Write members into the open JSON object: "loads" and "necklaces", and "subtrees" of tree j. */
void figures_write(const struct forest *forest, const struct loads *loads);
void figures_write_subtrees(const struct forest *forest, int j);

#endif
