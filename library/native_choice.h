/* Collectives of the library below a team's wires, which a verb runs where they were faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NATIVE_CHOICE_H
#define LIBRARY_NATIVE_CHOICE_H

#include "library/prepared.h"
#include "runtime/wire/carrier.h"

/* The plan and the library run in series of calls, in turns; the second half of a series is timed.
 * A long call is timed well by itself, and a user should not wait for many. */
enum {
	NATIVE_TIMES = 6, /* series of each of the two */
	NATIVE_SHORT = 8, /* calls of a series */
	NATIVE_LONG = 2	  /* of a series of blocks from NATIVE_BYTES on */
};
enum {
	NATIVE_BYTES = 1 << 16
};

static inline int native_trials(size_t bytes)
{
	return 2 * NATIVE_TIMES * (bytes < NATIVE_BYTES ? NATIVE_SHORT : NATIVE_LONG);
}

/* Which of the two is faster for the blocks of a class of sizes: the plan, or the collective of the
 * library below. The first native_trials() calls of a verb run both and time both; then all nodes
 * decide by the same times. */
struct native_choice {
	struct native_choice *next;
	const struct grove_plan *plan;
	int calls, trials;	       /* so far; in all */
	bool chosen;		       /* after the trials: the library's */
	double times[2][NATIVE_TIMES]; /* seconds of a series, by the plan and the library */
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
