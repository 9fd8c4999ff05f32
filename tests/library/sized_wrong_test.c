/* Collectives with sizes that differ at both ends, that never end, or that break off in between. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <sys/mman.h>
#include "tests/cancel_type.h"
#include "tests/guests.h"
#include "grove_measure.h"
#include "tests/runtime/ended_threads.h"

enum {
	NODES = 4,
	BYTES = 24
};

static const size_t usual[NODES] = { BYTES, BYTES, BYTES, BYTES };

/* A call that the first node with `wrong` makes with another size, and the result of each node. */
struct trial {
	int verb, result[NODES];
	bool quiet; /* node 1 does not call at all, and stays until the others give up */
	char line[NODES][256];
};

static const char *const lines[] = {
	"gatherv #1: node 1 sends 24 bytes to node 0, which expects 16",
	"allgatherv #1: node 1 sends 24 bytes to node 2, which expects 16",
	"alltoallv #1: node 1 sends 24 bytes to node 2, which expects 16",
	"scatterv #1: node 0 sends 24 bytes to node 1, which expects 16"
};

/* Node 2 or the root expects 16 bytes from node 1; in scatterv node 1 expects 16 bytes. */
static int call(struct grove_node *me, int verb)
{
	static unsigned char in[NODES][NODES * BYTES];
	static unsigned char out[NODES][NODES * BYTES];
	int v = grove_node_number(me);
	size_t other[NODES] = { BYTES, 16, BYTES, BYTES };

	switch (verb) {
	case 0:
		return grove_gatherv(me, in[v], BYTES, out[v], other, NULL, 0);
	case 1:
		return grove_allgatherv(me, in[v], BYTES, out[v], v == 2 ? other : usual, NULL);
	case 2:
		return grove_alltoallv(
			me, in[v], usual, NULL, out[v], v == 2 ? other : usual, NULL);
	default:
		return grove_scatterv(me, in[v], usual, NULL, out[v], other[v], 0);
	}
}

static int one_call(struct grove_node *me, void *argument)
{
	struct trial *t = argument;
	int v = grove_node_number(me);

	if (t->quiet && v == 1)
		return -EPERM;
	t->result[v] = call(me, t->verb);
	if (!t->result[v]) /* a node of scatterv whose own size was right */
		t->result[v] = grove_barrier(me);
	snprintf(t->line[v], sizeof t->line[v], "%s", grove_why());
	return t->result[v];
}

static int run(struct trial *trial, const char *network, const struct grove_pace *pace)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = network, .pace = pace, .timeout = 5);

	return grove_team_run(team, one_call, trial);
}

/* On cube:2 blocks go by reference, on gh:4 over their own links. */
TEST("sizes that differ are named on all nodes")
{
	static const char *const networks[] = { "cube:2", "gh:4" };

	for (int k = 0; k < 8; k++) {
		struct trial trial = { .verb = k / 2 };

		assert_int_equal(run(&trial, networks[k % 2], NULL), -EINVAL);
		for (int v = 0; v < NODES; v++) {
			assert_int_equal(trial.result[v], -EINVAL);
			assert_string_equal(trial.line[v], lines[trial.verb]);
		}
	}
}

/* On paced links the nodes exchange their sizes first, except in allgatherv, which all know. */
TEST("sizes that differ are named on paced links")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };

	for (int verb = 0; verb < 4; verb++) {
		struct trial trial = { .verb = verb };

		assert_int_equal(run(&trial, "cube:2", &pace), -EINVAL);
		if (verb == 1)
			assert_non_null(strstr(trial.line[0], "allgatherv #1 of 88 bytes"));
		else
			assert_non_null(strstr(trial.line[0], strchr(lines[verb], ':')));
	}
}

/* Only the last 32 bits are alike. */
static int sends_much(struct grove_node *me, void *more)
{
	static unsigned char few[8];
	size_t much = sizeof few + (size_t)(UINT64_C(1) << 32), none[2] = { 0, 0 };
	int v = grove_node_number(me);
	size_t own[2] = { 0, 0 };
	bool mine = v == *(int *)more;
	void *bytes = few;

	own[1 - v] = mine ? much : sizeof few;
	if (mine)
		bytes = mmap(NULL, much, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	HOLDS(bytes != MAP_FAILED);
	if (v == 0) /* may return before node 1 has looked */
		grove_alltoallv(me, bytes, own, NULL, NULL, none, NULL);
	else
		HOLDS(grove_alltoallv(me, NULL, none, NULL, bytes, own, NULL) == -EINVAL);
	HOLDS(!mine || !munmap(bytes, much));
	return 0;
}

static int gathers_at_itself(struct grove_node *me, void *unused)
{
	static unsigned char in[BYTES], out[2][NODES * BYTES];
	int v = grove_node_number(me);

	return grove_gatherv(me, in, BYTES, out[v], usual, NULL, v);
}

TEST("two roots of a gather are named")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .timeout = 5);

	REFUSES(grove_team_run(team, gathers_at_itself, NULL), EINVAL,
		"node 0 calls gatherv #1 to root 0, node 1 calls gatherv #1 to root 1");
}

TEST("sizes that differ by 4 GiB are named")
{
	if (sizeof(size_t) < 8)
		skip();
	for (int more = 0; more < 2; more++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .timeout = 5);
		const char *line = more ? "node 0 sends 8 bytes to node 1, which expects 4294967304"
					: "sends 4294967304 bytes to node 1, which expects 8";

		REFUSES(grove_team_run(team, sends_much, &more), EINVAL, line);
	}
}

TEST("a node that fails ends the calls of the others")
{
	for (int verb = 0; verb < 3; verb++) {
		struct trial trial = { .verb = verb, .quiet = true };

		assert_int_equal(run(&trial, "cube:2", NULL), -EPERM);
		assert_int_equal(trial.result[0], -ECANCELED);
	}
}

/* ---- Blocks of the output that overlap ---- */

NODES_TEST("blocks that overlap are refused",
	(run_in(OPEN_TEAM(.network = "cube:2", .timeout = 5), body),
		run_in(OPEN_TEAM(.network = "gh:4", .timeout = 5), body)))
{
	static unsigned char in[NODES][NODES * BYTES], out[NODES][NODES * BYTES];
	size_t rising[NODES] = { 0, BYTES, 2 * BYTES, 3 * BYTES };
	size_t falling[NODES] = { 3 * BYTES, 2 * BYTES, BYTES, 0 };
	size_t touching[NODES] = { 3 * BYTES, BYTES + 1, 0, BYTES };
	size_t same[NODES] = { 0, 0, 0, 0 }, one[NODES] = { 0, BYTES, 0, 0 };
	int v = grove_node_number(me);

	HOLDS(grove_alltoallv(me, in[v], usual, NULL, out[v], usual, touching) == -EINVAL);
	HOLDS(!strcmp(grove_why(), "alltoallv: blocks 1 and 3 of the output overlap"));
	HOLDS(grove_allgatherv(me, in[v], BYTES, out[v], usual, same) == -EINVAL);
	HOLDS(strstr(grove_why(), "blocks 0 and 1 of the output overlap"));
	TRY(grove_alltoallv(me, in[v], usual, same, out[v], usual, falling));
	TRY(grove_alltoallv(me, in[v], usual, NULL, out[v], usual, rising));
	return grove_allgatherv(me, in[v], one[v], out[v], one, same); /* no bytes overlap */
}

/* ---- A node that never comes ---- */

static int absent_body(struct grove_node *me, void *argument)
{
	struct trial *t = argument;
	int v = grove_node_number(me);

	if (v == 1)
		return 0;
	t->result[v] = call(me, t->verb);
	snprintf(t->line[v], sizeof t->line[v], "%s", grove_why());
	return 0;
}

TEST("a node that never comes is named")
{
	struct trial trial = { .verb = 2 };
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .timeout = 60);

	grove_team_run(team, absent_body, &trial);
	assert_int_equal(trial.result[0], -ECANCELED);
	assert_non_null(strstr(trial.line[0], "alltoallv #1"));
	assert_non_null(strstr(trial.line[0], "node 1"));
}

/* ---- A thread that is cancelled in the middle ---- */

static _Atomic int begun; /* calls */

static int begins(struct grove_node *me, void *argument)
{
	begun++;
	return call(me, 2);
}

/* Node 1 never calls, so all others wait when node 0 is cancelled. */
TEST("a cancelled thread ends the calls of the others")
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "gh:4", .threads = GROVE_CALLER, .timeout = 60);
	struct guest guest[] = { { team, begins, NULL, 0 }, { team, begins, NULL, 2 },
		{ team, begins, NULL, 3 } };

	guests_start(guest, 3);
	while (begun < 3)
		sched_yield();
	pthread_cancel(guest[0].thread);
	guests_join(guest, 3);
	assert_int_equal(guest[1].error, -ECANCELED);
	assert_int_equal(guest[2].error, -ECANCELED);
}

/* ---- Different calls ---- */

static int differ_body(struct grove_node *me, void *argument)
{
	static unsigned char in[NODES][NODES * BYTES], out[NODES][NODES * BYTES];
	struct trial *t = argument;
	int v = grove_node_number(me);

	t->result[v] = v == 3 ? grove_alltoall(me, in[v], out[v], BYTES)
			      : grove_alltoallv(me, in[v], usual, NULL, out[v], usual, NULL);
	snprintf(t->line[v], sizeof t->line[v], "%s", grove_why());
	return t->result[v];
}

TEST("alltoall is no alltoallv")
{
	struct trial trial = { 0 };
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .timeout = 5);

	assert_int_equal(grove_team_run(team, differ_body, &trial), -EINVAL);
	assert_non_null(strstr(trial.line[0], "calls alltoall #1 of 24 bytes"));
	assert_non_null(strstr(trial.line[0], "calls alltoallv #1"));
}
