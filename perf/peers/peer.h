/* What all comparison programs share: settings, two pinned threads, timing, and one form of rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PEER_H
#define PERF_PEERS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif
#include <stddef.h>
#include <stdint.h>
#include "perf/stats.h"

/* Comparison programs of our own against real libraries. They are timed as perf/session.c times
 * grove: last exit minus first entry (perf/start.h), less the clock's own cost; buffers are left
 * alone while timed, and compared before. Nothing of this is linked into grove.
 *
 * PEER_BUDGET	seconds for a row [0.02]
 * PEER_CPUS	the two cpus, "0,1" [0,1]
 * PEER_MIN, PEER_MAX, PEER_FACTOR	sizes of sweeps in bytes [8, 8 MiB, 4] */
struct peer_settings {
	double budget;
	int cpu[2];
	size_t min, max, factor;
};

/* Read once; ends the program with status 2 and a line when one is no number. */
const struct peer_settings *peer_settings(void);

/* Binds the calling thread; no error where that is not allowed. */
void peer_pin(int cpu);

/* Ends the program: one line, status 1. */
void peer_fail(const char *text);

/* malloc on a boundary of huge pages, or the end. For free(). */
void *peer_memory(size_t bytes);

/* ---- Rows, in the form of `grove bench --json` ---- */

struct peer_row {
	const char *collective, *algorithm, *network;
	const char *schedule; /* what grove chose; NULL: no field */
	int nodes;
	size_t bytes;
	struct stats time; /* seconds */
};

void peer_begin(void);
void peer_write(const struct peer_row *row); /* whole lines: an unfinished file can be closed */
void peer_end(void);

/* ---- How often ---- */

enum {
	PEER_BATCH = 512
}; /* operations between two decisions */

/* The samples of one row, and what to do next. */
struct peer_samples {
	double *sample;
	size_t count, room, batch;
	double begin; /* of the samples, behind the warm-up; 0: warming up */
	double first; /* of the warm-up */
};

void peer_samples_open(struct peer_samples *samples);
/* How many operations come next; 0: it is enough. */
size_t peer_samples_next(struct peer_samples *samples);
/* Takes samples in: those of a warm-up are dropped. */
void peer_samples_add(struct peer_samples *samples, const double *seconds, size_t count);
/* Their statistics; frees them. */
struct stats peer_samples_close(struct peer_samples *samples);

/* ---- Two threads ---- */

/* One side's part of one operation. */
typedef void peer_part(int me, void *context);

/* Both threads of a pair call it with the same arguments; side 0 gets the statistics. For threads
 * that are there already, as OpenMP's are. */
struct stats peer_side(int me, peer_part *part, void *context);

/* Makes two pinned threads that do so. */
struct stats peer_pair(peer_part *part, void *context);

/* The pair's own meeting: both have called it when it returns. */
void peer_meet(int me);

#ifdef __cplusplus
}
#endif
#endif
