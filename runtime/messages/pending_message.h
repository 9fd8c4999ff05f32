/* A pending message: sent or received while the node's body does other work. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MESSAGES_PENDING_MESSAGE_H
#define RUNTIME_MESSAGES_PENDING_MESSAGE_H

#include "runtime/messages/message.h"
#include "runtime/team/pending.h"

struct pending_message {
	struct pending base;
	struct message_request message;
	struct channels *channels;
};

/* Starts to carry out me->message, which is filled in as for messages_post. Returns 0, or -ENOMEM
 * with why; then nothing was started. */
int pending_message_start(struct pending_message *me, struct node *node, struct channels *channels);

#endif
