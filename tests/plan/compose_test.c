/* Composed collectives: they verify on every network under every model, and move nothing twice. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/verify/verify_schedule.h"
#include "tests/collective_help.h"

static const char *const networks[] = { "gh:1", "gh:2", "gh:5", "gh:2x3", "cube:3", "star:3",
	"ccc:3" };

/* Each collective that is composed, with parts whose blocks are cut in different numbers of parts
 * where there are such. */
static const struct {
	enum collective collective;
	const char *algorithm, *order;
} wholes[] = {
	{ BROADCAST, "bfs+bfs", "" },
	{ BROADCAST, "sbnt+nrsbt", "" },
	{ BROADCAST, "sbt+sbt", "postorder+level" },
	{ REDUCE, "bfs+bfs", "" },
	{ REDUCE, "nesbt+nrsbt", "dimension+" },
	{ ALLGATHER, "bfs+bfs", "" },
	{ ALLGATHER, "brg+broadcast4", "" },
	{ REDUCESCATTER, "bfs+bfs", "" },
	{ REDUCESCATTER, "broadcast3b+sbt", "" },
	{ ALLREDUCE, "bfs+bfs", "" },
	{ ALLREDUCE, "histogram+sbt", "" },
	{ ALLREDUCE, "star+mst", "" },
	{ ALLREDUCE, "bfs+bfs-rb", "" },
	{ ALLREDUCE, "nesbt+brg-rb", "" },
};

static void assert_verified(const struct plan *plan, size_t bytes)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .root = plan->problem.net.nodes - 1
	};
	AUTO(schedule) schedule = NULL;
	struct verdict verdict;
	struct figures f;

	MUST(plan_schedule(&schedule, plan, &binding) || schedule_verify(schedule, &verdict));
	if (!verdict.ok)
		fail_msg("%s %s on %s, %zu bytes: %s", collective_name(plan->problem.collective),
			plan->problem.algorithm, plan->problem.net.name, bytes, verdict.text);
	assert_int_equal(schedule_figures(schedule, &f), 0);
	assert_true(f.ports <= plan->problem.ports && f.duplex <= plan->problem.duplex);
}

/* Who has something already is not sent it again: every byte comes to every node but its origin,
 * once. */
static void assert_nothing_twice(const struct plan *plan)
{
	uint64_t nodes = (uint64_t)plan->problem.net.nodes;
	uint64_t blocks = semantics_blocks(&plan->problem), parts = (uint64_t)plan->parts;

	if (plan->problem.collective == BROADCAST || plan->problem.collective == ALLGATHER)
		assert_int_equal(plan->hops, blocks * parts * (nodes - 1));
}

static int checked;

static void check(const struct problem *problem)
{
	static const size_t sizes[] = { 0, 1, 7, 1009 };
	struct plan *plan;

	if (collective_plan(&plan, problem))
		fail_msg("%s %s on %s, ports %s: %s", collective_name(problem->collective),
			problem->algorithm, problem->net.name, ports_name(problem->ports),
			why_text());
	assert_true(plan->finalized);
	assert_nothing_twice(plan);
	for (int i = 0; i < COUNT(sizes); i++)
		assert_verified(plan, sizes[i]);
	plan_free(plan);
	checked++;
}

static bool has_parts(const struct problem *problem)
{
	struct problem part;
	struct plan *plan;
	bool takes = true;

	for (int i = 0; i < 2 && takes; i++) {
		assert_int_equal(composed_part(&part, problem, i), 0);
		takes = !collective_plan(&plan, &part);
		if (!takes)
			break;
		takes = composed_takes(plan);
		plan_free(plan);
	}
	return takes;
}

TEST("composed: they verify under every model, nothing comes twice")
{
	checked = 0;
	for (int n = 0; n < COUNT(networks); n++)
		for (int i = 0; i < COUNT(wholes); i++) {
			struct problem problem =
				problem_by(wholes[i].algorithm, wholes[i].collective, networks[n]);

			strcpy(problem.order, wholes[i].order);
			if (has_parts(&problem))
				for_models(&problem, check);
		}
	assert_true(checked > 300);
}

/* A plan of two symmetric parts stays one for all nodes. */
TEST("composed: two symmetric parts stay symmetric")
{
	struct problem problem = problem_by("sbt+nrsbt", ALLREDUCE, "cube:6");
	AUTO(plan) plan = plan_of(&problem);

	assert_true(plan->symmetric);
	assert_int_equal(plan->hops, 2 * plan->parts * (problem.net.nodes - 1));
}

static void refuse(const char *network, enum collective collective, const char *algorithm,
	const char *order, const char *reason)
{
	struct problem problem = problem_by(algorithm, collective, network);
	struct plan *plan;

	strcpy(problem.order, order);
	assert_int_not_equal(collective_plan(&plan, &problem), 0);
	if (!strstr(why_text(), reason))
		fail_msg("%s: refused with: %s", algorithm, why_text());
}

TEST("composed: what cannot be composed is refused with the reason")
{
	refuse("cube:3", BROADCAST, "sbt+sbt+sbt", "", "two algorithms are joined");
	refuse("cube:3", BROADCAST, "sbt+", "", "no algorithm ''");
	refuse("cube:3", BROADCAST, "sbt+no", "", "no algorithm 'no'");
	refuse("cube:3", BROADCAST, "sbt+sbt", "dimension", "and their orders, too");
	refuse("cube:3", BROADCAST, "sbt+sbt", "no+", "no");
	refuse("cube:3", SCATTER, "sbt+sbt", "", "no algorithm 'sbt+sbt'");
	refuse("cube:3", BROADCAST, "distribute1+sbt", "", "its parts are not equal");
	refuse("gh:5", BROADCAST, "bfs+nesbt", "", "nesbt");
	refuse("cube:10", BROADCAST, "nrsbt+nrsbt", "", "too many hops to be composed");
}

/* An order of one part alone, which the other has not. */
TEST("composed: a name has the orders of both parts, or of one")
{
	static const struct {
		const char *order[2], *joined;
	} cases[] = {
		{ { "", "" }, "" },
		{ { "level", "" }, "level+" },
		{ { "", "level" }, "+level" },
		{ { "postorder", "level" }, "postorder+level" },
	};
	struct problem whole = problem_of("cube:3", BROADCAST), part[2] = { whole, whole };

	for (int i = 0; i < COUNT(cases); i++) {
		for (int k = 0; k < 2; k++) {
			strcpy(part[k].algorithm, k ? "nesbt" : "sbt");
			strcpy(part[k].order, cases[i].order[k]);
		}
		assert_int_equal(composed_name(&whole, part, ""), 0);
		assert_string_equal(whole.algorithm, "sbt+nesbt");
		assert_string_equal(whole.order, cases[i].joined);
	}
}
