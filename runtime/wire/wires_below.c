/* Opens and closes the wires of sub-teams, beside the wires of the team at the top. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/drive/gone.h"
#include "runtime/wire/lanes.h"
#include "runtime/wire/protocol.h"

/* A sub-team has no jobs: each node comes and goes alone. */
static int answer_own(struct team *team, int error)
{
	(void)team;
	return error;
}

static void least_own(struct team *team, int64_t *values, int count)
{
	(void)team;
	(void)values;
	(void)count;
}

/* ---- Closing ---- */

static void list_remove(struct wires *wires)
{
	struct wires **link = &wires->hub->beside;

	while (*link && *link != wires)
		link = &(*link)->beside;
	if (*link)
		*link = wires->beside;
}

/* Bodies may still be under way. A parcel that comes later finds no team. */
static bool may_close(const struct wires *wires)
{
	return wires->broken || load_own(&wires->over) ||
	       (leave_hopeless(wires) && wires_quiet(wires));
}

static void close_below(struct team *team)
{
	struct wires *wires = team->wires;
	bool quiet = false;

	for (unsigned looks = 0; !quiet; looks++) {
		wires_lock(wires);
		wires_move(wires, looks > 0);
		quiet = may_close(wires);
		if (quiet && !wires->broken)
			wires_stop(wires);
		if (quiet)
			list_remove(wires);
		wires_unlock(wires);
		if (!quiet)
			wires_pause(wires, looks);
	}
	wires_free(wires);
}

/* ---- Opening ---- */

int wires_address(const struct team *team)
{
	const struct wires *wires = team->wires;

	return wires->peer[wires->carrier->process].address;
}

void wires_know(struct team *team, int process, int address)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	wires->peer[process].address = address;
	for (int k = 0; k < wires->count; k++)
		if (wires->wire[k].process == process)
			wires->wire[k].tag_out = ring_tag(wires, wires->wire[k].out, process);
	wires_unlock(wires);
}

static bool peers_open(struct wires *wires)
{
	const struct team *team = wires->team;

	wires->peer = calloc((size_t)wires->carrier->processes, sizeof *wires->peer);
	for (int p = 0; wires->peer && p < wires->carrier->processes; p++)
		wires->peer[p].address = NO_MEMBER;
	for (int v = 0; wires->peer && v < team->net.nodes; v++) {
		struct peer *peer = &wires->peer[team->process_of[v]];

		wires->absent += peer->address == NO_MEMBER;
		peer->address = UNKNOWN;
	}
	wires->absent--; /* this process */
	return wires->peer;
}

int wires_extend(struct team *team, struct team *parent)
{
	static const struct transport transport = { .pump = wires_pump,
		.flush = wires_flush,
		.land = wire_land,
		.expect = wires_expect,
		.recall = wires_recall,
		.ask = wires_ask,
		.stands = wires_stand,
		.confer = answer_own,
		.least = least_own,
		.talk = lanes_talk,
		.hold = lanes_hold,
		.release = lanes_release,
		.join = lane_join,
		.send = lane_send,
		.grant = lane_grant,
		.bring = lane_bring,
		.withdraw = lane_withdraw,
		.extend = wires_extend,
		.address = wires_address,
		.know = wires_know,
		.leave = wires_leave,
		.over = wires_over,
		.close = close_below };
	struct wires *wires = calloc(1, sizeof *wires), *hub = team_top(parent)->wires;
	int error;

	if (!wires)
		return why(ENOMEM, "no memory for wires");
	wires->team = team;
	wires->hub = hub;
	wires->carrier = hub->carrier;
	wires->in_job = true;
	team->wires = wires;
	team->transport = &transport;
	if (!peers_open(wires))
		return why(ENOMEM, "no memory for wires");
	wires_lock(hub);
	wires->broken = hub->broken;
	wires->peer[wires->carrier->process].address = hub->next_base;
	error = wires_fill(wires);
	wires->beside = hub->beside;
	hub->beside = wires;
	wires_unlock(hub);
	return error;
}
