/* Wires join the rings of two processes: a transport of teams, on top of a carrier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_WIRES_H
#define RUNTIME_WIRE_WIRES_H

#include "runtime/kernels/fold.h"
#include "runtime/team/wiring.h"
#include "runtime/wire/carrier.h"

/* A wiring with a carrier; `open` is wires_open. The carrier belongs to the team if team_open
 * succeeds, or once wires_open has been called. */
struct carried_wiring {
	struct wiring wiring;
	struct carrier *carrier;
};

int wires_open(struct team *team, const struct wiring *wiring);

/* Collectives of the carrier's own library, for teams that have wires (wires_native.c).
 * wires_nodes_each returns how many nodes each process has, or 0 if the numbers differ or the nodes
 * of a process do not follow one another. wires_offer tells whether the library gives the verb's
 * result, to the last bit unless the options allow otherwise. wires_perform is called by a node of
 * each process, while the process's other nodes wait for it, and returns 0, -errno of the abort, or
 * -EAGAIN: calls differ, or a body has ended. Then all nodes meet by a barrier, which says where.
 * Processes that do not share memory must meet before a call as well. A process whose nodes make
 * different calls calls wires_doubt instead. */
int wires_nodes_each(const struct team *team);
bool wires_offer(const struct team *team, const struct native_call *call);
bool wires_share_memory(const struct team *team);
int wires_perform(struct node *me, const struct native_call *call);
void wires_doubt(struct team *team);

#endif
