/* The formula of waves of messages from one node of a cube: where start-ups are short enough for
 * it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula.h"
#include "plan/model/simulator.h"
#include "tests/collective_help.h"

static double simulated_time(
	const struct problem *problem, const struct binding *binding, const struct machine *machine)
{
	AUTO(schedule) schedule = NULL;
	struct simulation simulation;
	AUTO(plan) plan = NULL;

	MUST(collective_plan(&plan, problem) || plan_schedule(&schedule, plan, binding) ||
		schedule_simulate(schedule, machine, &simulation));
	return simulation.asynchronous;
}

/* k start-ups and (2^d - 1)/d messages, as long as node 0 is the last to end. The table has the
 * longest start-up, in units of a message's transfer, for which that holds. */
TEST("distribute waves: the formula is said where node 0 is the last to end")
{
	static const struct {
		int waves;
		double longest; /* 0: any */
	} table[] = { { 1, 0 }, { 2, 0 }, { 2, 1.0 / 3 }, { 2, 1.0 / 24 }, { 3, 0.85 },
		{ 3, 8.0 / 15 }, { 3, 5.0 / 14 } };
	static const double shares[] = { 0, 0.5, 0.999, 1.001, 2 };

	for (int d = 1; d <= COUNT(table); d++)
		for (int i = 0; i < COUNT(shares); i++) {
			double m = 840, longest = table[d - 1].longest;
			const struct machine machine = {
				.beta = m * shares[i] * (longest > 0 ? longest : 3), .tau = 1
			};
			const struct binding binding = { .bytes = (size_t)m, .element = 1 };
			struct problem problem = cube_problem("distribute2", SCATTER, d);
			const struct formula *formula = formula_of(&problem);
			double time = table[d - 1].waves * machine.beta + m * ((1 << d) - 1) / d;
			double simulated = simulated_time(&problem, &binding, &machine);
			bool said = formula->while_short(&problem, m, &machine);

			assert_true(said == !(longest > 0 && shares[i] > 1));
			assert_true(said == (simulated < time * (1 + 1e-9)));
		}
}
