/* A builder that makes a plan of another problem is refused: that plan would be right, and do nothing
 * of what was asked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "plan/plan.h"
#include "tests/collective_help.h"

int __wrap_build_gather(struct plan **plan, const struct problem *problem);
int __real_build_gather(struct plan **plan, const struct problem *problem);

static void (*spoil)(struct problem *problem);

int __wrap_build_gather(struct plan **plan, const struct problem *problem)
{
	int error = __real_build_gather(plan, problem);

	if (!error && spoil)
		spoil(&(*plan)->problem);
	return error;
}

static void leave_unset(struct problem *problem)
{
	memset(problem, 0, sizeof *problem);
}

static void of_another_collective(struct problem *problem)
{
	problem->collective = BROADCAST;
}

static void on_another_network(struct problem *problem)
{
	network_open(&problem->net, "cube:0");
}

static void with_other_ports(struct problem *problem)
{
	problem->ports = SINGLE;
}

static void with_another_duplex(struct problem *problem)
{
	problem->duplex = HALF;
}

static int make(void)
{
	struct problem problem = { .collective = GATHER,
		.algorithm = "sbt",
		.ports = ALL,
		.duplex = FULL };
	struct plan *plan = NULL;
	int error;

	assert_int_equal(network_open(&problem.net, "cube:3"), 0);
	error = collective_plan(&plan, &problem);
	if (!error)
		plan_free(plan);
	return error;
}

static void a_plan_of_another_problem_is_refused(void **state)
{
	static void (*const ways[])(struct problem *problem) = { leave_unset, of_another_collective,
		on_another_network, with_other_ports, with_another_duplex };

	(void)state;
	spoil = NULL;
	assert_int_equal(make(), 0);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		spoil = ways[i];
		assert_int_equal(make(), -EINVAL);
		assert_non_null(strstr(why_text(), "is of another problem"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_of_another_problem_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
