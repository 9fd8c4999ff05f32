/* Checks what an application asks of a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MESSAGES_H
#define LIBRARY_MESSAGES_H

#include "runtime/messages/message.h"

/* Returns 0, or -EINVAL with why: the node, the tag, the buffer or the size is wrong. */
int message_check(const struct node *me, const struct message_request *request, const char *name);

#endif
