/* A message from a process to another process at any time, under way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_CONTROL_H
#define RUNTIME_WIRE_CONTROL_H

#include "runtime/wire/parcels.h"

struct control_out {
	struct carriage carriage;
	struct piece piece;
	struct wires *wires;
	struct control control;
	struct told_node node[];
};

/* Returns a message with room for the states of control->nodes nodes, or NULL if memory is short:
 * the others then wait for their timeout. */
struct control_out *control_new(const struct wires *wires, const struct control *control);

/* Sends and frees the message (NULL: none). A process without a known tag gets no message. */
void control_send(struct wires *wires, struct control_out *out, int process);
void control_send_all(struct wires *wires, const struct control *control);

/* questions.c: questions and answers of other processes. */
void answer(struct wires *wires, int process);
void answer_came(struct wires *wires, const struct control *control);
void wires_leave(struct team *team);
void left_came(struct wires *wires, const struct control *control);

#endif
