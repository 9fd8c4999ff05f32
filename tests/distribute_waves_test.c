/* Waves of messages from one node of a cube: the time of their end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/cube/distribute_waves.h"
#include "plan/model/simulator.h"
#include "plan/schedule.h"
#include "tests/collective_help.h"

static double simulated_end(int d, size_t bytes, const struct machine *machine)
{
	struct binding binding = { .bytes = bytes, .element = 1 };
	struct schedule *schedule;
	struct simulation simulation;
	struct problem problem;
	struct plan *plan;
	char name[NETWORK_NAME];

	snprintf(name, sizeof name, "cube:%d", d);
	problem = problem_of(name, SCATTER);
	strcpy(problem.algorithm, "distribute2");
	if (collective_plan(&plan, &problem) || plan_schedule(&schedule, plan, &binding) ||
		schedule_simulate(schedule, machine, &simulation))
		fail_msg("%s", why_text());
	schedule_free(schedule);
	plan_free(plan);
	return simulation.asynchronous;
}

/* Start-ups from none to longer than a wave: the last node to end is node 0 or another. */
static void the_end_is_the_simulated_one(void **state)
{
	static const double start_up[] = { 0, 1.0 / 24, 1.0 / 3, 0.5, 3 };

	(void)state;
	for (int d = 1; d <= 7; d++)
		for (int i = 0; i < COUNT(start_up); i++) {
			double m = 840, beta = start_up[i] * m, end, simulated;
			struct distribute_waves waves;

			assert_int_equal(distribute_waves_in_waves(&waves, d), 0);
			end = distribute_waves_end(&waves, m, beta, 1);
			simulated = simulated_end(
				d, (size_t)m, &(struct machine){ .beta = beta, .tau = 1 });
			if (fabs(end - simulated) > 1e-9 * simulated)
				fail_msg("cube:%d, start-up %g: %g, not %g", d, beta, end,
					simulated);
		}
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("distribute waves: the time of the end is the simulated one",
			the_end_is_the_simulated_one),
	};

	return cmocka_run_group_tests_name("distribute waves", checks, NULL, NULL);
}
