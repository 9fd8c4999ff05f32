/* Times an operation from an instant at which all sides enter to the last side's exit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_SYNCHRONISED_START_H
#define PERF_TIMING_SYNCHRONISED_START_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sides are threads or processes with a core each, numbered from 0. After any meeting the sides
 * leave one after another, at least the latency of a cache line apart, which is a large part of a
 * small operation. So after the meeting side 0 sets an instant a little ahead, and all sides wait
 * for the instant by their own clocks (window-based measurement: Hoefler, Schneider & Lumsdaine
 * 2008, "Accurately measuring collective operations at massive scale"). The clocks of all sides
 * must agree for that, and start_check tests the clocks.
 *
 * If sides share a core, or clocks do not agree, the sides enter after a second meeting. */

/* The instants at which a side entered and left an operation, in ticks of the clock. */
struct stamp {
	uint64_t enter, leave;
};

/* The state that all sides share, in memory that all sides see; all zeros at first. */
struct start {
	_Alignas(128) _Atomic uint64_t at; /* the agreed instant */
	_Atomic uint64_t lead; /* ticks from the setting of `at` to `at`; 0: no instant */
	_Alignas(128) _Atomic uint64_t late; /* how often a side read the instant too late */
	_Alignas(128) _Atomic uint64_t question;
	_Alignas(128) _Atomic uint64_t answer;
	uint64_t answered; /* clock of the side that answers */
	/* Where time is simulated: returns in all sides at the same instant. Else NULL. */
	void (*together)(void);
};

/* Tests the clocks and finds a lead. Every side calls this once, at the same time, before any
 * side opens a starter; then the sides must meet. Takes some 50 round trips of a cache line for
 * each side. There is no lead if clocks contradict the order of cause and effect, or if a side
 * does not answer in a while. */
void start_check(struct start *start, int me, int sides);

/* Returns true if three readings may come from clocks that agree: by a side, by another side, and
 * by the first side again, each after the reading before was known. */
bool start_in_order(uint64_t asked, uint64_t answered, uint64_t back);

/* A side's own part. */
struct starter {
	struct start *start;
	int me;
	uint64_t lead;	 /* 0: no instant */
	uint64_t before; /* the last instant that was set */
	uint64_t late;	 /* side 0: start->late as last seen */
	void (*together)(void);
};

/* Makes a starter for side `me`, before a meeting. With start NULL there is no instant. */
struct starter starter_open(struct start *start, int me);

/* Returns true if sides enter at an agreed instant. Otherwise the sides must meet twice. */
bool starter_agrees(const struct starter *starter);

/* Waits after a meeting for the agreed instant, if there is an instant. Returns
 * the time of entry in ticks. */
uint64_t starter_enter(struct starter *starter);

/* Returns the seconds from the first entry to the last exit of an operation, less the time of a
 * clock reading. The stamps of the sides lie `stride` apart. */
double stamp_seconds(const struct stamp *stamp, int sides, size_t stride);

#endif
