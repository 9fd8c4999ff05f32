/* Prepares a plan on a team with its buffers, and runs, times and checks the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_SESSION_H
#define PERF_TIMING_SESSION_H

#include "library/library_internal.h"
#include "runtime/wire/native_verdict.h"
#include "perf/data/buffers.h"
#include "perf/timing/run_result.h"
#include "perf/timing/data_keeper.h"
#include "perf/timing/stats.h"
#include "perf/timing/synchronised_start.h"
#include "perf/timing/verb_form.h"

enum {
	SESSION_BATCH = 1024
}; /* most operations of a single session_time */

struct session;
struct collective_request;

/* An operation that is timed like the collective, such as a bare copy. Each thread calls both
 * functions. */
struct session_act {
	/* Brings the data into their state, while no thread is inside the operation. */
	void (*keep)(const struct session *session, const struct session_act *act, int thread);
	void (*run)(const struct session *session, const struct session_act *act, int thread);
};

struct session {
	struct team *team; /* borrowed, like the plan */
	const struct grove_plan *plan;
	struct verb_form form;
	bool verb;			    /* the collective is called without the plan */
	struct row_sizes *sizes;	    /* of all nodes; NULL: blocks have one size */
	size_t *size_table;		    /* of all blocks, for plans with sizes; else NULL */
	struct grove_neighbour *neighbours; /* of each port of each node; else NULL */
	struct gate *gate;		    /* of each thread; NULL: phased */
	struct pattern pattern;
	struct buffers buffers;
	struct data_keeper keeper;
	struct call *calls;	       /* of each node */
	int *thread;		       /* of each node; -1: in another process */
	const struct session_act *act; /* NULL: the collective */
	struct stamp *stamp;	       /* SESSION_BATCH for each thread */
	struct start *start; /* of threads with a core, nodes and links of their own; else NULL */
	struct wrong *wrong; /* of each thread */
	size_t count;	     /* operations of the current job */
	const char *region;  /* region of the markers around the operations; NULL: none */
};

/* Makes a team for the options. Returns 0 or -errno. */
int session_team(struct team **team, const struct network *net, const struct run_options *options);

/* Checks, before there is a team, that this machine has memory for the buffers and programs of all
 * nodes. Returns 0, -EINVAL or -ENOMEM. */
int session_fits(const struct grove_plan *plan, size_t bytes);

struct session_work {
	const struct grove_plan *plan; /* messages: any plan of the network */
	size_t bytes;		       /* of a block, of a message, or the mean */
	enum data_state data;
	struct verb_form form;
	struct problem problem; /* messages: SEND or ALLTOALL; otherwise unused */
	bool verb;		/* the verb of the collective, which chooses by itself */
};

/* Allocates and fills the buffers, and prepares every node by its own thread. Timed operations will
 * find the data in the given state; paced links have no states. Returns 0 or -errno with why. */
int session_open(struct session *session, struct team *team, const struct session_work *work);
void session_close(struct session *session); /* all zeros are fine */

/* Fills all inputs with other values, and all outputs with wrong values. */
int session_refill(struct session *session);

/* Runs `count` operations of the collective, or of `act` if set, which all threads enter at once.
 * Stores in sample[0 .. count - 1] the seconds from the first entry to the last exit. Before
 * each operation the data come into their state, which is not timed. Does not fill the buffers. */
int session_time(struct session *session, size_t count, double *sample);

/* Returns what node v asks of the verb. */
struct collective_request session_verb(const struct session *session, int v);

/* Runs a verb until the verb has chosen the fastest of its ways. The session's operation is then
 * the verb, or, where the verb has chosen its plan, the session's plan. */
int session_choose(struct session *session, struct native_verdict *verdict);

/* Runs `count` operations without a meeting in between, on resident data, and computes the average
 * time. */
int session_backtoback(struct session *session, size_t count, double *seconds);

/* Brings the buffers of a thread's nodes into the state of the data. */
void session_keep(const struct session *session, int thread);

/* Returns true if the threads enter at an agreed instant, false if two meetings come before. */
bool session_agrees(const struct session *session);

/* Compares all buffers with the bytes that belong there after the operation. Sets *wrong,
 * and returns 0 or -errno. */
int session_check(struct session *session, struct wrong *wrong);

/* The limits of an operation, in seconds (row_limits.h). */
struct limit_times {
	double bound; /* NAN: not known */
	double peak;  /* of the busiest link's bytes; NAN: no link carries bytes, or not known */
};

/* Describes the plan on this team for an operation that takes `seconds` and has these limits, which
 * paced links do not need. Sets all of *result but seconds, check and wrong; adds flags to the
 * flags in *result. Returns 0 or -errno. */
int session_describe(const struct session *session, double seconds,
	const struct limit_times *limits, struct run_result *result);

/* Returns the flags of how threads share cores: FLAG_FOLDED, FLAG_OVERSUBSCRIBED,
 * FLAG_UNPINNED and FLAG_SHARED. */
int session_flags(const struct team *team);

/* Returns the flags that follow from the samples: FLAG_FEW_SAMPLES and FLAG_NOISY. */
int time_flags(const struct stats *time);

#endif
