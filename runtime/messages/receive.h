/* The receivers of a channel: who takes which message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MESSAGES_RECEIVE_H
#define RUNTIME_MESSAGES_RECEIVE_H

#include "runtime/messages/message.h"

/* Makes a receiver wait on its channel, or for any node, after all others; or removes it, if it
 * waits. */
void receiver_join(struct node *me, struct message_request *request);
void receiver_leave(struct node *me, struct message_request *request);

/* Forgets all receivers and all messages that were set aside. */
void receivers_empty(struct channel *channel);

/* As message_step and message_ready, for receivers that are not done. */
enum outcome receive_step(struct node *me, struct message_request *request);
bool receive_ready(struct node *me, struct message_request *request);

/* Says in the node's news which tags have come that the receiver does not ask for. */
void asides_tell(struct node *me, const struct message_request *request);

#endif
