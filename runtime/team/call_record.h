/* Records: what each node called, for whoever looks for the two that differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RECORD_H
#define RUNTIME_RECORD_H

#include "runtime/team/node_state.h"

enum {
	PHRASE = 200
};

/* The node begins an operation that is unlike the last one. Edges: record.c. */
static inline void node_record(struct node *me, const struct call *call)
{
	struct record *record = &me->news.record[me->records++ & (RECORDS - 1)];

	me->called = call->fingerprint;
	store_own(&record->first, 0);
	store_own(&record->name, call->name);
	store_own(&record->bytes, call->bytes);
	store_own(&record->nodes, (uint64_t)call->destination << 32 | (uint32_t)call->root);
	store_own(&record->how, call->how);
	store_release(&record->fingerprint, call->fingerprint); /* N1 */
	store_release(&record->first, me->operation);		/* N3 */
}

/* What the node calls in that operation, which it has entered; NULL: that is too long ago. */
const struct record *record_at(const struct node *node, uint64_t operation);

/* The first operation that both have entered and called differently, as far as it is known; or 0. */
uint64_t first_difference(const struct node *a, const struct node *b);

/* "allreduce", of an operation that the node has entered. */
const char *record_name(const struct node *node, uint64_t operation);

/* Fails the team: "node 2 calls broadcast #42 of 128 bytes from root 3, node 7 calls ...". 0: it is not
 * known any more in which operation they began to differ. */
void calls_differ(const struct node *a, const struct node *b, uint64_t operation);

/* When nothing runs: the operations of all nodes are the same, and so were their arguments. False fails
 * the team, with a line. */
bool team_agrees(struct team *team);

#endif
