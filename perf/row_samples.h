/* Warms a row up and takes its samples within a budget. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ROW_SAMPLES_H
#define PERF_ROW_SAMPLES_H

#include "perf/rival_row.h"
#include "perf/row_limits.h"

struct bench {
	struct bench_options options;
	struct team *team;   /* NULL: none is open */
	struct watch *watch; /* of the team; NULL: not asked for */
	double *sample;	     /* of the row, `room` at most */
	double *sorted;	     /* a copy of the samples */
	size_t room;
	double begin;		/* of the row, by monotonic_seconds */
	struct rival_row rival; /* of the row */
};

/* Opens buffers, checks, times the row within its budget, checks again and describes the row.
 * Returns 0 or -errno. */
int row_measure(struct bench *bench, const struct grove_plan *plan, const struct bench_case *what,
	struct bench_result *result);

/* Closes the team; the next row opens a team. */
void bench_close_team(struct bench *bench);

/* Returns true if the row has taken longer than the patience. All processes of a group ask
 * together, and get the same answer. */
bool row_is_long(const struct bench *bench);

/* Runs until cold caches and cold rings no longer slow the iterations down. Paced links need no
 * warm-up, because warm links keep the same pace, nor do simulated ones. */
int row_warm_up(struct bench *bench, struct session *session);

/* Takes samples until the row is precise or the budget is spent, in turns with the limits, which
 * may be NULL. Sets *done to their number. Returns 0 or -errno. */
int row_take_samples(
	struct bench *bench, struct session *session, struct row_limits *limits, size_t *done);

/* Returns the statistics of the first `done` samples. */
struct stats row_stats(struct bench *bench, size_t done);

#endif
