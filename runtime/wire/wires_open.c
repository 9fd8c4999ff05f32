/* Opens and closes the wires of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/wire/lanes.h"
#include "runtime/wire/protocol.h"

/* Returns true if no message that this process sends or expects for a node is under way. */
bool wires_quiet(const struct wires *wires)
{
	bool quiet = !wires->hub->parcels.leaving && !wires->lent && !wires->trash;

	for (int k = 0; k < wires->count; k++) {
		const struct wire *wire = &wires->wire[k];

		quiet &= !wire_lends(wire) && !wire->under_way && !(wires->trashing && wire->late);
	}
	return quiet || wires->broken;
}

static void wire_free(struct wire *wire)
{
	wire_forget(wire);
	for (int n = 0; n < FOLDED; n++)
		free(wire->folded[n]);
	bodies_free(wire->body_out);
	bodies_free(wire->body_in);
}

void wires_free(struct wires *wires)
{
	for (int k = 0; k < wires->count; k++)
		wire_free(&wires->wire[k]);
	lanes_free(wires);
	parcels_free(wires);
	free(wires->early);
	free(wires->leaving);
	free(wires->peer);
	free(wires->of_ring);
	free(wires->wire);
	wires->team->wires = NULL;
	wires->team->transport = NULL;
	free(wires);
}

/* Ends the requests that the carrier keeps for bodies. */
void wires_stop(struct wires *wires)
{
	for (int k = 0; k < wires->count; k++) {
		bodies_stop(wires->wire[k].body_out, wires->carrier);
		bodies_stop(wires->wire[k].body_in, wires->carrier);
	}
}

static void close_wires(struct team *team)
{
	struct wires *wires = team->wires;

	if (!wires->carrier->alone && !wires->broken)
		wires_settle(team);
	wires_stop(wires);
	wires->carrier->close(wires->carrier);
	wires_free(wires);
}

static bool is_wired(const struct team *team, int v, int port)
{
	int next = network_neighbour(&team->net, v, port);

	return next >= 0 && node_is_here(&team->node[v]) && !node_is_here(&team->node[next]);
}

static void port_open(struct wires *wires, int v, int port)
{
	struct team *team = wires->team;
	struct wire *wire = &wires->wire[wires->count++];
	struct port *both = &team->node[v].port[port];

	wire->wires = wires;
	wire->node = v;
	wire->port = port;
	wire->peer = network_neighbour(&team->net, v, port);
	wire->process = team->process_of[wire->peer];
	wire->out = both->out;
	wire->in = both->in;
	wire->tag_out = ring_tag(wires, both->out, wire->process);
	wire->tag_in = ring_tag(wires, both->in, wires->carrier->process);
	wires->of_ring[ring_number(team, both->out)] = wire;
	wires->of_ring[ring_number(team, both->in)] = wire;
}

static int ports_open(struct wires *wires)
{
	const struct team *team = wires->team;
	size_t links = (size_t)team->net.nodes * (size_t)team->net.ports, count = 0;

	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			count += is_wired(team, v, p);
	if (links + (size_t)wires->hub->next_base + 1 > (size_t)wires->carrier->most_tag)
		return why(EINVAL, "%s: %zu links, and the library of messages tells only %d apart",
			team->net.name, links, wires->carrier->most_tag - wires->hub->next_base);
	wires->hub->next_base += (int)links + 1;
	wires->of_ring = calloc(links + 1, sizeof *wires->of_ring);
	wires->wire = calloc(count + 1, sizeof *wires->wire);
	if (!wires->of_ring || !wires->wire)
		return why(ENOMEM, "no memory for %zu wires", count);
	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			if (is_wired(team, v, p))
				port_open(wires, v, p);
	return 0;
}

/* The hub, the carrier and the peers are known. */
int wires_fill(struct wires *wires)
{
	int error;

	wires->leaving = calloc((size_t)wires->team->net.nodes, sizeof *wires->leaving);
	if (!wires->leaving || !wires->peer)
		return why(ENOMEM, "no memory for wires");
	error = ports_open(wires);
	if (!error && wires == wires->hub)
		error = parcels_expect(wires);
	if (!error && wires->broken)
		error = why(EIO, "%s", wires->carrier->why);
	return error;
}

int wires_open(struct team *team, const struct wiring *wiring)
{
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
		.settle = wires_settle,
		.reset = wires_reset,
		.least = wires_least,
		.talk = lanes_talk,
		.hold = lanes_hold,
		.release = lanes_release,
		.join = lane_join,
		.send = lane_send,
		.grant = lane_grant,
		.bring = lane_bring,
		.withdraw = lane_withdraw,
		.extend = wires_extend,
		.close = close_wires };
	struct wires *wires = calloc(1, sizeof *wires);

	if (!wires)
		return why(ENOMEM, "no memory for wires");
	wires->team = team;
	team->wires = wires;
	wires->hub = wires;
	wires->carrier = ((const struct carried_wiring *)wiring)->carrier;
	wires->carrier->taken = true;
	wires->peer = calloc((size_t)wires->carrier->processes, sizeof *wires->peer);
	team->oversubscribed = team->workers > wires->carrier->cores + 0.01; /* sums of shares */
	team->transport = &transport;
	return wires_fill(wires);
}
