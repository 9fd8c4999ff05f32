/* Cleans up when a thread gives up, or ends, as a node of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "base/error.h"
#include "runtime/team/abort.h"
#include "runtime/team/fork_join.h"
#include "runtime/team/pending.h"
#include "runtime/team/split_copy.h"
#include "runtime/team/standstill.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/transport.h"
#include "runtime/ring/read_guard.h"

/* ring.h has the tables of writers and edges for the slots (the claim of a lent slot decides
 * whether the receiver or the sender was first), team_state.h for `running` (D3) and `taken` (T1).
 *
 * A thread may be several workers. Their list hangs on a single key of pthreads. The destructor of
 * the key runs whichever way the thread ends: return, pthread_exit or cancellation. */

static pthread_key_t key;
static int key_error;

/* Gives back a packet that was taken but not popped, because the sender waits for the return. A
 * sender that has given up since has written REVOKED over TAKEN, and waits all the same. A sender
 * that revoked before the packet was taken does not wait, and the pop does no harm. The transport,
 * which has ended what it did with the node's memory, waits for no node. */
static void port_give_back(struct port *port)
{
	struct slot *slot = port->in->wired ? NULL : ring_front(port->in);

	if (!slot || !slot->extents || load_own(&slot->claim) == OFFERED)
		return;
	split_copy_withdraw(port->in);
	ring_pop(port->in);
}

static void port_recall(struct port *port)
{
	struct ring *ring = port->out;

	for (uint32_t number = 0; number < ring->capacity; number++) {
		struct slot *slot = ring_slot(ring, number);

		if (slot->extents && !slot_returned(ring, slot) && !slot_revoke(slot))
			while (!ring->wired && !slot_returned(ring, slot))
				sched_yield(); /* the receiver is copying */
	}
}

/* Two nodes of the same thread may have lent memory to each other. All packets are therefore given
 * back before any node waits for its own lent memory. */
static void memory_recall(struct worker *me)
{
	struct node *node = &me->team->node[me->first];
	int ports = me->team->net.ports;
	bool by_reference = false;

	if (me->team->transport)
		me->team->transport->recall(me);
	for (int v = 0; v < me->nodes; v++)
		for (int p = 0; node[v].program && p < ports; p++)
			port_give_back(&node[v].port[p]);
	for (int v = 0; v < me->nodes; v++) {
		for (int p = 0; node[v].program && p < ports; p++)
			port_recall(&node[v].port[p]);
		by_reference |= node[v].program && node[v].program->by_reference;
	}
	for (int v = 0; by_reference && v < me->team->net.nodes; v++)
		while (!read_guard_over(&me->team->node[v].reading))
			sched_yield(); /* the memory that is read may be one of these nodes' */
}

void worker_recall(struct worker *me)
{
	if (!team_forked(me->team))
		memory_recall(me);
	for (int v = 0; v < me->nodes; v++)
		me->team->node[me->first + v].program = NULL;
}

/* Returns the node whose body the thread carries out; in a phase the worker's first node inside an
 * operation, or else the worker's first node. */
static const struct node *node_inside(const struct worker *me)
{
	const struct node *first = worker_node(me);

	for (int v = 0; !me->drive->crew && v < me->nodes; v++)
		if (first[v].program)
			return &first[v];
	return first;
}

void worker_leave(void *worker)
{
	struct worker *me = worker;
	const struct node *node;

	if (team_forked(me->team))
		return;
	drive_hold(me->drive);
	node = node_inside(me);
	team_fail(me->team, &(struct abort_state){ ECANCELED, ECANCELED },
		node->program ? "the thread of node %d ended inside operation #%llu, or left it by "
				"an exception"
			      : "the thread of node %d ended after operation #%llu",
		node->number, (unsigned long long)node->operation);
	drive_leave(me->drive);
	worker_recall(me);
}

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
		store_own(&worker->stood, ABSENT);
		worker->ended = worker->started;
		if (!worker->started)
			store_release(&worker->taken, 0);		/* T1 */
		else if (add_release(&worker->team->running, -1u) == 1) /* D3 */
			parker_wake(&worker->team->dispatcher);
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
