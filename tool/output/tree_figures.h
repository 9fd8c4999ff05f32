/* Figures of trees: heights, subtrees, what they put on links, and necklaces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_TREE_FIGURES_H
#define TOOL_OUTPUT_TREE_FIGURES_H

#include "analysis/tree_loads.h"

/* Prints tables. */
void figures_print(const struct forest *forest, const struct loads *loads);

/* Writes members into the JSON object that is open: "loads" and "necklaces"; and "subtrees" of one tree. */
void figures_write(const struct forest *forest, const struct loads *loads);
void figures_write_subtrees(const struct forest *forest, int j);

#endif
