/* What the tests of plans as text share: buffers of sums, and plans read and written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_PLAN_IO_HELP_H
#define TESTS_PLAN_IO_HELP_H

#include "tests/teams.h"
#include "tests/plan_help.h"

enum {
	NODES_ROOM = 24,
	ITEMS = 5,
	BYTES = ITEMS * 8,
	PACKET = 16
};

/* Sums of these depend on the order of the nodes, and on each bracket. */
static double in[NODES_ROOM][NODES_ROOM * ITEMS], out[NODES_ROOM][NODES_ROOM * ITEMS];
static struct grove_buffers buffers[NODES_ROOM];

static inline void fill(void)
{
	uint64_t seed = 7;

	for (int v = 0; v < NODES_ROOM; v++)
		for (int i = 0; i < NODES_ROOM * ITEMS; i++) {
			in[v][i] = (double)dice(&seed, 1u << 30) / 1e3 * (double)(1 << i % 20);
			out[v][i] = in[v][i] + 1;
		}
	for (int v = 0; v < NODES_ROOM; v++)
		buffers[v] = (struct grove_buffers){ in[v], out[v] };
}

/* Every buffer begins alike, so that bytes that a plan does not write are equal, too. */
static inline void execute(struct grove_team *team, const struct grove_plan *plan, const char *what)
{
	size_t bytes = strcmp(grove_plan_heading(plan)->collective, "barrier") ? BYTES : 0;

	fill();
	if (grove_team_execute(team, plan, buffers, bytes))
		fail_msg("%s: %s", what, grove_why());
}

static inline char *written(const struct grove_plan *plan, const char *form)
{
	bool any = strcmp(grove_plan_heading(plan)->collective, "barrier");
	size_t length;
	char *text;

	MUST(grove_plan_write(plan, any ? BYTES : 0, form, &text, &length));
	assert_int_equal(strlen(text), length);
	return text;
}

static inline struct grove_plan *read_of(const char *text, const struct grove_plan_options *options)
{
	struct grove_plan *plan;

	if (grove_plan_read(&plan, text, strlen(text), options))
		fail_msg("%s\n%s", grove_why(), text);
	return plan;
}

#define PLAN                                                                                       \
	"broadcast mine cube:2 bytes=40\nstep 0\n 0 -> 1 0[0:40]\nstep 1\n"                        \
	" 0 -> 2 0[0:40]\n 1 -> 3 0[0:40]\n"

static inline struct grove_team *team_on(const char *network)
{
	return OPEN_TEAM(.network = network, .threads = 1);
}

#endif
