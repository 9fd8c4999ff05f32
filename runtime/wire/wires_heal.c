/* Lets a team over several processes begin anew after a failed job. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "runtime/wire/agree.h"
#include "runtime/wire/parcels.h"

/* No body runs in any process, and no node waits. Only the sender knows of a header or control that
 * is under way, so the processes tell how many headers and controls each has sent to each. A
 * message that a process receives meanwhile may make the process answer, but nobody asks any more:
 * after a second time nothing is under way. A process that waits receives all, and throws away the
 * messages that no node will take. */

enum {
	TIMES = 2
};

static bool all_quiet(const struct wires *hub)
{
	for (const struct wires *each = hub; each; each = each->beside)
		if (!wires_quiet(each) || each->trash)
			return false;
	return true;
}

/* all[p][q]: the headers and controls that process p has sent to process q. */
static bool all_came(const struct wires *hub, const uint64_t *all)
{
	size_t processes = (size_t)hub->carrier->processes, me = (size_t)hub->carrier->process;

	for (size_t p = 0; p < processes; p++)
		if (hub->received[p] < all[p * processes + me])
			return false;
	return all_quiet(hub);
}

static void wait_for_all(struct wires *hub, const uint64_t *all)
{
	bool came = false;

	for (unsigned looks = 0; !came && !hub->broken; looks++) {
		wires_lock(hub);
		for (struct wires *each = hub; each; each = each->beside)
			trash_all(each);
		wires_move(hub, looks > 0);
		came = all_came(hub, all);
		wires_unlock(hub);
		if (!came)
			wires_pause(hub, looks);
	}
}

bool wires_settle(struct team *team)
{
	struct wires *hub = team->wires;
	size_t row = (size_t)hub->carrier->processes * sizeof *hub->sent;
	uint64_t *all = malloc((size_t)hub->carrier->processes * row);

	for (int k = 0; k < TIMES && !hub->broken; k++) {
		wires_lock(hub);
		if (!all || hub->carrier->gather(hub->carrier, hub->sent, all, row))
			wires_fail(hub);
		wires_unlock(hub);
		wait_for_all(hub, all);
	}
	free(all);
	return !hub->broken;
}

/* The wire's ring is empty, and so is the ring of the other process. */
static void wire_reset(struct wire *wire)
{
	wire->at = wire->out->tail;
	wire->extra = wire->out->tail_extra;
	wire->offset = 0;
	wire->records = 0;
	wire->lending = wire->operation = 0;
	wire->posted = wire->landed = wire->headed = 0;
	wire->arriving.left = wire->discarded = 0;
	wire->landing = false;
}

void wires_reset(struct team *team)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	for (int k = 0; k < wires->count; k++)
		wire_reset(&wires->wire[k]);
	lanes_reset(wires);
	for (int p = 0; p < wires->carrier->processes; p++)
		store_own(&wires->stood[p], 0);
	wires->trashing = false;
	wires_unlock(wires);
	wires_rendezvous(wires);
}
