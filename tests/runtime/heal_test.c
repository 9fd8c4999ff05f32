/* A team that has failed in any way is as new when all its nodes have come home. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <unistd.h>
#include "tests/guests.h"
#include "grove_measure.h"
#include "tests/runtime/ended_threads.h"
#include "tests/sanitized.h"
#include "tests/topology_help.h"

enum {
	NODES = 4,
	LARGE = 70000,
	ROUNDS = SANITIZED ? 1 : 2
};

/* ---- Work that a team as new carries out ---- */

static int sums(struct grove_node *me)
{
	int v = grove_node_number(me), in[3] = { v, 1, 10 * v }, out[3];

	TRY(grove_allreduce(me, in, out, 3, GROVE_I32, GROVE_SUM));
	HOLDS(out[0] == 6 && out[1] == NODES && out[2] == 60);
	return 0;
}

static int exchanges(struct grove_node *me)
{
	FREED unsigned char *in = malloc(NODES * LARGE), *out = malloc(NODES * LARGE);

	memset(in, grove_node_number(me), NODES * LARGE);
	TRY(grove_alltoall(me, in, out, LARGE));
	for (int u = 0; u < NODES; u++)
		HOLDS(out[u * LARGE] == u && out[u * LARGE + LARGE - 1] == u);
	return 0;
}

static int messages(struct grove_node *me)
{
	static unsigned char large[NODES][LARGE];
	struct grove_message message = { 0 };
	int v = grove_node_number(me), next = (v + 1) % NODES, words[20], got;

	for (int i = 0; i < 10; i++) {
		words[i] = 100 * v + i;
		TRY(grove_send(me, &words[i], sizeof words[i], next, i));
	}
	for (int i = 0; i < 10; i++) {
		TRY(grove_recv(me, &got, sizeof got, GROVE_ANY, i, &message));
		if (got != 100 * ((v + 3) % NODES) + i)
			return -EIO;
	}
	return grove_sendrecv(me, large[v], LARGE / 2, next, large[v] + LARGE / 2, LARGE / 2,
		(v + 3) % NODES, 1, NULL);
}

static int halves(struct grove_node *me)
{
	struct grove_node *sub;
	int v = grove_node_number(me), in = v, out;

	TRY(grove_split(me, v % 2, v, NULL, &sub));
	TRY(grove_allreduce(sub, &in, &out, 1, GROVE_I32, GROVE_SUM));
	HOLDS(out == 2 + v % 2 * 2);
	return 0;
}

static int works(struct grove_node *me, void *paced)
{
	TRY(sums(me));
	TRY(exchanges(me));
	if (!paced)
		TRY(messages(me));
	TRY(halves(me));
	return grove_barrier(me);
}

/* ---- Failures ---- */

static int one_fails_while_memory_is_lent(struct grove_node *me, void *unused)
{
	if (grove_node_number(me) == 3) {
		usleep(2000);
		return -EDOM;
	}
	return exchanges(me);
}

static int all_fail(struct grove_node *me, void *unused)
{
	return grove_node_number(me) % 2 ? -EDOM : -ERANGE;
}

static int one_returns(struct grove_node *me, void *unused)
{
	int error = sums(me);

	return error || grove_node_number(me) == 1 ? error : sums(me);
}

static int they_differ(struct grove_node *me, void *unused)
{
	char in[LARGE] = { 0 };
	int error = grove_broadcast(me, in, LARGE, grove_node_number(me) % 2);

	return error ? error : grove_barrier(me);
}

static int they_differ_unnoticed(struct grove_node *me, void *unused)
{
	int word = 0;

	return grove_broadcast(me, &word, sizeof word, 0) ||
	       (grove_node_number(me) == 0 && grove_broadcast(me, &word, sizeof word, 0));
}

static int they_wait_for_each_other(struct grove_node *me, void *unused)
{
	int word;

	return grove_recv(me, &word, sizeof word, (grove_node_number(me) + 1) % NODES, 0, NULL);
}

static int messages_are_left(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me);

	for (int i = 0; i < 5; i++)
		grove_send(me, &v, sizeof v, (v + 1) % NODES, 0);
	return v == 2 ? -EDOM : exchanges(me);
}

static int a_thread_ends(struct grove_node *me, void *unused)
{
	if (grove_node_number(me) == 2)
		pthread_exit(NULL);
	return exchanges(me);
}

static void end_thread(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)result, (void)left, (void)right, (void)count, (void)type, (void)context;
	pthread_exit(NULL);
}

static int a_fold_ends_its_thread(struct grove_node *me, void *unused)
{
	static const struct grove_fold fold = { end_thread, NULL, "end" };
	static int in[NODES][LARGE], out[NODES][LARGE];
	int v = grove_node_number(me);
	int error = grove_reduce(me, in[v], out[v], LARGE, GROVE_I32, &fold, 0);

	return error ? error : grove_barrier(me);
}

static int a_sub_team_is_left_in_a_call(struct grove_node *me, void *unused)
{
	struct grove_node *sub, *below;
	int v = grove_node_number(me);

	TRY(grove_split(me, 0, -v, NULL, &sub));
	TRY(grove_split(sub, v / 2, v, NULL, &below));
	return v == 0 ? -EDOM : exchanges(v % 2 ? sub : me);
}

static const struct failure {
	const char *name;
	grove_body *body;
	int error[2]; /* one of these */
	bool messages;
} failures[] = {
	{ "one fails while memory is lent", one_fails_while_memory_is_lent, { -EDOM, -EDOM },
		false },
	{ "all fail", all_fail, { -EDOM, -ERANGE }, false },
	{ "one returns", one_returns, { -ECANCELED, -ECANCELED }, false },
	{ "they differ", they_differ, { -EINVAL, -ECANCELED }, false },
	{ "they differ unnoticed", they_differ_unnoticed, { -EINVAL, -EINVAL }, false },
	{ "they wait for each other", they_wait_for_each_other, { -ETIMEDOUT, -ETIMEDOUT }, true },
	{ "messages are left", messages_are_left, { -EDOM, -EDOM }, true },
	{ "a thread ends", a_thread_ends, { -ECANCELED, -ECANCELED }, false },
	{ "a fold ends its thread", a_fold_ends_its_thread, { -ECANCELED, -ECANCELED }, false },
	{ "a sub-team is left in a call", a_sub_team_is_left_in_a_call, { -EDOM, -ECANCELED },
		false },
};

static struct grove_team *open_team(int threads, const struct grove_pace *pace)
{
	alarm(100);
	return OPEN_TEAM(.network = "cube:2", .threads = threads, .pace = pace, .timeout = 0.1,
		.caller_waits = threads != GROVE_CALLER);
}

static void fail_and_work(struct grove_team *team, const struct failure *f, bool paced)
{
	int error = grove_team_run(team, f->body, NULL);

	if (error != f->error[0] && error != f->error[1])
		fail_msg("%s: %d %s", f->name, error, grove_why());
	for (int i = 0; i < 2; i++)
		if (grove_team_run(team, works, paced ? team : NULL))
			fail_msg("after %s: %s", f->name, grove_why());
}

/* With a pace there are no messages. The thread sanitizer ends the process where a thread ends on
 * another stack than its first. */
static bool possible(const struct failure *f, int threads, bool paced)
{
	bool ends = f->body == a_thread_ends || f->body == a_fold_ends_its_thread;

	return !(paced && f->messages) && !(SANITIZED_THREAD && ends && threads < NODES);
}

TEST("a team heals when its bodies have returned")
{
	static const struct grove_pace pace = { 1e-5, 1e-10 };

	for (int paced = 0; paced < 2; paced++)
		for (int threads = 1; threads <= NODES; threads += threads) {
			AUTO(grove_team) team = open_team(threads, paced ? &pace : NULL);

			for (int i = 0; i < ROUNDS * COUNT(failures); i++)
				if (possible(&failures[i % COUNT(failures)], threads, paced))
					fail_and_work(team, &failures[i % COUNT(failures)], paced);
		}
}

/* ---- Callers' threads ---- */

/* The team heals when no thread is attached, so all attach before any node can fail. */
static int run_attached(struct grove_team *team, grove_body *body)
{
	return run_guests(team, body, NULL, true);
}

/* A thread that ends attached fails the team. An error of a thread's own does not. */
TEST("callers threads find a healed team")
{
	grove_body *const bodies[] = { they_differ, they_wait_for_each_other, a_thread_ends,
		a_fold_ends_its_thread };
	AUTO(grove_team) team = open_team(GROVE_CALLER, NULL);

	for (int i = 0; i < ROUNDS * COUNT(bodies); i++) {
		assert_int_not_equal(run_attached(team, bodies[i % COUNT(bodies)]), 0);
		for (int k = 0; k < 2; k++)
			assert_int_equal(run_attached(team, works), 0);
	}
}

/* While a thread is attached, the team stays as it is. */
TEST("a team does not heal under a node")
{
	AUTO(grove_team) team = open_team(GROVE_CALLER, NULL);
	struct guest guest = { team, they_wait_for_each_other, NULL, 1 };
	struct grove_node *me, *other;

	assert_int_equal(grove_attach(team, 0, &me), 0);
	guests_start(&guest, 1);
	assert_int_equal(grove_barrier(me), -ETIMEDOUT);
	guests_join(&guest, 1);
	assert_int_equal(guest.error, -ETIMEDOUT);
	assert_int_equal(grove_attach(team, 2, &other), -ETIMEDOUT);
	assert_int_equal(grove_barrier(me), -ETIMEDOUT);
	assert_int_equal(grove_detach(me), 0);
	assert_int_equal(run_attached(team, works), 0);
}
