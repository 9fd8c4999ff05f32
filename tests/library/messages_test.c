/* Messages between nodes: order, sizes, tags, any sender, exchanges. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/library/messages_help.h"

/* ---- Send and receive ---- */

/* Each node sends to the node after it all sizes, and gets them from the node before. Even nodes
 * send first, and odd ones receive first; in an odd ring node 0 is beside another even node. */
static int around(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = nodes_of(me);
	int next = (v + 1) % nodes, last = (v + nodes - 1) % nodes;
	FREED unsigned char *out = malloc(MOST), *in = malloc(MOST);

	for (size_t r = 0; r < SIZES; r++) {
		fill(out, sizes[r], v, next, r);
		for (int half = 0; half < 2; half++)
			TRY((v % 2 == half) ? grove_send(me, out, sizes[r], next, (int)r)
					    : grove_recv(me, in, sizes[r], last, (int)r, NULL));
		HOLDS(is_right(in, sizes[r], last, v, r));
	}
	return 0;
}

TEST("messages of all sizes go around a ring")
{
	run("gh:2", NULL, around, NULL);
	run("cube:3", NULL, around, NULL);
	run("ring:6", "park", around, NULL);
}

enum {
	MANY = 200
};

/* Node 0 sends to node 1 many messages of all sizes, more than the channel holds. */
static int in_order(struct grove_node *me, void *argument)
{
	FREED unsigned char *buffer = malloc(MOST);
	struct grove_message message;
	int v = grove_node_number(me);

	for (size_t r = 0; r < MANY; r++) {
		size_t bytes = sizes[r % (SIZES - 1)];

		if (v == 0) {
			fill(buffer, bytes, 0, 1, r);
			TRY(grove_send(me, buffer, bytes, 1, (int)r));
		} else if (v == 1) {
			TRY(grove_recv(me, buffer, MOST, 0, GROVE_ANY, &message));
			HOLDS(message.from == 0 && message.tag == (int)r);
			HOLDS(message.bytes == bytes && is_right(buffer, bytes, 0, 1, r));
		}
	}
	return grove_barrier(me);
}

THREADS_TEST("messages arrive in the order in which they were sent")
{
	run("gh:2", NULL, in_order, NULL);
	run("star:3", "yield", in_order, NULL);
}

/* Messages that are under way do not disturb collectives, nor the other way round. */
NODES_TEST("messages and collectives do not disturb each other",
	(run("cube:2", NULL, body, NULL), run_on(1, "cube:2", body, NULL),
		run_on(2, "cube:2", body, NULL)))
{
	int v = grove_node_number(me), nodes = nodes_of(me), got = -1, sum;

	for (int r = 0; r < 50; r++) {
		if (v != nodes - 1)
			TRY(grove_send(me, &r, sizeof r, nodes - 1, 3));
		TRY(grove_allreduce(me, &r, &sum, 1, GROVE_I32, GROVE_SUM));
		HOLDS(sum == r * nodes);
		for (int u = nodes - 2; v == nodes - 1 && u >= 0; u--) {
			TRY(grove_recv(me, &got, sizeof got, u, 3, NULL));
			HOLDS(got == r);
		}
	}
	return 0;
}

/* ---- Any sender ---- */

/* Node 0 gives tasks to whoever asks; every task is done once. */
static int farm(struct grove_node *me, void *argument)
{
	int *done = argument, v = grove_node_number(me), left = nodes_of(me) - 1, task = 0;
	struct grove_message message;

	while (v == 0 && left) {
		int finished;

		TRY(grove_recv(me, &finished, sizeof finished, GROVE_ANY, GROVE_ANY, &message));
		if (message.tag == 1)
			done[finished]++;
		if (task == MANY)
			left--;
		TRY(grove_send(me, &task, sizeof task, message.from, task == MANY));
		task += task < MANY;
	}
	for (int tag = 0; v;) {
		TRY(grove_send(me, &task, sizeof task, 0, tag++ > 0));
		TRY(grove_recv(me, &task, sizeof task, 0, GROVE_ANY, &message));
		if (message.tag)
			break;
	}
	return 0;
}

THREADS_TEST("a message of any sender is received once")
{
	int done[MANY] = { 0 };

	run("gh:5", NULL, farm, done);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(done[i], 1);
}

/* A node that always has a message does not keep others waiting. */
NODES_TEST("a node that always sends does not keep others waiting", run("gh:3", NULL, body, NULL))
{
	int v = grove_node_number(me), byte;
	bool seen[3] = { false };
	struct grove_message message;

	for (int i = 0; v && i < 16; i++)
		TRY(grove_send(me, &v, sizeof v, 0, 0));
	TRY(grove_barrier(me));
	for (int i = 0; v == 0 && i < 2 * 16; i++) {
		TRY(grove_recv(me, &byte, sizeof byte, GROVE_ANY, 0, &message));
		seen[message.from] = true;
		HOLDS(i != 1 || (seen[1] && seen[2]));
	}
	return 0;
}

/* ---- Both directions ---- */

/* All nodes send to the next one at the same time, whatever the size; and to themselves. */
static int shift(struct grove_node *me, void *argument)
{
	const int *by = argument;
	int v = grove_node_number(me), nodes = nodes_of(me);
	int to = (v + *by) % nodes, from = (v + nodes - *by) % nodes;
	FREED unsigned char *out = malloc(MOST), *in = malloc(MOST);
	struct grove_message message;

	for (size_t r = 0; r < SIZES; r++) {
		fill(out, sizes[r], v, to, r);
		TRY(grove_sendrecv(me, out, sizes[r], to, in, MOST, from, (int)r, &message));
		HOLDS(message.bytes == sizes[r] && message.from == from);
		HOLDS(is_right(in, sizes[r], from, v, r));
	}
	return 0;
}

THREADS_TEST("all nodes send and receive at the same time")
{
	int by[] = { 1, 2, 0 };

	for (int i = 0; i < 3; i++) {
		run("ring:5", NULL, shift, &by[i]);
		run("gh:2", "park", shift, &by[i]);
	}
	if (threads < 2)
		run("gh:1", NULL, shift, &by[2]);
}

/* A line of nodes with open ends. */
static int line(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), last = nodes_of(me) - 1, got = -1;
	struct grove_message message;

	TRY(grove_sendrecv(me, &v, sizeof v, v < last ? v + 1 : GROVE_NOBODY, &got, sizeof got,
		v ? v - 1 : GROVE_NOBODY, 0, &message));
	HOLDS(got == v - 1 && message.from == (v ? v - 1 : GROVE_NOBODY));
	TRY(grove_send(me, &v, sizeof v, GROVE_NOBODY, 0));
	TRY(grove_recv(me, &got, sizeof got, GROVE_NOBODY, 0, NULL));
	HOLDS(got == v - 1);
	return 0;
}

THREADS_TEST("the ends of a line exchange with nobody")
{
	run("mesh:5", NULL, line, NULL);
}

/* Every node with every node, itself included, twice, in sizes that differ by pair. */
static int all_pairs(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = nodes_of(me);
	struct grove_neighbour neighbour[2 * 20];
	FREED unsigned char *memory = malloc((size_t)nodes * 4 * MOST);
	unsigned char *next = memory;

	for (int k = 0; k < 2 * nodes; k++) {
		int u = k / 2;

		neighbour[k] =
			(struct grove_neighbour){ u, next, sizes[(v + 2 * u + k % 2) % SIZES],
				next + MOST, sizes[(u + 2 * v + k % 2) % SIZES] };
		fill(next, neighbour[k].out_bytes, v, u, k % 2);
		next += 2 * MOST;
	}
	TRY(grove_exchange(me, neighbour, 2 * nodes));
	for (int k = 0; k < 2 * nodes; k++)
		HOLDS(is_right(neighbour[k].in, neighbour[k].in_bytes, k / 2, v, k % 2));
	return 0;
}

THREADS_TEST("every node exchanges with every node")
{
	run("gh:2", NULL, all_pairs, NULL);
	run("cube:3", NULL, all_pairs, NULL);
	run("gh:20", "park", all_pairs, NULL);
}

enum {
	TWINS = 64 /* more than a channel holds */
};

/* Many messages with a single node keep the order of the list. */
NODES_TEST(
	"many messages of one exchange keep the order of the list", run("gh:2", NULL, body, NULL))
{
	int v = grove_node_number(me), out[TWINS], in[TWINS];
	struct grove_neighbour neighbour[TWINS];

	for (int round = 0; round < 300; round++) {
		for (int i = 0; i < TWINS; i++) {
			out[i] = round * TWINS + i;
			neighbour[i] = (struct grove_neighbour){ !v, &out[i], sizeof *out, &in[i],
				sizeof *in };
		}
		TRY(grove_exchange(me, neighbour, TWINS));
		for (int i = 0; i < TWINS; i++)
			HOLDS(in[i] == round * TWINS + i);
	}
	return 0;
}

NODES_TEST("an exchange leaves out neighbours that are nobody", run("mesh:2x3", NULL, body, NULL))
{
	int v = grove_node_number(me), last = nodes_of(me) - 1, left = -1, right = -1;
	const struct grove_neighbour neighbour[] = {
		{ v ? v - 1 : GROVE_NOBODY, &v, sizeof v, &left, sizeof left },
		{ v < last ? v + 1 : GROVE_NOBODY, &v, sizeof v, &right, sizeof right },
	};

	TRY(grove_exchange(me, neighbour, 2));
	TRY(grove_exchange(me, NULL, 0));
	HOLDS(left == v - 1 && right == (v < last ? v + 1 : -1));
	return 0;
}

/* Messages of two sub-teams at once. */
static int in_halves(struct grove_node *me, void *argument)
{
	struct grove_node *half;

	TRY(grove_split(me, grove_node_number(me) % 2, 0, NULL, &half));
	TRY(shift(half, argument));
	return around(half, argument);
}

THREADS_TEST("two sub-teams send at once")
{
	int by = 1;

	/* A sleeping thread that no message wakes would sleep for an eighth of the timeout. */
	if (attempt("cube:3", "park", 400, in_halves, &by))
		fail_msg("%s", reason);
}

TEST("many bodies that share a thread give way while they wait for messages")
{
	threads = 2;
	run("cube:6", "park", around, NULL);
	run_on(2, "ring:301", line, NULL);
}
