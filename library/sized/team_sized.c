/* Runs plans whose blocks have sizes of their own on all nodes of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/sized/in_place.h"
#include "library/sized/size_table.h"

/* An execution by all nodes: the requests of all nodes, and the sizes of all blocks. */
struct sized_execution {
	struct team *team;
	const struct grove_plan *plan;
	const struct grove_buffers *buffers;
	const struct grove_blocks *blocks;
	size_t *table;
};

/* Finds node v's request. In place the result is the same at each call. */
static int request_of(const struct sized_execution *e, int v, struct collective_request *r,
	struct sent_blocks *sent)
{
	struct node *me = team_node(e->team, v);
	struct cached_node *kept = *node_kept(me);

	*r = plan_request(e->plan, e->buffers[v].in, e->buffers[v].out, 0);
	r->blocks = &e->blocks[v];
	return in_place_open(r, me, &kept->packed.sent, sent);
}

static int prepare(const struct sized_execution *e, int v, struct call *call)
{
	struct node *me = team_node(e->team, v);
	const struct sized_block *blocks;
	struct call *prepared;
	struct collective_request r;
	struct sent_blocks sent;
	int error = request_of(e, v, &r, &sent);

	if (!error && sized_by_copy(e->team, &r)) {
		blocks = sized_place(me, &r, &error);
		if (!error)
			error = sized_prepare_copy(me, &r, blocks, e->table, &prepared);
	} else if (!error) {
		error = sized_prepare(me, &r, &prepared);
	}
	if (error)
		return error;
	sent_blocks_copy(&sent);
	*call = *prepared;
	return 0;
}

static int run_sized(struct worker *me, void *argument)
{
	const struct sized_execution *e = argument;
	struct cached_team *kept = team_kept(e->team);
	int first = worker_first(me), error = 0;

	for (int v = first; v < first + worker_nodes(me) && !error; v++)
		error = prepare(e, v, &kept->call[v]);
	return error ? error : worker_call(me, &kept->call[first]);
}

/* ---- Checks before any node begins ---- */

/* Returns the sizes at node v, whose request was checked before. */
static struct grove_blocks sizes_of(const struct sized_execution *e, int v)
{
	struct collective_request r;
	struct sent_blocks sent;

	request_of(e, v, &r, &sent);
	return *r.blocks;
}

static int conflict_why(const struct problem *problem, const struct size_conflict *c)
{
	const char *name = sized_name(problem->collective);

	if (collective_combines(problem->collective) && c->origin != c->node)
		return why(EINVAL, "%s: a block has %zu bytes at node %d and %zu at node %d", name,
			c->sent, c->origin, c->expected, c->node);
	return why(EINVAL, "%s: node %d sends %zu bytes to node %d, which expects %zu", name,
		c->origin, c->sent, c->node, c->expected);
}

/* In a team over several processes each process has the sizes that its nodes send. A size that a
 * fold demands of all nodes is the first node's. */
static int learn_sizes(struct sized_execution *e, const struct problem *problem)
{
	int nodes = problem->net.nodes, first = semantics_before(problem, 0).first;
	bool combines = collective_combines(problem->collective);
	size_t count = (size_t)semantics_blocks(problem);
	int64_t *sizes = malloc((count + 1) * sizeof *sizes);
	int error = team_confer(
		e->team, sizes ? 0 : why(ENOMEM, "no memory for the sizes of %zu blocks", count));
	struct size_conflict none;
	struct grove_blocks blocks;

	for (size_t b = 0; b < count; b++)
		e->table[b] = SIZE_MAX;
	for (int v = 0; v < nodes && !error; v++) {
		if (!team_has_node(e->team, v) || (combines && v != first))
			continue;
		blocks = sizes_of(e, v);
		size_table_fill(e->table, problem, v, &blocks, &none);
	}
	for (size_t b = 0; b < count && !error; b++)
		sizes[b] = e->table[b] == SIZE_MAX ? INT64_MAX : (int64_t)e->table[b];
	if (!error)
		team_least(e->team, sizes, (int)count);
	for (size_t b = 0; b < count && !error; b++)
		e->table[b] = (size_t)sizes[b];
	free(sizes);
	return error;
}

static int check_sizes(struct sized_execution *e, const struct problem *problem)
{
	int nodes = problem->net.nodes;
	int error = team_is_wired(e->team) ? learn_sizes(e, problem) : 0;

	if (error)
		return error;
	for (int k = 0; k < 2 * nodes && !error; k++) {
		bool right = true, fills = k < nodes; /* all nodes fill before one compares */
		struct size_conflict c;
		struct grove_blocks blocks;

		if (!team_has_node(e->team, k % nodes))
			continue;
		blocks = sizes_of(e, k % nodes);
		right = fills ? size_table_fill(e->table, problem, k, &blocks, &c)
			      : size_table_match(e->table, problem, k - nodes, &blocks, &c);
		error = right ? 0 : conflict_why(problem, &c);
	}
	return team_confer(e->team, error);
}

/* Returns true if the last call with sizes was the same at all nodes. The nodes then made that call
 * together, so the sizes match. */
static bool repeats(const struct sized_execution *e)
{
	for (int v = 0; v < team_network(e->team)->nodes; v++) {
		struct collective_request r;
		struct sent_blocks sent;

		if (team_is_wired(e->team) || request_of(e, v, &r, &sent) ||
			sized_by_copy(e->team, &r) || !sized_repeats(team_node(e->team, v), &r))
			return false;
	}
	return true;
}

static int place_all(struct sized_execution *e)
{
	size_t count = (size_t)semantics_blocks(&e->plan->problem);
	int error = 0;

	e->table = calloc(count + 1, sizeof *e->table);
	if (!e->table)
		return why(ENOMEM, "no memory for the sizes of %zu blocks", count);
	for (int v = 0; v < team_network(e->team)->nodes && !error; v++) {
		struct collective_request r;
		struct sent_blocks sent;

		if (!team_has_node(e->team, v))
			continue;
		error = request_of(e, v, &r, &sent);
		if (!error)
			sized_place(team_node(e->team, v), &r, &error);
	}
	return error;
}

static int check_plan(const struct sized_execution *e)
{
	int error = network_check(e->plan, e->team);

	return team_confer(e->team, error ? error : sized_check_plan(e->team, e->plan));
}

/* Reads and writes what nodes keep of their last sizes, so the thread holds the team. */
static int check_blocks(void *execution)
{
	struct sized_execution *e = execution;
	struct problem problem = e->plan->problem;
	int error;

	if (repeats(e))
		return 0;
	error = team_confer(e->team, place_all(e));
	return error ? error : check_sizes(e, &problem);
}

static int execute(struct sized_execution *e)
{
	int error = check_plan(e);

	if (!error)
		error = team_dispatch_checked(e->team, check_blocks, run_sized, e);
	free(e->table);
	return error;
}

int grove_team_execute_blocks(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, const struct grove_blocks *blocks)
{
	struct sized_execution e = { team_inside(team), plan, buffers, blocks, NULL };

	if (!team || !plan || !buffers || !blocks)
		return why(EINVAL,
			"grove_team_execute_blocks: team, plan, buffers or blocks are NULL");
	return why_answer(execute(&e));
}
