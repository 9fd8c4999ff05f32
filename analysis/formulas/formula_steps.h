/* Declares the arithmetic of formulas: functions that count steps and sum loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_STEPS_H
#define ANALYSIS_FORMULAS_FORMULA_STEPS_H

#include "analysis/formulas/formula.h"

/* Rounds along the star graph's trees of congestion two, and the bytes of a part for packets of at
 * most `packet` bytes, which is not 0. */
formula_figures mst_rounds;
double mst_segment(const struct problem *problem, double packet);

/* Finds the best number of rounds on a machine, as a real number, and the time: equations 3 and 5
 * of Tseng & Sheu 1997. Returns 0 or -ENOMEM with why. */
int mst_best(const struct problem *problem, double bytes, const struct machine *machine,
	struct best *best);

/* Trees without a closed form: sums over the links. */
formula_figures tree_spread, tree_spread_turns, tree_exchange, tree_exchange_postorder,
	tree_exchange_turns, tree_deal_turns, tree_deal_in_turn;

/* Broadcasts along a single tree with one port. */
formula_steps pipe_turns;

/* Scatters with all ports, level by level; and in packets cut from streams (formula_deal.c). */
formula_figures tree_deal, tree_deal_ports, stream_rotated, stream_tree, stream_path,
	stream_path_turns;

/* Along two arc-disjoint trees of ccc and butterfly with one port (formula_adst.c). */
formula_steps pipe_adst2_colours, pipe_adst2_alternating;

#endif
