/* Collectives of the library below a team's wires, which a verb runs where they were faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NATIVE_CHOICE_H
#define LIBRARY_NATIVE_CHOICE_H

#include "library/prepared.h"
#include "runtime/wire/carrier.h"

enum {
	NATIVE_TRIALS = 20, /* of both together */
	NATIVE_WARMUP = 4,  /* of these */
	NATIVE_TIMES = (NATIVE_TRIALS - NATIVE_WARMUP) / 2
};

/* Which of the two is faster for the blocks of a class of sizes: the plan, or the collective of the
 * library below. The first NATIVE_TRIALS calls of a verb run and time both in turns; then all nodes
 * decide by the same times. */
struct native_choice {
	struct native_choice *next;
	const struct grove_plan *plan;
	int calls;		       /* so far */
	bool chosen;		       /* after NATIVE_TRIALS calls: the library's */
	double times[2][NATIVE_TIMES]; /* seconds, of the plan and of the library */
};

/* Finds the choice for a call that was prepared with a plan of the verbs. Sets *choice to NULL if
 * the library has no such collective. Returns 0, or -ENOMEM with why. */
int native_choice_find(struct native_choice **choice, struct node *me,
	const struct collective_request *r, const struct made_call *made);

/* Returns what the library needs to know of a verb, but for the buffers. */
struct native_call native_call_of(
	const struct node *me, const struct collective_request *r, const struct folding *folding);

/* Runs a call that has a choice. Returns 0, or -errno with why. */
int native_run(struct node *me, const struct collective_request *r, const struct call *call);

/* Returns true if such calls of that node have been chosen for the library. */
bool native_is_chosen(struct node *me, const struct collective_request *r);

/* A team that heals tries again: its nodes may have failed in different calls. */
void native_choices_renew(struct cached_team *kept);
void native_choices_free(struct cached_team *kept);

#endif
