/* Declares the ratios that the papers promise, for the table of claims. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PAPER_RATIOS_H
#define PERF_PAPER_RATIOS_H

#include "perf/paper_claims.h"

/* Each returns how many times as long the schedule before takes as the schedule after. */
double ratio_of_broadcast_one_port(const struct setting *setting);
double ratio_of_broadcast_all_ports(const struct setting *setting);
double ratio_of_complete_tree(const struct setting *setting);
double ratio_of_root_alone(const struct setting *setting);
double ratio_of_scatter_balanced(const struct setting *setting);
double ratio_of_half_against_nth(const struct setting *setting);
double ratio_of_circuit(const struct setting *setting);
double ratio_of_circuit_both_ways(const struct setting *setting);
double ratio_of_exchange(const struct setting *setting);
double ratio_of_broadcast_waves(const struct setting *setting);
double ratio_of_transposition(const struct setting *setting);
double ratio_of_histogram(const struct setting *setting);
double ratio_of_star(const struct setting *setting);
double ratio_of_cycles(const struct setting *setting);
double ratio_of_butterflies(const struct setting *setting);
double ratio_of_corner(const struct setting *setting);
double ratio_of_radix_scatter(const struct setting *setting);

/* Each returns the length of a message, in start-ups. */
double length_crossover(int n);
double length_below_crossover(int n);
double length_above_crossover(int n);

#endif
