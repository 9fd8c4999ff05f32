/* Plans of one's own in a program: read from text, with options, and run in each way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/library/plan_io_help.h"
#include "tests/teams.h"

static void assert_broadcast(void)
{
	for (int v = 0; v < 4; v++)
		assert_memory_equal(out[v], out[0], BYTES);
}

TEST("own plan: a plan runs in each way")
{
	AUTO(grove_plan) plan = read_of(PLAN, NULL);
	AUTO(grove_team) team = team_on("cube:2"), *other = team_on("gh:4");
	double seconds;

	assert_string_equal(grove_plan_heading(plan)->algorithm, "mine");
	assert_string_equal(grove_plan_heading(plan)->collective, "broadcast");
	assert_int_equal(grove_plan_heading(plan)->bytes, 40);
	execute(team, plan, "mine");
	assert_broadcast();
	fill();
	assert_int_equal(grove_team_time(team, plan, buffers, 40, &seconds), 0);
	assert_broadcast();
	assert_int_equal(grove_predict(team, plan, 40, &seconds), 0);
	assert_true(seconds > 0);
	/* What does not fit is refused before a node begins: the team lives. */
	assert_int_equal(grove_team_execute(team, plan, buffers, 32), -EINVAL);
	assert_string_equal(grove_why(), "this plan is for 40 bytes, not for 32");
	assert_int_equal(grove_predict(team, plan, 32, &seconds), -EINVAL);
	assert_int_equal(grove_team_execute(other, plan, buffers, 40), -EINVAL);
	assert_string_equal(grove_why(), "a plan for cube:2 does not run on a team of gh:4");
	execute(team, plan, "mine, again");
}

/* Each node reads the plan for itself; a node with another plan is found. */
static int read_and_run(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me);
	const char *text = argument && v == 3 ? argument : PLAN;
	AUTO(grove_plan) plan = NULL;

	TRY(grove_plan_read(&plan, text, strlen(text), NULL));
	return grove_execute(me, plan, NULL, out[v], BYTES);
}

TEST("own plan: each node may read the plan")
{
	static const char *const other = "broadcast mine cube:2 bytes=40\nstep 0\n"
					 " 0 -> 1 0[0:40]\nstep 1\n 0 -> 2 0[0:40]\nstep 2\n"
					 " 1 -> 3 0[0:20]\nstep 3\n 2 -> 3 0[20:40]\n";
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .timeout = 5);

	fill();
	assert_int_equal(grove_team_run(team, read_and_run, NULL), 0);
	assert_broadcast();
	assert_int_equal(grove_team_run(team, read_and_run, (void *)(uintptr_t)other), -EINVAL);
}

TEST("own plan: options say what the text does not")
{
	static const char *const sum = "reduce cube:1 bytes=40\nstep 0\n 1 -> 0 fold 0[0:40]\n";
	static const char *const turn = "alltoall gh:2 bytes=32\nstep 0\n 0 -> 1 1[0:32]\n"
					" 1 -> 0 2[0:32]\n";
	const struct grove_matrix matrix = { .rows = 4, .columns = 4, .item = 8 };
	struct grove_plan_options options = { .type = GROVE_F64, .fold = GROVE_MAX };
	AUTO(grove_team) team = team_on("cube:1"), *pair = team_on("gh:2");
	AUTO(grove_plan) plan = read_of(sum, &options);

	execute(team, plan, "max");
	for (int i = 0; i < ITEMS; i++)
		assert_true(out[0][i] == (in[0][i] > in[1][i] ? in[0][i] : in[1][i]));
	grove_plan_free(plan);
	options = (struct grove_plan_options){ .forward = "reference" };
	assert_int_equal(grove_plan_read(&plan, sum, strlen(sum), &options), -EINVAL);
	assert_null(plan);
	plan = read_of(turn, &options);
	assert_string_equal(grove_plan_forward(plan, 32), "reference");
	fill();
	assert_int_equal(grove_team_execute(pair, plan, buffers, 32), 0);
	assert_memory_equal(out[1], in[0] + 4, 32);
	assert_memory_equal(out[0] + 4, in[1], 32);
	grove_plan_free(plan);
	plan = read_of(turn, &(struct grove_plan_options){ .matrix = &matrix });
	fill();
	assert_int_equal(grove_team_execute(pair, plan, buffers, 32), 0);
	for (int i = 0; i < 16; i++)
		assert_true(out[i / 8][i % 8] == in[i % 4 / 2][i % 4 % 2 * 4 + i / 4]);
}

TEST("own plan: elements are whole")
{
	static const char *const texts[] = {
		"reduce cube:1 bytes=8\nstep 0\n 1 -> 0 fold 0[0:3]\nstep 1\n 1 -> 0 fold 0[3:8]\n",
		"reduce cube:1 bytes=9\nstep 0\n 1 -> 0 fold 0[0:9]\n",
		/* pieces that follow each other cut nothing */
		"reduce cube:1 bytes=8\nstep 0\n 1 -> 0 fold 0[0:3] 0[3:8]\n"
	};
	static const char *const why[] = { "bytes 0 to 3 cut an element of 8 bytes",
		"9 bytes are not a multiple of an element of 8", "" };
	const struct grove_plan_options options = { .type = GROVE_F64 };

	for (int i = 0; i < COUNT(texts); i++) {
		AUTO(grove_plan) plan = NULL;
		int error = grove_plan_read(&plan, texts[i], strlen(texts[i]), &options);

		assert_int_equal(error, *why[i] ? -EINVAL : 0);
		assert_string_equal(grove_why(), why[i]);
		grove_plan_free(read_of(texts[i], NULL));
	}
}

/* The heading has a graph's links in the order of the team's file, or as grove writes links. */
TEST("own plan: a graph comes with its links")
{
	AUTO(grove_plan) plan = NULL, *other = NULL;
	AUTO(grove_team) team = NULL;
	struct network net;
	char text[1024], *again;

	network_of(&net, "kite");
	snprintf(text, sizeof text,
		"send %s destination=2 bytes=40 links=0-1,1-2,2-0,2-3,3-4,4-5,5-2,5-6,6-7\n"
		"step 0\n 0 -> 2 0[0:40]\n",
		net.name);
	plan = read_of(text, NULL);
	team = team_on(grove_plan_heading(plan)->network);
	execute(team, plan, "kite");
	assert_memory_equal(out[2], out[0], BYTES);
	again = written(plan, NULL);
	other = read_of(again, NULL);
	execute(team, other, "kite as grove writes it");
	grove_plan_free(other);
	free(again);
	memcpy(strstr(text, "6-7"), "5-7", 3);
	other = read_of(text, NULL);
	REFUSES(grove_team_execute(team, other, buffers, 40), EINVAL,
		": the links, or their order, are others");
}
