/* Messages between nodes: refusals, differences, standstills, aborts, ends of threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/cancel_type.h"
#include "tests/runtime/ended_threads.h"
#include "tests/library/messages_help.h"
#include "tests/guests.h"

/* ---- Errors ---- */

static int in_a_phase(struct grove_node *me, void *argument)
{
	char byte = 0;

	return grove_send(me, &byte, 1, 0, 0) == -EDEADLK ? 0 : -EBADMSG;
}

static int sends_once(struct grove_node *me, void *argument)
{
	char byte = 0;

	return grove_send(me, &byte, 1, 1 - grove_node_number(me), 0);
}

TEST("a phase and a paced team refuse messages")
{
	const struct grove_pace pace = { 1e-6, 0 };
	AUTO(grove_team) phased = OPEN_TEAM(.network = "cube:2", .threads = 2);
	AUTO(grove_team) paced = OPEN_TEAM(.network = "gh:2", .pace = &pace);

	assert_int_equal(grove_team_phase(phased, in_a_phase, NULL), 0);
	REFUSES(grove_team_run(paced, sends_once, NULL), EINVAL, "pace");
}

/* The ends of a message differ. */
struct ends {
	size_t sent, accepted;
	int tag; /* that is received; 1 is sent */
	bool exact;
	const char *line;
	_Atomic int told; /* nodes */
};

static int differs(struct grove_node *me, const struct ends *ends)
{
	struct grove_message message;
	static unsigned char out[5000], in[5000];
	int v = grove_node_number(me);

	if (v == 0)
		TRY(grove_send(me, out, ends->sent, 1, 1));
	if (v == 1)
		TRY(grove_recv(
			me, in, ends->accepted, 0, ends->tag, ends->exact ? NULL : &message));
	return grove_barrier(me);
}

static int told_of_difference(struct grove_node *me, void *argument)
{
	struct ends *ends = argument;
	int error = differs(me, ends);

	ends->told += error == -EINVAL && strstr(grove_why(), ends->line);
	return error;
}

THREADS_TEST("sizes that do not fit are named on all nodes")
{
	struct ends ends[] = {
		{ 8, 16, 1, true, "sends 8 bytes with tag 1 to node 1, and node 1 receives 16",
			0 },
		{ 4000, 3999, 1, false, "node 1 receives at most 3999", 0 },
		{ 8, 7, GROVE_ANY, true, "and node 1 receives 7", 0 },
	};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		assert_int_equal(attempt("gh:3", NULL, 20, told_of_difference, &ends[i]), -EINVAL);
		assert_int_equal(ends[i].told, 3);
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
	case 'l': /* all listen */
		return grove_recv(me, &byte, sizeof byte, GROVE_ANY, 0, NULL);
	case 'b': /* the culprit is in a collective */
		return v == 0 ? grove_recv(me, &byte, sizeof byte, 1, 0, NULL) : grove_barrier(me);
	default: /* any */
		return v == 0 ? grove_recv(me, &byte, sizeof byte, GROVE_ANY, 0, NULL) : 0;
	}
}

THREADS_TEST("a message that nobody sends or takes is named")
{
	static const struct {
		char kind;
		const char *line;
		int error;
		double timeout;
	} cases[] = {
		{ 'c', "waits for a message from node", ETIMEDOUT, 0.3 },
		{ 's', "node 0 waits until a message is taken by node 1; node 1 has returned",
			ECANCELED, 60 },
		{ 'l', "waits for a message from any node; no node sends one", ETIMEDOUT, 0.3 },
		{ 'b', "waits for a message from node 1", ETIMEDOUT, 0.3 },
		{ 'a', "node 0 waits for a message from any node; the other nodes have returned",
			ECANCELED, 60 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char kind = cases[i].kind;

		FAILS("gh:3", cases[i].timeout, stands_still, &kind, cases[i].error, cases[i].line);
	}
}

/* Nodes 0 and 1 receive from each other first. Other nodes have nothing to do. */
static int both_receive(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), byte = 0;

	(void)unused;
	return v < 2 ? grove_recv(me, &byte, sizeof byte, 1 - v, 0, NULL) : 0;
}

THREADS_TEST("two nodes that wait for each other are both named")
{
	static const char line[] = "node %d waits for a message from node %d; node %d waits for a "
				   "message from node %d";
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:4", .threads = threads, .timeout = 0.3);
	int a, b, c, d;

	assert_int_equal(grove_team_run(team, both_receive, NULL), -ETIMEDOUT);
	assert_int_equal(sscanf(grove_why(), line, &a, &b, &c, &d), 4);
	assert_true(a + b == 1 && c == b && d == a);
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

THREADS_TEST("a body that fails ends the waiting of all others")
{
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

/* Node 2 fails while node 1 copies from the memory of node 0, which writes there as soon as its
 * call has returned. */
static int copies_long(struct grove_node *me, void *argument)
{
	struct long_message *message = argument;
	const struct timespec delay = { 0, message->delay };
	int error;

	TRY(grove_barrier(me));
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

TEST("an abort while a message is copied leaves no torn copy")
{
	FREED unsigned char *from = calloc(1, LONG), *to = calloc(1, LONG);
	struct long_message message = { from, to, 0, false };

	for (int i = 0; i < 12; i++) {
		message.delay = 700000L * i;
		memset(message.from, 0, LONG);
		attempt("gh:3", NULL, 60, copies_long, &message);
		for (size_t k = 0; message.came && k < LONG; k += 64)
			assert_int_equal(message.to[k], 0);
	}
}

/* A team lives on after a body's error if no message was left behind. */
static int leaves_message(struct grove_node *me, void *argument)
{
	const bool *leaves = argument;
	int v = grove_node_number(me);

	if (*leaves && v == 0)
		TRY(grove_send(me, &v, sizeof v, 1, 0));
	TRY(grove_barrier(me));
	return v == 0 ? -EDOM : 0;
}

static int nothing(struct grove_node *me, void *argument)
{
	return grove_barrier(me);
}

TEST("a team that healed has no message left")
{
	for (int i = 0; i < 2; i++) {
		bool leaves = i;
		AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2");

		assert_int_equal(grove_team_run(team, leaves_message, &leaves), -EDOM);
		assert_int_equal(grove_team_run(team, nothing, NULL), 0);
	}
}

/* ---- Callers' threads ---- */

static _Atomic int senders; /* attached as node 0 */

static int node_0_sends(struct grove_node *me, void *argument)
{
	static unsigned char large[MOST];

	if (grove_node_number(me) == 0) {
		senders++;
		return grove_send(me, large, sizeof large, 1, 0);
	}
	while (!senders)
		sched_yield(); /* when nobody is attached, the team heals */
	return 0;
}

TEST("a thread that ends cancels the messages of others")
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER, .timeout = 60);
	struct guest guest[] = { { team, node_0_sends, NULL, 0 },
		{ team, node_0_sends, NULL, 1, .stays = true } };

	guests_start(guest, 2);
	guests_join(guest, 2);
	assert_int_equal(guest[0].error, -ECANCELED);
}

/* The thread of a node that waits for a message is cancelled. */
TEST("a cancelled thread ends its wait for a message")
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER, .timeout = 60);
	struct guest guest = { team, node_0_sends, NULL, 0 };
	struct grove_node *me;

	guests_start(&guest, 1);
	assert_int_equal(grove_attach(team, 1, &me), 0);
	pthread_cancel(guest.thread);
	guests_join(&guest, 1);
	assert_int_equal(grove_recv(me, &guest, 1, 0, 0, NULL), -ECANCELED);
	assert_int_equal(grove_detach(me), 0);
}
