/* Runs the bodies of several nodes on one thread, and lets a node that waits give way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "runtime/node/abort.h"
#include "runtime/drive/crew.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"

/* A body stays on its thread, so nothing here is shared with other threads. */

/* ---- Turns ---- */

/* Fetches the next body's stack, and what the stack of the body after that begins with, which is
 * fetched at the next turn. */
static inline void member_prefetch(const struct waiter *next)
{
	if (!next)
		return;
	fiber_prefetch(&next->member->fiber);
	if (!next->next)
		return;
	__builtin_prefetch(&next->next->member->fiber);
	__builtin_prefetch(next->next->member->why, 1);
}

static inline struct fiber *crew_turn_to(struct crew *crew, struct member *member)
{
	crew->now = member;
	store_own(&crew->turn, (uint32_t)(member - crew->member));
	crew->why = member->why;
	member_prefetch(crew->worker->drive->awake);
	return &member->fiber;
}

void crew_switch(const struct waiter *me, struct waiter *next)
{
	struct member *mine = me->member;

	fiber_switch(&mine->fiber, crew_turn_to(mine->crew, next->member));
}

/* The thread goes on as another body: this one has ended. */
static struct fiber *crew_next(struct crew *crew)
{
	struct drive *d = crew->worker->drive;

	if (!--crew->left)
		return crew->after;
	drive_hold(d);
	return crew_turn_to(crew, drive_next(d)->member);
}

/* ---- Bodies ---- */

/* The thread ends within a body, by pthread_exit or a cancellation. The other bodies of the thread
 * return first, with the errors of their calls; then the thread goes on to end. The thread is still
 * on this stack, so a primary thread gives the team back only after that (thread_exit.c). */
static void member_lost(void *member)
{
	struct member *me = member;
	struct crew *crew = me->crew;
	struct fiber *next;

	worker_leave(crew->worker);
	crew->after = &me->fiber;
	next = crew_next(crew);
	if (next != &me->fiber)
		fiber_switch(&me->fiber, next);
	crew->now = me;
	why_use(NULL);
	if (crew->lost)
		crew->lost(crew->worker);
}

static void member_main(void *member)
{
	struct member *me = member;
	struct crew *crew = me->crew;
	int error;

	drive_release(crew->worker->drive);
	why_answer(0);
	pthread_cleanup_push(member_lost, me);
	error = crew->body(me->node, crew->argument);
	pthread_cleanup_pop(0);
	if (error)
		team_fail(crew->worker->team, &(struct abort_state){ ECANCELED, -error }, "%s",
			*why_text() ? why_text() : strerror(-error));
	node_go(me->node);
	fiber_leave(&me->fiber, crew_next(crew));
}

static void crew_gather(struct crew *crew)
{
	int nodes = crew->worker->nodes;

	crew->left = nodes;
	crew->after = &crew->home;
	for (int n = 0; n < nodes; n++) {
		struct member *member = &crew->member[n];
		size_t bytes;
		void *stack = fiber_stack(&crew->stacks, (size_t)n, &bytes);

		fiber_make(&member->fiber, stack, bytes, member_main, member);
		member->begins.member = member;
		member->waits = NULL;
		waiter_wake(crew->worker->drive, &member->begins);
	}
}

int crew_run(struct worker *worker, node_body *body, void *argument, void (*lost)(struct worker *))
{
	struct crew *crew = &worker->team->bodies.crew[worker->number];
	struct drive *d = worker->drive;
	char *const *line;

	crew->body = body;
	crew->argument = argument;
	crew->lost = lost;
	crew_gather(crew);
	d->crew = crew;
	line = why_use(&crew->why);
	fiber_switch(&crew->home, crew_turn_to(crew, drive_next(d)->member));
	drive_release(d);
	d->crew = NULL;
	why_use(line);
	for (int n = 0; n < worker->nodes; n++)
		fiber_free(&crew->member[n].fiber);
	return 0;
}

/* ---- Memory ---- */

static int crew_open(struct crew *crew, struct worker *worker)
{
	crew->worker = worker;
	crew->member = array_zeros_aligned((size_t)worker->nodes, sizeof *crew->member);
	if (!crew->member)
		return why(ENOMEM, "no memory for %d bodies", worker->nodes);
	for (int n = 0; n < worker->nodes; n++) {
		crew->member[n].crew = crew;
		crew->member[n].node = &worker->team->node[worker->first + n];
	}
	return fiber_stacks_open(&crew->stacks, (size_t)worker->nodes, worker->team->bodies.stack);
}

int crews_open(struct team *team)
{
	int error = 0;

	if (team->bodies.crew || team->threads == team->here)
		return 0;
	team->bodies.crew = array_zeros_aligned((size_t)team->threads, sizeof *team->bodies.crew);
	if (!team->bodies.crew)
		return why(ENOMEM, "no memory for the bodies of %d threads", team->threads);
	for (int w = 0; w < team->threads && !error; w++)
		error = crew_open(&team->bodies.crew[w], &team->worker[w]);
	if (error)
		crews_close(team);
	return error;
}

/* The thread has ended on the stack of `after`. */
static void crew_heal(struct crew *crew)
{
	struct worker *worker = crew->worker;

	for (int n = 0; worker->drive->crew && n < worker->nodes; n++)
		if (crew->after != &crew->member[n].fiber)
			fiber_free(&crew->member[n].fiber);
	worker->drive->crew = NULL;
}

void crews_heal(struct team *team)
{
	for (int w = 0; team->bodies.crew && w < team->threads; w++)
		crew_heal(&team->bodies.crew[w]);
}

void crews_close(struct team *team)
{
	for (int w = 0; team->bodies.crew && w < team->threads; w++) {
		fiber_stacks_close(&team->bodies.crew[w].stacks);
		free(team->bodies.crew[w].member);
	}
	free(team->bodies.crew);
	team->bodies.crew = NULL;
}
