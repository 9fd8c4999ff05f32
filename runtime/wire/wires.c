/* Moves packets and messages between a team and the carrier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "base/error.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/parcels.h"
#include "runtime/wire/protocol.h"

/* wires_state.h has the tables of writers and edges. */

enum {
	SPINS = 64,
	FLUSHES = 32,
	LOOKS = 100,
	POLLS = 4, /* looks of a thread that only waits: the first look may do no more than end
		    * sends that the carrier had finished before */
	NAP_NS = 20000
};

/* ---- One thread at a time ---- */

/* The only thread of a process does without the exchange, which would wait until the bytes of the
 * last message are in the cache of the other process. */
bool wires_try(struct wires *wires)
{
	const struct team *team = wires->hub->team;
	_Atomic uint32_t *locked = &wires->hub->locked;

	if (load_own(locked))
		return false;
	if (team->workers > 1 || team->bodies.helper)
		return !exchange_ordered(locked, 1); /* L2 */
	store_own(locked, 1);
	return true;
}

void wires_lock(struct wires *wires)
{
	for (int looks = 0; !wires_try(wires); looks++)
		if (looks < SPINS)
			relax();
		else
			sched_yield(); /* the thread that has locked the wires may need this core */
}

void wires_unlock(struct wires *wires)
{
	store_release(&wires->hub->locked, 0); /* L1 */
}

/* ---- Moving ---- */

/* The carrier has failed. Nothing more can be sent or received. */
void wires_fail(struct wires *wires)
{
	for (struct wires *each = wires->hub; each; each = each->beside)
		each->broken = true;
	wires->broken = true;
	team_fail(wires->hub->team, &(struct abort_state){ EIO, EIO }, "process %d: %s",
		wires->carrier->process, wires->carrier->why);
}

void wires_start(struct wires *wires, struct carriage *carriage)
{
	wires->hub->moves++;
	if (!wires->broken && wires->carrier->start(wires->carrier, carriage))
		wires_fail(wires);
}

void wires_body(struct wires *wires, struct body *body, const struct carriage *carriage)
{
	wires->hub->moves++;
	if (!wires->broken && body_start(body, wires->carrier, carriage))
		wires_fail(wires);
}

void wires_cancel(struct wires *wires, struct carriage *carriage)
{
	if (carriage->place >= 0 && !wires->broken &&
		wires->carrier->cancel(wires->carrier, carriage))
		wires_fail(wires);
}

static void message_ended(void *owner, struct carriage *carriage)
{
	struct wires *hub = owner;

	hub->moves++;
	switch (carriage->kind) {
	case PARCEL_IN:
		parcel_came(carriage->owner);
		break;
	case PARCEL_OUT:
		parcel_sent(carriage);
		break;
	case BODY_OUT:
		wire_sent(carriage->owner, carriage);
		break;
	case BODY_IN:
		wire_body_came(carriage->owner, carriage);
		break;
	default:
		trash_ended(carriage);
	}
}

static void team_move(struct wires *wires)
{
	if (load_acquire(&wires->team->fault.error)) /* X2 */
		failure_move(wires);
	else
		for (int k = 0; k < wires->count; k++) {
			wire_send(&wires->wire[k]);
			wire_retry(&wires->wire[k]);
		}
	leave_move(wires);
}

void wires_look(struct wires *hub, int looks, bool wait)
{
	if (looks)
		parcels_look(hub);
	if (!hub->broken && hub->carrier->poll(hub->carrier, looks, wait, message_ended, hub))
		wires_fail(hub);
}

/* A process that sleeps does so while nothing moves. The process would sleep too long if the event
 * that the caller waits for had happened already. So a caller that waits looks again after each
 * move. After a failure it looks for bodies that nobody expects, too. */
void wires_move(struct wires *wires, bool idle)
{
	struct wires *hub = wires->hub;
	uint64_t moves = hub->moves;

	for (struct wires *each = hub; each; each = each->beside)
		team_move(each);
	if (!hub->carrier->sleeps)
		wires_look(hub, idle && hub->moves == moves ? POLLS : 1, false);
	else if (idle && hub->moves == moves)
		wires_look(hub, 1, team_sound(hub->team));
}

/* Meanwhile another process may need the core. */
static void pause_between(const struct wires *wires, unsigned looks)
{
	const struct timespec nap = { 0, NAP_NS };

	if (wires->carrier->sleeps)
		return;
	if (looks > LOOKS && wires->team->spread.oversubscribed)
		nanosleep(&nap, NULL);
	else if (looks > LOOKS || wires->team->spread.oversubscribed)
		sched_yield();
}

void wires_until(struct wires *wires, bool (*done)(void *what), void *what)
{
	bool over = false;

	for (unsigned looks = 0; !over; looks++) {
		wires_lock(wires);
		wires_move(wires, looks > 0);
		over = wires->broken || done(what);
		wires_unlock(wires);
		if (!over)
			pause_between(wires, looks);
	}
}

/* A caller that does not wait may call again and again. So time must pass here. */
void wires_pump(struct team *team, bool idle)
{
	struct wires *wires = team->spread.wires;

	if (!wires_try(wires))
		return;
	idle = idle && team_sound(team);
	wires_move(wires, idle);
	if (!idle && wires->carrier->sleeps)
		wires_look(wires->hub, 1, false);
	wires_unlock(wires);
}

bool wires_sent_all(const struct node *me)
{
	for (int p = 0; p < me->team->net.ports; p++) {
		const struct wire *wire = me->links.port[p].out->wire;

		if (wire && !wire_has_begun_all(wire))
			return false;
	}
	return true;
}

/* A packet that stayed in the ring would wait for as long as the node's body computes. But a node
 * that waited here until other nodes have room could keep the thread from a node for which those
 * other nodes wait. So packets that find no room leave when a thread of the process waits or
 * tests. */
void wires_flush(struct node *me)
{
	struct wires *wires = me->team->spread.wires;
	bool all = false;

	for (int looks = 0; !all && looks < FLUSHES; looks++) {
		wires_lock(wires);
		all = wires_sent_all(me);
		if (!all)
			wires_move(wires, false);
		wires_unlock(wires);
	}
}

/* Returns true if the wires use no memory of the worker's nodes. */
static bool is_free(void *worker)
{
	const struct worker *me = worker;
	const struct wires *wires = me->team->spread.wires;

	for (int k = 0; k < wires->count; k++) {
		const struct wire *wire = &wires->wire[k];
		int n = wire->node - me->first;

		if (n >= 0 && n < me->nodes && (wire->in.under_way || wire->out.under_way))
			return false;
	}
	return true;
}

/* The other process takes part sooner or later: that process receives the bodies that no node asks
 * for as soon as the abort is known there, at the latest at the end of the job. */
void wires_recall(struct worker *me)
{
	wires_until(me->team->spread.wires, is_free, me);
}
