/* How one operation is timed: all sides enter it at an agreed instant; it is over at the last exit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_SYNCHRONISED_START_H
#define PERF_SYNCHRONISED_START_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sides are threads or processes with a core each, from 0 on. Whatever they meet in, they leave it one
 * after another, at least one cache line's way apart, which is a large part of a small operation. So
 * behind the meeting side 0 says an instant a little ahead, and all wait for it by their own clocks
 * (window-based measurement: Hoefler, Schneider & Lumsdaine 2008, "Accurately measuring collective
 * operations at massive scale"). That needs clocks that agree, which start_check asks them.
 *
 * Sides that share a core, or clocks that do not agree, enter behind a second meeting. */

/* The instants at which one side entered and left one operation, in ticks of the clock. */
struct stamp {
	uint64_t enter, leave;
};

/* What the sides share, in memory that all of them see; all zeros at first. */
struct start {
	_Alignas(128) _Atomic uint64_t at;   /* the agreed instant */
	_Atomic uint64_t lead;		     /* how far it is ahead, in ticks; 0: there is none */
	_Alignas(128) _Atomic uint64_t late; /* how often somebody heard of it too late */
	_Alignas(128) _Atomic uint64_t question;
	_Alignas(128) _Atomic uint64_t answer;
	uint64_t answered; /* the clock of who answers */
};

/* Every side calls it once, at the same time, before anybody opens a starter; takes some 50 round
 * trips of a cache line for each side. Then the sides must meet. Clocks that contradict the order of
 * cause and effect, and sides that do not answer in a while, leave the start without a lead. */
void start_check(struct start *start, int me, int sides);

/* Of three readings, by one side, another, and the first again, each made in knowledge of the one
 * before: may they come from one clock? */
bool start_in_order(uint64_t asked, uint64_t answered, uint64_t back);

/* One side's own part. */
struct starter {
	struct start *start;
	int me;
	uint64_t lead;	 /* 0: nothing is agreed */
	uint64_t before; /* the last instant that was agreed */
	uint64_t late;	 /* side 0: what it has seen of start->late */
};

/* Before a meeting. start NULL: nothing is agreed. */
struct starter starter_open(struct start *start, int me);

/* Is there an agreed instant? Else meet twice. */
bool starter_agrees(const struct starter *starter);

/* Behind a meeting: waits for the agreed instant. The entry, in ticks. */
uint64_t starter_enter(struct starter *starter);

/* Seconds from the first entry to the last exit of one operation, less the clock's own time; its
 * stamps of the sides lie `stride` apart. */
double stamp_seconds(const struct stamp *stamp, int sides, size_t stride);

#endif
