/* Runs the bodies of several nodes on one thread, and lets a node that waits give way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/team/abort.h"
#include "runtime/team/crew.h"
#include "runtime/team/fork_join.h"
#include "runtime/team/gone.h"
#include "runtime/team/rounds.h"
#include "runtime/team/team_memory.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/wait.h"
#include "runtime/paced/pace.h"

/* A body stays on its thread, so nothing here is shared with other threads. */

/* ---- The queue of bodies that can go on ---- */

static inline void member_append(struct member *me)
{
	struct crew *crew = me->crew;

	me->next = NULL;
	if (crew->first)
		crew->last->next = me;
	else
		crew->first = me;
	crew->last = me;
}

static inline struct member *member_of(const struct node *node)
{
	const struct node *top = node_top(node);

	return &top->worker->crew->member[top->number - top->worker->first];
}

static inline void member_awake(struct node *node, enum outcome outcome)
{
	struct member *member = member_of(node);

	member->outcome = outcome;
	member_append(member);
}

/* ---- The operations of the thread's nodes ---- */

/* A caller's fold may throw, or ask for grove_why: such a fold runs on the stack of its node. */
static inline bool own_stack(const struct node *node)
{
	return node->folding && !node->folding->kernel;
}

static inline enum outcome member_step(struct node *node)
{
	bool paced = node->paced;
	enum outcome outcome;

	if (node->ready)
		return node->ready(node->what) ? MOVED : BLOCKED;
	if (!node->program)
		return BROKEN; /* a fold has ended the operations of this thread */
	if (own_stack(node))
		return (paced ? pace_ready(node) : node_ready(node)) ? MOVED : BLOCKED;
	outcome = paced ? pace_step(node) : node_step(node);
	if (outcome == ENDED)
		node_end(node);
	return outcome;
}

static enum outcome member_settle(struct node *node, enum outcome outcome)
{
	if (outcome == BROKEN)
		worker_recall(node->worker);
	member_awake(node, outcome);
	return MOVED;
}

/* Rounds go forth and back. Packets come down a tree in the order of the nodes' numbers, and go up
 * in the opposite order. A round with the packets takes each packet through all nodes of the
 * thread; a round against the packets takes each packet over one link (allreduce of 8 bytes on
 * cube:8 by one thread: half the instructions in steps). */
static inline void crew_turn_round(struct worker *me)
{
	struct node **busy = me->busy;

	for (int n = 0, last = me->busy_nodes - 1; n < last; n++, last--) {
		struct node *node = busy[n];

		busy[n] = busy[last];
		busy[last] = node;
	}
}

/* Steps each waiting node once. Returns BLOCKED when no node moved. */
static enum outcome crew_round(struct worker *me)
{
	enum outcome outcome, all = BLOCKED;
	int left = 0;

	crew_turn_round(me);
	for (int n = 0; n < me->busy_nodes; n++) {
		struct node *node = me->busy[n];
		uint64_t before = node->moves;

		outcome = member_step(node);
		if (outcome != BLOCKED)
			all = member_settle(node, outcome);
		else if (node->moves != before)
			all = MOVED;
		if (outcome == BLOCKED)
			me->busy[left++] = node;
	}
	me->busy_nodes = left;
	return all;
}

/* Lets the nodes go on whose teams have failed. Afterwards no memory of these nodes is lent. */
static void crew_break(struct worker *me)
{
	int left = 0;

	for (int n = 0; n < me->busy_nodes; n++)
		if (team_sound(me->busy[n]->team))
			me->busy[left++] = me->busy[n];
		else
			member_settle(me->busy[n], BROKEN);
	me->busy_nodes = left;
}

static bool member_ready(struct node *node)
{
	return node->ready ? node->ready(node->what) : node_ready(node);
}

static bool crew_ready(void *worker)
{
	struct worker *me = worker;

	for (int n = 0; n < me->busy_nodes; n++)
		if (member_ready(me->busy[n]) || load_acquire(&me->busy[n]->team->fault)) /* X2 */
			return true;
	return false;
}

/* The nodes may be of several teams, and each team tells this thread of its failure. */
static void crew_sleep(struct worker *me)
{
	const struct wait wait = { crew_ready, me, &me->team->call, me->bed, me->busy[0]->team,
		me };

	if (me->team->pace)
		pace_wait(me);
	else
		wait_for(&wait);
	crew_break(me);
}

/* Fetches the next member's stack, and the member behind, whose stack is fetched at the next
 * turn. */
static inline void member_prefetch(const struct member *next)
{
	fiber_prefetch(&next->fiber);
	if (!next->next)
		return;
	__builtin_prefetch(&next->next->fiber);
	__builtin_prefetch(next->next->why, 1);
}

/* Returns a body that can go on, and steps the nodes until there is such a body. */
static struct member *crew_next(struct crew *crew)
{
	struct worker *worker = crew->worker;
	struct member *member;
	enum outcome outcome;

	while (!crew->first) {
		do
			outcome = crew_round(worker);
		while (outcome == MOVED && worker->busy_nodes);
		if (!crew->first)
			crew_sleep(worker);
	}
	member = crew->first;
	crew->first = member->next;
	if (crew->first)
		member_prefetch(crew->first);
	return member;
}

static inline struct fiber *crew_turn_to(struct crew *crew, struct member *member)
{
	crew->now = member;
	store_own(&crew->turn, (uint32_t)(member - crew->member));
	why_use(member->why);
	return &member->fiber;
}

enum outcome crew_wait(struct node *me)
{
	struct member *mine = member_of(me), *next;
	struct crew *crew = mine->crew;
	struct worker *worker = crew->worker;

	worker->busy[worker->busy_nodes++] = me;
	next = crew_next(crew);
	if (next != mine)
		fiber_switch(&mine->fiber, crew_turn_to(crew, next));
	return mine->outcome;
}

int node_wait(struct node *me, bool (*ready)(void *what), void *what)
{
	const struct wait wait = { ready, what, &me->team->call, me->worker->bed, me->team,
		me->worker };
	enum outcome outcome;

	if (!me->worker->crew)
		return wait_for(&wait);
	me->ready = ready;
	me->what = what;
	outcome = crew_wait(me);
	me->ready = NULL;
	return outcome == BROKEN ? team_refuse(me->team) : 0;
}

/* ---- Bodies ---- */

/* A body that ends in a wait has no turn any more: its fiber must not be told to go on where the
 * fiber gave way last. */
static void member_drop(const struct member *lost)
{
	struct worker *worker = lost->crew->worker;
	int left = 0;

	for (int n = 0; n < worker->busy_nodes; n++)
		if (member_of(worker->busy[n]) != lost)
			worker->busy[left++] = worker->busy[n];
	worker->busy_nodes = left;
}

/* The thread ends within a body, by pthread_exit or a cancellation. The other bodies of the thread
 * return first, with the errors of their calls; then the thread goes on to end. The thread is still
 * on this stack, so a primary thread gives the team back only behind that (thread_exit.c). */
static void member_lost(void *member)
{
	struct member *me = member;
	struct crew *crew = me->crew;

	worker_leave(crew->worker);
	member_drop(me);
	crew_break(crew->worker);
	crew->after = &me->fiber;
	if (--crew->left)
		fiber_switch(&me->fiber, crew_turn_to(crew, crew_next(crew)));
	crew->now = me;
	why_use(NULL);
	if (worker_is_primary(crew->worker))
		job_abandon(crew->worker);
}

static void member_main(void *member)
{
	struct member *me = member;
	struct crew *crew = me->crew;
	int error;

	why_answer(0);
	pthread_cleanup_push(member_lost, me);
	error = crew->body(me->node, crew->argument);
	pthread_cleanup_pop(0);
	if (error)
		team_fail(crew->worker->team, &(struct abort_state){ ECANCELED, -error }, "%s",
			*why_text() ? why_text() : strerror(-error));
	node_go(me->node);
	fiber_leave(&me->fiber, --crew->left ? crew_turn_to(crew, crew_next(crew)) : crew->after);
}

static void crew_gather(struct crew *crew)
{
	int nodes = crew->worker->nodes;

	crew->left = nodes;
	crew->after = &crew->home;
	crew->first = NULL;
	for (int n = 0; n < nodes; n++) {
		struct member *member = &crew->member[n];
		size_t bytes;
		void *stack = fiber_stack(&crew->stacks, (size_t)n, &bytes);

		fiber_make(&member->fiber, stack, bytes, member_main, member);
		member_append(member);
	}
}

int crew_run(struct worker *worker, node_body *body, void *argument)
{
	struct crew *crew = &worker->team->crew[worker->number];

	crew->body = body;
	crew->argument = argument;
	crew_gather(crew);
	worker->busy_nodes = 0;
	worker->crew = crew;
	fiber_switch(&crew->home, crew_turn_to(crew, crew_next(crew)));
	worker->crew = NULL;
	why_use(NULL);
	for (int n = 0; n < worker->nodes; n++)
		fiber_free(&crew->member[n].fiber);
	return 0;
}

/* ---- Memory ---- */

static int crew_open(struct crew *crew, struct worker *worker)
{
	crew->worker = worker;
	crew->member = team_memory_zeroed((size_t)worker->nodes, sizeof *crew->member);
	if (!crew->member)
		return why(ENOMEM, "no memory for %d bodies", worker->nodes);
	for (int n = 0; n < worker->nodes; n++) {
		crew->member[n].crew = crew;
		crew->member[n].node = &worker->team->node[worker->first + n];
	}
	return fiber_stacks_open(&crew->stacks, (size_t)worker->nodes, worker->team->stack);
}

int crews_open(struct team *team)
{
	int error = 0;

	if (team->crew || team->threads == team->here)
		return 0;
	team->crew = team_memory_zeroed((size_t)team->threads, sizeof *team->crew);
	if (!team->crew)
		return why(ENOMEM, "no memory for the bodies of %d threads", team->threads);
	for (int w = 0; w < team->threads && !error; w++)
		error = crew_open(&team->crew[w], &team->worker[w]);
	if (error)
		crews_close(team);
	return error;
}

/* The thread has ended on the stack of `after`. */
static void crew_heal(struct crew *crew)
{
	struct worker *worker = crew->worker;

	for (int n = 0; worker->crew && n < worker->nodes; n++)
		if (crew->after != &crew->member[n].fiber)
			fiber_free(&crew->member[n].fiber);
	worker->crew = NULL;
}

void crews_heal(struct team *team)
{
	for (int w = 0; team->crew && w < team->threads; w++)
		crew_heal(&team->crew[w]);
}

void crews_close(struct team *team)
{
	for (int w = 0; team->crew && w < team->threads; w++) {
		fiber_stacks_close(&team->crew[w].stacks);
		free(team->crew[w].member);
	}
	free(team->crew);
	team->crew = NULL;
}
