/* Records each node's calls, so that two nodes with different calls can be found. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_CALL_RECORD_H
#define RUNTIME_NODE_CALL_RECORD_H

#include "runtime/node/node_state.h"

enum {
	PHRASE = 200
};

/* Called when the node begins an operation that differs from the last one. */
void node_record(struct node *me, const struct call *call);

/* Returns the record of the call in that operation, which the node has entered, or NULL if the
 * operation is too long ago. */
const struct call_record *call_record_at(const struct node *node, uint64_t operation);

/* Returns the first operation that both nodes have entered and called differently, as far as
 * records go back, or 0. */
uint64_t first_difference(const struct node *a, const struct node *b);

/* Returns the name, e.g. "allreduce", of an operation that the node has entered. */
const char *call_record_name(const struct node *node, uint64_t operation);

/* Fails the team: "node 2 calls broadcast #42 of 128 bytes from root 3, node 7 calls ...".
 * `operation` is the first that differs, or 0 if no record of that operation is left. */
void calls_differ(const struct node *a, const struct node *b, uint64_t operation);

/* Fails the team because the node received a packet of another operation, or of another size, than
 * the instruction is for. */
void node_differs(
	struct node *me, const struct instruction *instruction, uint64_t fingerprint, size_t bytes);

/* Fails the team because this node and the origin of a block say different sizes of the
 * block. */
void node_sizes_differ(struct node *me, const char *name, int origin, size_t sent, size_t expected);

/* Called when nothing runs. Returns true if all nodes have called the same operations with the same
 * arguments. Otherwise fails the team, with a line, and returns false. */
bool team_agrees(struct team *team);

#endif
