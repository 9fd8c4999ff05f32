/* Finds the peak and the bound of a row by bare copies, in turns with the row's operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ROW_LIMITS_H
#define PERF_ROW_LIMITS_H

#include "perf/timing/session.h"

/* What the operation of a row is compared with. All of these find the data in the row's state and
 * are timed exactly as the operation is, between the same threads:
 *
 *	line	  a bare cache line goes from a thread to another thread
 *	copies	  all blocks are copied straight from their sources
 *	own	  each thread folds the inputs of its own nodes
 *	crossing  each result is folded from an input of each thread
 *	links	  the bytes of the busiest link, for each thread to which such a link leads
 *
 * The best of several ways counts: by the reader, by the owner of the source, or by both in
 * different shares; through the caches or past the caches. */
enum limit {
	LIMIT_LINE,
	LIMIT_COPIES,
	LIMIT_OWN,
	LIMIT_CROSSING,
	LIMIT_LINKS,
	LIMITS
};

struct row_limits;

/* Prepares the limits of a session's row, and chooses the best ways. All turns of a limit take some
 * `budget` seconds together. *limits is NULL for a row without limits: paced, or with a single
 * node. Returns 0 or -errno with why. */
int row_limits_open(struct row_limits **limits, struct session *session, double budget);
void row_limits_close(struct row_limits *limits); /* NULL is fine */

enum {
	LIMIT_TURNS = 5
};

/* Takes a turn of all limits, right after operations of a median of `seconds`; at most LIMIT_TURNS
 * turns. NULL is fine. Returns 0 or -errno. */
int row_limits_turn(struct row_limits *limits, double seconds);

/* The limits of an operation that takes `seconds`: the median over turns of the limit's time
 * divided by the time of the operations in that turn, times `seconds`. So a machine that changes
 * its speed during the row changes both alike. */
struct limit_times row_limits_of(const struct row_limits *limits, double seconds);

/* Returns true if an operation that took `seconds` seems to be faster than its limits allow, by
 * more than noise. Such limits were measured while the machine was busy, and are not told. */
bool limits_are_beaten(const struct limit_times *times, double seconds);

#endif
