/* Who is blamed where several nodes take turns on a thread: the one whose fold keeps it busy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "tests/teams.h"
#include "tests/sanitized.h"

enum {
	NODES = 16, /* at most */
	TIMEOUT_MS = SANITIZED ? 600 : 120
};

struct element {
	int owner; /* whose part of the sum it is */
	int value;
};

struct act {
	int culprit;
	_Atomic bool slept;
};

static void fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct act *act = context;
	const struct element *a = left, *b = right;
	struct element *to = result;

	if (count && a->owner == act->culprit && !act->slept) {
		act->slept = true;
		usleep(3 * TIMEOUT_MS * 1000);
	}
	for (size_t i = 0; i < count; i++)
		to[i] = (struct element){ a[i].owner, a[i].value + b[i].value };
}

static int execute(struct grove_team *team, const struct grove_plan *plan)
{
	struct element in[NODES], out[NODES];
	struct grove_buffers buffers[NODES];

	for (int v = 0; v < NODES; v++) {
		in[v] = (struct element){ v, v };
		buffers[v] = (struct grove_buffers){ &in[v], &out[v] };
	}
	return grove_team_execute(team, plan, buffers, sizeof in[0]);
}

/* Returns true if the node folds something. */
static bool folds_slowly(const char *network, int threads, int culprit)
{
	struct act act = { .culprit = culprit };
	const struct grove_fold own = { fold, &act, "own" };
	AUTO(grove_team) team =
		OPEN_TEAM(.network = network, .threads = threads, .timeout = TIMEOUT_MS * 1e-3);
	AUTO(grove_plan) plan = PLAN_OF(network, .collective = "allreduce", .algorithm = "sbt-rb",
		.type = GROVE_ELEMENT(sizeof(struct element)), .fold = &own);

	if (execute(team, plan))
		fail_msg("%s on %d threads, node %d: %s", network, threads, culprit, grove_why());
	return act.slept;
}

TEST("a fold that takes longer than the timeout is waited for")
{
	static const struct {
		const char *network;
		int nodes;
	} teams[] = { { "gh:3", 3 }, { "cube:3", 8 }, { "gh:2x3", 6 }, { "cube:4", 16 } };
	int slow = 0;

	for (size_t t = 0; t < sizeof teams / sizeof teams[0]; t++)
		for (int threads = 2; threads <= 3 && threads <= teams[t].nodes; threads++)
			for (int v = 0; v < teams[t].nodes; v += 1 + teams[t].nodes / 8)
				slow += folds_slowly(teams[t].network, threads, v);
	assert_true(slow > 10);
}
