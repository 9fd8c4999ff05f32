/* Knows as which workers a thread runs, and cleans up when the thread ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/standstill.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/thread_exit.h"

/* team_state.h has the tables of writers and edges for `running` (D3) and `taken` (T1).
 *
 * A thread may be several workers. Their list hangs on a single key of pthreads. The destructor of
 * the key runs whichever way the thread ends: return, pthread_exit or cancellation. */

static pthread_key_t key;
static int key_error;

/* The thread ends. Each worker that the thread still is leaves its team. */
static void thread_ended(void *workers)
{
	struct worker *next;

	for (struct worker *worker = workers; worker; worker = next) {
		next = worker->next;
		worker->next = NULL;
		if (worker_is_primary(worker))
			team_hold_end(worker->team); /* after job_abandon */
		if (!load_own(&worker->inside))
			continue;
		worker_leave(worker);
		store_own(&worker->inside, false);
		store_own(&worker->idle_since, ABSENT);
		worker->ended = worker->started;
		if (!worker->started)
			store_release(&worker->taken, 0);		/* T1 */
		else if (add_release(&worker->team->job.running, -1u) == 1) /* D3 */
			parker_wake(&worker->team->job.dispatcher);
	}
}

static void make_key(void)
{
	key_error = pthread_key_create(&key, thread_ended);
}

int threads_watch(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_key);
	return key_error ? why(ENOMEM, "no key for threads' own data: %s", strerror(key_error)) : 0;
}

static struct worker *own_worker(const struct team *team)
{
	struct worker *worker = pthread_getspecific(key);

	while (worker && worker->team != team)
		worker = worker->next;
	return worker;
}

int worker_enlist(struct worker *me)
{
	struct worker *other = own_worker(me->team);
	clockid_t clock = 0;

	me->several = other;
	if (other)
		other->several = true;
	me->next = pthread_getspecific(key);
	if (pthread_setspecific(key, me))
		return why(ENOMEM, "no memory for a thread's own data");
	store_own(&me->self, pthread_self());
	pthread_getcpuclockid(pthread_self(), &clock);
	store_own(&me->clock, clock);
	return 0;
}

void worker_dismiss(struct worker *me)
{
	struct worker *first = pthread_getspecific(key), **link = &first;

	while (*link && *link != me)
		link = &(*link)->next;
	if (*link)
		*link = me->next;
	me->next = NULL;
	pthread_setspecific(key, first);
}

static bool node_nested_now(struct node *me)
{
	return node_in_turn(me) && pending_nested(me);
}

const struct node *node_in_call(const struct team *team)
{
	const struct worker *worker = pthread_getspecific(key);

	while (worker && !(worker->team == team && node_nested_now(worker_node(worker))))
		worker = worker->next;
	return worker ? worker_node(worker) : NULL;
}

struct worker *worker_below(const struct node *above)
{
	struct worker *worker = pthread_getspecific(key);

	while (worker && worker->above != above)
		worker = worker->next;
	return worker;
}

bool team_employs(const struct team *team)
{
	return own_worker(team);
}

void team_forget(const struct team *team)
{
	struct worker *worker;

	while ((worker = own_worker(team)))
		worker_dismiss(worker);
}
