/* A builder that makes a plan of another problem is refused: that plan would be right, and do
 * nothing of what was asked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "tests/collective_help.h"

static void (*spoil)(struct problem *problem);

#define SPOILED(build)                                                                             \
	int __wrap_##build(struct plan **plan, const struct problem *problem);                     \
	int __real_##build(struct plan **plan, const struct problem *problem);                     \
	int __wrap_##build(struct plan **plan, const struct problem *problem)                      \
	{                                                                                          \
		int error = __real_##build(plan, problem);                                         \
                                                                                                   \
		if (!error && spoil)                                                               \
			spoil(&(*plan)->problem);                                                  \
		return error;                                                                      \
	}

SPOILED(build_scatter)
SPOILED(build_send)
SPOILED(build_permuted_send)

static void leave_unset(struct problem *problem)
{
	memset(problem, 0, sizeof *problem);
}

static void of_another_collective(struct problem *problem)
{
	problem->collective = BROADCAST;
}

static void on_another_network(struct problem *problem)
{
	network_open(&problem->net, "cube:0");
}

static void with_other_ports(struct problem *problem)
{
	problem->ports = SINGLE;
}

static void with_another_duplex(struct problem *problem)
{
	problem->duplex = HALF;
}

static void from_another_root(struct problem *problem)
{
	problem->root = 1;
}

static void to_another_node(struct problem *problem)
{
	problem->destination ^= 1;
}

static void by_another_permutation(struct problem *problem)
{
	problem->permutation[0] = 7;
	problem->permutation[7] = 0;
}

static int make(enum collective collective, const char *algorithm)
{
	int turned[8] = { 1, 2, 3, 4, 5, 6, 7, 0 };
	struct problem problem = { .collective = collective,
		.root = collective == PERMUTE ? 0 : 2,
		.destination = collective == SEND ? 5 : 0,
		.permutation = collective == PERMUTE ? turned : NULL,
		.ports = ALL,
		.duplex = FULL };
	struct plan *plan = NULL;

	snprintf(problem.algorithm, sizeof problem.algorithm, "%s", algorithm);
	assert_int_equal(network_open(&problem.net, "cube:3"), 0);
	TRY(collective_plan(&plan, &problem));
	plan_free(plan);
	return 0;
}

TEST("a plan of another problem is refused")
{
	static const struct {
		enum collective collective;
		const char *algorithm;
		void (*spoil)(struct problem *problem);
	} ways[] = { { GATHER, "sbt", leave_unset }, { GATHER, "sbt", of_another_collective },
		{ GATHER, "sbt", on_another_network }, { GATHER, "sbt", with_other_ports },
		{ GATHER, "sbt", with_another_duplex }, { SEND, "sbt", to_another_node },
		{ PERMUTE, "permuted-send", by_another_permutation },
		{ GATHER, "sbt", from_another_root } };

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		spoil = NULL;
		assert_int_equal(make(ways[i].collective, ways[i].algorithm), 0);
		spoil = ways[i].spoil;
		if (make(ways[i].collective, ways[i].algorithm) != -EINVAL ||
			!strstr(why_text(), "is of another problem"))
			fail_msg("way %zu: %s", i, why_text());
	}
}
