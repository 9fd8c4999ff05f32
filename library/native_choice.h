/* Collectives of the library below a team's wires, which a verb runs where they were faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NATIVE_CHOICE_H
#define LIBRARY_NATIVE_CHOICE_H

#include "library/prepared.h"
#include "runtime/wire/carrier.h"
#include "runtime/wire/native_verdict.h"

/* The ways of a call run in series of calls, in turns; the second half of a series is timed. A long
 * call is timed well by itself, and a user should not wait for many. */
enum {
	NATIVE_TIMES = 6, /* series of each way */
	NATIVE_SHORT = 8, /* calls of a series */
	NATIVE_LONG = 2	  /* of a series of blocks from NATIVE_BYTES on */
};
enum {
	NATIVE_BYTES = 1 << 16
};

/* Returns how many calls of that many bytes choose, at most. */
static inline int native_trials(size_t bytes)
{
	return NATIVE_WAYS * NATIVE_TIMES * (bytes < NATIVE_BYTES ? NATIVE_SHORT : NATIVE_LONG);
}

struct native_group;

/* The fastest way for the blocks of a class of sizes. Each node has its own, as it makes its own
 * calls. The first calls of a verb run all ways and time them; then all nodes decide by the same
 * times. */
struct native_choice {
	struct native_choice *next;
	const struct node *node;
	struct native_group *group; /* of the node's process */
	const struct grove_plan *plan;
	int ways;			 /* that the verb has */
	enum native_way way[NATIVE_WAYS]; /* these; BY_PLAN first */
	int calls, length;		 /* calls so far; of a series */
	enum native_way chosen;
	/* Seconds of a series; after the trials, of the slowest node. */
	double times[NATIVE_WAYS][NATIVE_TIMES];
};

/* Finds the choice for a call on a team over several processes that was prepared with a plan of the
 * verbs. Leaves *choice if the library has no such collective. Returns 0, or -ENOMEM with why. */
int native_choice_find(struct native_choice **choice, struct node *me,
	const struct collective_request *r, const struct made_call *made);

/* Returns the node's own choice for a call, which may have been prepared by another node of the
 * thread. */
struct native_choice *native_choice_of(const struct node *me, const struct call *call);

/* Returns what the library needs to know of a verb, but for the buffers. */
struct native_call native_call_of(
	const struct node *me, const struct collective_request *r, const struct folding *folding);

/* Runs a call that has a choice. Returns 0, or -errno with why. */
int native_run(struct node *me, const struct collective_request *r, const struct call *call);

/* Returns what was chosen for such calls of a node. */
struct native_verdict native_verdict_of(struct node *me, const struct collective_request *r);

void native_choices_free(struct cached_node *kept);

/* native_group.c: the nodes of a process, of which one calls the library below for all. */

/* Returns the group of the node's process, or NULL with why. */
struct native_group *native_group_of(struct node *me);
void native_group_free(struct native_group *group);  /* NULL is fine */

/* Does a node's part. Returns 0, -errno of the abort, or -EAGAIN as wires_perform. */
int native_group_perform(
	struct native_group *group, struct node *me, const struct native_call *call);

#endif
