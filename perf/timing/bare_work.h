/* Bare copies move the bytes of a row between the nodes' memory with no plan, packet or link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_BARE_WORK_H
#define PERF_TIMING_BARE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include "runtime/kernels/fold.h"

/* A step combines the bytes at `from` with the bytes of the steps before, and then writes the
 * result to `to`. NULL: the step reads nothing, or writes nothing. */
struct bare_step {
	const unsigned char *from;
	unsigned char *to;
};

/* Steps that make one result of the work's bytes in memory of thread `reader`. */
struct bare_group {
	int reader;
	int owner; /* thread whose memory is read; -1: of several threads */
	size_t first, steps;
	_Atomic int claims; /* of pieces so far; relaxed, because a claim carries no data */
};

struct bare_thread;

struct bare_work {
	size_t bytes; /* of each step */
	const struct folding *folding;
	int threads;
	struct bare_group *group;
	struct bare_step *step;
	size_t groups, groups_room, steps, steps_room;
	struct bare_thread *thread;
	void *memory; /* of the steps, where these have memory of their own; else NULL */
	size_t memory_bytes;
};

/* The order in which the two ends of a group go through their parts of the bytes. */
enum bare_order {
	ORDER_FORWARD,
	ORDER_INWARD,	 /* the owner begins at the last byte */
	ORDER_TO_AND_FRO /* inward, and every other time outward: what was used last comes first */
};

/* How to do a bare copy. Reader and owner of a group share its bytes: the reader takes that many
 * eighths, and the owner takes the rest. With BARE_CLAIMED both claim pieces until none is left. */
enum {
	BARE_CLAIMED = -1
};

struct bare_way {
	int eighths; /* 0 to 8, or BARE_CLAIMED */
	bool past;   /* past the caches: runtime/kernels/copy.h */
	enum bare_order order;
};

int bare_open(struct bare_work *bare, size_t bytes, const struct folding *folding, int threads);
void bare_close(struct bare_work *bare); /* all zeros are fine */

/* Begins a group, or adds a step to the group that began last. Return 0 or -ENOMEM. */
int bare_begin(struct bare_work *bare, int reader, int owner);
int bare_add(struct bare_work *bare, const unsigned char *from, unsigned char *to);

/* Makes the claims of a thread's groups ready. All threads call this function between two
 * meetings. */
void bare_ready(const struct bare_work *bare, int thread);

/* Does a thread's part of all groups. */
void bare_run(const struct bare_work *bare, int thread, struct bare_way way);

/* Returns true if a group reads memory of a thread other than its reader. */
bool bare_crosses(const struct bare_work *bare);

#endif
