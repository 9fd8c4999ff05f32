/* Runs one plan once, on the threads of a team, and checks every byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CHECKED_RUN_H
#define PERF_CHECKED_RUN_H

#include "library/library_internal.h"
#include "perf/data/test_pattern.h"

/* All zeros, and check, is the usual way. */
struct run_options {
	int threads;	 /* 0: the smaller of nodes and usable cores; else a number of threads */
	const char *pin; /* as grove_team_options */
	enum waiting wait;
	double timeout; /* seconds; 0: 10 */
	bool check;
	const struct grove_pace *pace; /* NULL: the native clock */
};

/* What became of the data. */
enum check {
	CHECK_OFF, /* was not asked for */
	CHECK_PASS,
	CHECK_FAIL
};
const char *check_name(enum check check); /* "off", "pass", "fail" */

/* The conditions of a measurement that its reader must know: bits, and the name of each bit
 * ("folded"), NULL behind the last. */
enum {
	FLAG_FOLDED = 1,	 /* fewer threads than nodes */
	FLAG_OVERSUBSCRIBED = 2, /* more threads than usable cores */
	FLAG_UNPINNED = 4,	 /* a thread that is bound to no cpu */
	FLAG_FEW_SAMPLES = 8,	 /* too few for a 95 % interval */
	FLAG_NOISY = 16,	 /* the interval is wider than a fifth of the median */
	FLAG_LATE = 32,		 /* paced: a node was late for more than 5 % of the time */
	FLAG_SHARED = 64	 /* two threads that are bound to one cpu */
};
const char *flag_name(int bit);

struct run_result {
	int threads;
	int flags;
	char cpus[64];	/* of the threads in their order: "0,1"; "-" for one that is not bound */
	double seconds; /* the first run: last exit minus first entry, cold buffers and caches */
	enum check check;
	struct wrong wrong;
	struct grove_figures figures;
	enum forward forward; /* what ran: copy or reference */
	double link_Bps;      /* bytes over the busiest link, divided by the time; 0: no bytes;
			    NAN: by reference, when bytes cross no link */
	double peak_Bps; /* what one link carries at most; NAN: cannot be measured here */
	double bound_s,
		predicted_s;  /* NAN: not known here. Paced: of the links that were given; the
				        prediction is the simulator's, each packet as soon as it can */
	double synchronous_s; /* paced: the simulator's when all nodes step together; else NAN */
	double late; /* paced: the share of its time that the latest node was late; else NAN */
};

/* "native" or "paced". */
const char *clock_name(const struct run_options *options);

/* 0 (also when the check failed), or -errno with why: -EINVAL, -ENOMEM, -ETIMEDOUT. */
int run_plan(struct run_result *result, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes);

#endif
