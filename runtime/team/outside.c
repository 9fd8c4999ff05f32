/* Fails a team of which a body sleeps outside of grove while other bodies wait for its thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include "base/array.h"
#include "base/small_file.h"
#include "runtime/node/abort.h"
#include "runtime/drive/crew.h"
#include "runtime/drive/gone.h"
#include "runtime/machine/service_thread.h"
#include "runtime/team/outside.h"
#include "runtime/drive/standstill.h"
#include "runtime/team/team_memory.h"
#include "runtime/drive/wait.h"

/* writers
 *	closing		the holder of the team
 *	crew.turn	the crew's own thread; read here by the watching thread
 *
 * The words order no other memory. What the watching thread sees may be a moment old, but it counts
 * only if nothing has changed for the length of the timeout. */
enum {
	LOOKS = 8,	/* within a timeout */
	CALM_SHARE = 50 /* other threads of the program wait, too, if they use less of the time */
};
static const double LONGEST = 1e9; /* seconds; above that there is no timeout */

struct outside {
	struct parker idle, nap;
	struct team *team;
	pthread_t thread;
	_Atomic uint32_t closing;
	uint32_t job; /* at the last look */
	uint64_t moves;
	int64_t used; /* nanoseconds of the processor, by threads that do not wait in grove */
	int quiet;    /* how many times in a row nothing had changed */
	bool told;    /* the team has failed, and its run should end soon */
};

/* ---- A single thread ---- */

static int64_t clock_read(clockid_t clock)
{
	struct timespec time = { 0 };

	clock_gettime(clock, &time);
	return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static bool waits_in_grove(const struct worker *worker)
{
	return worker_idle_since(worker) != MOVING;
}

/* Locks, barriers and conditions all sleep in the system call futex. Reading, writing and pauses do
 * not, and end without the help of another body. The kernel encodes the thread's number in the
 * number of its clock (clock_getcpuclockid(3), clock_gettime(2)). A thread that has ended meanwhile
 * has no such file. */
static bool sleeps_in_lock(clockid_t clock)
{
	char name[64], text[16];

	snprintf(name, sizeof name, "/proc/self/task/%d/syscall", (int)~(clock >> 3));
	return small_file_line(text, sizeof text, name) > 0 && atol(text) == SYS_futex;
}

/* Returns the node whose body keeps the thread from another node's body, and that node, or NULL. */
static const struct node *node_outside(const struct worker *worker, const struct node **other)
{
	const struct node *first = &worker->team->node[worker->first];
	const struct node *now = &first[load_own(&worker->team->bodies.crew[worker->number].turn)];

	for (int v = 0; v < worker->nodes; v++) {
		*other = &first[v];
		if (*other != now && !node_gone(*other))
			return now;
	}
	return NULL;
}

/* ---- The team ---- */

/* Returns a worker that sleeps in a lock, or NULL if there is none, or if a thread of the team is
 * at work. Takes off `used` what threads used that wait in grove. */
static const struct worker *worker_asleep(const struct team *team, int64_t *used)
{
	const struct worker *asleep = NULL;

	for (int w = 0; w < team->threads; w++) {
		const struct worker *worker = &team->worker[w];
		clockid_t clock = load_own(&worker->clock);

		if (!load_own(&worker->inside))
			continue;
		if (waits_in_grove(worker))
			*used -= clock_read(clock);
		else if (sleeps_in_lock(clock))
			asleep = worker;
		else
			return NULL;
	}
	return asleep;
}

static void bodies_fail(const struct outside *me, const struct worker *asleep)
{
	const struct node *other, *node = node_outside(asleep, &other);

	if (node)
		team_fail(me->team, &(struct abort_state){ ETIMEDOUT, ETIMEDOUT },
			"node %d has been outside of grove for %g s, asleep, while node %d of the "
			"same thread has not had its turn; if its body waits for node %d's, open "
			"the team with .threads = GROVE_NODES",
			node->number, me->team->times.timeout, other->number, other->number);
}

/* The thread's own body has not returned since the team failed, and perhaps never will. */
static void bodies_tell(struct outside *me)
{
	if (me->told)
		return;
	me->told = true;
	fprintf(stderr, "grove: %s\n", me->team->fault.reason);
}

/* Returns true if nothing has changed since the last look. */
static bool nothing_changed(struct outside *me, int64_t used)
{
	int64_t calm = (int64_t)(me->team->times.timeout * 1e9 / LOOKS / CALM_SHARE);
	uint32_t job = load_own(&me->team->job.number);
	uint64_t moves = family_moves(me->team);
	bool same = job == me->job && moves == me->moves && used - me->used < calm;

	me->told = me->told && job == me->job;
	me->job = job;
	me->moves = moves;
	me->used = used;
	return same;
}

static void bodies_look(struct outside *me)
{
	int64_t used = clock_read(CLOCK_PROCESS_CPUTIME_ID);
	const struct worker *asleep = worker_asleep(me->team, &used);
	const struct node *other;

	if (!nothing_changed(me, used) || !asleep || !node_outside(asleep, &other))
		me->quiet = 0;
	else if (++me->quiet == LOOKS)
		bodies_fail(me, asleep);
	else if (me->quiet > LOOKS && !team_sound(me->team))
		bodies_tell(me);
}

/* ---- The thread ---- */

static bool bodies_run(void *outside)
{
	struct outside *me = outside;

	return load_own(&me->closing) || load_own(&me->team->job.blocking);
}

static void nap(struct outside *me)
{
	parker_announce(&me->nap);
	if (load_own(&me->closing))
		parker_leave(&me->nap);
	else
		parker_sleep(&me->nap, (int64_t)(me->team->times.timeout * 1e9 / LOOKS));
}

static void *outside_main(void *outside)
{
	static const struct backoff parks = { 1, 0, 0 };
	struct outside *me = outside;
	const struct wait wait = { bodies_run, me, &parks, &me->idle, me->team, NULL };

	for (;;) {
		wait_for(&wait);
		if (load_own(&me->closing))
			return NULL;
		nap(me);
		if (load_own(&me->team->job.blocking))
			bodies_look(me);
	}
}

static void outside_open(struct team *team)
{
	struct outside *me = array_zeros_aligned(1, sizeof *me);

	if (!me)
		return;
	me->team = team;
	if (service_thread_start(&me->thread, outside_main, me))
		free(me);
	else
		team->bodies.outside = me;
}

void outside_watch(struct team *team)
{
	if (!team->bodies.crew || team->spread.transport || team->times.timeout > LONGEST)
		return;
	if (!team->bodies.outside)
		outside_open(team);
	else
		parker_wake(&team->bodies.outside->idle);
}

void outside_close(struct team *team)
{
	struct outside *me = team->bodies.outside;

	if (!me)
		return;
	store_own(&me->closing, 1);
	parker_wake(&me->idle);
	parker_wake(&me->nap);
	pthread_join(me->thread, NULL);
}

void outside_free(struct team *team)
{
	free(team->bodies.outside);
	team->bodies.outside = NULL;
}
