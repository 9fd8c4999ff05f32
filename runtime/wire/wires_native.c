/* Runs a collective of the team by the carrier's own library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "runtime/kernels/fold.h"
#include "runtime/team/team.h"
#include "runtime/wire/wires_state.h"
#include "runtime/node/transport.h"

enum {
	SAMPLE = 1024 /* bytes */
};

int wires_nodes_each(const struct team *team)
{
	int each = team->net.nodes / team->spread.wires->carrier->processes;

	for (int v = 0; v < team->net.nodes; v++)
		if (!each || team->spread.process_of[v] != v / each)
			return 0;
	return each;
}

static bool rounds(int type)
{
	return type == GROVE_F32 || type == GROVE_F64 || type == GROVE_C64 || type == GROVE_C128;
}

/* Two numbers have one sum and one product in either order, but for products of complex numbers,
 * which are sums of products. */
static bool depends_on_order(const struct wires *wires, const struct native_call *call)
{
	bool is_complex = call->type == GROVE_C64 || call->type == GROVE_C128;
	int nodes = wires->team->net.nodes;

	return call->folding && rounds(call->type) &&
	       (nodes > 2 || wires->carrier->processes != nodes ||
		       (is_complex && (!call->fold || strcmp(call->fold, "sum") != 0)));
}

/* Some builds of a library fold some types wrongly (MPICH 4.0.2 of Debian 12: the greatest of
 * unsigned bytes). So the library folds a few elements with all kinds of bits, and so does the
 * team. Sums that may round in any order, of which some are NaN here, need not be the same. */
static bool folds_right(struct wires *wires, const struct native_call *call)
{
	const struct folding *folding = call->folding;
	unsigned char left[SAMPLE], right[SAMPLE], own[SAMPLE];
	struct native_call sample = *call;
	int error;

	for (size_t i = 0; i < SAMPLE; i++) {
		left[i] = (unsigned char)(i * 2654435761u >> 11);
		right[i] = (unsigned char)(i * 2246822519u >> 13);
	}
	folding_apply(folding, own, left, right, sizeof own);
	sample.in = left;
	sample.out = right;
	sample.count = SAMPLE / folding->element;
	wires_lock(wires);
	error = wires->carrier->fold(wires->carrier, &sample);
	wires_unlock(wires);
	return !error && !memcmp(own, right, sizeof own);
}

bool wires_offer(const struct team *team, const struct native_call *call)
{
	struct wires *wires = team->spread.wires;
	const struct carrier *carrier = wires->carrier;

	if (!carrier->offers || !carrier->offers(carrier, call))
		return false;
	if (!carrier->any_order && depends_on_order(wires, call))
		return false;
	return call->shared ? turns_share(wires, call)
			    : !call->folding || rounds(call->type) || folds_right(wires, call);
}

static bool have_sent_all(const struct team *team)
{
	for (int v = 0; v < team->net.nodes; v++)
		if (team_has_node(team, v) && !wires_sent_all(&team->node[v]))
			return false;
	return true;
}

static bool may_go_on(void *team)
{
	return !team_sound(team) || have_sent_all(team);
}

/* No packet of the team moves while the library works. Those that other nodes wait for leave
 * before, or these nodes would never come. */
static void send_all(struct wires *wires)
{
	bool all;

	wires_lock(wires);
	all = have_sent_all(wires->team);
	wires_unlock(wires);
	if (!all)
		wires_until(wires, may_go_on, wires->team);
}

/* All processes make this call. */
static int library_call(struct node *me, const struct native_call *call)
{
	struct wires *wires = me->team->spread.wires;

	wires_lock(wires);
	if (!wires->broken && wires->carrier->perform(wires->carrier, call))
		wires_fail(wires);
	wires_unlock(wires);
	return team_sound(me->team) ? 0 : -EIO;
}

int wires_perform(struct node *me, const struct native_call *call)
{
	struct wires *wires = me->team->spread.wires;
	int error;

	if (call->shared) {
		error = turn_share(me, call);
	} else {
		send_all(wires);
		error = wires->turns.common ? turn_gather(me, call) : 0;
		if (!error)
			error = library_call(me, call);
	}
	return error && error != -EAGAIN ? team_refuse(me->team) : error;
}

bool wires_share_memory(const struct team *team)
{
	return team->spread.wires->turns.common;
}

void wires_doubt(struct team *team)
{
	turn_doubt(team->spread.wires);
}
