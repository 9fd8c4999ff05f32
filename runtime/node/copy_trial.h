/* A trial finds out from a program's own runs which of two ways of copying is faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_COPY_TRIAL_H
#define RUNTIME_NODE_COPY_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Two questions have no answer that holds on all machines, and sizes of caches do not tell:
 *
 *	the program touches	usual way		other way
 *	64 KiB and more		both ends copy		the receiver copies alone
 *	more than caches hold	through the caches	past the caches
 *
 * Both ends are twice as fast where nobody rewrites the data, and slower where stores to lines of
 * the other core take long. Stores past the caches make large copies twice as fast on some
 * machines, and two to five times slower on others. The processor, the memory, the distance of the
 * cores and the other load have a part in the result. So a program of such a size runs in both ways
 * in turn. A way's first runs in its turn do not count, because data lie where the other way has
 * left the data. After TRIAL_RUNS runs the way with the shortest run stays, and after TRIAL_PERIOD
 * runs the trial begins again, because machines change. A way that takes twice as long is given up
 * at its first run.
 *
 * All nodes of a team begin a trial with the same operation, so all nodes try the same way at the
 * same time, until a node gives up. */
enum {
	TRIAL_BYTES = 64 << 10,
	TRIALS = 8, /* of a node: programs whose results are kept */
	TRIAL_RUNS = 16,
	TRIAL_TURN = 4,	   /* runs in a way, before the other way has its turn, ... */
	TRIAL_WARM_UP = 2, /* ... of which that many do not count */
	TRIAL_PERIOD = 512
};

struct program;

struct way_trial {
	const struct program *program;
	uint32_t runs;
	bool lost; /* the other way was given up */
	int64_t shortest[2]; /* nanoseconds: the usual way, the other way */
};

struct way_trials {
	struct way_trial trial[TRIALS];
	struct way_trial *now; /* of the running program, while its runs are timed; else NULL */
	int64_t began;
};

/* Returns true if this run of the program should copy in the other way. */
bool copy_trial_begin(struct way_trials *trials, const struct program *program);

/* Notes the end of a run that is timed. */
void copy_trial_end(struct way_trials *trials);

#endif
