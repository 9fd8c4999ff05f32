/* Counting a plan turn by turn gives the figures of its schedule, to the byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/model/simulator.h"
#include "plan/model/pipeline_metrics.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"

static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "gh:5", "gh:3x3", "gh:2x3",
	"star:3", "star:4", "ccc:3", "butterfly:3" };

/* More rounds than can be listed: what one round more adds is what a turn in the middle adds. */
TEST("turns: rounds that are alike are counted at once, hundreds of millions too")
{
	static const struct machine machine = { .beta = 1, .tau = 1 };
	struct problem problem = problem_by("nesbt", BROADCAST, "cube:3");
	struct figures few, more, many;
	AUTO(plan) plan = plan_of(&problem);
	double seconds[3];

	MUST(plan_count(&few, &seconds[0], plan,
		&(struct binding){ .bytes = 3000, .element = 1, .packet = 1 }, &machine));
	MUST(plan_count(&more, &seconds[1], plan,
		&(struct binding){ .bytes = 3003, .element = 1, .packet = 1 }, &machine));
	MUST(plan_count(&many, &seconds[2], plan,
		&(struct binding){ .bytes = 3000000000, .element = 2, .packet = 2 }, &machine));
	assert_int_equal(many.steps - few.steps, (more.steps - few.steps) * (500000000 - 1000));
	assert_int_equal(
		many.packets - few.packets, (more.packets - few.packets) * (500000000 - 1000));
	assert_int_equal(many.transmissions, 7 * UINT64_C(3000000000));
	assert_int_equal(many.busiest_link, few.busiest_link * 1000000);
}

static int compared;

static void assert_same(const struct plan *plan, const struct binding *binding)
{
	const struct machine *machine = machine_named("ipsc");
	struct schedule *schedule;
	struct figures counted, listed;
	double seconds;

	assert_int_equal(plan_count(&counted, &seconds, plan, binding, machine), 0);
	MUST(plan_schedule(&schedule, plan, binding) || schedule_figures(schedule, &listed));
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
	static const size_t packets[] = { 0, 1, 2, 3, 7, 100, 999, 5000 };
	AUTO(plan) plan = NULL;

	if (!is_sampled())
		return;
	MUST(collective_plan(&plan, problem));
	/* What is not pipelined is cut packet by packet: listing thousands of them shows nothing
	 * more. */
	for (size_t i = plan->pipelined ? 0 : 4; i < COUNT(packets) && plan_countable(plan); i++) {
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
}

TEST("turns: counted figures are those of the schedule")
{
	for (int i = 0; i < COUNT(networks); i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			int permutation[HELP_NODES];
			struct problem problem =
				bare_problem(networks[i], (enum collective)c, permutation);

			for_algorithms(&problem, compare);
		}
	assert_true(compared > (SANITIZED ? 200 : 1000));
}
