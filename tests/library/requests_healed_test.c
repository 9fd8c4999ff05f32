/* Requests that a body left when its team failed, after the team has healed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "tests/library/requests_help.h"
#include "tests/teams.h"

enum {
	NODES = 4
};

static struct grove_request *kept[NODES], *begun;
static int mine[NODES], sum[NODES], word;

static int prepare_body(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me);

	return grove_prepare(me,
		OPERATION(.verb = "allreduce", .in = &mine[v], .out = &sum[v], .count = 1,
			.type = GROVE_I32),
		&kept[v]);
}

/* Node 1 leaves two requests behind. The others learn of the end of theirs. */
static int fail_body(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me);
	struct grove_request *request = kept[v];

	TRY(grove_request_start(request));
	if (v != 1)
		return grove_recv(me, &word, sizeof word, 1, 0, NULL);
	TRY(grove_start(
		me, OPERATION(.verb = "recv", .out = &word, .count = 4, .node = 0), &begun));
	return -EIO;
}

static int use_body(struct grove_node *me, void *round)
{
	int v = grove_node_number(me);
	struct grove_request *request = kept[v];

	mine[v] = v + *(int *)round;
	TRY(grove_request_start(request));
	HOLDS(grove_request_start(kept[v]) == -EBUSY);
	TRY(grove_wait(&request));
	HOLDS(sum[v] == 6 + 4 * *(int *)round);
	return 0;
}

/* A body may still ask: then a request that had not ended before has no result. */
static int wait_body(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), done, error;
	struct grove_request *request = kept[v];

	if (v == 1) {
		HOLDS(grove_wait(&begun) == -ECANCELED && !begun);
		HOLDS(strstr(grove_why(), "has healed"));
	}
	error = grove_test(&request, &done);
	HOLDS((error ? error == -ECANCELED : done) && request == kept[v]);
	TRY(grove_test(&request, &done));
	HOLDS(done);
	return grove_barrier(me);
}

static int free_body(struct grove_node *me, void *unused)
{
	return grove_request_free(kept[grove_node_number(me)]);
}

static void with_threads(int count)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:4", .threads = count);

	assert_int_equal(grove_team_run(team, prepare_body, NULL), 0);
	for (int round = 0; round < 3; round++) {
		assert_int_equal(grove_team_run(team, fail_body, NULL), -EIO);
		MUST(round == 1 && grove_team_run(team, wait_body, NULL));
		MUST(grove_team_run(team, use_body, &round));
	}
	assert_int_equal(grove_team_run(team, fail_body, NULL), -EIO);
	MUST(grove_team_run(team, free_body, NULL));
}

TEST("prepared requests start again")
{
	for (int count = 1; count <= NODES; count += count)
		with_threads(count);
}

/* ---- Callers' threads ---- */

static void begin_as(struct grove_team *team, int v, struct grove_node **me)
{
	struct grove_request *request;

	assert_int_equal(grove_attach(team, v, me), 0);
	MUST(grove_start(
		*me, OPERATION(.verb = "recv", .out = &word, .count = 4, .node = 1 - v), &request));
}

static int ending; /* the node whose thread ends */

static void *end_of_a_thread(void *team)
{
	struct grove_node *me;

	begin_as(team, ending, &me);
	return NULL; /* without grove_detach: the team fails */
}

/* Each failure leaves requests for which nobody ever waits. */
TEST("callers threads detach again")
{
	struct grove_node *me;
	pthread_t thread;
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER);

	for (int round = 0; round < 4; round++) {
		begin_as(team, round % 2, &me);
		assert_int_equal(grove_detach(me), -EBUSY);
		ending = 1 - round % 2;
		pthread_create(&thread, NULL, end_of_a_thread, team);
		pthread_join(thread, NULL);
		assert_int_equal(grove_detach(me), 0);
	}
	for (int v = 0; v < 2; v++) {
		assert_int_equal(grove_attach(team, v, &me), 0);
		assert_int_equal(grove_detach(me), 0);
	}
}
