/* The ways of plans: pieces that cross the same links have one way, whatever made the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/lists/ways.h"
#include "collectives/registry.h"
#include "tests/plan_help.h"

/* The ways of all packets, as "0 1 0,1 -": a packet of two ways, and a packet without bytes. */
static char *ways_text(const char *plan)
{
	static char text[512];
	AUTO(schedule) schedule = schedule_of(plan);
	struct way_list list = { 0 };
	struct plan_ways ways;
	size_t used = 0;

	text[0] = 0;
	assert_int_equal(ways_open(&ways, schedule), 0);
	for (size_t k = 0; k < schedule->packets; k++) {
		assert_int_equal(ways_of_packet(&ways, &schedule->packet[k], &list), 0);
		used += (size_t)sprintf(text + used, "%s%s", k ? " " : "", list.count ? "" : "-");
		for (int i = 0; i < list.count; i++)
			used += (size_t)sprintf(text + used, "%s%d", i ? "," : "", list.way[i]);
	}
	way_list_free(&list);
	ways_free(&ways);
	return text;
}

TEST("ways: pieces that use the same links have one way")
{
	static const char *const known[][2] = {
		/* Two halves by two trees. */
		{ "broadcast x cube:2 bytes=8\nstep 0\n0 -> 1 0[0:4]\n0 -> 2 0[4:8]\n"
		  "step 1\n1 -> 3 0[0:4]\n2 -> 3 0[4:8]",
			"0 1 0 1" },
		/* Halves that leave together and part later are two ways in a packet. */
		{ "broadcast x cube:2 bytes=8\nstep 0\n0 -> 1 0[0:8]\n0 -> 2 0[0:8]\n"
		  "step 1\n1 -> 3 0[0:4]\n2 -> 3 0[4:8]",
			"0,1 0,1 0 1" },
		/* A link that a piece crosses twice counts once: both pieces use the same links. */
		{ "send x cube:1 bytes=8\nstep 0\n0 -> 1 0[0:4]\nstep 1\n0 -> 1 0[0:4]\n"
		  "step 2\n0 -> 1 0[4:8]",
			"0 0 0" },
		/* A copy that comes back to the root is a packet of the same way. */
		{ "broadcast x cube:1 bytes=8\nstep 0\n0 -> 1 0[0:8]\nstep 1\n1 -> 0 0[0:8]",
			"0 0" },
		/* Seen from its origin, every block goes round the ring in the same way. */
		{ "allgather x ring:3 bytes=8\nstep 0\n0 -> 1 0[0:8]\n1 -> 2 1[0:8]\n2 -> 0 "
		  "2[0:8]\n"
		  "step 1\n0 -> 1 2[0:8]\n1 -> 2 0[0:8]\n2 -> 0 1[0:8]",
			"0 0 0 0 0 0" },
		/* In a scatter a way is a subtree of the root, in a gather as well. */
		{ "scatter x cube:2 bytes=8\nstep 0\n0 -> 1 1[0:8] 3[0:8]\nstep 1\n0 -> 2 2[0:8]\n"
		  "1 -> 3 3[0:8]",
			"0 1 0" },
		{ "gather x cube:2 bytes=8\nstep 0\n2 -> 0 2[0:8]\n3 -> 1 3[0:8]\n"
		  "step 1\n1 -> 0 1[0:8] 3[0:8]",
			"1 0 0" },
		{ "alltoall x cube:1 bytes=8\nstep 0\n0 -> 1 1[0:8]\n1 -> 0 2[0:8]", "0 0" },
		/* Ways are numbered by the bytes, in a reduction as in the broadcast. */
		{ "reduce x cube:2 bytes=8\nstep 0\n3 -> 1 fold 0[4:8]\n3 -> 2 fold 0[0:4]\n"
		  "step 1\n1 -> 0 fold 0[4:8]\n2 -> 0 fold 0[0:4]",
			"0 1 1 0" },
		/* Sums of a scan share the ways of their bytes. */
		{ "scan x gh:3 bytes=8\nstep 0\n0 -> 1 0[0:8]\n0 -> 2 0[0:8]\n1 -> 2 4[0:8]",
			"0 0 0" },
		{ "barrier x cube:1 bytes=0\nstep 0\n0 -> 1\n1 -> 0", "- -" },
		{ "broadcast x cube:1 bytes=8", "" },
	};

	for (int i = 0; i < COUNT(known); i++)
		if (strcmp(ways_text(known[i][0]), known[i][1]) != 0)
			fail_msg(
				"%s, not %s: %s", ways_text(known[i][0]), known[i][1], known[i][0]);
}

static struct schedule *schedule_by(
	enum collective collective, const char *algorithm, const char *network)
{
	struct problem problem = problem_by(algorithm, collective, network);

	return schedule_made(&problem, 24 << 10, 2 << 10);
}

/* As many ways as trees, also where two trees share the link of the root. */
TEST("ways: of a plan along trees are the trees")
{
	static const struct {
		enum collective collective;
		const char *algorithm, *network;
		int ways;
	} known[] = {
		{ BROADCAST, "nesbt", "cube:4", 4 },
		{ REDUCE, "nesbt", "cube:4", 4 },
		{ BROADCAST, "mst", "star:5", 4 },
		{ BROADCAST, "adst2", "ccc:4", 2 },
		{ ALLGATHER, "nesbt", "cube:3", 3 },
		{ REDUCESCATTER, "nesbt", "cube:3", 3 },
		{ SCATTER, "bst", "gh:2x2x2x2", 4 },
		{ ALLTOALL, "sbt", "cube:4", 4 },
		{ ALLGATHER, "ring2", "ring:8", 1 },
		{ BROADCAST, "sbt", "cube:4", 1 },
	};

	for (int i = 0; i < COUNT(known); i++) {
		AUTO(schedule)
		schedule = schedule_by(known[i].collective, known[i].algorithm, known[i].network);
		ENDED(ways_free) struct plan_ways ways;

		assert_int_equal(ways_open(&ways, schedule), 0);
		if (ways.count != known[i].ways)
			fail_msg("%s on %s: %d ways", known[i].algorithm, known[i].network,
				ways.count);
	}
}
