/* Runs programs to their end, for a single node or for many nodes in turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "runtime/team/abort.h"
#include "runtime/team/thread_exit.h"
#include "runtime/paced/pace.h"
#include "runtime/team/call_record.h"
#include "runtime/team/wait_report.h"
#include "runtime/team/scratch.h"
#include "runtime/team/pending.h"
#include "runtime/team/rounds.h"
#include "runtime/team/wait.h"

/* A thread with a single node waits where the step ends. A thread with several nodes steps the next
 * node, and waits when no node moved. No instruction waits for more than one ring, so the result
 * does not depend on the order in which nodes are stepped.
 *
 * A caller's fold may end the thread, and so may a cancellation while the thread waits. The thread
 * leaves the team in the innermost cleanup handler. Lent memory has therefore come back before a
 * handler of the caller frees that memory. The handler costs nothing on the normal path, thanks to
 * -fexceptions.
 *
 *	writers
 *	node		its own thread; other threads read only `news` (wait_report.h)
 *
 *	edges
 *	entered		call_record.h: N5 -> N6 carries the records of operations up to that one
 */

/* Spreads the number of the operation over all bits of the fingerprint. */
static inline uint64_t fingerprint_at(uint64_t fingerprint, uint64_t operation)
{
	return fingerprint ^ operation * UINT64_C(0x9e3779b97f4a7c15);
}

/* Chooses how the operation copies, by the bytes of the node's buffers. */
static inline void choose_copies(struct node *me, size_t bytes)
{
	bool other = bytes >= TRIAL_BYTES && !me->paced &&
		     copy_trial_begin(&me->copy_trials, me->program);

	me->past = other && bytes > me->team->cached;
	me->alone = other && !me->past;
}

/* Begins an operation. Returns 0, or -ENOMEM when there is no memory for scratch. */
static inline int node_begin(struct node *me, const struct call *call)
{
	static const struct extent nothing; /* a barrier's packets have no extents */
	const struct program *program = call->program;

	if (program->scratch > me->scratch && scratch_grow(me, program->scratch))
		return -ENOMEM;
	me->program = program;
	me->next = program->instruction;
	me->end = program->instructions ? program->instruction + program->instructions : me->next;
	me->sent = NULL;
	me->read = 0;
	me->extent = program->extent ? program->extent : &nothing;
	me->space[INPUT] = (unsigned char *)(uintptr_t)call->input;
	me->space[OUTPUT] = call->output;
	if (program->by_reference && program->lends != SPACES &&
		me->lends != me->space[program->lends])
		me->lends = me->space[program->lends];
	me->outputs = call->blocks[OUTPUT];
	if (call->blocks[INPUT] && me->lent_blocks != call->blocks[INPUT])
		me->lent_blocks = call->blocks[INPUT];
	me->folding = call->folding;
	choose_copies(me, program->input + program->output);
	me->operation++;
	me->fingerprint = fingerprint_at(call->fingerprint, me->operation);
	me->history += me->fingerprint;
	if (call->fingerprint != me->called || me->operation == 1)
		node_record(me, call);
	store_release(&me->news.entered, me->operation); /* N5 */
	return me->paced ? pace_begin(me, program) : 0;
}

__attribute__((noinline, cold)) int node_begin_pending(struct node *me, const struct call *call)
{
	return node_begin(me, call);
}

static inline enum outcome node_run(struct node *me)
{
	const struct wait wait = { node_ready, me, &me->team->call, me->worker->bed, me->team,
		me->worker };
	enum outcome outcome;

	while ((outcome = node_step(me)) == BLOCKED)
		if (wait_for(&wait))
			return BROKEN;
	if (outcome == ENDED)
		node_end(me);
	return outcome;
}

/* The thread ends the operation of a node that has given way, except where the node itself has to
 * make the steps. */
static enum outcome node_run_in_crew(struct node *me)
{
	enum outcome (*step)(struct node *) = me->paced ? pace_step : node_step;
	enum outcome outcome = step(me);

	while (outcome == BLOCKED) {
		outcome = crew_wait(me);
		if (outcome == MOVED)
			outcome = me->program ? step(me) : BROKEN;
	}
	if (outcome == ENDED && me->program)
		node_end(me);
	return outcome;
}

int node_call(struct node *me, const struct call *call)
{
	struct worker *worker = me->worker;
	enum outcome outcome;

	if (me->paced && !worker->crew)
		return worker_call(worker, call);
	if (!team_sound(me->team))
		return team_refuse(me->team);
	if (me->pending->first)
		return pending_call_run(me, call);
	if (node_begin(me, call))
		return team_refuse(me->team);
	pthread_cleanup_push(worker_leave, worker);
	outcome = worker->crew ? node_run_in_crew(me) : node_run(me);
	pthread_cleanup_pop(0);
	if (outcome == ENDED)
		return 0;
	worker_recall(worker);
	return team_refuse(me->team);
}

/* Steps every busy node once, and drops the nodes that have ended. Returns MOVED, or BLOCKED when
 * no node moved, ENDED when no node is left, or BROKEN. */
static inline __attribute__((always_inline)) enum outcome worker_step(
	struct worker *me, enum outcome (*step)(struct node *me))
{
	enum outcome outcome, all = BLOCKED;
	int left = 0;

	for (int n = 0; n < me->busy_nodes; n++) {
		struct node *node = me->busy[n];
		uint64_t before = node->moves;

		outcome = step(node);
		if (outcome == BROKEN)
			return BROKEN;
		if (outcome == ENDED || node->moves != before)
			all = MOVED;
		if (outcome == ENDED)
			node_end(node);
		else
			me->busy[left++] = node;
	}
	me->busy_nodes = left;
	return left ? all : ENDED;
}

static void worker_busy(struct worker *me)
{
	for (int n = 0; n < me->nodes; n++)
		me->busy[n] = &me->team->node[me->first + n];
	me->busy_nodes = me->nodes;
}

/* Gives up. Afterwards no memory of the worker's nodes is lent. */
static int worker_broken(struct worker *me)
{
	worker_recall(me);
	worker_busy(me);
	return team_refuse(me->team);
}

static enum outcome worker_run(struct worker *me)
{
	const struct wait wait = { worker_ready, me, &me->team->call, me->bed, me->team, me };
	enum outcome outcome;

	while ((outcome = worker_step(me, node_step)) != ENDED)
		if (outcome == BROKEN || (outcome == BLOCKED && wait_for(&wait)))
			return BROKEN;
	return ENDED;
}

static enum outcome worker_run_paced(struct worker *me)
{
	enum outcome outcome;

	while ((outcome = worker_step(me, pace_step)) != ENDED)
		if (outcome == BROKEN || (outcome == BLOCKED && pace_wait(me)))
			return BROKEN;
	return ENDED;
}

int worker_call(struct worker *me, const struct call *calls)
{
	enum outcome outcome;

	if (!team_sound(me->team))
		return team_refuse(me->team);
	worker_busy(me);
	for (int n = 0; n < me->nodes; n++)
		if (node_begin(me->busy[n], &calls[n]))
			return worker_broken(me);
	pthread_cleanup_push(worker_leave, me);
	outcome = me->team->pace ? worker_run_paced(me) : worker_run(me);
	pthread_cleanup_pop(0);
	if (outcome != ENDED)
		return worker_broken(me);
	worker_busy(me);
	return 0;
}
