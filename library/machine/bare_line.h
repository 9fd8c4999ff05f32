/* Bare cache lines that go from one core to another and back: the limit of every round trip. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_BARE_LINE_H
#define LIBRARY_BARE_LINE_H

#include <stdint.h>
#include "plan/costs/copy_costs.h"
#include "runtime/ring/ring.h"
#include "runtime/team/team.h"

enum {
	BOUNCE_LINES = 64 /* for each direction, as many as a ring has slots */
};

/* The lines are used in turn, because the latency of a line depends on the line's home in the
 * machine: a single line took 320 to 580 ns for a round trip, different in each launch.
 *
 *	ping	written by the thread that asks: the turn that begins
 *	pong	written by the thread that answers: the turn that is answered
 *	L1 -> L2	ping, pong	the turn only; no other memory is read after L2 */
struct bounce {
	struct bare {
		_Alignas(LINE) _Atomic uint32_t turn;
	} ping[BOUNCE_LINES], pong[BOUNCE_LINES];
};

/* Make that many trips, a multiple of BOUNCE_LINES, one thread by each function at the same
 * time. */
void bounce_ask(struct bounce *bounce, uint32_t trips);
void bounce_answer(struct bounce *bounce, uint32_t trips);

/* Opens a team that measures something with one thread, or with two threads on these cpus; -1: not
 * pinned. Returns what team_open returns. */
int measuring_team_open(
	struct team **team, const char *network, int threads, const int cpus[2], enum waiting wait);

/* Measures a line's round trip between two cpus, in less than a millisecond; -1: not pinned.
 * Returns 0 or -errno with why. */
int bare_line_trip(const int cpus[2], double *seconds);

/* Does the same between the first two threads of a team that does nothing else, with that many
 * trips in a sample, a multiple of BOUNCE_LINES. */
int bare_line_team_trip(struct team *team, uint32_t trips, struct quantity *trip);

#endif
