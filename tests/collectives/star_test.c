/* Schedules on the star graph: the algorithms of Tseng & Sheu 1997, counted step by step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/registry.h"
#include "tests/plan_help.h"

static struct problem star_problem(int n, enum collective collective, const char *algorithm)
{
	char name[NETWORK_NAME];

	snprintf(name, sizeof name, "star:%d", n);
	return problem_by(algorithm, collective, name);
}

static struct schedule *bind(const struct problem *problem, size_t bytes, size_t packet)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = problem->root
	};
	struct schedule *schedule = NULL;
	AUTO(plan) plan = NULL;

	MUST(collective_plan(&plan, problem) || plan_view(&schedule, plan, &binding));
	return schedule;
}

static size_t largest(const struct schedule *s)
{
	size_t most = 0;

	for (size_t i = 0; i < s->packets; i++)
		most = s->packet[i].bytes > most ? s->packet[i].bytes : most;
	return most;
}

enum {
	SEGMENT = 6 /* bytes */
};

/* p rounds of Algorithm 1: steps, and volume in segments. */
static void assert_rounds(struct problem problem, int p, int64_t steps, uint64_t segments)
{
	size_t bytes = (size_t)(p * problem.net.ports) * SEGMENT;

	for (problem.root = 0; problem.root < problem.net.nodes;
		problem.root += 1 + problem.net.nodes / 3) {
		AUTO(schedule) s = bind(&problem, bytes, 2 * SEGMENT + 1);
		struct figures f;

		assert_int_equal(schedule_figures(s, &f), 0);
		assert_int_equal(f.steps, steps);
		assert_int_equal(f.volume, segments * SEGMENT);
		assert_int_equal(largest(s), 2 * SEGMENT);
		assert_int_equal(f.transmissions, bytes * (uint64_t)(problem.net.nodes - 1));
	}
}

static const int rounds[] = { 1, 2, 3, 5 };

/* h + p - 1 steps; most of them, not all, have packets of two segments. */
TEST("star: Algorithm 1 takes h + p - 1 steps (theorem 1)")
{
	static const int height[] = { [3] = 5, [4] = 8, [5] = 10 };
	static const uint64_t segments[][4] = {
		[3] = { 6, 8, 10, 14 }, [4] = { 12, 15, 18, 23 }, [5] = { 14, 17, 20, 26 }
	};

	for (int n = 3; n <= 5; n++)
		for (int i = 0; i < COUNT(rounds); i++)
			assert_rounds(star_problem(n, BROADCAST, "mst"), rounds[i],
				height[n] + rounds[i] - 1, segments[n][i]);
}

/* Section 4.2: dimension after dimension, (n-1) (h+p-1) steps less those in which none has a
 * packet. */
TEST("star: Algorithm 1 with one port takes sub-slots (theorem 2)")
{
	static const int64_t steps[][3] = {
		[3] = { 9, 11, 13 }, [4] = { 21, 25, 28 }, [5] = { 37, 41, 45 }
	};

	for (int n = 3; n <= 5; n++)
		for (int i = 0; i < 3; i++) {
			struct problem problem = star_problem(n, BROADCAST, "mst");
			AUTO(schedule) s = NULL;

			strcpy(problem.order, "slot");
			problem.ports = EXCHANGE;
			s = bind(&problem, (size_t)(rounds[i] * (n - 1)) * SEGMENT, 2 * SEGMENT);
			assert_int_equal(s->steps, steps[n][i]);
		}
}

/* With labels, as of Johnsson & Ho's nESBT, links do not wait for the end of their slot. */
TEST("star: labels take (n-1) (p-1) + 2 (n-1) (n-2) + 1 steps")
{
	for (int n = 2; n <= 6; n++)
		for (int i = 0; i < COUNT(rounds); i++) {
			struct problem problem = star_problem(n, BROADCAST, "mst");
			AUTO(schedule) s = NULL;

			problem.ports = EXCHANGE;
			s = bind(&problem, (size_t)(rounds[i] * (n - 1)) * SEGMENT,
				SEGMENT * (n > 2 ? 2 : 1));
			assert_int_equal(
				s->steps, (n - 1) * (rounds[i] - 1) + 2 * (n - 1) * (n - 2) + 1);
		}
}

/* In every step of Algorithm 2 every link carries the nodes of one level, in units of M / (n-1). */
TEST("star: Algorithm 2 loads every link alike (theorem 3)")
{
	static const int level[][7] = {
		[3] = { 2, 2, 1 }, [4] = { 3, 6, 9, 5 }, [5] = { 4, 12, 30, 44, 26, 3 }
	};

	for (int n = 3; n <= 5; n++) {
		struct problem problem = star_problem(n, ALLGATHER, "star");
		AUTO(schedule) s = bind(&problem, (size_t)(n - 1) * SEGMENT, 0);

		assert_true(s->view);
		assert_int_equal(s->steps, 3 * (n - 1) / 2);
		assert_int_equal(s->packets, s->steps * (n - 1));
		for (size_t i = 0; i < s->packets; i++)
			assert_int_equal(s->packet[i].bytes, level[n][s->packet[i].step] * SEGMENT);
	}
}

/* Section 5.2: (n-1) D steps and (n!-1) M. Labels along the greedy tree alone take fewer steps. */
TEST("star: Algorithm 2 with one port takes (n-1) D steps")
{
	for (int n = 3; n <= 5; n++)
		for (int labels = 0; labels < 2; labels++) {
			struct problem problem = star_problem(n, ALLGATHER, "star");
			AUTO(schedule) s = NULL;
			struct figures f;

			problem.ports = EXCHANGE;
			strcpy(problem.order, labels ? "" : "level");
			s = bind(&problem, (size_t)(n - 1) * SEGMENT, 0);
			assert_int_equal(schedule_figures(s, &f), 0);
			assert_int_equal(f.steps,
				labels ? (n - 1) * (n - 2) + 1 : (n - 1) * (3 * (n - 1) / 2));
			assert_int_equal(f.volume, (problem.net.nodes - 1) * (n - 1) * SEGMENT);
		}
}

/* Formula (5): p^2 = 2 M (h-1) tau / ((n-1) beta). */
TEST("star: the best packets are those of theorem 1")
{
	struct problem problem = star_problem(5, BROADCAST, "mst");
	AUTO(plan) plan = plan_of(&problem);
	size_t bytes = 1 << 20, packet;
	double best = sqrt(2.0 * (double)bytes * (10 - 1) * 1e-9 / (4 * 1e-6));

	packet = binding_best_packet(plan, bytes, 1, 1e-6, 1e-9);
	assert_true(fabs((double)bytes * 2 / (4 * (double)packet) - best) < 1);
}
