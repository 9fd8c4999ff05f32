/* Tests of hierarchies: how far apart cores are, where nodes lie, and what links cost there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "plan/costs/operation_costs.h"
#include "plan/costs/machine.h"

/* Two packages of four last-level caches of eight cores. */
static const struct hierarchy two_packages = { 3, { 2, 4, 8 },
	{ OTHER_PACKAGE, SAME_PACKAGE, SAME_L3 } };

TEST("levels hold the product of what is within")
{
	assert_int_equal(hierarchy_cores(&two_packages), 64);
	assert_int_equal(hierarchy_within(&two_packages, 0), 32);
	assert_int_equal(hierarchy_within(&two_packages, 1), 8);
	assert_int_equal(hierarchy_within(&two_packages, 2), 1);
}

TEST("the class is that of the outermost digit that differs")
{
	for (int u = 0; u < 64; u++)
		for (int v = 0; v < 64; v++) {
			enum pair_class expected = u == v	      ? SAME_THREAD
						   : u / 8 == v / 8   ? SAME_L3
						   : u / 32 == v / 32 ? SAME_PACKAGE
								      : OTHER_PACKAGE;

			assert_int_equal(hierarchy_class(&two_packages, u, v), expected);
		}
}

TEST("fewer nodes lie close and more lie in runs")
{
	assert_int_equal(hierarchy_core(&two_packages, 8, 7), 7);
	assert_int_equal(hierarchy_core(&two_packages, 64, 63), 63);
	for (int v = 0; v < 256; v++)
		assert_int_equal(hierarchy_core(&two_packages, 256, v), v / 4);
	/* Where N is not a multiple of T, thread w has the nodes N w / T ... N (w + 1) / T - 1. */
	for (int v = 0; v < 100; v++) {
		int core = hierarchy_core(&two_packages, 100, v);

		assert_in_range(v, 100 * core / 64, 100 * (core + 1) / 64 - 1);
	}
}

TEST("a link costs what its class does")
{
	struct machine machine = { .hierarchy = two_packages,
		.class = { [SAME_THREAD] = { .beta = 1 },
			[SAME_L3] = { .beta = 2, .tau = 0.5 },
			[SAME_PACKAGE] = { .beta = 3 },
			[OTHER_PACKAGE] = { .beta = 4 } } };

	assert_true(machine_link(&machine, 64, 0, 7)->beta == 2);
	assert_true(machine_link(&machine, 64, 0, 7)->tau == 0.5);
	assert_true(machine_link(&machine, 64, 0, 8)->beta == 3);
	assert_true(machine_link(&machine, 64, 0, 32)->beta == 4);
	assert_true(machine_link(&machine, 128, 0, 1)->beta == 1);
	assert_true(machine_link(&machine, 128, 0, 2)->beta == 2);
}

TEST("a cost of a packet is never negative")
{
	struct form_costs c = form_split(300e-9, 900e-9, 100e-9);

	assert_true(c.stall > 99e-9 && c.stall < 101e-9 && c.way > 99e-9 && c.way < 101e-9);
	c = form_split(300e-9, 200e-9, 100e-9);
	assert_true(c.stall == 0 && c.way > 199e-9 && c.way < 201e-9);
	c = form_split(90e-9, 900e-9, 100e-9);
	assert_true(c.stall == 0 && c.way == 0);
}
