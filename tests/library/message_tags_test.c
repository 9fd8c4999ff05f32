/* Receivers select messages by tag: which message each gets, and what is said of tags that never
 * come. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/library/requests_help.h"
#include "tests/teams.h"

enum {
	MESSAGES = 60, /* more than a channel holds */
	TAGS = 4,
	BATCH = 12
};

/* The messages of a round from node 0 to node 1, and the receives in their order. Receive i gets
 * the oldest message with its tag that no receive before i got, so the answer is known. */
struct round {
	int tag[MESSAGES], wanted[MESSAGES], answer[MESSAGES];
	size_t bytes[MESSAGES];
};

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16;
}

static int oldest(const struct round *r, const bool *got, int tag)
{
	for (int k = 0; k < MESSAGES; k++)
		if (!got[k] && (tag == GROVE_ANY || r->tag[k] == tag))
			return k;
	return -1;
}

static void round_make(struct round *r, unsigned seed)
{
	bool got[MESSAGES] = { false };

	for (int k = 0; k < MESSAGES; k++) {
		r->tag[k] = (int)(next(&seed) % TAGS);
		r->bytes[k] = sizes[next(&seed) % (SIZES - 1)];
	}
	for (int i = 0; i < MESSAGES; i++) {
		int tag = (int)(next(&seed) % (TAGS + 1)) - 1;

		r->wanted[i] = oldest(r, got, tag) < 0 ? GROVE_ANY : tag;
		r->answer[i] = oldest(r, got, r->wanted[i]);
		got[r->answer[i]] = true;
	}
}

static int send_all(struct grove_node *me, const struct round *r, int to)
{
	unsigned char buffer[5000];

	for (int k = 0; k < MESSAGES; k++) {
		fill(buffer, r->bytes[k], 0, 1, (size_t)k);
		TRY(grove_send(me, buffer, r->bytes[k], to, r->tag[k]));
	}
	return 0;
}

static bool got_answer(const struct round *r, int i, const unsigned char *buffer,
	const struct grove_message *message)
{
	int k = r->answer[i];

	return message->from == 0 && message->tag == r->tag[k] && message->bytes == r->bytes[k] &&
	       is_right(buffer, r->bytes[k], 0, 1, (size_t)k);
}

static int receive_each(struct grove_node *me, const struct round *r)
{
	unsigned char buffer[5000];
	struct grove_message message;

	for (int i = 0; i < MESSAGES; i++) {
		TRY(grove_recv(
			me, buffer, sizeof buffer, i % 3 ? 0 : GROVE_ANY, r->wanted[i], &message));
		HOLDS(got_answer(r, i, buffer, &message));
	}
	return 0;
}

static int receive_batches(struct grove_node *me, const struct round *r)
{
	unsigned char buffer[BATCH][5000];
	struct grove_message message[BATCH];
	struct grove_request *request[BATCH];
	int last = BATCH - 1; /* is not a request, and must not overtake the requests */

	for (int first = 0; first < MESSAGES; first += BATCH) {
		for (int i = 0; i < BATCH - 1; i++)
			TRY(grove_start(me,
				OPERATION(.verb = "recv", .out = buffer[i],
					.count = sizeof buffer[i], .node = 0,
					.tag = r->wanted[first + i], .message = &message[i]),
				&request[i]));
		TRY(grove_recv(me, buffer[last], sizeof buffer[last], 0, r->wanted[first + last],
			&message[last]));
		TRY(grove_wait_all(request, last));
		for (int i = 0; i < BATCH; i++)
			HOLDS(got_answer(r, first + i, buffer[i], &message[i]));
	}
	return 0;
}

static int rounds(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me);
	struct round r;

	for (unsigned seed = 1; seed < 60; seed++) {
		round_make(&r, seed);
		if (v == 0)
			TRY(send_all(me, &r, 1));
		if (v == 1)
			TRY(seed % 2 ? receive_each(me, &r) : receive_batches(me, &r));
		TRY(grove_barrier(me));
	}
	return 0;
}

TEST("messages are selected by tag")
{
	run_all(rounds, NULL);
	run_helped("gh:2", NULL, rounds, NULL);
}

NODES_TEST("tags of a sub-team are its own", run("cube:2", NULL, body, NULL))
{
	struct grove_node *half;

	TRY(grove_split(me, grove_node_number(me) / 2, 0, NULL, &half));
	return rounds(half, argument);
}

/* Persistent requests of different tags, started in another order on each node. Rows are selected
 * as other messages are. */
NODES_TEST("prepared messages start again with their tag", run_all(body, NULL))
{
	static const size_t bytes[] = { 8, 600, 9000 };
	struct grove_request *request[3];
	static unsigned char buffer[2][3][2 * 9000];
	int v = grove_node_number(me);

	if (v > 1)
		return grove_barrier(me);
	for (int t = 0; t < 3; t++) {
		struct grove_subarray rows = {
			.at = 1, .bytes = bytes[t] / 2, .rows = 2, .stride = bytes[t] / 2 + 3
		};

		TRY(grove_prepare(me,
			OPERATION(.verb = v ? "recv" : "send", .in = buffer[v][t],
				.out = buffer[v][t], .count = bytes[t], .node = 1 - v, .tag = t,
				.in_subarrays = &rows, .out_subarrays = &rows),
			&request[t]));
	}
	for (size_t round = 0; round < 50; round++) {
		for (int t = 0; t < 3; t++) {
			memset(buffer[v][t], 0, sizeof buffer[v][t]);
			if (!v)
				fill(buffer[v][t] + 1, bytes[t] / 2, t, 0, round);
			if (!v)
				fill(buffer[v][t] + 4 + bytes[t] / 2, bytes[t] / 2, t, 1, round);
		}
		for (int k = 0; k < 3; k++)
			TRY(grove_request_start(request[v ? 2 - k : k]));
		TRY(grove_wait_all(request, 3));
		for (int t = 0; t < 3; t++)
			HOLDS(is_right(buffer[v][t] + 1, bytes[t] / 2, t, 0, round) &&
				is_right(buffer[v][t] + 4 + bytes[t] / 2, bytes[t] / 2, t, 1,
					round));
	}
	return grove_barrier(me);
}

/* ---- Tags that never come ---- */

/* 'g': the sender has gone; 'a': a receiver from any node; 'w': the sender waits; 's': the sizes
 * of a message that was set aside differ; 'm': more tags than are told. */
static int never(struct grove_node *me, void *argument)
{
	const char *kind = argument;
	int v = grove_node_number(me), word = 0, count = *kind == 'm' ? 6 : 2;

	for (int k = 0; k < count && !v; k++)
		TRY(grove_send(me, &word, sizeof word, 1, 7 + k));
	if (v == 0)
		return *kind == 'w' ? grove_recv(me, &word, sizeof word, 1, 0, NULL) : 0;
	if (v > 1)
		return 0;
	if (*kind != 's')
		return grove_recv(me, &word, sizeof word, *kind == 'a' ? GROVE_ANY : 0, 5, NULL);
	TRY(grove_recv(me, &word, sizeof word, 0, 8, NULL));
	return grove_recv(me, &word, 2, 0, 7, NULL);
}

TEST("a tag that nobody sends is named")
{
	static const struct {
		char kind;
		const char *line;
		int error;
		double timeout;
	} cases[] = {
		{ 'g',
			"node 1 waits for a message from node 0, with tag 5; messages with tags 7, "
			"8 have come; node 0 has returned",
			ECANCELED, 60 },
		{ 'a',
			"node 1 waits for a message from any node, with tag 5; messages with tags "
			"7, 8 have come; the other nodes have returned",
			ECANCELED, 60 },
		{ 'w', "with tag 5; messages with tags 7, 8 have come", ETIMEDOUT, 0.3 },
		{ 's', "node 0 sends 4 bytes with tag 7 to node 1, and node 1 receives 2", EINVAL,
			60 },
		{ 'm', "messages with tags 7, 8, 9, 10, ... have come", ECANCELED, 60 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (threads = 0; threads < 3; threads++) {
			char kind = cases[i].kind;

			FAILS(threads ? "gh:3" : "gh:2", cases[i].timeout, never, &kind,
				cases[i].error, cases[i].line);
		}
	threads = 0;
}

/* A team that has failed forgets what was set aside. */
static int later(struct grove_node *me, void *argument)
{
	int *run = argument, v = grove_node_number(me), word = *run;

	if (v == 0)
		return grove_send(me, &word, sizeof word, 1, *run ? 5 : 7);
	TRY(grove_recv(me, &word, sizeof word, 0, *run ? GROVE_ANY : 5, NULL));
	HOLDS(word == *run);
	return 0;
}

TEST("a team that healed has no tagged message left")
{
	int run = 0;
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2");

	assert_int_equal(grove_team_run(team, later, &run), -ECANCELED);
	run = 1;
	assert_int_equal(grove_team_run(team, later, &run), 0);
}
