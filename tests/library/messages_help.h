/* Teams that run a body with messages, and messages with contents that are checked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_MESSAGES_HELP_H
#define TESTS_MESSAGES_HELP_H

#include <pthread.h>
#include <time.h>
#include "tests/teams.h"

/* The line of the last attempt. */
static char reason[512];

/* Threads of the teams that follow. */
static int threads = GROVE_NODES;

/* Whether these teams have a helper. */
static int helper;

static inline int attempt(
	const char *network, const char *wait, double timeout, grove_body *body, void *argument)
{
	struct grove_team *team;
	int error, closed;

	if (grove_team_open(
		    &team, &(struct grove_team_options){ .size = sizeof(struct grove_team_options),
				   .helper = helper,
				   .network = network,
				   .threads = helper ? GROVE_NODES : threads,
				   .wait = wait,
				   .timeout = timeout }))
		fail_msg("%s: %s", network, grove_why());
	error = grove_team_run(team, body, argument);
	snprintf(reason, sizeof reason, "%s", grove_why());
	closed = grove_team_free(team);
	if (!error)
		assert_int_equal(closed, 0);
	return error;
}

static inline void run(const char *network, const char *wait, grove_body *body, void *argument)
{
	if (attempt(network, wait, 5, body, argument))
		fail_msg("%s: %s", network, reason);
}

/* With so many threads. */
static inline void run_on(int count, const char *network, grove_body *body, void *argument)
{
	threads = count;
	run(network, NULL, body, argument);
	threads = GROVE_NODES;
}

static inline void run_helped(
	const char *network, const char *wait, grove_body *body, void *argument)
{
	helper = 1;
	run(network, wait, body, argument);
	helper = 0;
}

/* The body fails with this error, and the line has these words. */
#define FAILS(network, timeout, body, argument, error, words)                                      \
	do {                                                                                       \
		assert_int_equal(attempt(network, NULL, timeout, body, argument), -(error));       \
		if (!strstr(reason, words))                                                        \
			fail_msg("'%s' does not say '%s'", reason, words);                         \
	} while (0)

/* A test of teams with a thread for each node, and of bodies that share one thread, and two. */
#define THREADS_TEST(sentence) TEST_EACH(sentence, for_threads(each), void)

static inline void for_threads(void (*each)(void))
{
	static const int kinds[] = { 1, 2, GROVE_NODES };

	for (int i = 0; i < COUNT(kinds); i++) {
		threads = kinds[i];
		each();
	}
}

static inline int nodes_of(const struct grove_node *me)
{
	return grove_team_nodes(grove_node_team(me));
}

/* A byte of a message that depends on all that the message is. */
static inline unsigned char byte_of(int from, int to, size_t round, size_t i)
{
	return (unsigned char)(from * 31 + to * 17 + (int)round * 7 + (int)(i % 251));
}

static inline void fill(unsigned char *buffer, size_t bytes, int from, int to, size_t round)
{
	for (size_t i = 0; i < bytes; i++)
		buffer[i] = byte_of(from, to, round, i);
}

static inline bool is_right(
	const unsigned char *buffer, size_t bytes, int from, int to, size_t round)
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

#endif
