/* Sub-teams of nodes that share threads: rows and columns at once, failures, and parents that go
 * on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "grove_measure.h"

enum {
	SIDE = 6,
	NODES = SIDE * SIDE
};

static struct grove_team *open_team(int threads, double timeout, const struct grove_pace *pace)
{
	return OPEN_TEAM(.network = "gh:6x6", .threads = threads, .timeout = timeout, .pace = pace);
}

static int sum(struct grove_node *me, int64_t mine, int64_t expected)
{
	int64_t all = -1;
	int error = grove_allreduce(me, &mine, &all, 1, GROVE_I64, GROVE_SUM);

	return error ? error : all == expected ? 0 : -EBADMSG;
}

/* Sums along rows, columns and the whole, in an order that differs from row to row. */
static int rows_and_columns(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), row = v / SIDE, column = v % SIDE;
	struct grove_node *in_row, *in_column;

	TRY(grove_split(me, row, column, NULL, &in_row));
	TRY(grove_split(me, column, row, "ring:6", &in_column));
	for (int k = 0; k < 30; k++) {
		TRY(sum(in_row, v, row * SIDE * SIDE + 15));
		if (row % 2)
			TRY(sum(in_row, 1, SIDE));
		TRY(sum(in_column, v, 90 + SIDE * column));
		if (k % 10 == 0)
			TRY(sum(me, v, NODES * (NODES - 1) / 2));
	}
	return 0;
}

TEST("rows and columns share threads")
{
	static const struct grove_pace pace = { 1e-6, 1e-9 };

	for (int threads = 1; threads <= 5; threads += 2) {
		AUTO(grove_team) team = open_team(threads, 60, threads == 3 ? &pace : NULL);

		for (int repeat = 0; repeat < 3; repeat++)
			if (grove_team_run(team, rows_and_columns, NULL))
				fail_msg("%d threads: %s", threads, grove_why());
	}
}

/* The rows 2 and 4 call different things; the team and the other rows do not notice. Node 15 is the
 * root of a small broadcast, and may not notice either. */
static int rows_that_differ(struct grove_node *me, void *failures)
{
	int v = grove_node_number(me), row = v / SIDE, error;
	struct grove_node *in_row;
	char byte = 0;

	if (grove_split(me, row, v, NULL, &in_row) || grove_barrier(me))
		return -EBADMSG;
	error = (row == 2 || row == 4) && v % 5 == 0 ? grove_broadcast(in_row, &byte, 1, 3)
						     : sum(in_row, 1, SIDE);
	if (error) {
		((int *)failures)[v] = error;
		if (!strstr(grove_why(), "broadcast #1") || !strstr(grove_why(), "allreduce #1"))
			return -EBADMSG;
	}
	grove_leave(in_row);
	return sum(me, v, NODES * (NODES - 1) / 2);
}

TEST("a sub team that fails leaves the others alone")
{
	AUTO(grove_team) team = open_team(2, 2, NULL);
	int failures[NODES] = { 0 };

	MUST(grove_team_run(team, rows_that_differ, failures));
	for (int v = 0; v < NODES; v++)
		if (v != 15 && failures[v] != (v / SIDE == 2 || v / SIDE == 4 ? -EINVAL : 0))
			fail_msg("node %d: %d", v, failures[v]);
}

static int one_is_missing(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me);
	struct grove_node *in_row;

	TRY(grove_split(me, v / SIDE, v, NULL, &in_row));
	TRY(v == 13 ? 0 : sum(in_row, 1, SIDE));
	return sum(me, v, NODES * (NODES - 1) / 2);
}

TEST("a standstill of a sub team ends the team")
{
	AUTO(grove_team) team = open_team(2, 0.3, NULL);
	int error = grove_team_run(team, one_is_missing, NULL);

	assert_true(error == -ETIMEDOUT || error == -ECANCELED || error == -EINVAL);
}

/* ---- Messages ---- */

/* Each message goes once round the team, and round each row: small ones are copied, large ones
 * lent. */
static int pass_round(struct grove_node *me, int nodes, size_t bytes)
{
	static unsigned char room[2][NODES][40000];
	int v = grove_node_number(me);
	unsigned char *in = room[0][v], *out = room[1][v];

	memset(out, v, bytes);
	for (int k = 1; k <= nodes; k++) {
		TRY(grove_sendrecv(me, out, bytes, (v + 1) % nodes, in, bytes,
			(v + nodes - 1) % nodes, 3, NULL));
		memcpy(out, in, bytes);
		HOLDS(in[0] == (v + nodes - k) % nodes && in[bytes - 1] == in[0]);
	}
	return 0;
}

static int messages_go_round(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), all = 0;
	struct grove_node *in_row;

	for (size_t bytes = 8; bytes <= 40000; bytes = bytes * 7 + 1)
		TRY(pass_round(me, NODES, bytes));
	for (int k = 1; k < NODES && v == 0; k++) {
		int from = -1;

		TRY(grove_recv(me, &from, sizeof from, GROVE_ANY, 9, NULL));
		all += from;
	}
	if (v)
		TRY(grove_send(me, &v, sizeof v, 0, 9));
	HOLDS(v || all == NODES * (NODES - 1) / 2);
	TRY(grove_split(me, v / SIDE, v, NULL, &in_row));
	return sum(in_row, v, v / SIDE * SIDE * SIDE + 15);
}

TEST("messages pass between bodies")
{
	for (int threads = 1; threads <= 3; threads++) {
		AUTO(grove_team) team = open_team(threads, 60, NULL);

		if (grove_team_run(team, messages_go_round, NULL))
			fail_msg("%d threads: %s", threads, grove_why());
	}
}

static int receives_nothing(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), byte;

	return v == 20 ? grove_recv(me, &byte, sizeof byte, 3, 1, NULL) : 0;
}

TEST("a message that never comes ends the team")
{
	AUTO(grove_team) team = open_team(2, 60, NULL);

	REFUSES(grove_team_run(team, receives_nothing, NULL), ECANCELED,
		"node 20 waits for a message from node 3; node 3 has returned");
}
