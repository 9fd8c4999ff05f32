/* Says in words what a node waits for, and what a node does that others wait for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_WAIT_WORDS_H
#define RUNTIME_DRIVE_WAIT_WORDS_H

#include "runtime/node/call_record.h"
#include "runtime/node/team_state.h"

/* Writes, e.g., "node 5 waits for packet 17 from node 7 on port 1". Returns false if the node does
 * not wait in an operation. */
bool describe_wait(const struct node *node, char phrase[PHRASE]);

/* Writes, e.g., "node 5 waits for a message from node 7". Returns false if the node waits for no
 * message. */
bool describe_partner(const struct node *node, char phrase[PHRASE]);

/* Writes, e.g., "node 5 has returned". Returns false if the node has not gone. */
bool describe_gone(const struct node *node, char phrase[PHRASE]);

/* Describes the state of a node that another node waits for in that operation. */
void describe_state(const struct node *node, uint64_t operation, char phrase[PHRASE]);

/* Describes a node at the end of a chain of nodes that wait for messages. */
void describe_last(const struct node *node, char phrase[PHRASE]);

#endif
