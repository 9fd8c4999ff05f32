/* Floors of estimates: no estimate of any plan is below its floor, and floors are no mere zeros. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/auto/choose.h"
#include "collectives/auto/prospects.h"
#include "plan/model/estimate.h"
#include "tests/collective_help.h"
#include "tests/rates_help.h"

/* How near the floors of a test come to the estimates. */
struct nearness {
	int plans;
	double sum; /* of floor / estimate */
};

/* A machine whose costs have no order: a byte from another core may cost less than a byte of
 * one's own, and more in large copies or less. */
static struct rates rates_of_odd_machine(unsigned seed)
{
	static struct measured_costs costs;
	static struct machine machine;
	struct rates rates = rates_here();
	struct quantity *quantity = (struct quantity *)&costs;

	machine = *rates.here;
	costs = *machine.measured;
	machine.measured = &costs;
	for (size_t i = 0; i < sizeof costs / sizeof *quantity; i++) {
		seed = seed * 1103515245 + 12345;
		quantity[i].seconds *= 1 + (double)(seed >> 16 & 7);
	}
	for (int i = 1; i < COPY_SIZES; i++)
		for (int way = 0; way < COPY_WAYS * DATA_STATES; way++)
			for (int pair = 0; pair < PAIR_CLASSES; pair++) {
				struct quantity *size =
					costs.pair[pair].copy[way / DATA_STATES][way % DATA_STATES];

				seed = seed * 1103515245 + 12345;
				size[i].seconds =
					size[i - 1].seconds * (3 + (double)(seed >> 16 & 3));
			}
	rates.here = &machine;
	return rates;
}

/* The floor that is known before a plan is made is below the estimate of every candidate. */
static void assert_prospects(
	struct nearness *near, const struct problem *problem, const struct rates *rates)
{
	struct candidate list[CANDIDATES];

	for (size_t bytes = 8; bytes <= (size_t)1 << 29; bytes *= 13) {
		const struct prospect_size size = { bytes / 8 * 8, 8, rates };
		int count = choose(list, problem, size.bytes, 8, rates);

		for (int i = 0; i < count && !list[i].left_out; i++) {
			struct problem own = *problem;
			double floor;

			memcpy(own.algorithm, list[i].algorithm, ALGORITHM_NAME);
			floor = prospect_floor(
				problem, algorithm_of(&own), family_along(own.algorithm), &size);
			if (!(floor <= list[i].seconds * (1 + 1e-9)))
				fail_msg("%s %s %s on %s, %zu bytes: %g s, below the floor of %g s",
					collective_name(problem->collective), own.algorithm,
					list[i].order, problem->net.name, size.bytes,
					list[i].seconds, floor);
			near->plans++;
			near->sum += list[i].seconds > 0 ? floor / list[i].seconds : 1;
		}
	}
}

static void assert_floors_of(
	struct nearness *near, const char *network, enum collective collective, struct rates *rates)
{
	static int permutation[64];
	struct problem problem = problem_of(network, collective);

	assert_in_range(problem.net.nodes, 1, COUNT(permutation));
	odd_permutation(permutation, problem.net.nodes);
	problem.permutation = collective == PERMUTE ? permutation : NULL;
	problem.destination = problem.net.nodes - 1;
	assert_prospects(near, &problem, rates);
}

TEST("floors: no estimate is below its floor")
{
	static const char *const networks[] = { "cube:1", "cube:3", "gh:2x3", "gh:4x4", "star:4",
		"ccc:3" };
	struct nearness near = { 0 };

	for (int i = 0; i < COUNT(networks); i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			struct rates rates = c % 2 ? rates_here() : rates_of_odd_machine(i);

			rates.threads = 1 + (i + c) % 5;
			rates.data = (enum data_state)(c % DATA_STATES);
			rates.forward = (enum forward)(i % 3);
			rates.cache = c % 3 ? 32 << 20 : 0;
			assert_floors_of(&near, networks[i], (enum collective)c, &rates);
		}
	print_message(
		"# %d estimates, floors at %.2f of them\n", near.plans, near.sum / near.plans);
	assert_true(near.sum > 0.1 * near.plans);
}
