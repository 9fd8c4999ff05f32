/* The benchmark engine: times one operation after the other, each row of a table as it must be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_BENCH_ENGINE_H
#define PERF_BENCH_ENGINE_H

#include "perf/checked_run.h"
#include "perf/stats.h"

struct bench_options {
	struct run_options run; /* threads, pin, wait, timeout, check */
	size_t iterations;	/* 0: as many as the budget allows, at least STATS_FEWEST */
	long warmup;		/* iterations; -1: a fifth of the budget, at least 3 */
	double budget;		/* seconds of timed iterations for one row */
	size_t backtoback;	/* bytes of a block up to which operations that follow one another
				   are timed, too; 0: none are */
	enum forward forward;	/* of plans that are made for a row */
};

/* check on, forwarding by copy, 0.2 s for each row, the rest as the machine is. */
struct bench_options bench_defaults(void);

/* One row to be measured. An empty algorithm, or "auto", is chosen for these bytes. */
struct bench_case {
	struct problem problem; /* the permutation is borrowed */
	size_t bytes;		/* of one block */
	size_t packet;		/* 0: no limit; GROVE_PACKET_AUTO */
	enum grove_type type;
	const struct grove_fold *fold; /* of folding collectives; NULL: sum */
};

/* The row. Numbers that are not known are NAN (null in JSON). */
struct bench_result {
	int error;	/* 0, or -errno: then `text` says why, and nothing else but `what` is set */
	char text[512]; /* of an error, or of the wrong byte when the check failed */
	struct bench_case
		what; /* as asked, with the name of the algorithm that ran, and its order */
	struct run_result run; /* threads, flags, cpus, check, wrong, figures, link_Bps, bound_s ...
	                           of the median; run.seconds is the first run's */
	size_t packet;	       /* the limit that applied; 0: none */
	struct stats time;     /* seconds of one operation */
	double backtoback_s;   /* NAN: not asked for */
	const char *clock;     /* "native", "paced" */
	bool agreed;	       /* the threads entered at an agreed instant, else behind meetings */
	struct grove_pace pace; /* of the paced clock */
};

struct bench; /* keeps the team from row to row, while network and options stay */

int bench_open(struct bench **bench, const struct bench_options *options);
void bench_close(struct bench *bench); /* NULL is fine */

/* One row: plan, buffers, check, warm-up, samples, check. 0 or result->error. After -ETIMEDOUT the
 * next row opens a new team. */
int bench_row(struct bench *bench, const struct bench_case *what, struct bench_result *result);

/* The same for a plan that is there, from a file. */
int bench_plan(struct bench *bench, const struct grove_plan *plan, size_t bytes,
	struct bench_result *result);

/* Sizes min, min * factor, ..., and max as the last one. From 0 the next one is one element. */
struct sweep {
	size_t min, max;
	size_t factor; /* at least 2; 1: min alone */
};

/* The size behind this one, of whole elements; false behind the last. */
bool sweep_next(const struct sweep *sweep, size_t element, size_t *bytes);

/* Called before each row (result NULL) and after it, counting rows from 0. What is not 0 ends the
 * sweep and is returned: so the caller decides what a row that failed means. */
typedef int bench_watcher(void *context, int row, int rows, const struct bench_result *result);

/* All sizes of the first case, then of the second, ... The bytes of the cases are ignored. 0, what
 * the watcher returned, or -EINVAL for a sweep that is none. */
int bench_sweep(struct bench *bench, const struct bench_case *cases, int count,
	const struct sweep *sweep, bench_watcher *watcher, void *context);

#endif
