/* Shares settings, two pinned threads, timing and rows among all comparison programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PEER_H
#define PERF_PEERS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "perf/timing/stats.h"

/* Programs that compare grove with other libraries, and are not linked into grove. Operations are
 * timed as in perf/timing/session_timing.c: from the first entry to the last exit
 * (perf/timing/synchronised_start.h), less the time of a clock reading. Before each operation on
 * fresh data every side rewrites its inputs and reads its outputs; resident data are left alone
 * (plan/costs/data_state.h).
 *
 * PEER_BUDGET	seconds for a row [0.02]
 * PEER_CPUS	the two cpus, "0,1" [0,1]
 * PEER_MIN, PEER_MAX, PEER_FACTOR	sizes of sweeps in bytes [8, 16 MiB, 4]
 * PEER_DATA	fresh or resident: the state of the data [fresh]
 * PEER_FIRST	the number of the collective to begin with [0]
 * PEER_VARIANT	how the library was set, printed after the library's name */
struct peer_settings {
	double budget;
	int cpu[2];
	size_t min, max, factor;
	int first;
	bool fresh;
	const char *data;    /* the state by name */
	const char *variant; /* "" */
};

/* Returns the settings, which are read once. Ends the program with status 2 and a
 * message if a setting is wrong. */
const struct peer_settings *peer_settings(void);

/* Returns the next size, by the factor, with the maximum as the last size; 0 after the last
 * size. */
size_t peer_next(size_t bytes);

/* Returns true if the words of the command line, up to a NULL, name the operation, or if there are
 * no words. */
bool peer_asked_for(const char *name, char **words);

/* Binds the calling thread to the cpu, and does nothing where that is not allowed. */
void peer_pin(int cpu);

/* Prints a line and ends the program with status 1. */
void peer_fail(const char *text);

/* Allocates memory on a boundary of pages, or of huge pages for large sizes. The caller calls
 * free(). Ends the program if there is no memory. */
void *peer_memory(size_t bytes);

/* ---- The state of the data ---- */

/* The buffers of a side or a rank in an operation; NULL with 0 bytes where there is no buffer. */
struct peer_buffers {
	void *in, *out;
	size_t in_bytes, out_bytes;
};

/* Reads all lines of the output and rewrites all lines of the input, as perf/timing/data_keeper.c
 * does. Each side calls this between two meetings, if the settings ask for fresh data. */
void peer_touch(const struct peer_buffers *buffers);

/* ---- Rows, in the form of `grove bench --json` ---- */

struct peer_row {
	const char *collective, *algorithm, *network;
	const char *schedule; /* the algorithm that grove chose; NULL: no field */
	int nodes;
	size_t bytes;
	struct peer_buffers buffers[2]; /* of the sides of a pair */
	const char *data;		/* the state; NULL: the operation has no data */
	struct stats time;		/* seconds */
	double p95;			/* of the samples, seconds; 0: no field */
	double backtoback; /* average seconds without meetings in between; 0: no field */
	const char *start; /* "agreed", "meeting" (synchronised_start.h); NULL: no field */
};

void peer_begin(void);
void peer_write(const struct peer_row *row); /* whole lines, so an unfinished file can be closed */
void peer_end(void);

/* ---- Numbers of samples ---- */

enum {
	PEER_BATCH = 512, /* operations between two decisions */
	PEER_RUNS = 21,	  /* runs without meetings; the median counts */
	PEER_SMALL = 2048 /* most bytes of operations in such runs */
};

/* The samples of a row, and the state of the measurement. */
struct peer_samples {
	double *sample;
	size_t count, room, batch;
	double begin; /* start of the samples; 0: still warming up */
	double first; /* start of the warm-up */
	size_t warmup; /* operations that the warm-up has to have yet */
};

void peer_samples_open(struct peer_samples *samples, size_t warmup);
/* Returns the number of operations to run next, or 0 at the end. */
size_t peer_samples_next(struct peer_samples *samples);
/* Adds samples. Drops samples of the warm-up. */
void peer_samples_add(struct peer_samples *samples, const double *seconds, size_t count);
/* Returns the statistics of the samples, and frees the samples. */
struct stats peer_samples_close(struct peer_samples *samples);

/* Returns the number of operations in a run without meetings, for operations of that many seconds.
 * Runs are short enough to fall between interruptions. */
size_t peer_run_length(double seconds);

/* ---- Two threads ---- */

/* The part of a side in an operation. */
typedef void peer_part(int me, void *context);

/* Times an operation. Both threads of a pair call this with the same arguments, and side 0 sets the
 * times and the state of the row. For threads that exist already, such as OpenMP's threads. */
void peer_side(int me, peer_part *part, void *context, struct peer_row *row);

/* Makes a second thread, pins both threads, and calls `part` in each of them. */
void peer_threads(peer_part *part, void *context);

/* Makes two pinned threads that call peer_side(). */
void peer_pair(peer_part *part, void *context, struct peer_row *row);

/* Waits until both threads of the pair have called this. */
void peer_meet(int me);

#ifdef __cplusplus
}
#endif
#endif
