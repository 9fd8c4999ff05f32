/* Large lent packets, which both ends of a link land together: data and folds as by one of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <time.h>
#include "tests/teams.h"
#include "tests/runtime/execution_help.h"
#include "tests/sanitized.h"

/* From below what is shared (runtime/node/split_copy.c) to parts of uneven lengths, and to what
 * goes to and fro and is passed on. */
static const size_t sizes[] = { 60000, 65537, 200003, (9 << 18) + 8 };

static const char *const collectives[] = { "broadcast", "reduce", "scatter", "gather", "allgather",
	"reducescatter", "allreduce", "alltoall" };

/* Several times: who comes first, and so who lands which part, differs. By doubling, each of two
 * nodes folds a half for both. */
static void run_sizes(struct grove_team *team, const char *network, const char *collective,
	int nodes, int root, ptrdiff_t packet)
{
	bool doubles = !root && !strcmp(collective, "allreduce") && strcmp(network, "gh:3") != 0;
	const struct grove_problem problem = { .collective = collective,
		.algorithm = doubles ? "doubling" : "sbt",
		.root = root,
		.packet = packet };
	struct case_of c = { .collective = collective, .nodes = nodes, .root = root };
	AUTO(grove_plan) plan = NULL;
	char what[256];

	MUST(grove_plan_make(&plan, network, &problem));
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0] - (nodes > 2); s++)
		for (int repeat = 0; repeat < 3; repeat++) {
			if (!is_sampled())
				continue;
			c.bytes = sizes[s];
			snprintf(what, sizeof what, "%s %s %s root %d packet %td, %zu bytes",
				collective, problem.algorithm, network, root, packet, c.bytes);
			run(team, plan, &c, what);
		}
}

static void run_network(const char *network, int nodes, int threads)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = network, .threads = threads, .timeout = 60);

	for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; i++) {
		run_sizes(team, network, collectives[i], nodes, 0, 0);
		run_sizes(team, network, collectives[i], nodes, nodes - 1, 70001);
	}
}

TEST("two nodes on two threads")
{
	run_network("gh:2", 2, 2);
}

TEST("several nodes on each thread")
{
	run_network("cube:2", 4, 2);
	run_network("gh:3", 3, 2);
}

TEST("a thread for each node")
{
	run_network("gh:3", 3, 3);
}

/* ---- A caller's own fold ---- */

static _Thread_local int here; /* the node whose thread this is */
static _Atomic int elsewhere;  /* calls by another node's */

static void fold_at_root(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	unsigned char *to = result;
	const unsigned char *a = left, *b = right;

	elsewhere += here != 0;
	for (size_t i = 0; i < count; i++)
		to[i] = a[i] ^ b[i];
}

static int reduce_often(struct grove_node *me, void *argument)
{
	static const struct grove_fold own = { fold_at_root, NULL, "own" };
	static unsigned char in[2][1 << 20], out[1 << 20];

	here = grove_node_number(me);
	for (int k = 0; k < 30; k++)
		TRY(grove_reduce(me, in[here], out, sizeof out, GROVE_U8, &own, 0));
	return 0;
}

/* It may know its thread, so the sender, which would only wait, lands no part of what is folded. */
TEST("a callers fold is called by its nodes thread")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .timeout = 60);

	assert_int_equal(grove_team_run(team, reduce_often, NULL), 0);
	assert_int_equal(elsewhere, 0);
}

/* ---- A team that fails while two nodes share a packet ---- */

enum {
	NODES = 3,
	BLOCK = 2 << 20,
	FAILURES = 24 /* of each collective, at times that cover its own */
};

struct failing {
	const char *collective;
	long after; /* nanoseconds */
};

static int call_verb(struct grove_node *me, const char *collective, void *in, void *out)
{
	if (!strcmp(collective, "broadcast"))
		return grove_broadcast(me, in, BLOCK, 0);
	if (!strcmp(collective, "gather"))
		return grove_gather(me, in, out, BLOCK, 0);
	if (!strcmp(collective, "reduce"))
		return grove_reduce(me, in, out, BLOCK / 8, GROVE_F64, GROVE_SUM, 0);
	return grove_alltoall(me, in, out, BLOCK);
}

/* Node 2 never comes, and fails after a while. Whoever returns has its memory for itself: it is
 * written and freed at once, and a peer that still copied there would be found by the sanitizers.
 */
static int fail_or_call(struct grove_node *me, void *argument)
{
	const struct failing *failing = argument;
	FREED void *in = NULL, *out = NULL;
	int error;

	if (grove_node_number(me) == NODES - 1) {
		nanosleep(&(struct timespec){ .tv_nsec = failing->after }, NULL);
		return -EIO;
	}
	in = calloc(NODES, BLOCK);
	out = calloc(NODES, BLOCK);
	error = in && out ? call_verb(me, failing->collective, in, out) : -ENOMEM;
	if (in && out) {
		memset(in, 1, (size_t)NODES * BLOCK);
		memset(out, 1, (size_t)NODES * BLOCK);
	}
	return error;
}

TEST("a team may fail while a packet is shared")
{
	static const char *const verbs[] = { "broadcast", "gather", "reduce", "alltoall" };

	for (int k = 0; k < 4 * FAILURES; k++) {
		struct failing failing = { verbs[k % 4], 1000000L + 100000L * (k / 4) };
		AUTO(grove_team) team =
			OPEN_TEAM(.network = "gh:3", .threads = NODES, .timeout = 60);

		assert_int_not_equal(grove_team_run(team, fail_or_call, &failing), 0);
	}
}
