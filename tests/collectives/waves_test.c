/* Stout & Wagar's broadcasts, transposition and histogram: what the paper says of them, counted. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "collectives/transforms.h"
#include "collectives/cube/cube_transpose.h"
#include "plan/verify/verify_schedule.h"
#include "tests/plan_help.h"

/* The schedule for that many bytes from root, which is right. */
static struct schedule *bind(const struct plan *plan, size_t bytes, size_t packet, int root)
{
	struct binding binding = { bytes, 1, packet, root };
	struct schedule *schedule;
	struct verdict verdict;

	MUST(plan_schedule(&schedule, plan, &binding) || schedule_verify(schedule, &verdict));
	if (!verdict.ok)
		fail_msg("%s", verdict.text);
	return schedule;
}

static void figures_of(
	const struct problem *problem, size_t bytes, size_t packet, struct figures *f)
{
	AUTO(plan) plan = plan_of(problem);
	AUTO(schedule) schedule = bind(plan, bytes, packet, problem->net.nodes / 3);

	assert_int_equal(schedule_figures(schedule, f), 0);
}

/* ---- Steps and volume ---- */

static void assert_takes(
	const struct problem *p, size_t bytes, size_t packet, int64_t steps, uint64_t volume)
{
	struct figures f;

	figures_of(p, bytes, packet, &f);
	if (f.steps != steps || f.volume != volume)
		fail_msg("%s %s %s on %s, packets of %zu of %zu: %lld steps, volume %llu in place "
			 "of "
			 "%lld and %llu",
			collective_name(p->collective), p->algorithm, p->order, p->net.name, packet,
			bytes, (long long)f.steps, (unsigned long long)f.volume, (long long)steps,
			(unsigned long long)volume);
}

static void both_ways(
	const char *algorithm, int d, size_t bytes, size_t packet, int64_t steps, uint64_t volume)
{
	struct problem down = cube_problem(algorithm, BROADCAST, d),
		       up = cube_problem(algorithm, REDUCE, d);

	assert_takes(&down, bytes, packet, steps, volume);
	assert_takes(&up, bytes, packet, steps, volume);
}

TEST("broadcast 1-4: steps and volume are the paper's, d = 1..6, and backwards")
{
	for (int d = 1; d <= 6; d++) {
		size_t m = 60 * (size_t)d, each = m / (size_t)d;
		struct problem one_wave = cube_problem("broadcast3a", BROADCAST, d);

		both_ways("broadcast1", d, m, 0, d, m * (size_t)d);
		both_ways("broadcast2", d, m, 0, d, m);
		assert_takes(&one_wave, m, 0, d + 1, each * (size_t)(d + 1));
		both_ways("broadcast3b", d, m, 0, d, m);
		for (size_t g = 1; g <= 6; g++)
			both_ways("broadcast4", d, m, each / g, d + (int64_t)g - 1,
				((size_t)d + g - 1) * each / g);
	}
}

/* With m not a multiple of d g: no step moves more than the least whole packet. */
TEST("broadcast 4: messages that do not divide take no more steps")
{
	for (int d = 1; d <= 4; d++) {
		struct problem problem = cube_problem("broadcast4", BROADCAST, d);
		AUTO(plan) plan = plan_of(&problem);

		for (size_t m = 1; m <= 60; m++)
			for (size_t g = 1; g <= 5; g++) {
				size_t packet = (m + (size_t)d * g - 1) / ((size_t)d * g);
				size_t rounds = (m + packet * (size_t)d - 1) / (packet * (size_t)d);
				AUTO(schedule) s = bind(plan, m, packet, 0);
				struct figures f;

				assert_int_equal(schedule_figures(s, &f), 0);
				assert_true(f.steps <= d + (int64_t)rounds - 1);
				for (size_t i = 0; i < s->packets; i++)
					assert_true(s->packet[i].bytes <= packet);
			}
	}
}

/* ---- Links ---- */

/* Broadcast 2 uses the half of the arcs that point away from the root, 3A every arc once; 3B all
 * but those that leave the farthest node. */
TEST("broadcast 2-4: arcs are used as the paper says")
{
	for (int d = 2; d <= 6; d++) {
		uint64_t arcs = (uint64_t)d << d;
		struct problem problem = cube_problem("broadcast2", BROADCAST, d);
		struct figures f;

		figures_of(&problem, (size_t)d, 0, &f);
		assert_int_equal(f.links_used, arcs / 2);
		strcpy(problem.algorithm, "broadcast3a");
		figures_of(&problem, (size_t)d, 0, &f);
		assert_int_equal(f.links_used, arcs);
		assert_int_equal(f.packets, arcs);
		strcpy(problem.algorithm, "broadcast3b");
		figures_of(&problem, (size_t)d, 0, &f);
		assert_int_equal(f.links_used, arcs - (uint64_t)d);
		strcpy(problem.algorithm, "broadcast4");
		figures_of(&problem, 2 * (size_t)d, 1, &f);
		assert_int_equal(f.links_used, arcs);
	}
}

/* Packets that bring a node what it has, of all. */
TEST("broadcast 4: that many packets are redundant")
{
	static const struct {
		int d, rounds, redundant, all;
	} counts[] = { { 2, 1, 2, 8 }, { 3, 1, 12, 33 }, { 4, 1, 44, 104 }, { 5, 1, 130, 285 },
		{ 6, 1, 342, 720 }, { 2, 3, 6, 24 }, { 3, 3, 18, 81 }, { 4, 3, 52, 232 },
		{ 5, 3, 140, 605 }, { 6, 3, 354, 1488 } };

	for (int i = 0; i < COUNT(counts); i++) {
		struct problem problem = cube_problem("broadcast4", BROADCAST, counts[i].d);
		size_t m = (size_t)(counts[i].d * counts[i].rounds);
		struct figures f;

		figures_of(&problem, m, 1, &f);
		assert_int_equal(f.packets, counts[i].all);
		strcpy(problem.order, "pruned");
		figures_of(&problem, m, 1, &f);
		assert_int_equal(f.packets, counts[i].all - counts[i].redundant);
		assert_int_equal(f.steps, counts[i].d + counts[i].rounds - 1);
		problem.collective = REDUCE;
		figures_of(&problem, m, 1, &f);
		assert_int_equal(f.packets, counts[i].all - counts[i].redundant);
	}
}

/* Without what comes back to the root, one wave is the nESBT with one packet for each tree. */
TEST("broadcast 3A: pruned, it is the nESBT")
{
	for (int d = 2; d <= 6; d++) {
		struct problem problem = cube_problem("broadcast3a", BROADCAST, d);
		AUTO(plan) wave = NULL, *trees = NULL;
		AUTO(schedule) a = NULL, *b = NULL;

		strcpy(problem.order, "pruned");
		wave = plan_of(&problem);
		problem = cube_problem("nesbt", BROADCAST, d);
		trees = plan_of(&problem);
		a = bind(wave, 5 * (size_t)d, 0, 1);
		b = bind(trees, 5 * (size_t)d, 5, 1);
		assert_int_equal(a->packets, b->packets);
		for (size_t i = 0; i < a->packets; i++) {
			struct packet *x = &a->packet[i], *y = &b->packet[i];

			assert_true(x->step == y->step && x->from == y->from && x->to == y->to);
			assert_true(x->count == 1 && y->count == 1);
			assert_memory_equal(
				&a->range[x->first], &b->range[y->first], sizeof(struct range));
		}
	}
}

/* ---- Kinds of rounds ---- */

/* Every hop that brings something new is needed in the rounds of each kind that has it. */
TEST("broadcast 4: rounds of every kind are proved")
{
	struct problem problem = cube_problem("broadcast4", BROADCAST, 3);
	int refused = 0;

	strcpy(problem.order, "pruned");
	for (size_t i = 0; i < 40; i++)
		for (unsigned kind = 1; kind < 1 << ROUND_KINDS; kind *= 2) {
			AUTO(plan) plan = plan_of(&problem);

			if (i < plan->hops && !(plan->hop[i].absent & kind)) {
				plan->hop[i].absent |= (uint8_t)kind;
				assert_int_equal(plan_finalize(plan), -EINVAL);
				refused++;
			}
		}
	assert_int_equal(refused, 4 * 3 * 7); /* 3 parts to 7 nodes, in rounds of 4 kinds */
}

/* The paper's g, to the nearest whole number. */
TEST("broadcast 4: the usual packet is the paper's")
{
	for (int d = 2; d <= 6; d++) {
		struct problem problem = cube_problem("broadcast4", BROADCAST, d);
		AUTO(plan) plan = plan_of(&problem);

		for (size_t g = 1; g <= 9; g++) {
			size_t m = 5040 * (size_t)d;
			double tau = 1e-9, n = d, whole = (double)g + 0.3;
			double beta = (n - 1) * tau * (double)m / n / (whole * whole);
			size_t packet = binding_best_packet(plan, m, 1, beta, tau);

			assert_int_equal(packet, g == 1 ? 0 : (m / (size_t)d + g - 1) / g);
		}
	}
}

/* ---- Transposition ---- */

static int *transposition(int c)
{
	static int permutation[1 << 10];
	struct problem problem = cube_problem("lc-transpose", PERMUTE, 2 * c);

	assert_int_equal(permutation_named(permutation, &problem.net, "transpose"), 0);
	return permutation;
}

/* Q + 1 steps of M / 2Q; nodes that need not send are idle but for what goes through them. */
TEST("lc-transpose: Q + 1 steps of M / 2Q over every link")
{
	static const int least[] = { 0, 1, 4, 6, 12 };

	for (int c = 1; c <= 4; c++)
		for (size_t rounds = 1; rounds <= 3; rounds++) {
			struct problem problem = cube_problem("lc-transpose", PERMUTE, 2 * c);
			size_t q = (size_t)least[c] * rounds, m = 14 * q;
			struct figures f;

			problem.permutation = transposition(c);
			assert_int_equal(transpose_sends(&problem.net, true, 1), least[c]);
			if (c == 4 && rounds == 3)
				continue;
			figures_of(&problem, m, 7, &f);
			assert_int_equal(f.steps, q + 1);
			assert_int_equal(f.volume, 7 * (q + 1));
			assert_int_equal(f.links_used, problem.net.nodes * problem.net.ports);
			assert_int_equal(f.busiest_link, 7 * q);
		}
}

/* 2c = 8 sends, 9 where three bits differ: 10 steps, of which the last serves these alone. */
TEST("lc-transpose: short messages take fewer steps")
{
	struct problem problem = cube_problem("lc-transpose", PERMUTE, 8);
	struct figures f;

	problem.permutation = transposition(4);
	strcpy(problem.order, "short");
	assert_int_equal(transpose_units(&problem.net, false), 144);
	figures_of(&problem, 144, 0, &f);
	assert_int_equal(f.steps, 10);
	assert_int_equal(f.volume, 9 * 9 + 8);
	assert_int_equal(
		f.packets, 4 * (16 * 4 * 1 * 8 + 16 * 6 * 2 * 8 + 16 * 4 * 3 * 9 + 16 * 1 * 4 * 8));
	figures_of(&problem, 144, 3, &f);
	assert_true(f.steps == 30);
}

TEST("lc-transpose: other permutations are refused")
{
	struct problem problem = cube_problem("lc-transpose", PERMUTE, 4);
	int *permutation = transposition(2);
	struct plan *plan;

	problem.permutation = permutation;
	permutation[0] = 5;
	permutation[5] = 0;
	REFUSES(collective_plan(&plan, &problem), EINVAL,
		"node 0 sends to 5; permuted-send serves any");
	problem = cube_problem("lc-transpose", PERMUTE, 3);
	problem.permutation = permutation;
	assert_int_equal(permutation_named(permutation, &problem.net, "inversion"), 0);
	REFUSES(collective_plan(&plan, &problem), EINVAL,
		"needs cube:2c, c >= 1, got cube:3; there: permuted-");
}

/* ---- Histogram ---- */

/* All the bins are m = N M bytes: step k moves m / (d 2^k) of them through every link. */
TEST("histogram: every step moves half of the one before")
{
	for (int d = 1; d <= 6; d++) {
		struct problem problem = cube_problem("histogram", REDUCESCATTER, d);
		AUTO(plan) plan = plan_of(&problem);
		size_t block = 3 * (size_t)d, all = block << d;
		AUTO(schedule) s = bind(plan, block, 0, 0);
		size_t each = (size_t)d << d;

		assert_int_equal(s->steps, d);
		assert_int_equal(s->packets, (size_t)d * each);
		for (size_t i = 0; i < s->packets; i++)
			assert_int_equal(
				s->packet[i].bytes, all / (size_t)d >> (s->packet[i].step + 1));
	}
}
