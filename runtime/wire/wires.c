/* Opens the wires of a team, and moves packets and controls between the team and the carrier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/team/wait.h"
#include "runtime/wire/wires_state.h"

/* wires_state.h has the tables of writers and edges. */

enum {
	SPINS = 64
};

/* ---- One thread at a time ---- */

bool wires_try(struct wires *wires)
{
	return !load_own(&wires->locked) && !exchange_ordered(&wires->locked, 1); /* L2 */
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
	store_release(&wires->locked, 0); /* L1 */
}

/* ---- Moving ---- */

/* The carrier has failed. Nothing more can be sent or received. */
void wires_fail(struct wires *wires)
{
	wires->broken = true;
	team_fail(wires->team, &(struct abort_state){ EIO, EIO, FATAL }, "process %d: %s",
		wires->carrier->process, wires->carrier->why);
}

void wires_start(struct wires *wires, struct carriage *carriage)
{
	if (!wires->broken && wires->carrier->start(wires->carrier, carriage))
		wires_fail(wires);
}

static void message_ended(void *owner, struct carriage *carriage)
{
	struct wires *wires = owner;

	switch (carriage->kind) {
	case HEADER_OUT:
	case BODY_OUT:
		wire_sent(carriage->owner, carriage);
		break;
	case HEADER_IN:
		wire_header_came(carriage->owner);
		break;
	case BODY_IN:
		wire_body_came(carriage->owner);
		break;
	case TRASH_IN:
		trash_came(wires, carriage);
		break;
	case CONTROL_OUT:
		control_sent(wires, carriage);
		break;
	case CONTROL_IN:
		control_came(wires);
		break;
	default:
		store_release(&wires->least_done, 1);
	}
}

void wires_move(struct wires *wires, bool wait)
{
	if (wires->in_job && load_acquire(&wires->team->fault)) /* X2 */
		abort_tell(wires);
	for (int k = 0; k < wires->count; k++) {
		wire_send(&wires->wire[k]);
		if (wires->wire[k].held)
			wire_retry(&wires->wire[k]);
	}
	if (wires->broken)
		return;
	if (wires->carrier->poll(wires->carrier, wait, message_ended, wires))
		wires_fail(wires);
}

static void pump(struct team *team)
{
	struct wires *wires = team->wires;

	if (!wires_try(wires))
		return;
	wires_move(wires, wires->carrier->sleeps && team_sound(team));
	wires_unlock(wires);
}

/* Returns true if all packets that the node has sent are on their way. */
static bool all_begun(const struct wires *wires, const struct node *me)
{
	for (int p = 0; p < me->team->net.ports; p++) {
		const struct ring *out = me->port[p].out;

		if (out->wired && !wire_has_begun_all(wire_of(wires, out)))
			return false;
	}
	return true;
}

/* A packet that stayed in the ring would wait for as long as the node's body computes. */
static void flush(struct node *me)
{
	struct wires *wires = me->team->wires;
	bool all = false;

	while (!all && team_sound(me->team)) {
		wires_lock(wires);
		all = all_begun(wires, me);
		if (!all)
			wires_move(wires, false);
		wires_unlock(wires);
	}
}

/* Returns true if the wires use memory of the worker's nodes. */
static bool uses_memory(const struct wires *wires, const struct worker *me)
{
	for (int k = 0; k < wires->count; k++) {
		const struct wire *wire = &wires->wire[k];
		int n = wire->node - me->first;

		if (n >= 0 && n < me->nodes && (wire->landing || wire_lends(wire)))
			return true;
	}
	return false;
}

/* The other process takes part sooner or later: it receives the bodies that no node asks for as soon
 * as it knows of the abort, at the latest at the end of its job. */
static void recall(struct worker *me)
{
	struct wires *wires = me->team->wires;
	bool used;

	do {
		wires_lock(wires);
		wires_move(wires, false);
		used = !wires->broken && uses_memory(wires, me);
		wires_unlock(wires);
		if (used)
			sched_yield();
	} while (used);
}

/* ---- Opening and closing ---- */

/* Returns true if nothing that this process sends is on its way. */
static bool is_quiet(const struct wires *wires)
{
	bool quiet = !wires->telling;

	for (int k = 0; k < wires->count; k++)
		quiet &= wires->wire[k].begun == wires->wire[k].ended;
	return quiet || wires->broken;
}

static void quieten(struct wires *wires)
{
	bool quiet = false;

	while (!quiet) {
		wires_lock(wires);
		wires_move(wires, false);
		quiet = is_quiet(wires);
		wires_unlock(wires);
		if (!quiet)
			sched_yield();
	}
	wires_rendezvous(wires);
}

static void wire_free(struct wire *wire)
{
	for (int n = 0; n < SENDINGS; n++) {
		free(wire->sending[n].buffer);
		free(wire->sending[n].pieces);
	}
	free(wire->pieces);
	free(wire->folded);
	free(wire->head);
}

static void close_wires(struct team *team)
{
	struct wires *wires = team->wires;

	if (!wires->carrier->alone && !wires->broken)
		quieten(wires);
	wires->carrier->close(wires->carrier);
	for (int k = 0; k < wires->count; k++)
		wire_free(&wires->wire[k]);
	free(wires->control_bytes);
	free(wires->stood);
	free(wires->of_ring);
	free(wires->wire);
	free(wires);
	team->wires = NULL;
	team->transport = NULL;
}

static int wire_open(struct wire *wire)
{
	struct wires *wires = wire->wires;

	wire->header = wire->body = (struct carriage){ .owner = wire, .place = -1 };
	wire->head = malloc(wires->head_bytes);
	if (!wire->head)
		return why(ENOMEM, "no memory for a wire");
	for (int n = 0; n < SENDINGS; n++) {
		wire->sending[n].buffer = malloc(wires->head_bytes);
		if (!wire->sending[n].buffer)
			return why(ENOMEM, "no memory for a wire");
	}
	return wire_expect(wire);
}

static bool is_wired(const struct team *team, int v, int port)
{
	int next = network_neighbour(&team->net, v, port);

	return next >= 0 && node_is_here(&team->node[v]) && !node_is_here(&team->node[next]);
}

static size_t ring_number(const struct team *team, const struct ring *ring)
{
	return (size_t)((const unsigned char *)ring - team->rings) / team->ring_stride;
}

static int port_open(struct wires *wires, int v, int port)
{
	struct team *team = wires->team;
	struct wire *wire = &wires->wire[wires->count++];
	struct port *both = &team->node[v].port[port];

	wire->wires = wires;
	wire->node = v;
	wire->peer = network_neighbour(&team->net, v, port);
	wire->process = team->process_of[wire->peer];
	wire->out = both->out;
	wire->in = both->in;
	wire->tag_out = 2 * (int)ring_number(team, both->out);
	wire->tag_in = 2 * (int)ring_number(team, both->in);
	wires->of_ring[wire->tag_out / 2] = wires->of_ring[wire->tag_in / 2] = wire;
	return wire_open(wire);
}

static int ports_open(struct wires *wires)
{
	const struct team *team = wires->team;
	size_t links = (size_t)team->net.nodes * (size_t)team->net.ports, count = 0;
	int error = 0;

	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			count += is_wired(team, v, p);
	if (2 * links > (size_t)wires->carrier->most_tag)
		return why(EINVAL, "%s: %zu links, and the library of messages tells only %d apart",
			team->net.name, links, wires->carrier->most_tag / 2);
	wires->of_ring = calloc(links + 1, sizeof *wires->of_ring);
	wires->wire = calloc(count + 1, sizeof *wires->wire);
	if (!wires->of_ring || !wires->wire)
		return why(ENOMEM, "no memory for %zu wires", count);
	for (int v = 0; v < team->net.nodes && !error; v++)
		for (int p = 0; p < team->net.ports && !error; p++)
			if (is_wired(team, v, p))
				error = port_open(wires, v, p);
	return error;
}

int wires_open(struct team *team, const struct wiring *wiring)
{
	static const struct transport transport = { pump, flush, wire_land, recall, wires_meet,
		wires_ask, wires_stand, wires_confer, wires_begin, wires_agree, wires_greatest,
		close_wires };
	struct wires *wires = calloc(1, sizeof *wires);
	int error;

	if (!wires)
		return why(ENOMEM, "no memory for wires");
	wires->team = team;
	team->wires = wires;
	wires->carrier = ((const struct carried_wiring *)wiring)->carrier;
	wires->head_bytes = sizeof(struct wire_header) + RECORDS * sizeof(struct told_record) +
			    (team->eager_bytes > SLOT_INLINE ? team->eager_bytes : SLOT_INLINE);
	wires->carrier->taken = true;
	team->transport = &transport;
	error = ports_open(wires);
	if (!error)
		error = controls_expect(wires);
	if (!error && wires->broken)
		error = why(EIO, "%s", wires->carrier->why);
	return error;
}
