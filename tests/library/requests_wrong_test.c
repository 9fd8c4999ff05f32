/* Requests that go wrong: refusals, differences, standstills, aborts, bodies that end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/monotonic.h"
#include "grove_measure.h"
#include "tests/cancel_type.h"
#include "tests/runtime/ended_threads.h"
#include "tests/sanitized.h"
#include "tests/library/requests_help.h"
#include "tests/teams.h"

static char bytes[4][200000];

/* ---- Refusals ---- */

static int begins(struct grove_node *me, void *argument)
{
	struct grove_request *request;

	return grove_start(me, OPERATION(.verb = "barrier"), &request);
}

TEST("a paced team and a phase refuse requests")
{
	const struct grove_pace pace = { 1e-6, 0 };
	AUTO(grove_team) paced = OPEN_TEAM(.network = "gh:2", .pace = &pace);
	AUTO(grove_team) phased = OPEN_TEAM(.network = "gh:2", .threads = 1);

	REFUSES(grove_team_run(paced, begins, NULL), EINVAL, "a team with a pace has no requests");
	assert_int_equal(grove_team_phase(phased, begins, NULL), -EDEADLK);
}

static int prepares(struct grove_node *me, void *argument)
{
	struct grove_request **kept = argument;

	return grove_prepare(me, OPERATION(.verb = "barrier"), &kept[grove_node_number(me)]);
}

TEST("between two runs nobody waits for a kept request")
{
	for (int count = 1; count <= 2; count++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .threads = count);
		struct grove_request *kept[2];

		MUST(grove_team_run(team, prepares, kept));
		REFUSES(grove_wait(&kept[0]), EINVAL, "this thread is not node 0");
	}
}

/* ---- Bodies that end too early ---- */

/* Node 0 lends a large message that nobody takes, and returns. */
static int leaves_body(struct grove_node *me, void *argument)
{
	_Atomic int *seen = argument;
	struct grove_request *request;
	FREED char *memory = malloc(100000);
	int error;

	if (grove_node_number(me) == 0)
		return grove_start(me,
			OPERATION(.verb = "send", .in = memory, .count = 100000, .node = 1),
			&request);
	error = grove_barrier(me);
	*seen += (error == -EINVAL || error == -ECANCELED) &&
		 strstr(grove_why(), "node 0 ends, but has not waited for 1 of the calls");
	return error;
}

THREADS_TEST("a body that leaves a request is named")
{
	_Atomic int seen = 0;

	assert_int_equal(attempt("gh:3", NULL, 20, leaves_body, &seen), -EINVAL);
	assert_int_equal(seen, 2);
}

/* Node 1 returns an error. Each other call of node 0 ends all that node 0 has started, so that node
 * 0 may free its buffers without a wait. */
static int aborted_body(struct grove_node *me, void *argument)
{
	_Atomic int *seen = argument;
	struct grove_request *request[3] = { NULL };
	char *memory;
	int error, word;

	if (grove_node_number(me))
		return -EIO;
	memory = malloc(300000);
	error = grove_start(
		me, OPERATION(.verb = "broadcast", .out = memory, .count = 100000), &request[0]);
	if (!error)
		error = grove_start(me,
			OPERATION(.verb = "send", .in = memory + 100000, .count = 100000,
				.node = 1),
			&request[1]);
	if (!error)
		error = grove_start(me,
			OPERATION(.verb = "recv", .out = memory + 200000, .count = 100000,
				.node = 1),
			&request[2]);
	while (!error)
		error = grove_recv(me, &word, sizeof word, 1, 1, NULL);
	free(memory);
	*seen += error == -ECANCELED;
	if (request[0])
		*seen += grove_wait(&request[0]) == -ECANCELED && !request[0];
	return error;
}

TEST("a body that fails ends the requests of others")
{
	_Atomic int seen = 0;

	for (int k = 0; k < 20; k++)
		assert_int_equal(attempt("gh:2", NULL, 20, aborted_body, &seen), -EIO);
	assert_true(seen > 0);
}

/* ---- Different arguments, and standstills ---- */

static int differs(struct grove_node *me)
{
	struct grove_request *request[2];
	char out[4 * 16];
	int v = grove_node_number(me);

	TRY(grove_start(me, OPERATION(.verb = "barrier"), &request[0]));
	TRY(grove_start(me,
		OPERATION(.verb = "alltoall", .in = bytes[0], .out = out, .count = v == 2 ? 16 : 8),
		&request[1]));
	TRY(grove_wait_all(request, 2));
	return grove_barrier(me);
}

static int told_of_difference(struct grove_node *me, void *argument)
{
	int error = differs(me);

	*(_Atomic int *)argument += error == -EINVAL && strstr(grove_why(), "alltoall #2");
	return error;
}

THREADS_TEST("requests that differ between nodes are named")
{
	_Atomic int told = 0;

	assert_int_equal(attempt("gh:4", NULL, 20, told_of_difference, &told), -EINVAL);
	assert_int_equal(told, 4);
}

/* Node 1 never starts its part. */
static int stalls_body(struct grove_node *me, void *argument)
{
	_Atomic int *seen = argument;
	struct grove_request *request;
	int word = 0, error;

	if (grove_node_number(me))
		return grove_recv(me, &word, sizeof word, 0, 0, NULL);
	TRY(grove_start(me, OPERATION(.verb = "barrier"), &request));
	error = grove_wait(&request);
	*seen += error == -ETIMEDOUT && strstr(grove_why(), "barrier #1");
	return error;
}

THREADS_TEST("a request that never completes is named")
{
	_Atomic int seen = 0;

	assert_int_equal(attempt("gh:2", NULL, 0.3, stalls_body, &seen), -ETIMEDOUT);
	assert_int_equal(seen, 1);
}

/* ---- Inside a fold ---- */

static struct grove_node *folding;
static struct grove_request *folded;
static _Atomic int nested;

static void waits_in_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct grove_request *request;

	if (folding) {
		nested += grove_start(folding, OPERATION(.verb = "barrier"), &request) == -EDEADLK;
		nested += grove_wait(&folded) == -EDEADLK;
		nested += grove_barrier(folding) == -EDEADLK;
	}
	for (size_t i = 0; i < count; i++)
		((double *)result)[i] = ((const double *)left)[i] + ((const double *)right)[i];
}

NODES_TEST("a fold may not start or wait for a request",
	(run("gh:2", NULL, body, NULL), folding = NULL, assert_int_equal(nested, 3)))
{
	static const struct grove_fold fold = { waits_in_fold, NULL, "waits" };
	struct grove_request *request;
	double one = 1, sum = 0;

	if (grove_node_number(me) == 0) {
		folding = me;
		TRY(grove_prepare(me, OPERATION(.verb = "barrier"), &folded));
	}
	TRY(grove_barrier(me));
	TRY(grove_start(me,
		OPERATION(.verb = "reduce", .in = &one, .out = &sum, .count = 1, .type = GROVE_F64,
			.fold = &fold),
		&request));
	TRY(grove_wait(&request));
	HOLDS(grove_node_number(me) || sum == 2);
	return 0;
}

/* ---- Attached threads ---- */

static struct grove_team *own_team(void)
{
	return OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER, .timeout = 5);
}

static void *waits_for_other(void *request)
{
	return grove_wait(request) == -EBUSY && strstr(grove_why(), "of another thread") ? request
											 : NULL;
}

/* A thread that is both nodes begins at both, and waits for both. */
TEST("one thread waits for the requests of both its nodes")
{
	AUTO(grove_team) team = own_team();
	struct grove_request *request[2];
	struct grove_node *me[2];
	int64_t mine[2] = { 3, 4 }, sum[2];
	pthread_t thread;
	void *right;

	for (int v = 0; v < 2; v++) {
		assert_int_equal(grove_attach(team, v, &me[v]), 0);
		MUST(grove_start(me[v],
			OPERATION(.verb = "allreduce", .in = &mine[v], .out = &sum[v], .count = 1,
				.type = GROVE_I64),
			&request[v]));
	}
	assert_int_equal(grove_detach(me[0]), -EBUSY);
	pthread_create(&thread, NULL, waits_for_other, &request[0]);
	pthread_join(thread, &right);
	assert_non_null(right);
	assert_int_equal(grove_wait_all(request, 2), 0);
	assert_true(sum[0] == 7 && sum[1] == 7);
	for (int v = 0; v < 2; v++)
		assert_int_equal(grove_detach(me[v]), 0);
}

enum {
	ROUNDS = SANITIZED ? 3000 : 30000
};

/* Node 2 exchanges messages with `busy`, of nodes 0 and 1, and then sends one to the other. */
struct rounds {
	struct grove_team *team;
	int count, busy;
	bool pauses;
};

static void *answers(void *argument)
{
	const struct rounds *r = argument;
	struct grove_node *me;
	int64_t word = 7;
	int error = grove_attach(r->team, 2, &me);

	for (int i = 0; i < r->count && !error; i++) {
		if (r->pauses) /* until the other thread sleeps */
			nanosleep(&(struct timespec){ 0, 50000000 }, NULL);
		error = grove_sendrecv(me, &word, 8, r->busy, &word, 8, r->busy, 0, NULL);
	}
	if (!error)
		error = grove_send(me, &word, 8, 1 - r->busy, 0);
	return error || grove_detach(me) ? NULL : argument;
}

static void begin_receiver(struct grove_node *me, int64_t *word, struct grove_request **request)
{
	MUST(grove_start(me, OPERATION(.verb = "recv", .out = word, .count = 8, .node = 2),
		request));
}

/* This thread is nodes 0 and 1, and waits for a message to either. */
static void wait_for_either(struct rounds r)
{
	AUTO(grove_team) team =
		OPEN_TEAM(.network = "gh:3", .threads = GROVE_CALLER, .timeout = r.pauses ? 60 : 5);
	struct grove_request *request[2];
	struct grove_node *me[2];
	int64_t word[2];
	pthread_t thread;
	void *right;
	int which;

	r.team = team;
	for (int v = 0; v < 2; v++)
		MUST(grove_attach(team, v, &me[v]));
	assert_int_equal(pthread_create(&thread, NULL, answers, &r), 0);
	begin_receiver(me[1 - r.busy], &word[1 - r.busy], &request[1 - r.busy]);
	for (int i = 0; i < r.count; i++) {
		begin_receiver(me[r.busy], &word[r.busy], &request[r.busy]);
		MUST(grove_wait_any(request, 2, &which));
		assert_int_equal(which, r.busy);
		MUST(grove_send(me[r.busy], &word[r.busy], 8, 2, 0));
	}
	MUST(grove_wait_all(request, 2));
	pthread_join(thread, &right);
	assert_non_null(right);
	for (int v = 0; v < 2; v++)
		MUST(grove_detach(me[v]));
}

/* The thread sleeps as node 0, and is not woken by what comes for node 1. */
TEST("a thread of two nodes sees soon what ends at either")
{
	double begun = monotonic_seconds();

	wait_for_either((struct rounds){ .count = 3, .busy = 1, .pauses = true });
	assert_true(monotonic_seconds() - begun < 5);
}

/* A message may come while the thread looks whether it can go on. */
TEST("a thread of two nodes misses no end of a request")
{
	wait_for_either((struct rounds){ .count = ROUNDS, .busy = 0 });
}

static void give_back(void *memory)
{
	memset(memory, 0, 100000); /* nobody reads the memory any more */
	free(memory);
}

static _Atomic bool started;

static void *ends_with_message(void *team)
{
	struct grove_request *request;
	struct grove_node *me;
	void *memory = calloc(1, 100000);

	pthread_cleanup_push(give_back, memory);
	if (!grove_attach(team, 0, &me) &&
		!grove_start(me,
			OPERATION(.verb = "send", .in = memory, .count = 100000, .node = 1),
			&request)) {
		started = true;
		grove_barrier(me); /* here the thread is cancelled */
	}
	pthread_cleanup_pop(1);
	return NULL;
}

TEST("a cancelled thread ends its wait for a request")
{
	const struct timespec moment = { 0, 50000000 };
	AUTO(grove_team) team = own_team();
	struct grove_node *me;
	pthread_t thread;

	assert_int_equal(grove_attach(team, 1, &me), 0);
	pthread_create(&thread, NULL, ends_with_message, team);
	while (!started)
		sched_yield();
	nanosleep(&moment, NULL);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	assert_int_equal(grove_recv(me, bytes[0], 100000, 0, 0, NULL), -ECANCELED);
	assert_int_equal(grove_detach(me), 0);
}
