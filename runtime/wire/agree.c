/* Lets all processes of a team begin a job with one answer, end the job with one result, and start
 * again after a failure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/node/call_record.h"
#include "runtime/wire/lanes.h"
#include "runtime/wire/protocol.h"

/* Votes. A process that learned of a fault from another process leaves the word to that process. */
static const int64_t NOBODY = INT64_MAX, SECOND_HAND = INT64_C(1) << 32;

/* The thread that holds the team calls these functions before a job or after the job, when no
 * thread of the team is in a body. */

struct shared_fault {
	int32_t error, result;
	char line[REASON];
};

/* ---- Before a job ---- */

int wires_confer(struct team *team, int error)
{
	struct wires *wires = team->wires;
	int64_t first = error ? wires->carrier->process : NOBODY;
	struct shared_fault verdict = { .error = -error };

	if (wires != wires->hub)
		return error; /* a node of a sub-team comes alone */
	wires_least(team, &first, 1);
	if (wires->broken)
		return team_refuse(team);
	if (first == NOBODY)
		return 0;
	strncpy(verdict.line, why_text(), sizeof verdict.line - 1);
	if (wires->carrier->tell(wires->carrier, (int)first, &verdict, sizeof verdict)) {
		wires_fail(wires);
		return team_refuse(team);
	}
	return why(verdict.error, "%s", verdict.line);
}

/* ---- After a job ---- */

static const struct node *first_here(const struct team *team)
{
	int v = 0;

	while (!node_is_here(&team->node[v]))
		v++;
	return &team->node[v];
}

/* Returns true if the process's own nodes have made equal calls, and nothing of an operation is
 * left. */
static bool intact_here(const struct team *team)
{
	const struct node *first = first_here(team);
	bool intact = true;

	for (int v = 0; v < team->net.nodes; v++) {
		const struct node *node = &team->node[v];

		if (node_is_here(node))
			intact &= node->operation == first->operation &&
				  node->history == first->history &&
				  load_own(&node->news.left) == first->operation;
	}
	return intact;
}

/* All nodes have made the same calls: says so in the structs of nodes of other processes, whose
 * records came with packets that not every call sends. */
static void learn_equal(struct team *team)
{
	const struct node *first = first_here(team);

	for (int v = 0; v < team->net.nodes; v++) {
		struct node *node = &team->node[v];

		if (node_is_here(node))
			continue;
		records_copy(node, first);
		node->operation = first->operation;
		node->history = first->history;
		store_own(&node->news.entered, first->operation);
		store_own(&node->news.left, first->operation);
		store_own(&node->news.waiting, 0);
	}
	for (int k = 0; k < team->wires->count; k++)
		team->wires->wire[k].records = first->records;
}

/* Each process learns the calls of all nodes, and team_agrees then finds the same difference in
 * each. */
static void learn_all(struct wires *wires)
{
	struct team *team = wires->team;
	size_t nodes = (size_t)team->net.nodes;
	struct told_node *mine = calloc(nodes, sizeof *mine), *all = NULL;
	size_t bytes = nodes * sizeof *mine;

	if (mine)
		all = malloc(bytes * (size_t)wires->carrier->processes);
	for (size_t v = 0; mine && v < nodes; v++)
		node_tell_state(&mine[v], &team->node[v]);
	if (!mine || !all || wires->carrier->gather(wires->carrier, mine, all, bytes))
		wires_fail(wires);
	for (size_t v = 0; !wires->broken && v < nodes; v++) {
		const struct told_node *told = &all[(size_t)team->process_of[v] * nodes + v];

		if (node_is_here(&team->node[v]))
			continue;
		node_learn_state(&team->node[v], told);
		team->node[v].operation = told->operation;
		team->node[v].history = told->history;
	}
	free(mine);
	free(all);
}

/* All processes take over the fault of one process. */
static void share_fault(struct wires *wires, int process)
{
	struct team *team = wires->team;
	struct shared_fault verdict = { .error = (int32_t)load_acquire(&team->fault), /* X2 */
		.result = -team->result };

	memcpy(verdict.line, team->reason, sizeof verdict.line);
	if (wires->carrier->tell(wires->carrier, process, &verdict, sizeof verdict)) {
		wires_fail(wires);
		return;
	}
	team_fail(team, &(struct abort_state){ verdict.error, verdict.result }, "%s", verdict.line);
	memcpy(team->reason, verdict.line, sizeof team->reason);
	team->result = -verdict.result;
	store_ordered(&team->fault, verdict.error); /* X1 */
}

enum {
	FIRST_FAULT,
	OPERATIONS_LOW,
	OPERATIONS_HIGH,
	HISTORY_LOW,
	HISTORY_HIGH,
	INTACT,
	VOTES
};

static void job_over(struct wires *wires)
{
	wires_lock(wires);
	if (turns_release(wires))
		wires_fail(wires);
	wires->in_job = false;
	wires->turns.jobs++;
	wires->in_jobs.number = wires->turns.jobs << 32;
	wires->told = wires->from_others = false;
	wires_unlock(wires);
}

void wires_agree(struct team *team)
{
	struct wires *wires = team->wires;
	const struct node *first = first_here(team);
	int64_t process = wires->carrier->process;
	int64_t votes[VOTES] = { [FIRST_FAULT] = NOBODY,
		[OPERATIONS_LOW] = (int64_t)first->operation,
		[OPERATIONS_HIGH] = ~(int64_t)first->operation,
		[HISTORY_LOW] = (int64_t)first->history,
		[HISTORY_HIGH] = ~(int64_t)first->history,
		[INTACT] = intact_here(team) };
	bool same;

	if (wires->broken)
		return;
	wires->turns.closed = true;
	if (load_acquire(&team->fault)) /* X2 */
		votes[FIRST_FAULT] = wires->from_others ? process + SECOND_HAND : process;
	wires_least(team, votes, VOTES);
	same = votes[OPERATIONS_LOW] == ~votes[OPERATIONS_HIGH] &&
	       votes[HISTORY_LOW] == ~votes[HISTORY_HIGH] && votes[INTACT];
	if (wires->broken)
		return;
	if (same)
		learn_equal(team);
	else
		learn_all(wires);
	if (votes[FIRST_FAULT] != NOBODY)
		share_fault(wires, (int)(votes[FIRST_FAULT] % SECOND_HAND));
	job_over(wires);
}

/* ---- After a failure ---- */

/* The wire's ring is empty, and so is the ring of the other process. */
static void wire_reset(struct wire *wire)
{
	wire->at = wire->out->tail;
	wire->extra = wire->out->tail_extra;
	wire->offset = 0;
	wire->records = 0;
	wire->lending = wire->operation = 0;
	wire->posted = wire->landed = wire->headed = 0;
	wire->arriving.left = wire->discarded = 0;
	wire->landing = false;
	wire_forget(wire);
}

/* No process sends anything before all have come here. */
void wires_reset(struct team *team)
{
	struct wires *wires = team->wires;
	int64_t nothing = 0;

	wires_lock(wires);
	for (int k = 0; k < wires->count; k++)
		wire_reset(&wires->wire[k]);
	lanes_reset(wires);
	for (int p = 0; p < wires->carrier->processes; p++)
		store_own(&wires->peer[p].stood, 0);
	wires->trashing = false;
	wires_unlock(wires);
	wires_least(team, &nothing, 1);
}
