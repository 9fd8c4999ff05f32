/* Wires join the rings of two processes: a transport of teams, on top of a carrier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_WIRES_H
#define RUNTIME_WIRE_WIRES_H

#include "runtime/team/wiring.h"
#include "runtime/wire/carrier.h"

/* A wiring with a carrier; `open` is wires_open. The carrier belongs to the team if team_open
 * succeeds, or once wires_open has been called. */
struct carried_wiring {
	struct wiring wiring;
	struct carrier *carrier;
};

int wires_open(struct team *team, const struct wiring *wiring);

#endif
