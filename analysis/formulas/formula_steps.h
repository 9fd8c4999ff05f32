/* Steps: the arithmetic behind the table of formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_STEPS_H
#define ANALYSIS_FORMULAS_FORMULA_STEPS_H

#include "analysis/formulas/formula.h"

/* Sizes of the steps of what is batched: along one path; along the sbt, for any radices, at once or
 * digit by digit; along rotated trees of the cube, n times one tree or n trees at once; along the
 * nESBT's, which are one higher. `turns` are steps that cross one dimension each. */
formula_size path_ones, path_there_and_back, path_falling, path_pairs, sbt_deal, sbt_spread,
	sbt_exchange, digits_spread, digits_deal, digits_exchange, nothing_by_digits, rotated_ones,
	rotated_ramp, rotated_spread, rotated_exchange, rotated_spread_turns, rotated_deal_turns,
	rotated_exchange_turns, doubling, halves, nesbt_ones, nesbt_turns, nesbt_spread,
	nesbt_exchange, nesbt_spread_turns, nesbt_deal_turns, nesbt_exchange_turns, tcbt_deal,
	tcbt_deal_turns;

/* Steps of what is pipelined. */
formula_steps pipe_tree, pipe_path, pipe_path_alternating, pipe_nesbt, pipe_nesbt_labels,
	pipe_nesbt_alternating, pipe_digits, pipe_sbnt_turns, pipe_tree_both, pipe_path_both,
	pipe_sbt_both_turns, pipe_sbt_both_single, pipe_way, pipe_way_alternating, pipe_tcbt,
	pipe_tcbt_alternating, pipe_paths;

/* On the star graph, along the greedy tree and its dimension changes: batched, and pipelined. */
formula_size star_spread, star_deal, star_exchange, star_news, star_news_turns;
formula_steps pipe_star, pipe_star_both, pipe_star_turns;

/* Rounds along its trees of congestion two; and the bytes of a part where packets have at most
 * `packet`, which is not 0. */
formula_figures mst_rounds;
double mst_segment(const struct problem *problem, double packet);

/* Their best number of rounds on a machine, as a real number, and the time: equations 3 and 5 of Tseng &
 * Sheu 1997. -ENOMEM with why. */
int mst_best(const struct problem *problem, double bytes, const struct machine *machine,
	struct best *best);

/* Trees without a closed form: sums over their links. */
formula_figures tree_spread, tree_spread_turns, tree_exchange, tree_exchange_postorder,
	tree_exchange_turns, tree_deal_turns, tree_deal_in_turn;

/* Broadcasts along one tree with one port. */
formula_steps pipe_turns;

/* Scatters with all ports, level by level; and in packets cut from streams (formula_deal.c). */
formula_figures tree_deal, tree_deal_ports, stream_rotated, stream_tree, stream_path, stream_path_turns;

/* Along arc-disjoint trees of ccc and butterfly (formula_adst.c). */
formula_steps pipe_adst, pipe_adst_half, pipe_adst_colours, pipe_adst2_colours,
	pipe_adst4_alternating, pipe_adst_alternating, pipe_adst2_alternating, pipe_edst2_both;

#endif
