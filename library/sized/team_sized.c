/* Runs plans whose blocks have sizes of their own on all nodes of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/sized/size_table.h"

/* An execution by all nodes: the requests of all nodes, and the sizes of all blocks. */
struct sized_execution {
	struct team *team;
	const struct grove_plan *plan;
	const struct grove_buffers *buffers;
	const struct grove_blocks *blocks;
	size_t *table;
};

static struct sized_request request_of(const struct sized_execution *e, int v)
{
	return (struct sized_request){ e->plan->problem.collective, e->plan, e->plan->problem.root,
		e->buffers[v].in, e->buffers[v].out, e->blocks[v], 0, NULL };
}

static int prepare(const struct sized_execution *e, int v, struct call *call)
{
	const struct sized_request r = request_of(e, v);
	struct node *me = team_node(e->team, v);
	const struct call *prepared;
	int error = 0;

	if (!sized_by_copy(e->team, &r)) {
		error = sized_prepare(me, &r, &prepared);
		*call = *prepared;
		return error;
	}
	sized_place(me, &r, &error);
	return error ? error : sized_prepare_copy(me, &r, e->table, call);
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

static int conflict_why(const struct problem *problem, const struct size_conflict *c)
{
	const char *name = sized_name(problem->collective);

	if (collective_combines(problem->collective) && c->origin != c->node)
		return why(EINVAL, "%s: a block has %zu bytes at node %d and %zu at node %d", name,
			c->sent, c->origin, c->expected, c->node);
	return why(EINVAL, "%s: node %d sends %zu bytes to node %d, which expects %zu", name,
		c->origin, c->sent, c->node, c->expected);
}

static int check_sizes(const struct sized_execution *e, const struct problem *problem)
{
	struct size_conflict c;

	for (int v = 0; v < problem->net.nodes; v++)
		if (!size_table_fill(e->table, problem, v, &e->blocks[v], &c))
			return conflict_why(problem, &c);
	for (int v = 0; v < problem->net.nodes; v++)
		if (!size_table_match(e->table, problem, v, &e->blocks[v], &c))
			return conflict_why(problem, &c);
	return 0;
}

/* Returns true if the last call with sizes was the same at all nodes. The nodes then made that call
 * together, so the sizes match. */
static bool repeats(const struct sized_execution *e)
{
	for (int v = 0; v < team_network(e->team)->nodes; v++) {
		const struct sized_request r = request_of(e, v);

		if (sized_by_copy(e->team, &r) || !sized_repeats(team_node(e->team, v), &r))
			return false;
	}
	return true;
}

static int check_execution(struct sized_execution *e)
{
	const struct network *net = team_network(e->team);
	size_t count = (size_t)semantics_blocks(&e->plan->problem);
	struct problem problem;
	int error = network_check(e->plan, e->team);

	if (!error && team_is_wired(e->team))
		error = why(EINVAL, "grove_team_execute_blocks: no process has the sizes of all "
				    "nodes; call the verbs in bodies");
	if (!error)
		error = sized_check(e->team, e->plan);
	if (error || repeats(e))
		return error;
	e->table = calloc(count + 1, sizeof *e->table);
	if (!e->table)
		return why(ENOMEM, "no memory for the sizes of %zu blocks", count);
	for (int v = 0; v < net->nodes && !error; v++) {
		const struct sized_request r = request_of(e, v);

		sized_place(team_node(e->team, v), &r, &error);
	}
	if (error)
		return error;
	problem = e->plan->problem;
	return check_sizes(e, &problem);
}

static int execute(struct sized_execution *e)
{
	int error = check_execution(e);

	if (!error)
		error = team_dispatch(e->team, run_sized, e);
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
