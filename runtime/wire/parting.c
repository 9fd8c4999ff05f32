/* Lets the processes of a sub-team part, so that no message is under way when a process closes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "runtime/wire/control.h"
#include "runtime/wire/parting.h"

static bool is_other(const struct wires *wires, int process)
{
	return process != wires->carrier->process && wires->base_of[process] >= 0;
}

static void tell(struct wires *wires, int process)
{
	struct control control = { .kind = PARTED,
		.sent = wires->sent[process] + 1 }; /* with this control */
	struct control_out *out = control_new(wires, &control);

	if (out) {
		control_send(wires, out, process);
		return;
	}
	snprintf(wires->carrier->why, sizeof wires->carrier->why,
		"no memory for the last message to a sub-team");
	wires_fail(wires); /* the other process would wait for ever */
}

void part_tell(struct wires *wires)
{
	for (int p = 0; p < wires->carrier->processes; p++)
		if (is_other(wires, p))
			tell(wires, p);
	wires->parted = true;
}

void part_came(struct wires *wires, const struct control *control)
{
	wires->parted_at[control->process] = control->sent;
}

static bool all_came(const struct wires *wires)
{
	for (int p = 0; p < wires->carrier->processes; p++)
		if (is_other(wires, p) &&
			(!wires->parted_at[p] || wires->received[p] < wires->parted_at[p]))
			return false;
	return true;
}

bool part_done(const struct wires *wires)
{
	return wires->parted && wires_quiet(wires) && !wires->trash && all_came(wires);
}

bool part_hopeless(const struct wires *wires)
{
	return wires->broken || !wires->left || load_acquire(&wires->team->fault) || /* X2 */
	       load_acquire(&wires->hub->team->fault);				     /* X2 */
}

void part_move(struct wires *wires)
{
	if (wires->left && !wires->absent && !wires->parted)
		part_tell(wires);
	if (wires->left && !load_own(&wires->over) && part_done(wires)) {
		wires->hub->moves++;
		store_release(&wires->over, 1); /* V1 */
	}
}

bool wires_over(const struct team *team)
{
	return load_acquire(&team->wires->over); /* V2 */
}
