/* Runs a collective of the team by the carrier's own library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "runtime/kernels/fold.h"
#include "runtime/wire/wires_state.h"

enum {
	SAMPLE = 1024 /* bytes */
};

/* The blocks of the library are in the order of the processes. */
static bool one_node_each(const struct team *team, const struct carrier *carrier)
{
	if (carrier->processes != team->net.nodes)
		return false;
	for (int v = 0; v < team->net.nodes; v++)
		if (team->process_of[v] != v)
			return false;
	return true;
}

static bool rounds(int type)
{
	return type == GROVE_F32 || type == GROVE_F64 || type == GROVE_C64 || type == GROVE_C128;
}

/* Some builds of a library fold some types wrongly (MPICH 4.0.2 of Debian 12: the greatest of
 * unsigned bytes). So the library folds a few elements with all kinds of bits, and so does the
 * team. Sums that may round in any order, of which some are NaN here, need not be the same. */
static bool folds_right(
	struct wires *wires, const struct native_call *call, const struct folding *folding)
{
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

bool wires_offer(
	const struct team *team, const struct native_call *call, const struct folding *folding)
{
	const struct carrier *carrier = team->wires->carrier;

	return carrier->offers && one_node_each(team, carrier) && carrier->offers(carrier, call) &&
	       (!folding || rounds(call->type) || folds_right(team->wires, call, folding));
}

static bool has_sent_all(void *node)
{
	const struct node *me = node;

	return !team_sound(me->team) || wires_sent_all(me);
}

/* No packet of the team moves while the library works. Those that other nodes wait for leave
 * before, or these nodes would never come. */
int wires_perform(struct node *me, const struct native_call *call, bool met)
{
	struct wires *wires = me->team->wires;
	int error = -EAGAIN;

	wires_lock(wires);
	if (!wires_sent_all(me)) {
		wires_unlock(wires);
		wires_until(wires, has_sent_all, me);
		wires_lock(wires);
	}
	if (met) /* all make the same call */
		turns_first(wires);
	if (!team_sound(me->team))
		error = -EIO;
	else if (met || !turns_must_meet(&wires->turns))
		error = turn_make(wires, call);
	if (error && error != -EAGAIN && team_sound(me->team))
		wires_fail(wires);
	wires_unlock(wires);
	return error && error != -EAGAIN ? team_refuse(me->team) : error;
}
