/* Lists the bytes that a row must bring to other nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_BARE_GROUPS_H
#define PERF_TIMING_BARE_GROUPS_H

#include "perf/timing/bare_work.h"
#include "perf/timing/session.h"

/* The parts of the work that any plan must do. A collective that folds nothing has a single part:
 * each result is copied from its source. A folding collective has two parts:
 *
 *	own	  each thread combines the inputs of its own nodes, and writes its own results
 *	crossing  the reader of a result combines an input of each thread
 *
 * So each input byte is read once, by its own thread, and a result crosses between two threads
 * once. */
enum bare_piece {
	PIECE_COPIES,
	PIECE_OWN,
	PIECE_CROSSING,
	PIECE_SHARED /* crossing, where all threads combine each byte once for all results */
};

/* Opens the bare copies of a piece, on the session's own buffers. A piece without work has no
 * groups. Returns 0, or -ENOMEM with why. */
int bare_of_problem(struct bare_work *bare, const struct session *session, enum bare_piece piece);

/* Return the bytes that come to their final place from other nodes: of a session, and of a problem
 * with blocks of that many bytes. */
double bare_delivered(const struct session *session);
double problem_delivered(const struct problem *problem, size_t bytes);

#endif
