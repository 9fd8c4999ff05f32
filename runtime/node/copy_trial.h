/* A trial finds out from a program's own runs which way of copying is fastest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_COPY_TRIAL_H
#define RUNTIME_NODE_COPY_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Which way is fastest differs from machine to machine, and sizes of caches do not tell:
 *
 *	a program's bytes		way
 *	64 KiB and more			WAY_USUAL: both ends copy
 *					WAY_OTHER: the receiver copies alone
 *	more than a core's own cache	WAY_PAST: as usual, with stores past the caches
 *
 * (A node that transposes blocks receives nothing, and has ways of its own: step.c.) Both ends are
 * twice as fast where nobody rewrites the data, and slower where stores to lines of the other core
 * take long. Stores past the caches make large copies twice as fast on some machines, and two to
 * five times slower on others. The processor, the memory, the distance of the cores and the other
 * load have a part in the result, and a virtual machine may show a larger cache than it gets. So a
 * program of such a size runs in its ways in turn, and each way has several turns, because other
 * load often lasts for some runs. A way's first runs in its turn do not count, because data lie
 * where the other way has left the data. After the trial the way with the shortest run stays, and
 * after TRIAL_PERIOD runs the trial begins again, because machines change. A way that takes twice
 * as long is given up in its first turn.
 *
 * All nodes of a team begin a trial with the same operation, and programs without WAY_PAST run in
 * the best way so far in the turns of WAY_PAST. So all nodes try the same way at the same time,
 * until a node gives a way up. */
enum way {
	WAY_USUAL,
	WAY_OTHER,
	WAY_PAST,
	WAYS
};

enum {
	TRIAL_BYTES = 64 << 10,
	TRIALS = 8, /* of a node: programs whose results are kept */
	TRIAL_TURN = 4,	   /* runs in a way, before the next way has its turn, ... */
	TRIAL_WARM_UP = 2, /* ... of which that many do not count */
	TRIAL_ROUNDS = 3,
	TRIAL_RUNS = TRIAL_ROUNDS * WAYS * TRIAL_TURN,
	TRIAL_PERIOD = 1024
};

struct program;

struct way_trial {
	const struct program *program;
	uint32_t runs;
	bool lost[WAYS]; /* given up */
	int64_t shortest[WAYS]; /* nanoseconds */
	int64_t warm_up; /* the shortest of the first runs of this turn */
};

struct way_trials {
	struct way_trial trial[TRIALS];
	struct way_trial *now; /* of the running program, while its runs are timed; else NULL */
	int64_t began;
};

/* Returns the way in which this run of the program copies. */
enum way copy_trial_begin(struct way_trials *trials, const struct program *program, bool past);

/* Notes the end of a run that is timed. */
void copy_trial_end(struct way_trials *trials);

#endif
