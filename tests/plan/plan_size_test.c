/* Sizes of plans: what is said of packets, pieces and programs before they are made, beside those
 * that are made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <sys/resource.h>
#include "base/memory_budget.h"
#include "grove_measure.h"
#include "plan/lists/expanded_size.h"
#include "plan/program/program.h"
#include "plan/semantics.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"
#include "tests/teams.h"

static const char *const networks[] = { "cube:1", "cube:3", "gh:5", "gh:2x3", "star:3", "ccc:3" };

static void compare(const struct plan *plan, const struct binding *binding)
{
	const struct problem *p = &plan->problem;
	AUTO(schedule) schedule = NULL;
	struct expanded_size bulk, listed;
	struct cutting cutting;
	double most = strstr(p->algorithm, "broadcast4") ? 1.5 : 1, rounds, round;

	if (collective_joins(p->collective))
		most = 2; /* where a round crosses a link several times, packets of rounds meet */

	assert_int_equal(binding_apply(&cutting, plan, binding), 0);
	assert_int_equal(expanded_size_of(&bulk, plan, binding), 0);
	MUST(plan_schedule(&schedule, plan, binding));
	listed = expanded_size_of_schedule(schedule);
	rounds = (double)(cutting.rounds ? cutting.rounds : 1);
	round = listed.pieces / rounds + 1;
	/* Where the last round is done in another way than others, all are taken for that one. */
	if (bulk.packets > most * listed.packets + round ||
		bulk.pieces > most * listed.pieces + round ||
		bulk.bytes > most * listed.bytes + listed.pieces + listed.bytes / rounds ||
		bulk.bytes < listed.bytes / 2 || bulk.packets < listed.packets / 8 - round)
		fail_msg("%s %s on %s, %zu bytes of %zu: %g packets, %g pieces, %g bytes are said; "
			 "there are %g, %g, %g",
			collective_name(p->collective), p->algorithm, p->net.name, binding->bytes,
			binding->packet, bulk.packets, bulk.pieces, bulk.bytes, listed.packets,
			listed.pieces, listed.bytes);
}

TEST_EACH("plan size: packets, pieces and bytes are those of the schedule, to a round",
	for_problems(networks, COUNT(networks), each), const struct problem *problem)
{
	static const size_t packets[] = { 0, 1, 10 }, sizes[] = { 0, 48, 240 };
	AUTO(plan) plan = NULL;

	if (problem->ports != ALL)
		return;
	MUST(collective_plan(&plan, problem));
	for (size_t i = 0; i < COUNT(packets); i++)
		for (size_t k = 0; k < COUNT(sizes); k++)
			if (is_sampled())
				compare(plan, &(struct binding){ .bytes = sizes[k],
						      .element = 1,
						      .packet = packets[i] });
}

/* ---- What nodes have before ---- */

TEST("promise: the blocks that a node has before are one run of them")
{
	for (int c = 0; c < COLLECTIVES; c++) {
		struct problem problem = problem_of("gh:2x3", (enum collective)c);

		problem.root = 4;
		for (int v = 0; v < problem.net.nodes; v++) {
			uint64_t first, last;

			semantics_inputs(&problem, v, &first, &last);
			for (uint64_t b = 0; b < semantics_blocks(&problem); b++)
				assert_int_equal(b >= first && b < last,
					nodes_have(semantics_before(&problem, b), v));
		}
	}
}

/* ---- Refusals ---- */

static struct plan *plan_named(const char *network, enum collective collective, const char *name)
{
	struct problem problem = problem_by(name, collective, network);

	return plan_of(&problem);
}

/* In so little memory, -ENOMEM with these words. */
static void assert_no_room(int error, const char *advice)
{
	assert_int_equal(error, -ENOMEM);
	MUST(!strstr(why_text(), advice));
}

TEST("plan size: a refusal names the least packet, the largest block or network")
{
	const size_t mib = (size_t)1 << 20;
	AUTO(plan) along = plan_named("cube:3", BROADCAST, "nesbt");
	AUTO(plan) all = plan_named("cube:12", ALLTOALL, "sbt");
	AUTO(plan) few = plan_named("cube:6", ALLTOALL, "sbt");
	struct binding bytes = { .bytes = 100 * mib, .element = 1, .packet = 1 };
	struct binding whole = { .bytes = 64 * mib, .element = 8 };
	struct schedule *schedule;
	struct rlimit before, little;
	char least[80];

	assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
	little = before;
	little.rlim_cur = 256 * mib;
	assert_int_equal(setrlimit(RLIMIT_DATA, &little), 0);
	assert_no_room(plan_schedule(&schedule, along, &bytes), "the least packet that fits is ");
	strcpy(least, strstr(why_text(), "fits is ") + strlen("fits is "));
	assert_no_room(plan_schedule(&schedule, all, &whole), "the largest that fits is cube:");
	assert_no_room(
		expanded_size_runs(few, &whole, false, 0), "the largest block that fits has ");
	assert_no_room(
		expanded_size_runs(along, &bytes, false, 0), "the least packet that fits is ");
	assert_no_room(
		expanded_size_runs(along, &whole, false, 1e12), "the largest block that fits has ");
	assert_int_equal(expanded_size_runs(along, &whole, false, 0), 0);
	bytes.packet = strtoul(least, NULL, 10);
	assert_in_range(bytes.packet, 2, mib);
	assert_int_equal(expanded_size_lists(along, &bytes, 8), 0);
	bytes.packet--;
	assert_int_equal(expanded_size_lists(along, &bytes, 8), -ENOMEM);
	assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
}

/* ---- By grove.h ---- */

/* Sets this process's limit of data, and says what it was. */
static struct rlimit limit_data(rlim_t bytes)
{
	struct rlimit before, now;

	assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
	now = before;
	now.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_DATA, &now), 0);
	return before;
}

TEST("plan size: packets of a byte are counted, and refused to run; then the team runs on")
{
	const size_t mib = (size_t)1 << 20, bytes = 64 * mib;
	struct grove_buffers buffers[2];
	struct grove_figures figures;
	struct rlimit before;
	AUTO(grove_plan) plan =
		PLAN_OF("cube:1", .collective = "broadcast", .algorithm = "sbt", .packet = 1);
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:1", .threads = 1);

	for (int v = 0; v < 2; v++)
		buffers[v] = (struct grove_buffers){ NULL, calloc(1, bytes) };
	before = limit_data(512 * mib);
	assert_int_equal(grove_plan_figures(plan, 30 * bytes, &figures), 0);
	assert_true(figures.steps == 30 * bytes);
	assert_no_room(
		grove_team_execute(team, plan, buffers, bytes), "the least packet that fits is ");
	assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
	memset(buffers[0].out, 7, 1000);
	assert_int_equal(grove_team_execute(team, plan, buffers, 1000), 0);
	assert_memory_equal(buffers[0].out, buffers[1].out, 1000);
	for (int v = 0; v < 2; v++)
		free(buffers[v].out);
}

BEFORE_TESTS
{
	if (SANITIZED)
		skip_tests("a sanitizer takes memory of its own");
}
