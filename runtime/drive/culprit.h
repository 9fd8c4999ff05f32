/* Finds the culprit: the node that keeps another node waiting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_CULPRIT_H
#define RUNTIME_DRIVE_CULPRIT_H

#include "runtime/node/node_state.h"

enum kind {
	LATE,	/* all wait for the culprit, and the culprit does not wait */
	READY,	/* the culprit waits for an event that has happened */
	DIFFERS /* the two have called something different */
};

struct finding {
	enum kind kind;
	const struct node *waiting, *culprit;
	uint64_t operation; /* DIFFERS: the first that differs; 0: no longer on record */
};

/* Follows the waits from a waiting node to the end of the chain, through any number of operations.
 * The result is certain only if nothing has moved for a while, and nothing moves during the
 * search. */
struct finding culprit_find(const struct node *node);

/* Returns the node that a node, which has told what it waits for in an operation, waits for in
 * vain, or NULL. */
const struct node *node_missed_peer(const struct node *me);

#endif
