/* Costs of threads for tests, in the proportions of a machine with two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_RATES_HELP_H
#define TESTS_RATES_HELP_H

#include "library/library_internal.h"

static inline struct rates rates_here(void)
{
	static const struct link_costs links_here = {
		.beta = 1.7e-7, .packet = 8e-8, .tau = 1e-10, .folded_tau = 4e-11
	};
	static struct measured_costs costs;
	static struct machine machine;

	rough_machine(&machine, &costs, &links_here);
	return machine_rates(&machine, 1);
}

#endif
