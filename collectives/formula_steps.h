/* Steps: the arithmetic behind the table of formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FORMULA_STEPS_H
#define COLLECTIVES_FORMULA_STEPS_H

#include "collectives/formula.h"

/* Sizes of the steps of what is batched: along one path; along the sbt, for any radices, at once or
 * digit by digit; along rotated trees of the cube, n times one tree or n trees at once; along the
 * nESBT's, which are one higher. `turns` are steps that cross one dimension each. */
formula_size path_ones, path_there_and_back, path_falling, path_pairs, sbt_deal, sbt_spread,
	sbt_exchange, digits_spread, digits_deal, digits_exchange, nothing_by_digits, rotated_ones,
	rotated_ramp, rotated_spread, rotated_exchange, rotated_spread_turns, rotated_deal_turns,
	rotated_exchange_turns, doubling, halves, nesbt_ones, nesbt_turns, nesbt_spread,
	nesbt_exchange, nesbt_spread_turns, nesbt_deal_turns, nesbt_exchange_turns,
	sbnt_spread_turns, sbnt_exchange_turns, sbntc_spread_turns, sbntc_exchange_turns;

/* Steps of what is pipelined. */
formula_steps pipe_tree, pipe_path, pipe_path_alternating, pipe_nesbt, pipe_nesbt_labels,
	pipe_nesbt_alternating, pipe_digits, pipe_sbnt_turns, pipe_tree_both, pipe_path_both,
	pipe_sbt_both_turns, pipe_sbt_both_single, pipe_way, pipe_way_alternating;

#endif
