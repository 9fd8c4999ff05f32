/* All processes of a team begin and end a job together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_AGREE_H
#define RUNTIME_WIRE_AGREE_H

#include "runtime/wire/wires_state.h"

/* agree.c */
int wires_confer(struct team *team, int error);
void wires_agree(struct team *team);
double wires_greatest(struct team *team, double value);
void wires_rendezvous(struct wires *wires);

/* wires_heal.c */
bool wires_settle(struct team *team);
void wires_reset(struct team *team);
void wires_least(struct team *team, int64_t *values, int count);

#endif
