/* Sends messages, and starts requests, on a team over MPI and on a team of threads, and
 * compares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "tests/mpi/mpi_help.h"

enum {
	MANY = 100,
	UNDER_WAY = 16 /* messages to a node with which the sender goes on (grove.h, grove_send) */
};

static const size_t SIZES[] = { 0, 8, 44, 1500, 3001, 70000 };

ENDS(grove_request, grove_request_free(*ended))

/* ---- Bodies: each returns the first error ---- */

static int shifts(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);

	for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++) {
		FREED unsigned char *mine = fill(SIZES[s], v, (int)s);

		TRY(grove_sendrecv(me, mine, SIZES[s], (v + 1) % nodes, take(tape, SIZES[s]),
			SIZES[s], (v + nodes - 1) % nodes, (int)s, NULL));
	}
	return 0;
}

static int pairs(struct grove_node *me, struct tape *tape)
{
	FREED struct grove_neighbour *all = calloc((size_t)nodes, sizeof *all);
	int v = grove_node_number(me), error;

	for (int u = 0; u < nodes; u++) {
		size_t out = (size_t)(u * 3 + v) * 401 % 5000,
		       in = (size_t)(v * 3 + u) * 401 % 5000;

		all[u] = (struct grove_neighbour){ u, fill(out, v, u), out, take(tape, in), in };
	}
	error = grove_exchange(me, all, nodes);
	for (int u = 0; u < nodes; u++)
		free((void *)(uintptr_t)all[u].out);
	return error;
}

/* From any node: the order among nodes is free, the order of one node's messages is not. */
static int anyone(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);
	int *last = (int *)take(tape, sizeof *last * (size_t)nodes);
	struct grove_message message;

	memset(last, 0, sizeof *last * (size_t)nodes);
	for (int k = 0; k < 3 && v; k++) {
		int word = v * 10 + k;

		TRY(grove_send(me, &word, sizeof word, 0, v));
	}
	for (int k = 0; k < 3 * (nodes - 1) && !v; k++) {
		int word;

		TRY(grove_recv(me, &word, sizeof word, GROVE_ANY, GROVE_ANY, &message));
		if (message.tag != message.from || message.bytes != sizeof word ||
			word != message.from * 10 + last[message.from]++)
			return -ERANGE;
	}
	return 0;
}

/* Both ends of small and large messages are in planes of rows; the two ends have different rows. */
static int rows(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);
	FREED unsigned char *mine = fill(20000, v, 9);

	for (size_t row = 1; row < 4000; row *= 6) {
		const struct grove_subarray sent = { .at = 3,
			.bytes = row,
			.rows = 3,
			.stride = row + 5,
			.planes = 2,
			.plane_stride = 3 * (row + 5) + 2 };
		const struct grove_subarray got = {
			.at = 1, .bytes = 2 * row, .rows = 3, .stride = 2 * row + 7
		};
		struct grove_neighbour both = { .node = v ^ 1,
			.out = mine,
			.in = take(tape, 6 * row + 40),
			.out_subarray = &sent,
			.in_subarray = &got };

		if (both.node < nodes)
			TRY(grove_exchange(me, &both, 1));
	}
	return 0;
}

/* More messages than the rings of both ends hold. A slot of a ring gets messages of all kinds:
 * within the slot, in the slot's buffer, and lent. */
static int many(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me), error = 0;

	for (int k = 0; k < MANY && !error; k++) {
		size_t bytes = k % 7 == 0 ? 4000 : k % 3 == 0 ? 1500 : 44;
		FREED unsigned char *mine = fill(bytes, k, 1);

		if (v == 0)
			error = grove_send(me, mine, bytes, nodes - 1, k);
		else if (v == nodes - 1)
			error = grove_recv(me, take(tape, bytes), bytes, 0, k, NULL);
	}
	return error;
}

/* The last node asks for the messages of node 0 from the last to the first, so all others are set
 * aside: small ones, ones in buffers, and lent ones. */
static int backwards(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me), error = 0;

	for (int k = 0; k < MANY && !error && v == 0; k++) {
		size_t bytes = k % 7 == 0 ? 4000 : k % 3 == 0 ? 1500 : 36;
		FREED unsigned char *mine = fill(bytes, k, 4);

		error = grove_send(me, mine, bytes, nodes - 1, k);
	}
	for (int k = MANY - 1; k >= 0 && !error && v == nodes - 1; k--) {
		size_t bytes = k % 7 == 0 ? 4000 : k % 3 == 0 ? 1500 : 36;

		error = grove_recv(me, take(tape, bytes), bytes, k % 2 ? 0 : GROVE_ANY, k, NULL);
	}
	return error ? error : grove_barrier(me);
}

static int test_long(struct grove_request **request)
{
	int done = 0, error = 0;

	while (!done && !error)
		error = grove_test(request, &done);
	return error;
}

/* Messages and collectives at once, ended by each kind of wait. */
static int requests(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me), right = (v + 1) % nodes, left = (v + nodes - 1) % nodes;
	int index;
	size_t bytes = 20000;
	FREED unsigned char *mine = fill(bytes, v, 5);
	double *sum = (double *)take(tape, 64 * sizeof *sum);
	struct grove_request *r[4] = { NULL };
	struct grove_message told;
	const struct grove_operation o[4] = {
		{ .verb = "recv",
			.out = take(tape, bytes),
			.count = bytes,
			.node = left,
			.message = &told },
		{ .verb = "allreduce",
			.in = mine,
			.out = sum,
			.count = 64,
			.type = GROVE_F64,
			.fold = GROVE_MAX },
		{ .verb = "send", .in = mine, .count = bytes, .node = right },
		{ .verb = "allgather",
			.in = mine + 1000,
			.out = take(tape, 100 * (size_t)nodes),
			.count = 100 },
	};

	memset(mine, 0x3f, 64 * sizeof(double));
	for (int k = 0; k < 4; k++)
		TRY(grove_start(me, &o[k], &r[k]));
	TRY(test_long(&r[1]));
	TRY(grove_wait_any(r, 4, &index));
	TRY(grove_wait_all(r, 4));
	return told.from == left && told.bytes == bytes ? 0 : -ERANGE;
}

static int persistent(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me), mine = 0, *word = (int *)take(tape, 2 * sizeof *word);
	AUTO(grove_request) send = NULL, *fold = NULL;

	TRY(grove_prepare(me,
		&(struct grove_operation){ .verb = "send",
			.in = &mine,
			.count = sizeof mine,
			.node = (v + 1) % nodes },
		&send));
	TRY(grove_prepare(me,
		&(struct grove_operation){ .verb = "scan",
			.in = word,
			.out = word + 1,
			.count = 1,
			.type = GROVE_I32,
			.fold = GROVE_SUM },
		&fold));
	for (int k = 0; k < 5; k++) {
		struct grove_request *both[2] = { send, fold };

		mine = 100 * v + k;
		TRY(grove_request_start(send));
		TRY(grove_recv(me, word, sizeof *word, (v + nodes - 1) % nodes, 0, NULL));
		TRY(grove_request_start(fold));
		TRY(grove_wait_all(both, 2));
	}
	return 0;
}

static int body(struct grove_node *me, void *argument)
{
	static int (*const parts[])(struct grove_node *, struct tape *) = { shifts, pairs, rows,
		anyone, many, backwards, requests, persistent };
	struct tape *tape = (struct tape *)argument + grove_node_number(me);

	for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
		take(tape, (64 - (size_t)(uintptr_t)tape->at % 64) % 64);
		TRY(parts[p](me, tape));
	}
	return 0;
}

/* ---- Room in a channel ---- */

static int receive_all(struct grove_node *me, int count)
{
	int word, error = 0;

	for (int k = 0; k < count && !error; k++)
		error = grove_recv(me, &word, sizeof word, 0, 0, NULL);
	return error;
}

/* The last node receives as many messages as may be under way, and then waits outside of the
 * library. The sender goes on with as many again, or it would wait for ever. Called where each rank
 * has one node. */
static int word_of_room(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), error = 0, last = nodes - 1;

	for (int k = 0; k < 2 * UNDER_WAY && !v && !error; k++)
		error = grove_send(me, &k, sizeof k, last, 0);
	if (!v)
		MPI_Send(&error, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
	if (v != last)
		return error;
	error = receive_all(me, UNDER_WAY);
	MPI_Recv(&(int){ 0 }, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return error ? error : receive_all(me, UNDER_WAY);
}

/* ---- Comparison ---- */

/* The blocks of all nodes in an alltoall of unequal blocks. */
struct unequal {
	struct grove_plan *plan;
	size_t *sizes; /* of each node: those that it sends, then those that come */
	unsigned char *memory;
};

static int blocks_body(struct grove_node *me, void *argument)
{
	const struct unequal *u = argument;
	int v = grove_node_number(me);
	size_t *to = u->sizes + 2 * (size_t)v * (size_t)nodes;
	FREED unsigned char *in = fill(999 * (size_t)nodes, v, 3);

	return grove_call(
		me, &(struct grove_operation){ .plan = u->plan,
			    .in = in,
			    .out = u->memory + (size_t)v * ROOM,
			    .blocks = &(struct grove_blocks){ to, NULL, to + nodes, NULL } });
}

static void run_blocks(struct grove_team *team, const char *network, unsigned char *memory)
{
	struct grove_problem problem = { .collective = "alltoall", .forward = "copy" };
	struct unequal u = { NULL, calloc(2 * (size_t)nodes * (size_t)nodes, sizeof *u.sizes),
		memory };
	FREED unsigned char *spare = calloc((size_t)nodes, ROOM);

	for (int v = 0; v < nodes; v++) {
		size_t *to = u.sizes + 2 * (size_t)v * (size_t)nodes, *from = to + nodes;

		for (int w = 0; w < nodes; w++) {
			to[w] = (size_t)((v * 5 + w) % 4) * 333;
			from[w] = (size_t)((w * 5 + v) % 4) * 333;
		}
	}
	if (grove_plan_make(&u.plan, network, &problem) || grove_team_run(team, blocks_body, &u))
		fail("blocks", grove_why());
	u.sizes[1] += 8;  /* node 0 sends to node 1 */
	u.memory = spare; /* of which other nodes may have got their blocks */
	if (grove_team_run(team, blocks_body, &u) != -EINVAL ||
		!strstr(grove_why(), "node 0 sends"))
		fail("unequal blocks", grove_why());
	grove_plan_free(u.plan);
	free(u.sizes);
}

static void compare_blocks(struct grove_team *threads, struct grove_team *mpi, const char *network)
{
	FREED unsigned char *a = calloc((size_t)nodes, ROOM), *b = calloc((size_t)nodes, ROOM);

	run_blocks(threads, network, a);
	run_blocks(mpi, network, b);
	compare("blocks", a, b);
}

int main(int argc, char **argv)
{
	struct grove_team *threads, *mpi;

	open_both(&threads, &mpi, argc, argv);
	if (nodes == ranks && grove_team_run(mpi, word_of_room, NULL))
		fail("word of room", grove_why());
	compare_teams("messages", threads, mpi, body);
	compare_blocks(threads, mpi, argv[1]);
	return close_both(threads, mpi);
}
