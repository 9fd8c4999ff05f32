/* Messages between nodes: refusals, differences, standstills, aborts, ends of threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "grove_measure.h"
#include "tests/runtime/ended_threads.h"
#include "tests/library/messages_help.h"

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

static int sends_once(struct grove_node *me, void *argument)
{
	char byte = 0;

	(void)argument;
	return grove_send(me, &byte, 1, 1 - grove_node_number(me), 0);
}

static void test_other_teams(void **state)
{
	const struct grove_pace pace = { 1e-6, 0 };
	struct grove_team *team;

	(void)state;
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "cube:2", .threads = 2 }),
		0);
	assert_int_equal(grove_team_phase(team, in_a_phase, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "gh:2", .pace = &pace }),
		0);
	assert_int_equal(grove_team_run(team, sends_once, NULL), -EINVAL);
	assert_non_null(strstr(grove_why(), "pace"));
	grove_team_free(team);
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
		{ 8, 7, { 1, GROVE_ANY }, true, "and node 1 receives 7", 0, 0 },
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
		int error;
		double timeout;
	} cases[] = {
		{ "circle", "waits for a message from node", -ETIMEDOUT, 0.3 },
		{ "send", "node 0 waits until a message is taken by node 1; node 1 has returned",
			-ECANCELED, 60 },
		{ "barrier", "waits for a message from node 1", -ETIMEDOUT, 0.3 },
		{ "any", "node 0 waits for a message from any node; the other nodes have returned",
			-ECANCELED, 60 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		union {
			const char *text;
			void *argument;
		} kind = { cases[i].kind };

		assert_int_equal(
			attempt("gh:3", NULL, cases[i].timeout, stands_still, kind.argument),
			cases[i].error);
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

/* Node 2 fails while node 1 copies from the memory of node 0, which writes there as soon as its
 * call has returned. */
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
		assert_int_equal(grove_team_run(team, nothing, NULL), 0);
		grove_team_free(team);
	}
}

/* ---- Callers' threads ---- */

struct guest {
	struct grove_team *team;
	int node, error;
};

static _Atomic int senders; /* attached as node 0 */

static void *guest_sends(void *argument)
{
	struct guest *guest = argument;
	static unsigned char large[MOST];
	struct grove_node *me;

	guest->error = grove_attach(guest->team, guest->node, &me);
	senders += guest->node == 0;
	if (!guest->error && guest->node == 0)
		guest->error = grove_send(me, large, sizeof large, 1, 0);
	while (!senders)
		sched_yield(); /* when nobody is attached, the team heals */
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
	grove_team_free(team);
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
	grove_team_free(team);
}

/* Bodies that share a thread learn of errors as others do. */
static void test_shared_threads(void **state)
{
	for (threads = 1; threads < 3; threads++) {
		test_differences(state);
		test_abort(state);
		test_timeouts(state);
	}
	threads = GROVE_NODES;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_other_teams),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_timeouts),
		cmocka_unit_test(test_abort),
		cmocka_unit_test(test_abort_while_copying),
		cmocka_unit_test(test_mend),
		cmocka_unit_test(test_thread_ends),
		cmocka_unit_test(test_cancelled),
		cmocka_unit_test(test_shared_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
