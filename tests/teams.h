/* Teams that tests open: OPEN_TEAM(.network = "gh:2", .timeout = 60). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TEAMS_H
#define TESTS_TEAMS_H

#include "grove.h"
#include "tests/test.h"

ENDS(grove_team, assert_int_equal(grove_team_free(*ended), 0))
ENDS(grove_plan, grove_plan_free(*ended))

#define OPEN_TEAM(...) team_of_options(&(struct grove_team_options){ __VA_ARGS__ })

static inline struct grove_team *team_of_options(const struct grove_team_options *options)
{
	struct grove_team *team;

	MUST(grove_team_open(&team, options));
	return team;
}

/* A plan: PLAN_OF("cube:3", .collective = "reduce", .root = 2). */
#define PLAN_OF(network, ...) plan_of_problem(network, &(struct grove_problem){ __VA_ARGS__ })

static inline struct grove_plan *plan_of_problem(
	const char *network, const struct grove_problem *problem)
{
	struct grove_plan *plan;

	MUST(grove_plan_make(&plan, network, problem));
	return plan;
}

/* Nodes of a team run the body, without an error. */
static inline void run_in(struct grove_team *opened, grove_body *body)
{
	AUTO(grove_team) team = opened;

	MUST(grove_team_run(team, body, NULL));
}

/* A test whose body is that of a node: `calls` gets the body as `body`. */
#define NODES_TEST(sentence, calls)                                                                \
	TEST_CALLED(int, body, sentence, calls, __LINE__, struct grove_node *me, void *argument)

#endif
