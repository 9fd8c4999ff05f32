/* Culprits: whose doing it is that a node waits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_CULPRIT_H
#define RUNTIME_CULPRIT_H

#include "runtime/team/node_state.h"

enum kind {
	LATE,	/* all wait for the culprit, which does not wait */
	READY,	/* the culprit waits for what is there */
	DIFFERS /* the two have called something different */
};

struct finding {
	enum kind kind;
	const struct node *waiting, *culprit;
	uint64_t operation; /* DIFFERS: which; 0: one that is not known any more */
};

/* From a waiting node to the one it waits for, and on, to the end, through however many operations. Sure
 * only when nothing has moved for a while, and does not meanwhile. */
struct finding culprit_find(const struct node *node);

#endif
