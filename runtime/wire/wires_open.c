/* Opens and closes the wires of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/wire/agree.h"
#include "runtime/wire/parcels.h"

/* Returns true if no message that this process sends or expects for a node is under way. */
bool wires_quiet(const struct wires *wires)
{
	bool quiet = !wires->telling && !wires->parcels;

	for (int k = 0; k < wires->count; k++)
		quiet &= wires->wire[k].begun == wires->wire[k].ended && !wires->wire[k].under_way;
	return quiet || wires->broken;
}

static void quieten(struct wires *wires)
{
	bool quiet = false;

	for (unsigned looks = 0; !quiet; looks++) {
		wires_lock(wires);
		wires_move(wires, looks > 0);
		quiet = wires_quiet(wires);
		wires_unlock(wires);
		if (!quiet)
			wires_pause(wires, looks);
	}
	wires_rendezvous(wires);
}

static void wire_free(struct wire *wire)
{
	for (int n = 0; n < SENDINGS; n++)
		free(wire->sending[n].buffer);
	for (int n = 0; n < FOLDED; n++)
		free(wire->folded[n]);
	bodies_free(wire->body_out);
	bodies_free(wire->body_in);
	free(wire->head);
}

void wires_free(struct wires *wires)
{
	for (int k = 0; k < wires->count; k++)
		wire_free(&wires->wire[k]);
	lanes_free(wires);
	free(wires->control_bytes);
	free(wires->stood);
	free(wires->leaving);
	free(wires->left_at);
	free(wires->parted_at);
	free(wires->sent);
	free(wires->base_of);
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
		quieten(wires);
	wires_stop(wires);
	wires->carrier->close(wires->carrier);
	wires_free(wires);
}

static int wire_open(struct wire *wire)
{
	struct wires *wires = wire->wires;

	wire->header = (struct carriage){ .owner = wire, .place = -1 };
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

/* Returns the tag of headers that the process receives. Bodies have the next tag. */
int ring_tag(const struct wires *wires, const struct ring *ring, int process)
{
	return wires->base_of[process] + 2 * (int)ring_number(wires->team, ring);
}

static int port_open(struct wires *wires, int v, int port)
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
	if (2 * links + (size_t)wires->hub->next_base + 2 > (size_t)wires->carrier->most_tag)
		return why(EINVAL, "%s: %zu links, and the library of messages tells only %d apart",
			team->net.name, links,
			(wires->carrier->most_tag - wires->hub->next_base) / 2);
	wires->hub->next_base += 2 * (int)links + 2;
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

/* The hub, the carrier and `base_of` are known. */
int wires_fill(struct wires *wires)
{
	struct team *team = wires->team;
	size_t processes = (size_t)wires->carrier->processes;
	int error;

	wires->head_bytes = sizeof(struct wire_header) + RECORDS * sizeof(struct told_record) +
			    (team->eager_bytes > SLOT_INLINE ? team->eager_bytes : SLOT_INLINE);
	wires->sent = calloc(2 * processes, sizeof *wires->sent);
	if (!wires->sent || !wires->base_of)
		return why(ENOMEM, "no memory for wires");
	wires->received = wires->sent + processes;
	error = ports_open(wires);
	if (!error)
		error = controls_expect(wires);
	if (!error && wires->broken)
		error = why(EIO, "%s", wires->carrier->why);
	return error;
}

int wires_open(struct team *team, const struct wiring *wiring)
{
	static const struct transport transport = { .pump = wires_pump,
		.carry = wires_carry,
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
		.greatest = wires_greatest,
		.least = wires_least,
		.talk = lanes_talk,
		.hold = lanes_hold,
		.release = lanes_release,
		.join = lane_join,
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
	wires->base_of = calloc((size_t)wires->carrier->processes, sizeof *wires->base_of);
	team->crowded = team->workers > wires->carrier->cores + 0.01; /* sums of shares */
	team->transport = &transport;
	return wires_fill(wires);
}
