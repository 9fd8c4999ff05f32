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
 * grove: last exit minus first entry (perf/synchronised_start.h), less the clock's own cost; buffers are left
 * alone while timed, and compared before. Nothing of this is linked into grove.
 *
 * PEER_BUDGET	seconds for a row [0.02]
 * PEER_CPUS	the two cpus, "0,1" [0,1]
 * PEER_MIN, PEER_MAX, PEER_FACTOR	sizes of sweeps in bytes [8, 16 MiB, 4]
 * PEER_FIRST	of several collectives, the number of the one that comes first [0]
 * PEER_VARIANT	what is said behind a library's name: how it was set */
struct peer_settings {
	double budget;
	int cpu[2];
	size_t min, max, factor;
	int first;
	const char *variant; /* "" */
};

/* Read once; ends the program with status 2 and a line when one is no number. */
const struct peer_settings *peer_settings(void);

/* The size behind that one: by the factor, the last one is the maximum itself; 0: there is none. */
size_t peer_next(size_t bytes);

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
	double backtoback; /* seconds, the average of operations that follow one another; 0: no field */
	const char *start; /* "agreed", "meeting" (perf/synchronised_start.h); NULL: no field */
};

void peer_begin(void);
void peer_write(const struct peer_row *row); /* whole lines: an unfinished file can be closed */
void peer_end(void);

/* ---- How often ---- */

enum {
	PEER_BATCH = 512, /* operations between two decisions */
	PEER_RUNS = 21,	  /* of operations that follow one another; their median is taken */
	PEER_SMALL = 2048 /* bytes up to which they are timed, too */
};

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

/* How many operations one run has of those that follow one another, when one takes `seconds`: runs
 * are short enough to fall between interruptions. */
size_t peer_run_length(double seconds);

/* ---- Two threads ---- */

/* One side's part of one operation. */
typedef void peer_part(int me, void *context);

/* Both threads of a pair call it with the same arguments; side 0 sets the row's times. For threads
 * that are there already, as OpenMP's are. */
void peer_side(int me, peer_part *part, void *context, struct peer_row *row);

/* Makes two pinned threads that do so. */
void peer_pair(peer_part *part, void *context, struct peer_row *row);

/* The pair's own meeting: both have called it when it returns. */
void peer_meet(int me);

#ifdef __cplusplus
}
#endif
#endif
