/* Splits teams over MPI and of threads into sub-teams in all ways, and compares the results of the
 * sub-teams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <unistd.h>
#include "tests/mpi/mpi_help.h"

enum {
	OFTEN = 30,
	UNTAKEN = 4, /* messages of a node that no node takes */
	COPIED = 900 /* bytes of such a message, which the ring copies */
};

/* The work of the nodes of a sub-team: collectives, messages and requests. Verbs choose plans by
 * the costs of links, which differ, so the elements are integers. */
static int work(struct grove_node *me, struct tape *tape, int salt)
{
	int v = grove_node_number(me), n = grove_team_nodes(grove_node_team(me));
	size_t bytes = 5000, all = bytes * (size_t)n;
	FREED unsigned char *mine = fill(all, v, salt);
	FREED int32_t *in = malloc(400 * sizeof *in);
	struct grove_request *request;
	int done = 0;

	for (int i = 0; i < 400; i++)
		in[i] = i * 7919 + v * 104729 + salt;
	TRY(grove_allreduce(me, in, take(tape, 1600), 400, GROVE_I32, GROVE_SUM));
	TRY(grove_alltoall(me, mine, take(tape, all), bytes));
	TRY(grove_start(me,
		&(struct grove_operation){ .verb = "allgather",
			.in = mine,
			.out = take(tape, 100 * (size_t)n),
			.count = 100 },
		&request));
	TRY(grove_sendrecv(
		me, mine, bytes, (v + 1) % n, take(tape, bytes), bytes, (v + n - 1) % n, 0, NULL));
	while (!done)
		TRY(grove_test(&request, &done));
	return grove_scan(me, in, take(tape, 1600), 400, GROVE_I32, GROVE_SUM);
}

/* Rows, columns, single nodes, all nodes in the opposite order, and no sub-team for some nodes. */
static int colour_of(int way, int v)
{
	switch (way) {
	case 0:
		return v / 2;
	case 1:
		return v % 2;
	case 2:
		return v;
	case 3:
		return 0;
	default:
		return v % 3 ? 5 : GROVE_NO_COLOUR;
	}
}

static int split_all_ways(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);
	struct grove_node *sub, *below;

	for (int way = 0; way < 5; way++) {
		TRY(grove_split(me, colour_of(way, v), -v, NULL, &sub));
		if (sub)
			TRY(work(sub, tape, way));
		TRY(grove_barrier(me));
		if (!sub || way != 3)
			continue;
		TRY(grove_split(sub, v % 2, v, NULL, &below));
		TRY(work(below, tape, 9));
		if (v % 3)
			TRY(grove_leave(below)); /* the others leave with the node above */
		TRY(grove_leave(sub));
	}
	return 0;
}

/* Two sub-teams at once, which nodes leave in any order. */
static int split_often(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);
	struct grove_node *row, *column;

	for (int k = 0; k < OFTEN; k++) {
		int *sums = (int *)take(tape, 4 * sizeof *sums);

		TRY(grove_split(me, v / 2, 0, NULL, &row));
		TRY(grove_split(me, v % 2, 0, NULL, &column));
		TRY(grove_allreduce(row, &v, sums, 1, GROVE_I32, GROVE_SUM));
		TRY(grove_allreduce(column, &v, sums + 1, 1, GROVE_I32, GROVE_SUM));
		TRY(grove_leave(k % 2 ? row : column));
		TRY(grove_leave(k % 2 ? column : row));
	}
	return 0;
}

/* In pairs within a rank, an even node does nothing but test, and the neighbour of that node first
 * gets a late message from another rank. */
static int test_below(struct grove_node *me)
{
	int v = grove_node_number(me), other = (v + nodes / 2) % nodes, done = 0;
	struct grove_request *request;
	struct grove_node *pair;
	char byte = 1;

	if (nodes < 4)
		return 0;
	TRY(grove_split(me, v / 2, 0, NULL, &pair));
	if (v % 2) {
		TRY(grove_recv(me, &byte, 1, other - 1, 0, NULL));
		return grove_barrier(pair);
	}
	usleep(v < nodes / 2 ? 0 : 50000);
	TRY(grove_send(me, &byte, 1, other + 1, 0));
	TRY(grove_start(pair, &(struct grove_operation){ .verb = "barrier" }, &request));
	while (!done)
		TRY(grove_test(&request, &done));
	return 0;
}

/* Messages that no node takes may still be under way when the nodes leave. */
static int leave_messages(struct grove_node *me)
{
	static const char message[COPIED];
	int v = grove_node_number(me), error;
	struct grove_node *far;

	error = grove_split(me, v % (nodes / 2), 0, NULL, &far);
	for (int k = 0; k < UNTAKEN && !error && !grove_node_number(far); k++)
		error = grove_send(far, message, sizeof message, 1, 0);
	return error ? error : grove_leave(far);
}

static int body(struct grove_node *me, void *argument)
{
	struct tape *tape = (struct tape *)argument + grove_node_number(me);

	TRY(split_all_ways(me, tape));
	take(tape, (64 - (size_t)(uintptr_t)tape->at % 64) % 64);
	TRY(test_below(me));
	TRY(leave_messages(me));
	return split_often(me, tape);
}

int main(int argc, char **argv)
{
	struct grove_team *threads, *mpi;

	open_both(&threads, &mpi, argc, argv);
	compare_teams("sub-teams", threads, mpi, body);
	return close_both(threads, mpi);
}
