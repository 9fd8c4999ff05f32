/* What is wrong with a plan's text is told with all lines; streams and threads do the same. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "tests/library/plan_io_help.h"

#define WRONG                                                                                      \
	"# mine\nbroadcast cube:2 bytes=8\nstep 0\n 0 -> 3 0[0:8]\n 1 -> 3 0[0:8]\nstep 1\n"       \
	" 0 -> 1 0[0:4]\n"

static const struct grove_refusal all[] = {
	{ 4, 0, 0, 3, "link", "step 0: cube:2 has no link from 0 to 3" },
	{ 5, 0, 1, 3, "causality", "" },
	{ 0, -1, -1, -1, "delivery", "node 1 never gets bytes 4 to 8 of block 0" },
	{ 0, -1, -1, -1, "delivery", "node 2 never gets bytes 0 to 8 of block 0" },
};

TEST("refusals: each broken rule is told")
{
	struct grove_refusal refusals[100];
	size_t count = 100;
	struct grove_plan *plan;

	assert_int_equal(grove_plan_refusals(WRONG, strlen(WRONG), refusals, &count), 0);
	assert_int_equal(count, COUNT(all));
	for (int i = 0; i < COUNT(all); i++) {
		assert_int_equal(refusals[i].line, all[i].line);
		assert_int_equal(refusals[i].from, all[i].from);
		assert_string_equal(refusals[i].rule, all[i].rule);
		if (*all[i].text)
			assert_string_equal(refusals[i].text, all[i].text);
	}
	assert_int_equal(grove_plan_read(&plan, WRONG, strlen(WRONG), NULL), -EINVAL);
	assert_null(plan);
	assert_string_equal(grove_why(), "line 4: link: step 0: cube:2 has no link from 0 to 3");
	count = 0; /* only the number is asked for */
	assert_int_equal(grove_plan_refusals(WRONG, strlen(WRONG), NULL, &count), 0);
	assert_int_equal(count, COUNT(all));
	count = 1; /* and the place after it is not touched */
	refusals[1].line = 77;
	assert_int_equal(grove_plan_refusals(WRONG, strlen(WRONG), refusals, &count), 0);
	assert_int_equal(count, COUNT(all));
	assert_int_equal(refusals[1].line, 77);
	count = 5;
	assert_int_equal(grove_plan_refusals(PLAN, strlen(PLAN), refusals, &count), 0);
	assert_int_equal(count, 0);
	assert_string_equal(grove_why(), "");
}

/* More than a hundred: all are counted. */
TEST("refusals: no more than a hundred are told")
{
	static const char text[] = "gather gh:200 bytes=8\n";
	static struct grove_refusal refusals[200];
	size_t count = 200;

	assert_int_equal(grove_plan_refusals(text, strlen(text), refusals, &count), 0);
	assert_int_equal(count, 199);
	assert_string_equal(refusals[99].rule, "delivery");
	assert_int_equal(refusals[100].rule[0], 0);
}

TEST("refusals: what is not a plan is one refusal")
{
	static const char *const texts[] = { "", "{", "broadcast cube:2 bytes=8\n 0 -> 1\n",
		"braodcast cube:2 bytes=8", "{\"collective\": 7}" };
	static const char *const places[] = { "line 1, column 1: ", "line 1, column 2: ",
		"line 2, column 2: ", "line 1, column 1: ", "collective: is not a string" };

	for (int i = 0; i < COUNT(texts); i++) {
		struct grove_refusal refusal = { 0 };
		struct grove_plan *plan;
		size_t count = 1;

		MUST(grove_plan_refusals(texts[i], strlen(texts[i]), &refusal, &count));
		assert_int_equal(count, 1);
		assert_string_equal(refusal.rule, "format");
		assert_int_equal(refusal.step, -1);
		assert_memory_equal(refusal.text, places[i], strlen(places[i]));
		assert_int_equal(grove_plan_read(&plan, texts[i], strlen(texts[i]), NULL), -EINVAL);
		assert_string_equal(grove_why(), refusal.text);
	}
}

/* ---- Long plans ---- */

/* A plan of many pieces could not be read again. */
TEST("refusals: too long a plan is not written")
{
	AUTO(grove_plan) plan = PLAN_OF("cube:8", .collective = "alltoall", .packet = 1);
	char *text = (char *)1;
	size_t length = 1;

	REFUSES(grove_plan_write(plan, 1 << 20, "text", &text, &length), EINVAL,
		"use fewer nodes, or larger packets");
	assert_null(text);
	assert_int_equal(length, 0);
}

/* ---- Threads ---- */

static void *read_often(void *argument)
{
	struct grove_refusal refusals[8];

	for (int i = 0; i < 200; i++) {
		AUTO(grove_plan) plan = read_of(PLAN, NULL);
		size_t count = 8;

		grove_plan_free(plan);
		if (grove_plan_refusals(WRONG, strlen(WRONG), refusals, &count) ||
			count != COUNT(all))
			return (void *)1;
		free(written(plan = read_of("broadcast graph:three bytes=40 links=0-1,1-2\nstep 0\n"
					    " 0 -> 1 0[0:40]\nstep 1\n 1 -> 2 0[0:40]",
				     NULL),
			"json"));
	}
	return NULL;
}

TEST("refusals: threads read at once")
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, read_often, NULL), 0);
	for (int i = 0; i < 4; i++) {
		void *wrong;

		assert_int_equal(pthread_join(thread[i], &wrong), 0);
		assert_null(wrong);
	}
}
