/* Counts the headers and controls between two processes, of a team and of all teams together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_COUNTS_H
#define RUNTIME_WIRE_COUNTS_H

#include "runtime/wire/wires_state.h"

static inline void count_sent(struct wires *wires, int process)
{
	wires->hub->sent[process]++;
	if (wires != wires->hub)
		wires->sent[process]++;
}

static inline void count_received(struct wires *wires, int process)
{
	wires->hub->received[process]++;
	if (wires != wires->hub)
		wires->received[process]++;
}

#endif
