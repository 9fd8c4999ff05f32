/* Opens and closes the wires of sub-teams, beside the wires of the team at the top. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/drive/gone.h"
#include "runtime/wire/control.h"
#include "runtime/wire/parting.h"

/* A sub-team has no jobs: each node comes and goes alone. */
static int answer_own(struct team *team, int error)
{
	(void)team;
	return error;
}

static double greatest_own(struct team *team, double value)
{
	(void)team;
	return value;
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

static void expect_no_more(struct wires *wires)
{
	struct carrier *carrier = wires->carrier;

	wires_stop(wires);
	for (int k = 0; k < wires->count; k++)
		carrier->stop(carrier, &wires->wire[k].header);
	carrier->stop(carrier, &wires->control);
	carrier->stop(carrier, &wires->parcel);
}

/* Messages that this process has sent may still be under way, and so may messages that this process
 * throws away, and messages of processes that have not parted. */
static bool may_close(struct wires *wires)
{
	if (!wires->broken && !wires->parted)
		part_tell(wires);
	return wires->broken || part_done(wires) ||
	       (part_hopeless(wires) && wires_quiet(wires) && !wires->trash);
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
			expect_no_more(wires);
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

	return wires->base_of[wires->carrier->process];
}

void wires_know(struct team *team, int process, int address)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	wires->base_of[process] = address;
	for (int k = 0; k < wires->count; k++)
		if (wires->wire[k].process == process)
			wires->wire[k].tag_out = ring_tag(wires, wires->wire[k].out, process);
	wires_unlock(wires);
}

static bool bases_open(struct wires *wires)
{
	const struct team *team = wires->team;

	wires->base_of = malloc((size_t)wires->carrier->processes * sizeof *wires->base_of);
	for (int p = 0; wires->base_of && p < wires->carrier->processes; p++)
		wires->base_of[p] = NO_MEMBER;
	for (int v = 0; wires->base_of && v < team->net.nodes; v++) {
		int process = team->process_of[v];

		wires->absent += wires->base_of[process] == NO_MEMBER;
		wires->base_of[process] = UNKNOWN;
	}
	wires->absent--; /* this process */
	return wires->base_of;
}

int wires_extend(struct team *team, struct team *parent)
{
	static const struct transport transport = { .pump = wires_pump,
		.carry = wires_carry,
		.flush = wires_flush,
		.land = wire_land,
		.expect = wires_expect,
		.recall = wires_recall,
		.ask = wires_ask,
		.stands = wires_stand,
		.confer = answer_own,
		.greatest = greatest_own,
		.least = least_own,
		.talk = lanes_talk,
		.hold = lanes_hold,
		.release = lanes_release,
		.join = lane_join,
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
	if (!bases_open(wires))
		return why(ENOMEM, "no memory for wires");
	wires_lock(hub);
	wires->broken = hub->broken;
	wires->base_of[wires->carrier->process] = hub->next_base;
	error = wires_fill(wires);
	wires->beside = hub->beside;
	hub->beside = wires;
	wires_unlock(hub);
	return error;
}
