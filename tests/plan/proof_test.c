/* The quick proof of a plan's round against the verifier: whole plans and damaged ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "plan/verify/verify_hops.h"
#include "plan/verify/verify_schedule.h"
#include "tests/plan_help.h"

/* Joins packets of one step and link, which lie side by side. */
static void batch(struct schedule *s)
{
	size_t packets = 0;

	assert_int_equal(schedule_sort(s), 0);
	for (size_t i = 0; i < s->packets; i++) {
		struct packet *last = packets ? &s->packet[packets - 1] : NULL, next = s->packet[i];

		if (last && last->step == next.step && last->from == next.from &&
			last->port == next.port && last->fold == next.fold) {
			assert_int_equal(next.first, last->first + last->count);
			last->count += next.count;
			last->bytes += next.bytes;
		} else {
			s->packet[packets++] = next;
		}
	}
	s->packets = packets;
}

/* The hops as a schedule in which every part is a byte. */
static struct schedule *schedule_of_hops(const struct plan *plan, const struct problem *problem)
{
	struct schedule *s;

	assert_int_equal(schedule_new(&s, problem), 0);
	s->bytes = (size_t)plan->parts;
	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		struct range range = { h->block, h->part, h->part + 1 };
		struct packet packet = { .step = h->time,
			.from = h->from,
			.to = hop_to(plan, h),
			.port = h->port,
			.fold = h->fold,
			.count = 1 };

		assert_int_equal(schedule_add(s, packet, &range), 0);
	}
	batch(s);
	return s;
}

/* The verifier's word on the same hops, with its figures. */
static bool is_right(
	const struct plan *plan, const struct problem *problem, struct figures *figures)
{
	AUTO(schedule) s = schedule_of_hops(plan, problem);
	struct verdict verdict;

	assert_int_equal(schedule_verify(s, &verdict), 0);
	assert_int_equal(schedule_figures(s, figures), 0);
	return verdict.ok;
}

static void damage(uint64_t *seed, struct plan *plan)
{
	struct hop *h = &plan->hop[dice(seed, (uint32_t)plan->hops)];
	const struct hop *other = &plan->hop[dice(seed, (uint32_t)plan->hops)];

	switch (dice(seed, 7)) {
	case 0:
		*h = plan->hop[--plan->hops];
		break;
	case 1:
		h->time = (int)dice(seed, (uint32_t)plan->times);
		break;
	case 2:
		h->port = (uint16_t)dice(seed, (uint32_t)plan->problem.net.ports);
		break;
	case 3:
		h->from = (int)dice(seed, (uint32_t)plan->problem.net.nodes);
		break;
	case 4:
		h->part = (h->part + 1) % (uint32_t)plan->parts;
		break;
	case 5:
		h->fold ^= 1;
		break;
	default:
		*h = *other;
	}
	plan_sort(plan);
}

static int agreed_wrong, agreed_right, left_to_the_verifier;

/* What the proof accepts, the verifier accepts, with the same figures. The other way round the
 * proof may pass, but only where copies and folds meet. */
static void compare(const struct plan *plan, const struct problem *problem)
{
	struct figures quick, slow;
	bool right, ok = is_right(plan, problem, &slow);

	assert_int_equal(verify_hops_round(plan, problem, ALL_ROUNDS, &quick, &right), 0);
	if (right && !ok)
		fail_msg("%s %s", collective_name(problem->collective), problem->algorithm);
	agreed_right += right;
	agreed_wrong += !right && !ok;
	left_to_the_verifier += !right && ok;
	if (right) {
		assert_int_equal(quick.steps, slow.steps);
		assert_int_equal(quick.volume, slow.volume);
		assert_int_equal(quick.transmissions, slow.transmissions);
		assert_int_equal(quick.packets, slow.packets);
	}
}

static void try_plan(const char *network, enum collective collective, const char *algorithm)
{
	struct problem problem = problem_by(algorithm, collective, network);
	uint64_t seed = 42;

	for (int i = 0; i < 200; i++) {
		AUTO(plan) plan = plan_of(&problem);

		problem.ports = ALL;
		problem.duplex = FULL;
		for (int k = 0; k < i % 4; k++)
			damage(&seed, plan);
		compare(plan, &problem);
	}
}

TEST("proof: what the verifier refuses is never accepted")
{
	static const char *const algorithms[] = { "sbt", "nesbt", "nrsbt", "tcbt", "sbntc" };
	static const enum collective collectives[] = { BROADCAST, REDUCE, SCATTER, GATHER };

	for (int a = 0; a < COUNT(algorithms); a++)
		for (int c = 0; c < COUNT(collectives); c++)
			try_plan("cube:3", collectives[c], algorithms[a]);
	try_plan("cube:3", ALLREDUCE, "nesbt-rb");
	try_plan("gh:3x3", REDUCE, "sbt");
	print_message("# %d right, %d wrong, %d left to the verifier\n", agreed_right, agreed_wrong,
		left_to_the_verifier);
	assert_true(agreed_right > 1000 && agreed_wrong > 2000);
	assert_true(left_to_the_verifier < 50);
}

/* Numbers that mean nothing are left to the verifier, not followed. */
TEST("proof: hops without sense are not followed")
{
	struct problem problem = problem_by("sbt", SCATTER, "cube:3");
	struct figures figures;
	AUTO(plan) plan = plan_of(&problem);
	bool right;

	for (int i = 0; i < 5; i++) {
		struct hop held = plan->hop[3], *h = &plan->hop[3];

		h->from = i == 0 ? 8 : i == 1 ? -1 : h->from;
		h->block = i == 2 ? 8 : h->block;
		h->part = i == 3 ? 1 : h->part;
		h->port = i == 4 ? 3 : h->port;
		assert_int_equal(
			verify_hops_round(plan, &problem, ALL_ROUNDS, &figures, &right), 0);
		assert_false(right);
		*h = held;
	}
}
