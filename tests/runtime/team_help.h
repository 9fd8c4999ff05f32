/* Teams, and a broadcast on four nodes that each thread calls itself, for the tests of teams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TEAM_HELP_H
#define TESTS_TEAM_HELP_H

#include "base/error.h"
#include "base/monotonic.h"
#include "runtime/node/team_limits.h"
#include "runtime/node/team_state.h"
#include "runtime/team/team.h"
#include "tests/program_help.h"

ENDS(team, assert_int_equal(team_close(*ended), 0))

static inline int try_open(struct team **team, const char *name, struct team_options options)
{
	assert_int_equal(network_open(&options.net, name), 0);
	if (options.timeout == 0)
		options.timeout = 0.5;
	return team_open(team, &options);
}

static inline struct team *open_team(const char *name, int threads)
{
	struct team *team = NULL;

	MUST(try_open(&team, name, (struct team_options){ .threads = threads }));
	return team;
}

/* A thread for each node, none of which is the caller. */
static inline struct team *open_team_of_its_own(const char *name)
{
	const struct team_options options = { .threads = GROVE_NODES, .caller_waits = true };
	struct team *team = NULL;

	MUST(try_open(&team, name, options));
	return team;
}

/* Every node once, by one worker each. */
static inline int count_nodes(struct worker *me, void *argument)
{
	_Atomic int *visits = argument;

	for (int v = me->first; v < me->first + me->nodes; v++)
		visits[v]++;
	return 0;
}

/* The programs of a broadcast on cube:2. */
enum {
	NODES = 4,
	BYTES = 1000
};

struct act {
	struct team *team;
	struct program program[NODES];
	unsigned char buffer[NODES][BYTES];
	struct call call[NODES];
	int error[NODES];
	double left[NODES];
};

static inline void act_open(struct act *act, struct team *team)
{
	act->team = team;
	for (int v = 0; v < NODES; v++) {
		program_broadcast(&act->program[v], 2, v, 0, BYTES);
		act->call[v] = (struct call){ .program = &act->program[v],
			.output = act->buffer[v],
			.fingerprint = 5,
			.name = "broadcast",
			.bytes = BYTES,
			.root = 0 };
	}
}

static inline void act_close(struct act *act)
{
	for (int v = 0; v < NODES; v++)
		program_clear(&act->program[v]);
}

static inline int take_part(struct act *act, int v)
{
	struct node *node = &act->team->node[v];
	int error = node_may_block(node);

	act->error[v] = error ? error : node_call(node, &act->call[v]);
	act->left[v] = monotonic_seconds();
	return act->error[v];
}

static inline int everyone(struct worker *me, void *argument)
{
	return take_part(argument, me->first);
}

#endif
