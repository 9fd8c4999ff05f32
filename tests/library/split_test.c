/* Sub-teams: members and their order, collectives of several teams at once, errors, and ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdatomic.h>
#include <time.h>
#include "base/monotonic.h"
#include "tests/guests.h"
#include "tests/sanitized.h"

static void run(const char *network, const char *wait, grove_body *body, void *argument)
{
	struct grove_team *team;

	if (grove_team_open(&team,
		    &(struct grove_team_options){
			    .network = network, .wait = wait, .timeout = 5 }) ||
		grove_team_run(team, body, argument) || grove_team_free(team))
		fail_msg("%s: %s", network, grove_why());
}

static int size_of(const struct grove_node *me)
{
	return grove_team_nodes(grove_node_team(me));
}

/* Returns 0 if the sum over the team of 1 << (the number in the whole team) is `expected`. */
static int members_are(struct grove_node *sub, int number, unsigned long expected)
{
	unsigned long own = 1ul << number, all = 0;
	int error = grove_allreduce(sub, &own, &all, 1, GROVE_U64, GROVE_SUM);

	return error ? error : all == expected ? 0 : -EBADMSG;
}

/* ---- Members ---- */

static int thirds(struct grove_node *me, void *argument)
{
	struct grove_node *sub;
	int number = grove_node_number(me), nodes = size_of(me);
	unsigned long expected = 0;

	for (int v = number % 3; v < nodes; v += 3)
		expected |= 1ul << v;
	TRY(grove_split(me, number % 3, 0, NULL, &sub));
	TRY(members_are(sub, number, expected));
	HOLDS(grove_node_number(sub) == number / 3);
	return grove_leave(sub);
}

TEST("nodes of one colour are a team")
{
	static const char *const networks[] = { "gh:1", "gh:2", "cube:3", "star:4", "ring:5",
		"mesh:3x3" };

	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
		run(networks[i], NULL, thirds, NULL);
	run("cube:3", "park", thirds, NULL);
}

/* Keys in the opposite order, equal keys at the end. */
NODES_TEST("keys give the order of nodes", run("gh:2x3", NULL, body, NULL))
{
	struct grove_node *sub;
	int number = grove_node_number(me), nodes = size_of(me), at[16];

	TRY(grove_split(me, 7, number < 2 ? 100 : -number, "ring:6", &sub));
	TRY(grove_allgather(sub, &number, at, sizeof number));
	for (int i = 0; i < nodes; i++)
		HOLDS(at[i] == (i < nodes - 2 ? nodes - 1 - i : i - nodes + 2));
	return grove_leave(sub);
}

NODES_TEST("nodes without a colour are in no sub-team", run("cube:3", NULL, body, NULL))
{
	struct grove_node *sub = me;
	int number = grove_node_number(me);

	TRY(grove_split(me, number < 3 ? GROVE_NO_COLOUR : 0, 0, NULL, &sub));
	if (number < 3)
		return sub ? -EBADMSG : 0;
	TRY(members_are(sub, number, 0xf8));
	return grove_leave(sub);
}

/* ---- Several teams at once ---- */

enum {
	SIDE = 4,
	ROUNDS = 50
};

/* Rows and columns of a grid, and the whole, in turns. Rows make different numbers of calls. */
static int grid(struct grove_node *me, void *argument)
{
	struct grove_node *row, *column;
	int number = grove_node_number(me), y = number / SIDE, x = number % SIDE;
	unsigned long in_row = 0xful << SIDE * y, in_column = 0x1111ul << x;

	TRY(grove_split(me, y, x, "cube:2", &row));
	TRY(grove_split(me, x, y, x % 2 ? "ring:4" : NULL, &column));
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i <= y; i++)
			TRY(members_are(row, number, in_row));
		for (int i = 0; i <= x; i++)
			TRY(members_are(column, number, in_column));
		if (round % 8 == 0)
			TRY(members_are(me, number, 0xffff));
	}
	return 0;
}

TEST("rows and columns of a grid are sub-teams")
{
	run("gh:4x4", NULL, grid, NULL);
	run("cube:4", "park", grid, NULL);
}

/* A sub-team of a sub-team, until a single node is left. */
static int halves(struct grove_node *me, void *argument)
{
	struct grove_node *half = NULL;
	int number = grove_node_number(me), nodes = size_of(me);

	TRY(members_are(me, number, (1ul << nodes) - 1));
	if (nodes == 1)
		return 0;
	TRY(grove_split(me, number >= nodes / 2, 0, NULL, &half));
	TRY(halves(half, argument));
	TRY(members_are(me, number, (1ul << nodes) - 1));
	return number % 2 ? grove_leave(half) : 0;
}

TEST("sub-teams are split again")
{
	run("cube:4", NULL, halves, NULL);
	run("gh:5", NULL, halves, NULL);
}

/* A node that works in another team of the family for longer than the timeout has not stalled. */
NODES_TEST("a sub-team may be busy for longer than the timeout of those that wait",
	run_in(OPEN_TEAM(.network = "gh:3", .timeout = 1), body))
{
	const struct timespec moment = { 0, 50000000 };
	struct grove_node *sub;
	int number = grove_node_number(me);

	TRY(grove_split(me, number < 2, 0, NULL, &sub));
	for (int i = 0; number < 2 && i < 30; i++) {
		nanosleep(&moment, NULL);
		TRY(grove_barrier(sub));
	}
	return grove_barrier(me);
}

/* ---- Errors ---- */

struct bad {
	int colour[2]; /* of even and of odd nodes */
	const char *network[2];
	int error;
	const char *line;
	_Atomic int nodes; /* that got this error and line */
};

static int refused(struct grove_node *me, void *argument)
{
	struct bad *bad = argument;
	struct grove_node *sub = me;
	int number = grove_node_number(me);
	int error = grove_split(me, bad->colour[number % 2], 0, bad->network[number % 2], &sub);

	if (error == bad->error && !sub && strstr(grove_why(), bad->line))
		bad->nodes++;
	return grove_barrier(me);
}

TEST("colours and networks that do not fit are refused")
{
	struct bad bad[] = {
		{ { -2, -2 }, { NULL, NULL }, -EINVAL, "colour -2 of node 0", 0 },
		{ { 0, -2 }, { NULL, NULL }, -EINVAL, "colour -2 of node 1", 0 },
		{ { 0, 0 }, { "cube:3", "cube:3" }, -EINVAL,
			"cube:3 has 8 nodes, and the sub-team has 4", 0 },
		{ { 0, 0 }, { "cube:2", "ring:4" }, -EINVAL,
			"names the network cube:2, and node 1 ring:4", 0 },
		{ { 0, 0 }, { "cube:2", NULL }, -EINVAL, "and node 1 NULL", 0 },
		{ { 0, 0 }, { "cub:2", "cub:2" }, -EINVAL, "cub:2", 0 },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		run("cube:2", NULL, refused, &bad[i]);
		assert_int_equal(bad[i].nodes, 4);
	}
}

static int misuse(struct grove_node *me, void *argument)
{
	struct grove_node *sub, *other;

	TRY(grove_split(me, 0, 0, NULL, &sub));
	assert_int_equal(grove_attach(grove_node_team(sub), 0, &other), -EINVAL);
	assert_int_equal(grove_team_free(grove_node_team(sub)), -EINVAL);
	assert_int_equal(grove_team_run(grove_node_team(sub), misuse, NULL), -EINVAL);
	assert_int_equal(grove_split(NULL, 0, 0, NULL, &other), -EINVAL);
	assert_int_equal(grove_split(me, 0, 0, NULL, NULL), -EINVAL);
	return grove_barrier(sub);
}

TEST("a sub-team is neither attached nor freed nor run")
{
	run("gh:2", NULL, misuse, NULL);
}

/* ---- Aborts ---- */

/* Node 0 fails while the others wait in sub-teams of sub-teams. */
static int fails(struct grove_node *me, void *argument)
{
	struct grove_node *sub, *below;
	_Atomic int *canceled = argument;
	int number = grove_node_number(me);
	int error = grove_split(me, number / 4, 0, NULL, &sub);

	if (!error)
		error = grove_split(sub, number % 4 / 2, 0, NULL, &below);
	if (!error && number == 0)
		return -EDOM;
	while (!error)
		error = grove_barrier(below);
	if (error == -ECANCELED)
		++*canceled;
	return error;
}

TEST("a body that fails ends the waiting of all sub-teams")
{
	static const char *const waits[] = { "spin", "park" };

	for (int i = 0; i < 2; i++) {
		AUTO(grove_team) team = NULL;
		_Atomic int canceled = 0;

		team = OPEN_TEAM(.network = "cube:3", .wait = waits[i], .timeout = 60);
		assert_int_equal(grove_team_run(team, fails, &canceled), -EDOM);
		assert_int_equal(canceled, 7);
	}
}

/* Nodes of a sub-team call different operations. */
static int differs(struct grove_node *me, void *argument)
{
	struct grove_node *sub;
	char block[8] = "", all[64];
	int number = grove_node_number(me);

	TRY(grove_split(me, number % 2, 0, NULL, &sub));
	return number == 6 ? grove_allgather(sub, block, all, 4)
			   : grove_allgather(sub, block, all, 8);
}

TEST("calls that differ within a sub-team are named")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:3", .timeout = 5);

	assert_int_equal(grove_team_run(team, differs, NULL), -EINVAL);
	MUST(!strstr(grove_why(), "node 3") || !strstr(grove_why(), "allgather"));
}

/* In the sub-team of a sub-team one node makes a call more, which needs no answer. */
static int one_more(struct grove_node *me, void *argument)
{
	struct grove_node *sub, *below;
	const bool *detaches = argument;
	char byte = 0;

	TRY(grove_split(me, 0, 0, NULL, &sub));
	TRY(grove_split(sub, 0, 0, NULL, &below));
	if (grove_node_number(me) == 1)
		TRY(grove_broadcast(below, &byte, 1, 1));
	if (*detaches)
		TRY(grove_leave(sub));
	return 0;
}

/* The difference is found when the last node leaves, by itself or because its body has returned. */
TEST("a difference is found when the last node leaves")
{
	for (int i = 0; i < 2; i++) {
		bool detaches = i;
		AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2");

		assert_int_equal(grove_team_run(team, one_more, &detaches), -EINVAL);
		MUST(!strstr(grove_why(), "broadcast"));
	}
}

/* ---- Sub-teams of a kind, again and again ---- */

enum {
	AGAIN = 100,
	KINDS = 40
};

/* Leaves behind a message that nobody receives, a request that is prepared, and a team below. */
static int leaves_things(struct grove_node *sub)
{
	int word = 7, next = (grove_node_number(sub) + 1) % size_of(sub);
	struct grove_operation persistent = {
		.verb = "broadcast", .out = &word, .count = sizeof word
	};
	struct grove_request *request;
	struct grove_node *below;

	TRY(grove_send(sub, &word, sizeof word, next, 0));
	TRY(grove_prepare(sub, &persistent, &request));
	return grove_split(sub, 0, 0, NULL, &below);
}

/* Finds nothing of what others have left in such a sub-team. */
static int finds_nothing(struct grove_node *sub, int round)
{
	int mine = round, got = -1, nodes = size_of(sub), next, before, error;

	next = (grove_node_number(sub) + 1) % nodes;
	before = (grove_node_number(sub) + nodes - 1) % nodes;
	error = grove_sendrecv(sub, &mine, sizeof mine, next, &got, sizeof got, before, 0, NULL);
	return error ? error : got == round ? 0 : -EBADMSG;
}

NODES_TEST("a team is split time after time",
	(run("cube:3", NULL, body, NULL), run("cube:3", "park", body, NULL)))
{
	int v = grove_node_number(me);

	for (int round = 0; round < AGAIN; round++) {
		struct grove_node *sub;

		TRY(grove_split(me, v % 2, round / 2 % 2 ? v : -v, NULL, &sub));
		TRY(members_are(sub, v, v % 2 ? 0xaa : 0x55));
		TRY(finds_nothing(sub, round));
		if (round % 3 == 0)
			TRY(leaves_things(sub));
		TRY(grove_leave(sub));
	}
	return 0;
}

/* More kinds than are kept: the oldest are freed. */
NODES_TEST("a team is split in many ways", run("gh:6", NULL, body, NULL))
{
	int v = grove_node_number(me);

	for (int kind = 0; kind < 3 * KINDS; kind++) {
		struct grove_node *sub;

		TRY(grove_split(me, v > kind % 4, (v * (kind % KINDS + 1)) % 7, NULL, &sub));
		TRY(finds_nothing(sub, kind));
		TRY(grove_leave(sub));
	}
	return 0;
}

static int splits_quickly(struct grove_node *me, void *argument)
{
	double *best = argument, begun;
	int number = grove_node_number(me);

	for (int round = 0; round < AGAIN; round++) {
		struct grove_node *sub;

		TRY(grove_barrier(me));
		begun = monotonic_seconds();
		TRY(grove_split(me, 0, 0, NULL, &sub));
		TRY(members_are(sub, number, 3));
		TRY(grove_leave(sub));
		if (!number && monotonic_seconds() - begun < *best)
			*best = monotonic_seconds() - begun;
	}
	return 0;
}

/* Without what the last such sub-team left, a round took a millisecond. */
TEST("a split that was made before takes less than 200 us")
{
	double best = 1;

	run("gh:2", NULL, splits_quickly, &best);
	assert_true(best < 200e-6 * (SANITIZED ? 20 : 1));
}

/* ---- Callers' threads ---- */

static int visit(struct grove_node *me, void *ends)
{
	int v = grove_node_number(me);
	struct grove_node *sub;

	TRY(grove_split(me, v % 2, 0, NULL, &sub));
	return ends ? 0 : members_are(sub, v, v % 2 ? 0xa : 0x5);
}

/* Returns the number of guests with an error. */
static int visits(bool one_ends)
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "cube:2", .threads = GROVE_CALLER, .timeout = 60);
	struct guest guest[4];
	int errors = 0;

	for (int v = 0; v < 4; v++) {
		bool ends = one_ends && v == 2;

		guest[v] = (struct guest){ team, visit, ends ? team : NULL, v, ends };
	}
	guests_start(guest, 4);
	guests_join(guest, 4);
	for (int v = 0; v < 4; v++)
		errors += guest[v].error != 0;
	return errors;
}

TEST("guest threads split, and one that ends cancels the others")
{
	assert_int_equal(visits(false), 0);
	/* Node 0 waits for node 2 in the sub-team. */
	assert_in_range(visits(true), 1, 3);
}
