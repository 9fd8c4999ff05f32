/* Opens and closes the wires of a team, and of sub-teams beside them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/drive/gone.h"
#include "runtime/wire/protocol.h"

/* Returns true if no message that this process sends or expects for a node is under way. */
bool wires_quiet(const struct wires *wires)
{
	bool quiet = !wires->hub->parcels.leaving && !wires->hub->failure.trash;

	for (const struct wire *wire = wires->all; wire; wire = wire->next)
		quiet &= !wire->out.under_way && !wire->in.under_way;
	return quiet || wires->broken;
}

static void wire_free(struct wire *wire)
{
	wire_forget(wire);
	for (int n = 0; n < FOLDED; n++)
		free(wire->in.folded[n]);
	bodies_free(wire->out.body);
	bodies_free(wire->in.body);
	if (wire->channel)
		free(wire);
}

static void wires_free(struct wires *wires)
{
	struct wire *next;

	for (struct wire *wire = wires->all; wire; wire = next) {
		next = wire->next;
		wire_free(wire);
	}
	parcels_free(wires);
	free(wires->end.gone);
	free(wires->peer);
	free(wires->wire);
	wires->team->spread.wires = NULL;
	wires->team->spread.transport = NULL;
	free(wires);
}

/* Ends the requests that the carrier keeps for bodies. */
static void wires_stop(struct wires *wires)
{
	for (struct wire *wire = wires->all; wire; wire = wire->next) {
		bodies_stop(wire->out.body, wires->carrier);
		bodies_stop(wire->in.body, wires->carrier);
	}
}

static void list_remove(struct wires *wires)
{
	struct wires **link = &wires->hub->beside;

	while (*link && *link != wires)
		link = &(*link)->beside;
	if (*link)
		*link = wires->beside;
}

/* Bodies may still be under way. A parcel that comes later finds no team. */
static bool may_close(void *what)
{
	struct wires *wires = what;

	if (!load_own(&wires->end.over) && (team_sound(wires->team) || !wires_quiet(wires)))
		return false;
	wires_stop(wires);
	list_remove(wires);
	return true;
}

static void close_below(struct wires *wires)
{
	wires_until(wires, may_close, wires);
	if (!wires->broken)
		return;
	wires_lock(wires);
	list_remove(wires);
	wires_unlock(wires);
}

static void close_hub(struct wires *hub)
{
	if (!hub->carrier->alone && !hub->broken)
		wires_part(hub);
	wires_stop(hub);
	hub->carrier->close(hub->carrier);
}

static void close_wires(struct team *team)
{
	struct wires *wires = team->spread.wires;

	if (wires == wires->hub)
		close_hub(wires);
	else
		close_below(wires);
	wires_free(wires);
}

/* ---- Ports ---- */

static bool is_wired(const struct team *team, int v, int port)
{
	int next = network_neighbour(&team->net, v, port);

	return next >= 0 && node_is_here(&team->node[v]) && !node_is_here(&team->node[next]);
}

static void port_open(struct wires *wires, int v, int port)
{
	struct team *team = wires->team;
	struct wire *wire = &wires->wire[wires->count++];
	struct port *both = &team->node[v].links.port[port];

	wire->wires = wires;
	wire->node = v;
	wire->port = port;
	wire->peer = network_neighbour(&team->net, v, port);
	wire->process = team->spread.process_of[wire->peer];
	wire->out.ring = both->out;
	wire->in.ring = both->in;
	wire->out.tag = ring_tag(wires, both->out, wire->process);
	wire->in.tag = ring_tag(wires, both->in, wires->carrier->process);
	wire->number = ring_number(team, both->out);
	both->out->wire = both->in->wire = wire;
	wire->next = wires->all;
	wires->all = wire;
}

/* Tags of bodies: the lower half is for rings of links, and the other for channels. */
static int channels_begin(const struct carrier *carrier)
{
	return carrier->most_tag / 2;
}

static int ports_open(struct wires *wires)
{
	const struct team *team = wires->team;
	size_t links = links_of(team), count = 0;
	int left = channels_begin(wires->carrier) - wires->hub->next_base;

	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			count += is_wired(team, v, p);
	if (links >= (size_t)left)
		return why(EINVAL, "%s: %zu links, and the library of messages tells only %d apart",
			team->net.name, links, left);
	wires->hub->next_base += (int)links + 1;
	wires->wire = calloc(count + 1, sizeof *wires->wire);
	if (!wires->wire)
		return why(ENOMEM, "no memory for %zu wires", count);
	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			if (is_wired(team, v, p))
				port_open(wires, v, p);
	return 0;
}

/* ---- Opening ---- */

static int wires_address(const struct team *team)
{
	const struct wires *wires = team->spread.wires;

	return wires->peer[wires->carrier->process].address;
}

static void wires_know(struct team *team, int process, int address)
{
	struct wires *wires = team->spread.wires;

	wires_lock(wires);
	wires->peer[process].address = address;
	for (int k = 0; k < wires->count; k++)
		if (wires->wire[k].process == process)
			wires->wire[k].out.tag = ring_tag(wires, wires->wire[k].out.ring, process);
	wires_unlock(wires);
}

static int wires_extend(struct team *team, struct team *parent);

static const struct transport transport = { .pump = wires_pump,
	.flush = wires_flush,
	.land = wire_land,
	.expect = wires_expect,
	.recall = wires_recall,
	.meet = wires_meet,
	.ask = wires_ask,
	.stands = wires_stand,
	.confer = wires_confer,
	.begin = wires_begin,
	.agree = wires_agree,
	.least = wires_least,
	.messages = { .talk = wires_talk,
		.hold = wires_hold,
		.release = wires_release,
		.join = wire_join,
		.push = wire_push,
		.grant = wire_grant,
		.bring = wire_bring,
		.withdraw = wire_withdraw },
	.extend = wires_extend,
	.address = wires_address,
	.know = wires_know,
	.leave = wires_leave,
	.over = wires_over,
	.close = close_wires };

/* The other processes of a sub-team have not told the address there yet. */
static void peers_find(struct wires *wires)
{
	const struct team *team = wires->team;

	for (int p = 0; p < wires->carrier->processes; p++)
		wires->peer[p].address = NO_MEMBER;
	for (int v = 0; v < team->net.nodes; v++) {
		struct peer *peer = &wires->peer[team->spread.process_of[v]];

		wires->end.absent += peer->address == NO_MEMBER;
		peer->address = wires == wires->hub ? 0 : UNKNOWN;
	}
	wires->end.absent--; /* this process */
}

/* Returns the wires of the team, of which the team at the top has the hub; or NULL: the hub. */
static int wires_new(struct team *team, struct carrier *carrier, struct wires *hub)
{
	struct wires *wires = calloc(1, sizeof *wires);

	if (!wires)
		return why(ENOMEM, "no memory for wires");
	wires->team = team;
	wires->hub = hub ? hub : wires;
	wires->carrier = carrier;
	wires->peer = calloc((size_t)carrier->processes, sizeof *wires->peer);
	wires->end.gone = calloc((size_t)team->net.nodes, sizeof *wires->end.gone);
	team->spread.wires = wires;
	team->spread.transport = &transport;
	if (!wires->peer || !wires->end.gone)
		return why(ENOMEM, "no memory for wires");
	peers_find(wires);
	return 0;
}

static int wires_extend(struct team *team, struct team *parent)
{
	struct wires *hub = team_top(parent)->spread.wires, *wires;
	int error = wires_new(team, hub->carrier, hub);

	if (error)
		return error;
	wires = team->spread.wires;
	wires->in_job = true;
	wires_lock(hub);
	wires->broken = hub->broken;
	wires->peer[wires->carrier->process].address = hub->next_base;
	error = ports_open(wires);
	wires->beside = hub->beside;
	hub->beside = wires;
	wires_unlock(hub);
	return error;
}

int wires_open(struct team *team, const struct wiring *wiring)
{
	struct carrier *carrier = ((const struct carried_wiring *)wiring)->carrier;
	int error;

	carrier->taken = true;
	team->spread.oversubscribed = team->workers > carrier->cores + 0.01; /* sums of shares */
	error = wires_new(team, carrier, NULL);
	if (!error) {
		team->spread.wires->turns.common = carrier->common;
		team->spread.wires->next_channel = channels_begin(carrier);
		error = ports_open(team->spread.wires);
	}
	if (!error)
		error = parcels_expect(team->spread.wires);
	return error;
}
