/* A node that has returned, or left its sub-team, is gone: who needs it learns so at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include <unistd.h>
#include "tests/guests.h"
#include "grove_measure.h"
#include "tests/topology_help.h"

enum {
	NODES = 4,
	LARGE = 100000
};

/* What each node got from the call that could not end. */
static struct seen {
	int error[NODES];
	char why[NODES][400];
} seen;

static int note(struct grove_node *me, int error)
{
	int v = grove_node_number(me);

	seen.error[v] = error;
	snprintf(seen.why[v], sizeof seen.why[v], "%s", error ? grove_why() : "");
	return error;
}

/* Endless: only a node that is known to be gone ends a wait. */
static struct grove_team *open_team(int threads, const char *wait, const struct grove_pace *pace)
{
	alarm(100);
	memset(&seen, 0, sizeof seen);
	return OPEN_TEAM(.network = "gh:4", .threads = threads, .wait = wait, .pace = pace,
		.timeout = INFINITY);
}

/* ---- Waits that can never end ---- */

static int a_barrier_of_three(struct grove_node *me, void *unused)
{
	int error = note(me, grove_barrier(me));

	return error || grove_node_number(me) == 2 ? error : note(me, grove_barrier(me));
}

static int a_large_broadcast_of_three(struct grove_node *me, void *unused)
{
	FREED unsigned char *buffer = calloc(1, LARGE);
	int error =
		grove_node_number(me) == 2 ? 0 : note(me, grove_broadcast(me, buffer, LARGE, 0));

	memset(buffer, 1, LARGE); /* nobody reads these bytes any more */
	return error;
}

static int a_message_that_nobody_sends(struct grove_node *me, void *unused)
{
	int word;

	return grove_node_number(me) ? 0 : note(me, grove_recv(me, &word, sizeof word, 2, 0, NULL));
}

static int a_message_that_nobody_takes(struct grove_node *me, void *unused)
{
	static unsigned char large[LARGE];

	return grove_node_number(me) ? 0 : note(me, grove_send(me, large, LARGE, 2, 0));
}

static int one_message_too_many(struct grove_node *me, void *unused)
{
	int word = 0;

	for (int i = 0; i < 100 && !grove_node_number(me); i++)
		TRY(note(me, grove_send(me, &word, sizeof word, 2, 0)));
	return 0;
}

static int a_message_of_anybody(struct grove_node *me, void *unused)
{
	int word, error = 0;

	if (grove_node_number(me))
		return grove_send(me, &word, sizeof word, 0, 0);
	for (int i = 0; i < NODES && !error; i++)
		error = note(me, grove_recv(me, &word, sizeof word, GROVE_ANY, 0, NULL));
	return error;
}

static int an_exchange_with_the_gone(struct grove_node *me, void *unused)
{
	int out = 1, in[2];
	const struct grove_neighbour both[] = { { 1, &out, 4, &in[0], 4 },
		{ 2, &out, 4, &in[1], 4 } };
	const struct grove_neighbour one = { 0, &out, 4, &in[0], 4 };

	if (grove_node_number(me) == 0)
		return note(me, grove_exchange(me, both, 2));
	return grove_node_number(me) == 1 ? grove_exchange(me, &one, 1) : 0;
}

/* Only the sub-team fails: the team goes on. */
static int a_sub_team_that_is_left(struct grove_node *me, void *unused)
{
	struct grove_node *sub;
	int v = grove_node_number(me), error = grove_split(me, v / 2, v, NULL, &sub);

	if (!error && v == 1)
		error = grove_leave(sub);
	else if (!error && v == 0)
		note(me, grove_barrier(sub));
	return error ? error : grove_barrier(me);
}

static const struct endless {
	grove_body *body;
	const char *expected;
	bool message, sub_team;
} endless[] = {
	{ a_barrier_of_three, "from node 2 on port", false, false },
	{ a_large_broadcast_of_three, "node 2", false, false },
	{ a_message_that_nobody_sends,
		"node 0 waits for a message from node 2; node 2 has returned", true, false },
	{ a_message_that_nobody_takes,
		"node 0 waits until a message is taken by node 2; node 2 has returned", true,
		false },
	{ one_message_too_many,
		"node 0 waits until a message is taken by node 2; node 2 has returned", true,
		false },
	{ a_message_of_anybody,
		"node 0 waits for a message from any node; the other nodes have returned", true,
		false },
	{ an_exchange_with_the_gone, "node 0 waits for a message from node 2; node 2 has returned",
		true, false },
	{ a_sub_team_that_is_left, "node 1 has left the sub-team", false, true },
};

static void look_at(const struct endless *e, int error, int threads)
{
	char line[400];

	snprintf(line, sizeof line, "%s", grove_why());
	if (error != (e->sub_team ? 0 : -ECANCELED) || seen.error[0] != -ECANCELED ||
		!strstr(seen.why[0], e->expected))
		fail_msg("%d threads, %s: %d (%s), %d, %s", threads, e->expected, error, line,
			seen.error[0], seen.why[0]);
}

TEST("who waits for the gone is told at once")
{
	static const char *const waits[] = { NULL, "park", "yield" };

	for (int threads = 1; threads <= NODES; threads += threads)
		for (int i = 0; i < 3 * COUNT(endless); i++) {
			AUTO(grove_team) team = open_team(threads, waits[i % 3], NULL);
			const struct endless *e = &endless[i / 3];

			look_at(e, grove_team_run(team, e->body, NULL), threads);
		}
}

/* With a pace there are no messages. */
TEST("a pace changes nothing")
{
	static const struct grove_pace pace = { 1e-4, 1e-9 };

	for (int threads = 1; threads <= NODES; threads += threads)
		for (int i = 0; i < COUNT(endless); i++) {
			AUTO(grove_team) team = open_team(threads, NULL, &pace);

			if (!endless[i].message)
				look_at(&endless[i], grove_team_run(team, endless[i].body, NULL),
					threads);
		}
}

TEST("sub teams of callers threads are left too")
{
	AUTO(grove_team) team = open_team(GROVE_CALLER, NULL, NULL);

	run_guests(team, a_sub_team_that_is_left, NULL, true);
	assert_int_equal(seen.error[0], -ECANCELED);
}

/* ---- Waits that end ---- */

static void rest(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
}

/* The root and the senders return long before the others come. */
static int late_nodes_find_all(struct grove_node *me, void *wait_first)
{
	int v = grove_node_number(me), words[3] = { 7, 8, 9 }, got[3] = { 0 };

	if (v && wait_first)
		rest();
	for (int i = 0; i < 3; i++)
		TRY(grove_broadcast(me, v ? &got[i] : &words[i], sizeof words[0], 0));
	for (int to = 1; v == 0 && to < NODES; to++)
		TRY(grove_send(me, words, sizeof words, to, to));
	if (v == 0)
		return 0;
	HOLDS(got[0] == 7 && got[1] == 8 && got[2] == 9);
	if (!wait_first)
		rest();
	TRY(grove_recv(me, got, sizeof got, v == 1 ? GROVE_ANY : 0, v, NULL));
	HOLDS(got[2] == 9);
	return 0;
}

TEST("what the gone have sent is received")
{
	for (int threads = 1; threads <= NODES; threads += threads)
		for (int i = 0; i < 20; i++) {
			AUTO(grove_team) team = open_team(threads, i % 2 ? "park" : NULL, NULL);

			for (int round = 0; round < 10; round++)
				if (grove_team_run(
					    team, late_nodes_find_all, i % 4 < 2 ? team : NULL))
					fail_msg("%d threads: %s", threads, grove_why());
		}
}
