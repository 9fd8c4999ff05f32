/* Times the operations of a benchmark, row by row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_BENCH_ENGINE_H
#define PERF_BENCH_ENGINE_H

#include "grove_measure.h"
#include "perf/checked_run.h"
#include "perf/timing/session.h"
#include "perf/timing/stats.h"

struct bench_options {
	struct run_options run; /* threads, pin, wait, timeout, check */
	size_t iterations;	/* 0: as many as the budget allows, at least STATS_FEWEST */
	long warmup;		/* iterations; -1: a fifth of the budget, at least 3 */
	double budget;		/* seconds of timed iterations for a row, at most */
	/* Seconds of a row from its planning on, before it takes the fewest samples that have a
	 * median, and no warm-up and no limits; 0: never. */
	double patience;
	/* A row ends after a fifth of the budget when half of the interval is at most this share of
	 * the median; 0: never before the budget. */
	double precision;
	bool watch; /* flags disturbances, and measures such a row again while the budget lasts */
	/* Blocks of up to that many bytes are also timed without a meeting
	 * between operations; 0: none. */
	size_t backtoback;
	enum forward forward; /* of plans that are made for a row */
	bool limits; /* measure peak and bound of each row, which takes twice its time more */
	/* Asked between batches of operations: true ends the row with -EINTR. NULL: never. */
	bool (*stop)(void);
};

/* Returns options with check and limits on, forwarding by copy, a precision of 5 %, 0.5 s for each
 * row, and 10 s of patience. */
struct bench_options bench_defaults(void);

/* A row to be measured. An algorithm that is empty or "auto" is chosen for these bytes. */
struct bench_case {
	struct problem problem; /* the permutation is borrowed */
	size_t bytes;		/* of a block */
	size_t packet;		/* 0: no limit; GROVE_PACKET_AUTO */
	int type;
	const struct grove_fold *fold; /* of folding collectives; NULL: sum */
	const struct grove_plan *plan; /* of a file; borrowed. NULL: the row makes its plan */
	struct verb_form form;	       /* messages: the problem is a send, or an alltoall */
};

/* A measured row. Numbers that are not known are NAN (null in JSON). A launch hands rows over to
 * another process (tool/commands/bench.c), which replaces every pointer. */
struct bench_result {
	int error;		/* 0, or -errno: then only `text` and `what` are set */
	char text[512];		/* of an error, or of the wrong byte when the check failed */
	struct bench_case what; /* as asked, with the algorithm and order that ran */
	/* Threads, flags, cpus, check and figures. Rates and predictions belong to the median;
	 * run.seconds is the time of the first run. */
	struct run_result run;
	size_t packet;		   /* limit in force; 0: none */
	struct stats time;	   /* seconds of an operation */
	struct limit_times limits; /* of the median */
	double backtoback_s;	   /* NAN: not asked for */
	struct stats trip; /* a bare line between the first two threads; no samples: not known */
	const char *clock; /* "native", "paced" */
	bool agreed;	   /* entered at an agreed instant; else after meetings */
	int launches;	   /* 0: one, this process */
	const struct stats *launch; /* of each of several launches; borrowed */
	struct grove_pace pace;	    /* of paced links */
	bool foreign; /* a collective of the MPI, of whose plan nothing is known */
	/* Of a verb that may leave its plan: `algorithm` is then "native", the MPI's own
	 * collective, or "shared", shared memory. */
	struct native_verdict verdict;
	const struct bench_result *rival; /* such a row beside this one; borrowed. NULL: none */
};

struct bench; /* keeps the team from row to row if the network stays */

int bench_open(struct bench **bench, const struct bench_options *options);
void bench_close(struct bench *bench); /* NULL is fine */

/* Measures a row: makes plan and buffers, checks, warms up, takes samples, checks. Returns 0 or
 * result->error. After -ETIMEDOUT the next row opens a new team. */
int bench_row(struct bench *bench, const struct bench_case *what, struct bench_result *result);

/* Measures a row of a plan that the caller has made, for example from a file. */
int bench_plan(struct bench *bench, const struct grove_plan *plan, size_t bytes,
	struct bench_result *result);

/* Sets the flags and the text that follow from time and check. */
void bench_judge(struct bench_result *result);

/* Sizes min, min * factor, ..., with max as the last size. The size after 0 is an element. */
struct sweep {
	size_t min, max;
	size_t factor; /* at least 2; 1: only min */
};

/* Returns the size of the elements of which a case has a whole number. */
size_t bench_element(const struct bench_case *what);

/* Sets *bytes to the next size, in whole elements. Returns false after the last size. */
bool sweep_next(const struct sweep *sweep, size_t element, size_t *bytes);

/* Returns the number of rows of a sweep, as bench_sweep takes it, or with a factor of 1 a row for
 * each case of its own bytes. Sets *seconds to about the time that all rows take. */
int bench_forecast(double *seconds, const struct bench_options *options,
	const struct bench_case *cases, int count, const struct sweep *sweep);

/* Called before each row (result is NULL) and after each row. Rows count from 0. A value other than
 * 0 ends the sweep and is returned, so the caller decides how to go on after a failed row. */
typedef int bench_watcher(void *context, int row, int rows, const struct bench_result *result);

/* Measures all sizes of the first case, then of the second case, and so on. Ignores the bytes of
 * the cases. Returns 0, the watcher's value, or -EINVAL for a sweep without sizes. */
int bench_sweep(struct bench *bench, const struct bench_case *cases, int count,
	const struct sweep *sweep, bench_watcher *watcher, void *context);

#endif
