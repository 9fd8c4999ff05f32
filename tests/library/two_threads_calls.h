/* Calls of the functions of grove.h that check their results, for two threads at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIBRARY_TWO_THREADS_CALLS_H
#define TESTS_LIBRARY_TWO_THREADS_CALLS_H

#include "grove_measure.h"
#include "tests/teams.h"

enum {
	BYTES = 64
};

/* What both threads use. */
static struct grove_team *team;	  /* two nodes with threads of their own */
static struct grove_team *guests; /* two nodes without threads */
static struct grove_team *alone;  /* one node, of the first thread */
static struct grove_node *owned;
static struct grove_request *kept;
static struct grove_plan *swap, *own;

/* What a thread has for itself. */
struct caller {
	unsigned char in[2][2 * BYTES], out[2][2 * BYTES];
	struct grove_request *request;
};

typedef int call_function(struct caller *c);

/* ---- Calls on a team, from outside ---- */

static int sum_body(struct grove_node *me, void *argument)
{
	double mine = grove_node_number(me) + 1, sum = 0;

	TRY(grove_allreduce(me, &mine, &sum, 1, GROVE_F64, GROVE_SUM));
	return sum == 3 ? 0 : -EBADMSG;
}

static int empty_body(struct grove_node *me, void *argument)
{
	return grove_node_number(me) < 0;
}

static void fill_buffers(struct caller *c, struct grove_buffers buffers[2])
{
	for (int v = 0; v < 2; v++) {
		memset(c->in[v], v + 1, 2 * BYTES);
		memset(c->out[v], 0, 2 * BYTES);
		buffers[v] = (struct grove_buffers){ c->in[v], c->out[v] };
	}
}

static int swapped(const struct caller *c)
{
	for (int v = 0; v < 2; v++)
		if (c->out[v][0] != 1 || c->out[v][2 * BYTES - 1] != 2)
			return -EBADMSG;
	return 0;
}

static int team_execute(struct caller *c)
{
	struct grove_buffers buffers[2];

	fill_buffers(c, buffers);
	TRY(grove_team_execute(team, swap, buffers, BYTES));
	return swapped(c);
}

static int team_time(struct caller *c)
{
	struct grove_buffers buffers[2];
	double seconds = 0;

	fill_buffers(c, buffers);
	TRY(grove_team_time(team, swap, buffers, BYTES, &seconds));
	return seconds > 0 ? swapped(c) : -EBADMSG;
}

static int team_copy(struct caller *c)
{
	const struct grove_bare_copy copy = { .from = c->in[0], .to = c->out[0], .bytes = BYTES };
	double seconds = 0;
	int error;

	memset(c->in[0], 7, BYTES);
	memset(c->out[0], 0, BYTES);
	error = grove_team_copy(team, &copy, 1, NULL, &seconds);
	return error ? error : c->out[0][BYTES - 1] == 7 ? 0 : -EBADMSG;
}

static int team_links(struct caller *c)
{
	struct grove_link_use links[2];
	size_t count = 2;
	int error = grove_team_links(team, links, &count);

	return error ? error : count == 2 ? 0 : -EBADMSG;
}

static int predict(struct caller *c)
{
	double seconds = 0;
	int error = grove_predict(team, swap, BYTES, &seconds);

	return error ? error : seconds > 0 ? 0 : -EBADMSG;
}

static int link_peak(struct caller *c)
{
	double rate = 0;
	int error = grove_link_peak(team, &rate);

	return error ? error : rate > 0 ? 0 : -EBADMSG;
}

/* The team has no pace. */
static int team_lateness(struct caller *c)
{
	double share;
	int error = grove_team_lateness(team, &share);

	return error == -EINVAL ? 0 : error;
}

static int team_asked(struct caller *c)
{
	HOLDS(grove_team_nodes(team) == 2 && grove_team_threads(team) == 2);
	HOLDS(grove_team_pinned(team, 0) >= -1 && *grove_version());
	return 0;
}

static int team_attach(struct caller *c)
{
	struct grove_node *me;
	int error = grove_attach(team, 0, &me);

	return error == -EINVAL ? 0 : -EBADMSG; /* the team has threads of its own */
}

static int guest_attach(struct caller *c)
{
	struct grove_node *me;

	TRY(grove_attach(guests, 1, &me));
	return grove_node_number(me) == 1 ? grove_detach(me) : -EBADMSG;
}

static int open_and_free(struct caller *c)
{
	struct grove_team *other;

	TRY(grove_team_open(&other,
		&(struct grove_team_options){ .network = "gh:2", .threads = GROVE_CALLER }));
	return grove_team_free(other);
}

static int plan_of_own(struct caller *c)
{
	static const char text[] = "broadcast cube:1 bytes=8\nstep 0\n  0 -> 1  0[0:8]\n";
	struct grove_figures figures;
	AUTO(grove_plan) plan = NULL;
	size_t length, count = 0;
	FREED char *written = NULL;

	TRY(grove_plan_read(&plan, text, sizeof text - 1, NULL));
	TRY(grove_plan_write(plan, 8, "json", &written, &length));
	TRY(grove_plan_figures(plan, 8, &figures));
	TRY(grove_plan_refusals(text, sizeof text - 1, NULL, &count));
	return count ? -EBADMSG : 0;
}

static int plan_made(struct caller *c)
{
	AUTO(grove_plan) plan = NULL;

	TRY(grove_plan_make(&plan, "gh:2", &(struct grove_problem){ .collective = "scan" }));
	HOLDS(!strcmp(grove_plan_heading(plan)->collective, "scan"));
	HOLDS(grove_plan_heading(swap)->algorithm && grove_plan_heading(swap)->network);
	return 0;
}

/* Which calls refuse another thread meanwhile. */
enum hold {
	NO_HOLD,
	HOLDS_TEAM,
	HOLDS_OTHER /* something that the calls on the team do not hold */
};

/* The calls of one line: CALL(name, expression). */
#define FUNCTION(name, ...)                                                                        \
	static int call_##name(struct caller *c)                                                   \
	{                                                                                          \
		return __VA_ARGS__;                                                                \
	}
#define ROW(name, ...) { #name, call_##name, HOLDS_TEAM },

#define TEAM_CALLS(CALL)                                                                           \
	CALL(team_run, grove_team_run(team, sum_body, NULL))                                       \
	CALL(team_phase, grove_team_phase(team, empty_body, NULL))                                 \
	CALL(team_watch_links, grove_team_watch_links(team, 1))
TEAM_CALLS(FUNCTION)

static const struct call {
	const char *name;
	call_function *function;
	enum hold hold;
} outside[] = {
	TEAM_CALLS(ROW) /* and: */
	{ "team_execute", team_execute, HOLDS_TEAM },
	{ "team_time", team_time, HOLDS_TEAM },
	{ "team_copy", team_copy, HOLDS_TEAM },
	{ "team_links", team_links, HOLDS_TEAM },
	{ "predict", predict, HOLDS_TEAM },
	{ "link_peak", link_peak, HOLDS_TEAM },
	{ "team_lateness", team_lateness, HOLDS_TEAM },
	{ "team_nodes", team_asked, NO_HOLD },
	{ "attach", team_attach, NO_HOLD },
	{ "attach, detach", guest_attach, HOLDS_OTHER },
	{ "team_open, team_free", open_and_free, NO_HOLD },
	{ "plan_read", plan_of_own, NO_HOLD },
	{ "plan_make", plan_made, NO_HOLD },
};

/* ---- Calls of a node, of which the first thread is the owner ---- */

static const size_t one[] = { BYTES };
static const int self[] = { 0 };

#define IN (c->in[0])
#define OUT (c->out[0])
#define NODE_CALLS(CALL)                                                                           \
	CALL(broadcast, grove_broadcast(owned, OUT, BYTES, 0))                                     \
	CALL(reduce, grove_reduce(owned, IN, OUT, BYTES, GROVE_U8, GROVE_SUM, 0))                  \
	CALL(scatter, grove_scatter(owned, IN, OUT, BYTES, 0))                                     \
	CALL(gather, grove_gather(owned, IN, OUT, BYTES, 0))                                       \
	CALL(allgather, grove_allgather(owned, IN, OUT, BYTES))                                    \
	CALL(reducescatter, grove_reducescatter(owned, IN, OUT, BYTES, GROVE_U8, GROVE_MAX))       \
	CALL(allreduce, grove_allreduce(owned, IN, OUT, BYTES, GROVE_U8, GROVE_SUM))               \
	CALL(scan, grove_scan(owned, IN, OUT, BYTES, GROVE_U8, GROVE_SUM))                         \
	CALL(exscan, grove_exscan(owned, IN, OUT, BYTES, GROVE_U8, GROVE_SUM))                     \
	CALL(alltoall, grove_alltoall(owned, IN, OUT, BYTES))                                      \
	CALL(scatterv, grove_scatterv(owned, IN, one, NULL, OUT, BYTES, 0))                        \
	CALL(gatherv, grove_gatherv(owned, IN, BYTES, OUT, one, NULL, 0))                          \
	CALL(allgatherv, grove_allgatherv(owned, IN, BYTES, OUT, one, NULL))                       \
	CALL(alltoallv, grove_alltoallv(owned, IN, one, NULL, OUT, one, NULL))                     \
	CALL(reducescatterv, grove_reducescatterv(owned, IN, OUT, one, GROVE_U8, GROVE_SUM))       \
	CALL(permute, grove_permute(owned, IN, OUT, BYTES, self))                                  \
	CALL(barrier, grove_barrier(owned))                                                        \
	CALL(execute, grove_execute(owned, own, IN, OUT, BYTES))                                   \
	CALL(exchange, grove_exchange(owned, NULL, 0))                                             \
	CALL(call, grove_call(owned, &(struct grove_operation){ .verb = "barrier" }))              \
	CALL(wait_all, grove_wait_all(&c->request, 1))
NODE_CALLS(FUNCTION)

static int node_start(struct caller *c)
{
	TRY(grove_request_start(kept));
	return grove_wait(&c->request);
}

static int node_start_test(struct caller *c)
{
	const struct grove_operation sum = { .verb = "allreduce",
		.in = IN,
		.out = OUT,
		.count = BYTES,
		.type = GROVE_U8,
		.fold = GROVE_SUM };
	struct grove_request *request;
	int done = 0;

	TRY(grove_start(owned, &sum, &request));
	while (!done)
		TRY(grove_test(&request, &done));
	return 0;
}

static int node_prepare(struct caller *c)
{
	struct grove_request *request;
	int error = grove_prepare(owned, &(struct grove_operation){ .verb = "barrier" }, &request);

	return error ? error : grove_request_free(request);
}

static int node_split(struct caller *c)
{
	struct grove_node *sub;
	int error = grove_split(owned, 0, 0, NULL, &sub);

	return error ? error : grove_leave(sub);
}

static const struct call of_node[] = {
	NODE_CALLS(ROW) /* and: */
	{ "start, wait", node_start, HOLDS_TEAM },
	{ "start, test", node_start_test, HOLDS_TEAM },
	{ "prepare, request_free", node_prepare, HOLDS_TEAM },
	{ "split, leave", node_split, HOLDS_TEAM },
};

/* Calls that only another thread makes: the owner goes on as if nothing had been called. */
#define FOREIGN_CALLS(CALL)                                                                        \
	CALL(detach, grove_detach(owned))                                                          \
	CALL(attach, grove_attach(alone, 0, &(struct grove_node *){ NULL }))                       \
	CALL(team_free, grove_team_free(alone))                                                    \
	CALL(foreign_run, grove_team_run(alone, empty_body, NULL))                                 \
	CALL(foreign_execute,                                                                      \
		grove_team_execute(alone, own, &(struct grove_buffers){ IN, OUT }, BYTES))
FOREIGN_CALLS(FUNCTION)

static const struct call foreign[] = { FOREIGN_CALLS(ROW) };

enum {
	OUTSIDE = sizeof outside / sizeof *outside,
	OF_NODE = sizeof of_node / sizeof *of_node,
	FOREIGN = sizeof foreign / sizeof *foreign
};

#endif
