/* Structs with their size: programs that were compiled with fewer or more fields are understood. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/teams.h"

/* As a later version may have them. */
struct later_options {
	struct grove_team_options now;
	size_t later;
};

struct later_problem {
	struct grove_problem now;
	size_t later;
};

static int opens(const struct grove_team_options *options)
{
	struct grove_team *team = NULL;
	int error = grove_team_open(&team, options);

	return error ? error : grove_team_free(team);
}

static int makes(const struct grove_problem *problem)
{
	AUTO(grove_plan) plan = NULL;

	return grove_plan_make(&plan, "cube:2", problem);
}

struct later_plan_options {
	struct grove_plan_options now;
	size_t later;
};

static int reads(const struct grove_plan_options *options)
{
	static const char text[] = "barrier cube:0 bytes=0";
	AUTO(grove_plan) plan = NULL;

	return grove_plan_read(&plan, text, sizeof text - 1, options);
}

TEST("options of plans that are read may grow")
{
	struct later_plan_options options = { .later = 1 };

	assert_int_equal(reads(&options.now), 0);
	options.now.size = sizeof options.now;
	assert_int_equal(reads(&options.now), 0);
	options.now.size = sizeof options;
	REFUSES(reads(&options.now), EINVAL, "later version");
	options.later = 0;
	assert_int_equal(reads(&options.now), 0);
	options.now.size = sizeof options.now - 1;
	assert_int_equal(reads(&options.now), -EINVAL);
}

TEST("size 0 and the own size are understood")
{
	struct grove_team_options options = { .network = "cube:1", .threads = 1 };
	struct grove_problem problem = { .collective = "broadcast", .bytes = 8 };

	assert_int_equal(opens(&options), 0);
	options.size = sizeof options;
	assert_int_equal(opens(&options), 0);
	assert_int_equal(makes(&problem), 0);
	problem.size = sizeof problem;
	assert_int_equal(makes(&problem), 0);
}

TEST("size of a later version is understood while its fields are 0")
{
	struct later_options options = { .now = { .network = "cube:1", .threads = 1 } };
	struct later_problem problem = { .now = { .collective = "broadcast", .bytes = 8 } };

	options.now.size = sizeof options;
	problem.now.size = sizeof problem;
	assert_int_equal(opens(&options.now), 0);
	assert_int_equal(makes(&problem.now), 0);
	options.later = problem.later = 1;
	REFUSES(opens(&options.now), EINVAL, "later version");
	REFUSES(makes(&problem.now), EINVAL, "later version");
	/* Without the size nobody reads past the fields of version 0.1. */
	options.now.size = problem.now.size = 0;
	assert_int_equal(opens(&options.now), 0);
	assert_int_equal(makes(&problem.now), 0);
}

TEST("sizes that no version has are refused")
{
	static const size_t wrong[] = { 1, sizeof(size_t), 4097, SIZE_MAX };
	struct grove_team_options options = { .network = "cube:1", .threads = 1 };
	struct grove_problem problem = { .collective = "broadcast", .bytes = 8 };

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		options.size = problem.size = wrong[i];
		REFUSES(opens(&options), EINVAL, "size");
		REFUSES(makes(&problem), EINVAL, "size");
	}
}

/* Programs that were compiled with version 0.1 count on these places. */
TEST("fields of version 0 1 keep their places")
{
	assert_int_equal(offsetof(struct grove_team_options, size), 0);
	assert_int_equal(offsetof(struct grove_problem, size), 0);
	assert_int_equal(offsetof(struct grove_plan_options, size), 0);
	if (sizeof(void *) != 8)
		return;
	assert_int_equal(offsetof(struct grove_team_options, network), 8);
	assert_int_equal(offsetof(struct grove_team_options, pace), 48);
	assert_int_equal(offsetof(struct grove_problem, collective), 8);
	assert_int_equal(offsetof(struct grove_problem, matrix), 112);
	assert_int_equal(offsetof(struct grove_plan_options, matrix), 32);
	assert_int_equal(sizeof(struct grove_refusal), 512);
	assert_int_equal(sizeof(struct grove_fold), 24);
	assert_int_equal(sizeof(struct grove_figures), 40);
	assert_int_equal(sizeof(struct grove_matrix), 48);
	assert_int_equal(sizeof(struct grove_pace), 16);
	assert_int_equal(sizeof(struct grove_buffers), 16);
}
