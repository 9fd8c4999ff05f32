/* The work of a thread is all packets and bytes that the thread moves for a plan, in any order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_THREAD_WORK_H
#define PLAN_MODEL_THREAD_WORK_H

#include "plan/model/thread_time.h"

enum {
	WORK_THREADS = 64
};

/* The forms of packets whose bytes cost differently. In several rounds the size of a packet is
 * known but for an element, so that the form is not known. */
enum form {
	ANY_FORM,
	LENT,
	SHARED, /* lent, and copied by both ends */
	FORMS
};

struct thread_work {
	double ends; /* of packets: sends and receives */
	double pieces, folds, stalls;
	double bytes[2][2][FORMS]; /* [from another thread][combined] */
	double moves, moved;	   /* of blocks from any thread, and their bytes */
};

/* The work of all threads in the rounds that thread_time replays, or a little less. */
struct plan_work {
	const struct plan *plan;
	struct cutting cutting; /* of these rounds */
	uint64_t rounds;	/* with a packet for each hop that is never absent */
	int threads;
	bool refers, exact; /* exact: the only round */
	double sent;	    /* bytes */
	struct thread_work work[WORK_THREADS];
};

/* Counts the work on at most WORK_THREADS threads. Returns false if no round is replayed. */
bool plan_work_count(struct plan_work *w, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates);

#endif
