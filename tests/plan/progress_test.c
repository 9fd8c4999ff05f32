/* Progress: what takes longer than the timeout, packet by packet, is not ended by it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <time.h>
#include "tests/teams.h"
#include "tests/topology_help.h"

enum {
	ELEMENTS = 60,
	NAP_MS = 15 /* for each element, so that all take three times the timeout */
};

static const double timeout = 0.3;

static void add_slowly(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const double *x = left, *y = right;
	double *sum = result;

	for (size_t i = 0; i < count; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = NAP_MS * 1000000L }, NULL);
		sum[i] = x[i] + y[i];
	}
}

static struct grove_plan *plan;

static int reduce_slowly(struct grove_node *me, void *argument)
{
	double in[ELEMENTS], out[ELEMENTS];

	for (int i = 0; i < ELEMENTS; i++)
		in[i] = i + grove_node_number(me);
	TRY(grove_execute(me, plan, in, out, sizeof in));
	for (int i = 0; i < ELEMENTS && !grove_node_number(me); i++)
		TRY(out[i] < 2 * i + 1 || out[i] > 2 * i + 1);
	return grove_barrier(me);
}

/* The sender is soon done, and waits for the other in the barrier: all that it sees are its moves.
 */
TEST("progress: packets that come one by one are progress, however long it takes")
{
	static const char *const waits[] = { "spin", "yield", "park" };
	const struct grove_fold fold = { add_slowly, NULL, "slow" };

	MUST(grove_plan_make(&plan, "cube:1",
		&(struct grove_problem){ .collective = "reduce",
			.algorithm = "sbt",
			.type = GROVE_F64,
			.fold = &fold,
			.packet = sizeof(double) }));
	for (int i = 0; i < COUNT(waits); i++) {
		AUTO(grove_team)
		team = OPEN_TEAM(.network = "cube:1", .wait = waits[i], .timeout = timeout);

		if (grove_team_run(team, reduce_slowly, NULL))
			fail_msg("%s: %s", waits[i], grove_why());
	}
	grove_plan_free(plan);
}
