/* How a plan is run, and what a run gives: conditions, times and rates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_RUN_RESULT_H
#define PERF_TIMING_RUN_RESULT_H

#include "grove_measure.h"
#include "library/library_internal.h"
#include "perf/data/test_pattern.h"
#include "plan/costs/data_state.h"

/* How to run a plan. The usual options are all zeros, with check set. */
struct run_options {
	int threads;	 /* 0: the smaller of nodes and usable cores; else a number of threads */
	const char *pin; /* as in grove_team_options */
	enum waiting wait;
	double timeout; /* seconds; 0: 10 */
	bool check;
	const struct grove_pace *pace; /* NULL: the native clock */
	enum data_state data;	       /* that operations find; without a meaning on paced links */
};

/* The result of checking the data. */
enum check {
	CHECK_OFF, /* not asked for */
	CHECK_PASS,
	CHECK_FAIL
};
const char *check_name(enum check check); /* "off", "pass", "fail" */

/* The conditions of a measurement that a reader of the figures must know,
 * a bit for each condition. */
enum {
	FLAG_FOLDED = 1,	 /* fewer threads than nodes */
	FLAG_OVERSUBSCRIBED = 2, /* more threads than usable cores */
	FLAG_UNPINNED = 4,	 /* a thread is bound to no cpu */
	FLAG_FEW_SAMPLES = 8,	 /* too few samples for a 95 % interval */
	FLAG_NOISY = 16,	 /* the interval is wider than a fifth of the median */
	FLAG_LATE = 32,		 /* paced: a node was late for more than 5 % of the time */
	FLAG_SHARED = 64,	 /* two threads are bound to the same cpu */
	FLAG_LOADED = 128,	 /* other programs or machines took more than 5 % of the time */
	FLAG_MOVED = 256,	 /* a line between the cores took longer before or after the row */
	FLAG_THROTTLED = 512,	 /* arithmetic took 10 % longer than at another time */
	FLAG_HIDDEN = 1024,	 /* the system does not tell which cpus share cores and caches */
	FLAGS_DISTURBED = FLAG_LOADED | FLAG_MOVED | FLAG_THROTTLED
};

/* Returns the name of the bit with that number, such as "folded" for 0; NULL after the last. */
const char *flag_name(int bit);

struct run_result {
	int processes; /* each with as many of the threads */
	int threads;
	int flags;
	char cpus[64];	  /* of the threads in their order: "0,1"; "-" for a thread without a cpu */
	double seconds;	  /* the first run: last exit minus first entry */
	const char *data; /* the state of the data by name; NULL: paced or simulated */
	enum check check;
	struct wrong wrong;
	struct grove_figures figures;
	enum forward forward; /* as the plan ran: by copy or by reference */
	double link_Bps; /* bytes over the busiest link / time; NAN: no bytes, or by reference */
	/* The rate at which bare copies bring as many bytes, in the same state, from end to end of
	 * the busiest links; on paced links the rate of a link. NAN: not known, or by reference. */
	double peak_Bps;
	/* Delivered bandwidth: bytes that come to their final place / time; NAN: no bytes. */
	double delivered_Bps;
	/* The bound and the prediction; NAN: not known. On threads the bound is the time of bare
	 * copies of all bytes (perf/row_limits.h). On paced links the given times of the links
	 * count, and the prediction is the simulator's for nodes that send as soon as possible. */
	double bound_s, predicted_s;
	double synchronous_s; /* paced: simulated with all nodes in step; else NAN */
	double late;	      /* paced: share of the time that the latest node was late; else NAN */
};

/* Returns "native", "paced" or "simulated". */
const char *clock_name(const struct run_options *options);

#endif
