/* A paced team from inside: the times of its links, and where each node's instructions are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PACED_PACE_STATE_H
#define RUNTIME_PACED_PACE_STATE_H

#include <time.h>
#include "plan/program/dependence.h"
#include "runtime/paced/pace.h"

/* A node is like one whose links have engines of their own: an engine works on the packets that are
 * queued at its link. So instructions are carried out in the order of their dependences, not of the
 * program: none waits behind another that it does not need.
 *
 *	sender    |- bytes there -|.. link and ports busy ..|
 *	packet                                              |--- beta + bytes tau ---|
 *	receiver                    |.. ports busy ..|      start                    end
 *
 *	start = max(the bytes' time at the sender, the ends of all packets that exclude this one)
 *	end   = start + beta + bytes tau,   there = max(end, when the bytes really were copied)
 *
 * The sender knows its own part of `start` and sends it with the packet; the receiver adds its part,
 * takes the packet at `start` or as soon as it looks, and tells the sender the end. These are times
 * of the model: they follow from one another and not from when a thread looked, so a thread that
 * looks late, but before the end, delays nothing. Nothing is pretended either: a packet is taken at
 * its start at the earliest, and whatever needs its bytes starts when they have been copied, however
 * late that is. How late packets were is counted.
 *
 * writers
 *	node, paced	the node's own thread
 *	late_told ..	who holds the team (hold.c)
 *	times[slot]	the sender: its part of the start, before the packet; the receiver: the
 *			packet's end, before it pops it
 *	due		of a worker, its own thread
 * edges
 *	R1 -> A1, R2 -> A2	of the ring: carry times[slot] with the slot, both ways
 *	due is relaxed: only a timeout hangs on it
 */

struct pace {
	struct pacing given;
	struct timepiece timepiece;
	struct timespec epoch;
	double *times;	     /* of each slot of each ring */
	_Atomic double *due; /* of each worker: when it can go on, as it knew when it waited */
};

struct instruction_state {
	double start;	   /* not before then, by links and ports */
	double there;	   /* when the bytes are there that it reads */
	uint32_t missing;  /* predecessors that are not done */
	uint32_t position; /* of a packet that was sent: that behind it in the ring */
	bool sent;
};

struct paced {
	struct instruction_state *state;
	uint32_t *active; /* instructions that miss no predecessor and are not done */
	size_t actives, undone, room;
	double began, until; /* until: the end of the last packet so far */
	_Atomic double late, spent;   /* seconds, of all operations */
	double late_told, spent_told; /* what team_pace has counted of them */
	double counted;	     /* lateness is, up to here */
};

static inline double later(double a, double b)
{
	return a > b ? a : b;
}

static inline double now(const struct team *team)
{
	return team->pace->timepiece.now(team->pace->timepiece.context);
}

static inline double packet_seconds(const struct team *team, const struct instruction *i)
{
	return team->pace->given.beta + team->pace->given.tau * (double)i->bytes;
}

/* The time that belongs to a slot of a ring. */
static inline double *time_of(const struct team *team, const struct ring *ring, uint32_t position)
{
	size_t offset = (size_t)((const unsigned char *)ring - team->rings);

	return &team->pace->times[offset / team->ring_stride * ring->capacity +
				  (position & (ring->capacity - 1))];
}

#endif
