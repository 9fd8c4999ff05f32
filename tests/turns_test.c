/* Counting a plan turn by turn gives the figures of its schedule, to the byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/simulate.h"
#include "plan/turns.h"
#include "tests/collective_help.h"

static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "gh:5", "gh:3x3", "gh:2x3",
	"star:3", "star:4", "ccc:3", "butterfly:3" };

static int compared;

static void assert_same(const struct plan *plan, const struct binding *binding)
{
	const struct machine *machine = machine_named("ipsc");
	struct schedule *schedule;
	struct figures counted, listed;
	double seconds;

	assert_int_equal(plan_count(&counted, &seconds, plan, binding, machine), 0);
	if (plan_schedule(&schedule, plan, binding) || schedule_figures(schedule, &listed))
		fail_msg("%s", why_text());
	if (memcmp(&counted, &listed, sizeof counted))
		fail_msg("%s %s on %s, ports %s: %zu bytes in packets of %zu: %lld steps, %llu "
			 "bytes, %llu packets; listed %lld, %llu, %llu",
			collective_name(plan->problem.collective), plan->problem.algorithm,
			plan->problem.net.name, ports_name(plan->problem.ports), binding->bytes,
			binding->packet, (long long)counted.steps,
			(unsigned long long)counted.volume, (unsigned long long)counted.packets,
			(long long)listed.steps, (unsigned long long)listed.volume,
			(unsigned long long)listed.packets);
	assert_true(fabs(seconds - schedule_synchronous(schedule, machine)) <= 1e-9 * seconds);
	schedule_free(schedule);
	compared++;
}

static void compare(const struct problem *problem)
{
	static const size_t packets[] = { 0, 1, 7, 100, 999, 5000 };
	struct plan *plan;

	if (collective_plan(&plan, problem))
		fail_msg("%s", why_text());
	for (size_t i = 0; i < COUNT(packets) && plan_countable(plan); i++) {
		struct binding binding = { .bytes = 997,
			.element = 1,
			.packet = packets[i],
			.root = problem->net.nodes / 2 };

		assert_same(plan, &binding);
		binding.bytes = 24;
		assert_same(plan, &binding);
		binding.bytes = 0;
		assert_same(plan, &binding);
	}
	plan_free(plan);
}

static void counted_figures_are_those_of_the_schedule(void **state)
{
	(void)state;
	for (int i = 0; i < COUNT(networks); i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			int permutation[HELP_NODES];
			struct problem problem =
				bare_problem(networks[i], (enum collective)c, permutation);

			if (c == BROADCAST || c == REDUCE || c == ALLREDUCE || c == SEND)
				for_algorithms(&problem, compare);
		}
	assert_true(compared > 1000);
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("turns: counted figures are those of the schedule",
			counted_figures_are_those_of_the_schedule),
	};

	return cmocka_run_group_tests_name("turns", checks, NULL, NULL);
}
