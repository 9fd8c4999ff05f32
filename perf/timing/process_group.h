/* The processes that measure together: this process alone, or the ranks of an MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_PROCESS_GROUP_H
#define PERF_TIMING_PROCESS_GROUP_H

#include "library/library_internal.h"
#include "library/wired.h"
#include "plan/costs/rank_costs.h"

struct session;

/* The collectives of the processes' own library, to which a row is compared. */
struct rival {
	/* Gets what a session's operations need, and writes the name of the collective that does
	 * their work. What was opened before is closed. Returns 0, -EINVAL with why if the library
	 * has none, or -ENOMEM. */
	int (*open)(char *name, size_t size, const struct session *session);
	/* Brings the data of this process's nodes to where the library works, before operations. */
	void (*fill)(const struct session *session);
	/* Brings a thread's share of the memory into the state of the data. */
	void (*keep)(const struct session *session, int thread);
	/* Does the work. Each thread of a process calls this function. */
	void (*call)(const struct session *session, int thread);
	/* Brings the results back to the nodes' buffers. */
	void (*give)(const struct session *session);
	void (*close)(void); /* does nothing where nothing is open */
};

/* Time that is simulated, and the same in all processes. Copies, folds and caches are not a part of
 * it. */
struct simulated_time {
	double (*seconds)(void);
	void (*together)(void); /* returns in all processes at the same instant */
};

/* All processes of a group measure the same rows, and must take every decision alike. So a time or
 * a failure that only one process sees is joined before anything depends on it. */
struct process_group {
	int number, count;		    /* of this process, from 0, and of all */
	int cores;			    /* threads that a process usually gets */
	struct grove_wired_between between; /* seconds of links between processes, for choices */
	const int *host_of;		    /* of each process */
	struct grove_wired_within within;   /* and within a process */
	/* Opens a team over all processes, with as many nodes in each. */
	int (*open)(struct grove_team **team, const struct grove_team_options *options);
	/* Returns in all processes the error of the first process that has one, with its line. */
	int (*confer)(int error);
	/* Measures the links between processes, and fills in the table. Returns in all processes 0,
	 * or the same error with why. */
	int (*calibrate)(struct rank_table *table);
	const struct rival *rival;		/* NULL: rows are compared to none */
	const struct simulated_time *simulated; /* NULL: time is real */
};

/* Returns this process's group. */
const struct process_group *process_group(void);

/* Sets the group, before anything is measured. The struct must stay. */
void process_group_join(const struct process_group *group);

bool process_is_alone(void);
bool process_is_simulated(void);
int group_confer(int error); /* alone: the process's own */

/* Returns the threads of a process, of which that many are asked for; 0: the usual number. */
int group_threads(const struct network *net, int asked);

/* Gets the rates for choices: of the links of processes with that many threads, or of this
 * machine's threads. The rates hold until the next call. Returns 0 or -errno with why. */
int group_rates(struct rates *rates, const struct network *net, int threads);

#endif
