/* Messages between nodes: order, sizes, tags, any sender, exchanges, errors, aborts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>
#include "grove.h"

/* The line of the last attempt. */
static char why[512];

static int attempt(
	const char *network, const char *wait, double timeout, grove_body *body, void *argument)
{
	struct grove_team *team;
	int error, closed;

	if (grove_team_open(&team, &(struct grove_team_options){
					   .network = network, .wait = wait, .timeout = timeout }))
		fail_msg("%s: %s", network, grove_why());
	error = grove_team_run(team, body, argument);
	snprintf(why, sizeof why, "%s", grove_why());
	closed = grove_team_close(team);
	if (!error)
		assert_int_equal(closed, 0);
	return error;
}

static void run(const char *network, const char *wait, grove_body *body, void *argument)
{
	if (attempt(network, wait, 5, body, argument))
		fail_msg("%s: %s", network, why);
}

static int nodes_of(const struct grove_node *me)
{
	return grove_team_nodes(grove_node_team(me));
}

/* A byte of a message that depends on all that the message is. */
static unsigned char byte_of(int from, int to, size_t round, size_t i)
{
	return (unsigned char)(from * 31 + to * 17 + (int)round * 7 + (int)(i % 251));
}

static void fill(unsigned char *buffer, size_t bytes, int from, int to, size_t round)
{
	for (size_t i = 0; i < bytes; i++)
		buffer[i] = byte_of(from, to, round, i);
}

static bool is_right(const unsigned char *buffer, size_t bytes, int from, int to, size_t round)
{
	for (size_t i = 0; i < bytes; i++)
		if (buffer[i] != byte_of(from, to, round, i))
			return false;
	return true;
}

static const size_t sizes[] = { 0, 1, 7, 40, 41, 64, 1000, 2048, 2049, 5000, 100003 };

enum {
	SIZES = sizeof sizes / sizeof *sizes,
	MOST = 100003
};

/* ---- Send and receive ---- */

/* Each node sends to the node behind it all sizes, and gets them from the node before. Even nodes
 * send first, and odd ones receive first; in an odd ring node 0 is beside another even node. */
static int around(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = nodes_of(me), error = 0;
	int next = (v + 1) % nodes, last = (v + nodes - 1) % nodes;
	unsigned char *out = malloc(MOST), *in = malloc(MOST);

	(void)argument;
	for (size_t r = 0; r < SIZES && !error; r++) {
		fill(out, sizes[r], v, next, r);
		for (int half = 0; half < 2 && !error; half++)
			error = (v % 2 == half) ? grove_send(me, out, sizes[r], next, (int)r)
						: grove_recv(me, in, sizes[r], last, (int)r, NULL);
		if (!error && !is_right(in, sizes[r], last, v, r))
			error = -EBADMSG;
	}
	free(out);
	free(in);
	return error;
}

static void test_sizes(void **state)
{
	(void)state;
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
	unsigned char *buffer = malloc(MOST);
	struct grove_message message;
	int v = grove_node_number(me), error = 0;

	(void)argument;
	for (size_t r = 0; r < MANY && !error; r++) {
		size_t bytes = sizes[r % (SIZES - 1)];

		if (v == 0) {
			fill(buffer, bytes, 0, 1, r);
			error = grove_send(me, buffer, bytes, 1, (int)r);
		} else if (v == 1) {
			error = grove_recv(me, buffer, MOST, 0, GROVE_ANY, &message);
			if (!error && (message.from != 0 || message.tag != (int)r ||
					      message.bytes != bytes ||
					      !is_right(buffer, bytes, 0, 1, r)))
				error = -EBADMSG;
		}
	}
	free(buffer);
	return error ? error : grove_barrier(me);
}

static void test_order(void **state)
{
	(void)state;
	run("gh:2", NULL, in_order, NULL);
	run("star:3", "yield", in_order, NULL);
}

/* Messages that are under way do not disturb collectives, nor the other way round. */
static int among_collectives(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = nodes_of(me), error = 0, got = -1, sum;

	(void)argument;
	for (int r = 0; r < 50 && !error; r++) {
		if (v != nodes - 1)
			error = grove_send(me, &r, sizeof r, nodes - 1, 3);
		if (!error)
			error = grove_allreduce(me, &r, &sum, 1, GROVE_I32, GROVE_SUM);
		if (!error && sum != r * nodes)
			error = -EBADMSG;
		for (int u = nodes - 2; v == nodes - 1 && u >= 0 && !error; u--) {
			error = grove_recv(me, &got, sizeof got, u, 3, NULL);
			if (!error && got != r)
				error = -EBADMSG;
		}
	}
	return error;
}

static void test_among_collectives(void **state)
{
	(void)state;
	run("cube:2", NULL, among_collectives, NULL);
}

/* ---- Any sender ---- */

/* Node 0 gives tasks to whoever asks; every task is done once. */
static int farm(struct grove_node *me, void *argument)
{
	int *done = argument, v = grove_node_number(me), left = nodes_of(me) - 1, task = 0,
	    error = 0;
	struct grove_message message;

	while (v == 0 && left && !error) {
		int finished;

		error = grove_recv(me, &finished, sizeof finished, GROVE_ANY, GROVE_ANY, &message);
		if (!error && message.tag == 1)
			done[finished]++;
		if (!error && task == MANY)
			left--;
		if (!error)
			error = grove_send(me, &task, sizeof task, message.from, task == MANY);
		task += task < MANY;
	}
	for (int tag = 0; v && !error;) {
		error = grove_send(me, &task, sizeof task, 0, tag++ > 0);
		if (!error)
			error = grove_recv(me, &task, sizeof task, 0, GROVE_ANY, &message);
		if (message.tag)
			break;
	}
	return error;
}

static void test_any_sender(void **state)
{
	int done[MANY] = { 0 };

	(void)state;
	run("gh:5", NULL, farm, done);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(done[i], 1);
}

/* A node that always has a message does not keep others waiting. */
static int greedy(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), error = 0, byte;
	bool seen[3] = { false };
	struct grove_message message;

	(void)argument;
	for (int i = 0; v && i < 16 && !error; i++)
		error = grove_send(me, &v, sizeof v, 0, 0);
	if (!error)
		error = grove_barrier(me);
	for (int i = 0; v == 0 && i < 2 * 16 && !error; i++) {
		error = grove_recv(me, &byte, sizeof byte, GROVE_ANY, 0, &message);
		seen[message.from] = true;
		if (!error && i == 1 && !(seen[1] && seen[2]))
			error = -EBADMSG;
	}
	return error;
}

static void test_fair(void **state)
{
	(void)state;
	run("gh:3", NULL, greedy, NULL);
}

/* ---- Both directions ---- */

/* All nodes send to the next one at the same time, whatever the size; and to themselves. */
static int shift(struct grove_node *me, void *argument)
{
	const int *by = argument;
	int v = grove_node_number(me), nodes = nodes_of(me), error = 0;
	int to = (v + *by) % nodes, from = (v + nodes - *by) % nodes;
	unsigned char *out = malloc(MOST), *in = malloc(MOST);
	struct grove_message message;

	for (size_t r = 0; r < SIZES && !error; r++) {
		fill(out, sizes[r], v, to, r);
		error = grove_sendrecv(me, out, sizes[r], to, in, MOST, from, (int)r, &message);
		if (!error && (message.bytes != sizes[r] || message.from != from ||
				      !is_right(in, sizes[r], from, v, r)))
			error = -EBADMSG;
	}
	free(out);
	free(in);
	return error;
}

static void test_shift(void **state)
{
	int by[] = { 1, 2, 0 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		run("ring:5", NULL, shift, &by[i]);
		run("gh:2", "park", shift, &by[i]);
	}
	run("gh:1", NULL, shift, &by[2]);
}

/* A line of nodes with open ends. */
static int line(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), last = nodes_of(me) - 1, got = -1, error;
	struct grove_message message;

	(void)argument;
	error = grove_sendrecv(me, &v, sizeof v, v < last ? v + 1 : GROVE_NOBODY, &got, sizeof got,
		v ? v - 1 : GROVE_NOBODY, 0, &message);
	if (!error && (got != v - 1 || message.from != (v ? v - 1 : GROVE_NOBODY)))
		error = -EBADMSG;
	if (!error)
		error = grove_send(me, &v, sizeof v, GROVE_NOBODY, 0);
	if (!error)
		error = grove_recv(me, &got, sizeof got, GROVE_NOBODY, 0, NULL);
	return !error && got != v - 1 ? -EBADMSG : error;
}

static void test_open_ends(void **state)
{
	(void)state;
	run("mesh:5", NULL, line, NULL);
}

/* Every node with every node, itself included, twice, in sizes that differ by pair. */
static int all_pairs(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = nodes_of(me), error;
	struct grove_neighbour neighbour[2 * 20];
	unsigned char *memory = malloc((size_t)nodes * 4 * MOST), *next = memory;

	(void)argument;
	for (int k = 0; k < 2 * nodes; k++) {
		int u = k / 2;

		neighbour[k] =
			(struct grove_neighbour){ u, next, sizes[(v + 2 * u + k % 2) % SIZES],
				next + MOST, sizes[(u + 2 * v + k % 2) % SIZES] };
		fill(next, neighbour[k].out_bytes, v, u, k % 2);
		next += 2 * MOST;
	}
	error = grove_exchange(me, neighbour, 2 * nodes);
	for (int k = 0; k < 2 * nodes && !error; k++)
		if (!is_right(neighbour[k].in, neighbour[k].in_bytes, k / 2, v, k % 2))
			error = -EBADMSG;
	free(memory);
	return error;
}

static void test_exchange(void **state)
{
	(void)state;
	run("gh:2", NULL, all_pairs, NULL);
	run("cube:3", NULL, all_pairs, NULL);
	run("gh:20", "park", all_pairs, NULL);
}

enum {
	TWINS = 64 /* more than a channel holds */
};

/* Many messages with a single node keep the order of the list. */
static int twins(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), out[TWINS], in[TWINS], error = 0;
	struct grove_neighbour neighbour[TWINS];

	(void)argument;
	for (int round = 0; round < 300 && !error; round++) {
		for (int i = 0; i < TWINS; i++) {
			out[i] = round * TWINS + i;
			neighbour[i] = (struct grove_neighbour){ !v, &out[i], sizeof *out, &in[i],
				sizeof *in };
		}
		error = grove_exchange(me, neighbour, TWINS);
		for (int i = 0; i < TWINS && !error; i++)
			error = in[i] == round * TWINS + i ? 0 : -EBADMSG;
	}
	return error;
}

static void test_many_with_one(void **state)
{
	(void)state;
	run("gh:2", NULL, twins, NULL);
}

static int with_nobody(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), last = nodes_of(me) - 1, left = -1, right = -1;
	const struct grove_neighbour neighbour[] = {
		{ v ? v - 1 : GROVE_NOBODY, &v, sizeof v, &left, sizeof left },
		{ v < last ? v + 1 : GROVE_NOBODY, &v, sizeof v, &right, sizeof right },
	};
	int error = grove_exchange(me, neighbour, 2);

	(void)argument;
	if (!error)
		error = grove_exchange(me, NULL, 0);
	if (!error && (left != v - 1 || right != (v < last ? v + 1 : -1)))
		error = -EBADMSG;
	return error;
}

static void test_boundaries(void **state)
{
	(void)state;
	run("mesh:2x3", NULL, with_nobody, NULL);
}

/* ---- Errors ---- */

static int refused(struct grove_node *me, void *argument)
{
	char byte = 0;
	struct grove_neighbour none = { -3, &byte, 1, &byte, 1 }, null = { 0, NULL, 1, &byte, 1 };

	(void)argument;
	assert_int_equal(grove_send(NULL, &byte, 1, 0, 0), -EINVAL);
	assert_int_equal(grove_send(me, &byte, 1, 2, 0), -EINVAL);
	assert_non_null(strstr(grove_why(), "the team has nodes 0 to 1"));
	assert_int_equal(grove_send(me, &byte, 1, GROVE_ANY, 0), -EINVAL);
	assert_int_equal(grove_send(me, &byte, 1, 0, -1), -EINVAL);
	assert_int_equal(grove_recv(me, &byte, 1, 0, -2, NULL), -EINVAL);
	assert_int_equal(grove_recv(me, NULL, 1, 0, 0, NULL), -EINVAL);
	assert_int_equal(grove_send(me, &byte, (size_t)-1, 0, 0), -EINVAL);
	assert_int_equal(grove_send(me, &byte, 1, grove_node_number(me), 0), -EDEADLK);
	assert_int_equal(grove_recv(me, &byte, 1, grove_node_number(me), 0, NULL), -EDEADLK);
	assert_int_equal(grove_sendrecv(NULL, &byte, 1, 0, &byte, 1, 0, 0, NULL), -EINVAL);
	assert_int_equal(grove_sendrecv(me, &byte, 1, 7, &byte, 1, 0, 0, NULL), -EINVAL);
	assert_int_equal(grove_exchange(me, &none, 1), -EINVAL);
	assert_int_equal(grove_exchange(me, &null, 1), -EINVAL);
	assert_int_equal(grove_exchange(me, NULL, 1), -EINVAL);
	assert_int_equal(grove_exchange(me, &none, -1), -EINVAL);
	return grove_barrier(me);
}

static void test_refusals(void **state)
{
	(void)state;
	run("gh:2", NULL, refused, NULL);
}

static int in_a_phase(struct grove_node *me, void *argument)
{
	char byte = 0;

	(void)argument;
	return grove_send(me, &byte, 1, 0, 0) == -EDEADLK ? 0 : -EBADMSG;
}

static void test_other_teams(void **state)
{
	const struct grove_pace pace = { 1e-6, 0 };
	struct grove_team *team;

	(void)state;
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "cube:2", .threads = 2 }),
		0);
	assert_int_equal(grove_team_each(team, in_a_phase, NULL), 0);
	assert_int_equal(grove_team_close(team), 0);
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "gh:2", .pace = &pace }),
		0);
	assert_int_equal(grove_team_run(team, around, NULL), -EINVAL);
	assert_non_null(strstr(grove_why(), "pace"));
	grove_team_close(team);
}

/* The ends of a message differ. */
struct ends {
	size_t sent, accepted;
	int tags[2];
	bool exact;
	const char *line;
	_Atomic int invalid, canceled;
};

static int differs(struct grove_node *me, void *argument)
{
	struct ends *ends = argument;
	struct grove_message message;
	static unsigned char out[5000], in[5000];
	int v = grove_node_number(me), error = 0;

	if (v == 0)
		error = grove_send(me, out, ends->sent, 1, ends->tags[0]);
	if (v == 1)
		error = grove_recv(
			me, in, ends->accepted, 0, ends->tags[1], ends->exact ? NULL : &message);
	if (!error)
		error = grove_barrier(me);
	ends->invalid += error == -EINVAL && strstr(grove_why(), ends->line);
	return error;
}

static void test_differences(void **state)
{
	struct ends ends[] = {
		{ 8, 16, { 1, 1 }, true,
			"sends 8 bytes in message 0 to node 1, and node 1 receives 16", 0, 0 },
		{ 4000, 3999, { 1, 1 }, false, "node 1 receives at most 3999", 0, 0 },
		{ 8, 8, { 1, 2 }, true, "with tag 1, and node 1 receives tag 2", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		assert_int_equal(attempt("gh:3", NULL, 20, differs, &ends[i]), -EINVAL);
		assert_int_equal(ends[i].invalid, 3);
	}
}

/* ---- Standstills and ends ---- */

static int stands_still(struct grove_node *me, void *argument)
{
	const char *kind = argument;
	static unsigned char large[5000];
	int v = grove_node_number(me), byte = 0;

	switch (*kind) {
	case 'c': /* a circle */
		return grove_recv(me, &byte, sizeof byte, (v + 1) % 3, 0, NULL);
	case 's': /* a sender, and nobody who receives */
		return v == 0 ? grove_send(me, large, sizeof large, 1, 0) : 0;
	case 'b': /* the culprit is in a collective */
		return v == 0 ? grove_recv(me, &byte, sizeof byte, 1, 0, NULL) : grove_barrier(me);
	default: /* any */
		return v == 0 ? grove_recv(me, &byte, sizeof byte, GROVE_ANY, 0, NULL) : 0;
	}
}

static void test_timeouts(void **state)
{
	static const struct {
		const char *kind, *line;
	} cases[] = {
		{ "circle", "waits for a message from node" },
		{ "send", "node 0 waits until a message is taken by node 1; node 1 is in no call" },
		{ "barrier", "waits for a message from node 1" },
		{ "any", "node 0 waits for a message from any node" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		union {
			const char *text;
			void *argument;
		} kind = { cases[i].kind };

		assert_int_equal(
			attempt("gh:3", NULL, 0.3, stands_still, kind.argument), -ETIMEDOUT);
		if (!strstr(why, cases[i].line))
			fail_msg("%s: %s", cases[i].kind, why);
	}
}

struct aborted {
	_Atomic int canceled;
	unsigned char *lent;
};

/* Node 2 fails while node 0 lends memory to node 1, which never receives. */
static int aborts(struct grove_node *me, void *argument)
{
	struct aborted *aborted = argument;
	int v = grove_node_number(me), byte, error;

	if (v == 0) {
		error = grove_send(me, aborted->lent, MOST, 1, 0);
		memset(aborted->lent, 1, MOST);
	} else {
		error = grove_recv(me, &byte, sizeof byte, v == 1 ? 2 : 1, 0, NULL);
	}
	aborted->canceled += error == -ECANCELED;
	return error;
}

static int fails_then(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 2 ? -EDOM : aborts(me, argument);
}

static void test_abort(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		struct aborted aborted = { 0, malloc(MOST) };

		assert_int_equal(
			attempt("gh:3", i % 2 ? "park" : NULL, 60, fails_then, &aborted), -EDOM);
		assert_int_equal(aborted.canceled, 2);
		free(aborted.lent);
	}
}

enum {
	LONG = 24 << 20
};

struct long_message {
	unsigned char *from, *to;
	long delay; /* nanoseconds until the third node fails */
	bool came;
};

/* Node 2 fails while node 1 copies from the memory of node 0, which writes there as soon as its call
 * has returned. */
static int copies_long(struct grove_node *me, void *argument)
{
	struct long_message *message = argument;
	const struct timespec delay = { 0, message->delay };
	int error = grove_barrier(me);

	if (error)
		return error;
	switch (grove_node_number(me)) {
	case 0:
		error = grove_send(me, message->from, LONG, 1, 0);
		memset(message->from, 1, LONG);
		return error;
	case 1:
		error = grove_recv(me, message->to, LONG, 0, 0, NULL);
		message->came = !error;
		return error;
	default:
		nanosleep(&delay, NULL);
		return -EDOM;
	}
}

static void test_abort_while_copying(void **state)
{
	struct long_message message = { calloc(1, LONG), calloc(1, LONG), 0, false };

	(void)state;
	for (int i = 0; i < 12; i++) {
		message.delay = 700000L * i;
		memset(message.from, 0, LONG);
		attempt("gh:3", NULL, 60, copies_long, &message);
		for (size_t k = 0; message.came && k < LONG; k += 64)
			assert_int_equal(message.to[k], 0);
	}
	free(message.from);
	free(message.to);
}

/* A team lives on after a body's error if no message was left behind. */
static int leaves_message(struct grove_node *me, void *argument)
{
	const bool *leaves = argument;
	int v = grove_node_number(me), error = 0;

	if (*leaves && v == 0)
		error = grove_send(me, &v, sizeof v, 1, 0);
	if (!error)
		error = grove_barrier(me);
	return error ? error : v == 0 ? -EDOM : 0;
}

static int nothing(struct grove_node *me, void *argument)
{
	(void)argument;
	return grove_barrier(me);
}

static void test_mend(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		bool leaves = i;
		struct grove_team *team;

		assert_int_equal(
			grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2" }),
			0);
		assert_int_equal(grove_team_run(team, leaves_message, &leaves), -EDOM);
		assert_int_equal(grove_team_run(team, nothing, NULL), leaves ? -ECANCELED : 0);
		grove_team_close(team);
	}
}

/* ---- Callers' threads ---- */

struct guest {
	struct grove_team *team;
	int node, error;
};

static void *guest_sends(void *argument)
{
	struct guest *guest = argument;
	static unsigned char large[MOST];
	struct grove_node *me;

	guest->error = grove_attach(guest->team, guest->node, &me);
	if (!guest->error && guest->node == 0)
		guest->error = grove_send(me, large, sizeof large, 1, 0);
	if (guest->node == 1)
		return NULL; /* without grove_detach */
	if (!guest->error)
		guest->error = grove_detach(me);
	return NULL;
}

static void test_thread_ends(void **state)
{
	struct guest guest[2];
	pthread_t thread[2];
	struct grove_team *team;

	(void)state;
	assert_int_equal(grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2",
							.threads = GROVE_CALLER,
							.timeout = 60 }),
		0);
	for (int v = 0; v < 2; v++) {
		guest[v] = (struct guest){ team, v, 0 };
		assert_int_equal(pthread_create(&thread[v], NULL, guest_sends, &guest[v]), 0);
	}
	for (int v = 0; v < 2; v++)
		pthread_join(thread[v], NULL);
	assert_int_equal(guest[0].error, -ECANCELED);
	grove_team_close(team);
}

/* The thread of a node that waits for a message is cancelled. */
static void test_cancelled(void **state)
{
	struct guest guest[2];
	pthread_t thread;
	struct grove_team *team;
	struct grove_node *me;

	(void)state;
	assert_int_equal(grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2",
							.threads = GROVE_CALLER,
							.timeout = 60 }),
		0);
	guest[0] = (struct guest){ team, 0, 0 };
	assert_int_equal(pthread_create(&thread, NULL, guest_sends, &guest[0]), 0);
	assert_int_equal(grove_attach(team, 1, &me), 0);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	assert_int_equal(grove_recv(me, guest, 1, 0, 0, NULL), -ECANCELED);
	assert_int_equal(grove_detach(me), 0);
	grove_team_close(team);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_among_collectives),
		cmocka_unit_test(test_any_sender),
		cmocka_unit_test(test_fair),
		cmocka_unit_test(test_shift),
		cmocka_unit_test(test_open_ends),
		cmocka_unit_test(test_exchange),
		cmocka_unit_test(test_many_with_one),
		cmocka_unit_test(test_boundaries),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_other_teams),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_timeouts),
		cmocka_unit_test(test_abort),
		cmocka_unit_test(test_abort_while_copying),
		cmocka_unit_test(test_mend),
		cmocka_unit_test(test_thread_ends),
		cmocka_unit_test(test_cancelled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
