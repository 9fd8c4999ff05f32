/* The state of a paced team: the times of links, and the progress of each node's instructions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PACED_PACE_STATE_H
#define RUNTIME_PACED_PACE_STATE_H

#include <time.h>
#include "plan/program/dependence.h"
#include "runtime/paced/pace.h"

/* A paced node acts as if each link had an engine of its own, which works on the packets queued at
 * that link. Instructions therefore run in the order of their dependences, not of the program: no
 * instruction waits for another without need.
 *
 *	sender    |- bytes there -|.. link and ports busy ..|
 *	packet                                              |--- beta + bytes tau ---|
 *	receiver                    |.. ports busy ..|      start                    end
 *
 *	start = max(the bytes' time at the sender, the ends of all packets that exclude this one)
 *	end   = start + beta + bytes tau,   there = max(end, when the bytes really were copied)
 *
 * The sender knows a part of `start` and sends that part with the packet. The receiver adds the
 * other part, takes the packet at `start` or at the first look after `start`, and tells the sender
 * the end. These are times of the model. The times follow from each other, and not from the moment
 * at which a thread looked: a thread that looks late, but before the end, delays nothing. The times
 * are not pretended either: a packet is taken at `start` at the earliest, and an instruction that
 * needs the bytes starts when the bytes have been copied, however late. The lateness of packets is
 * counted.
 *
 *	writers
 *	node, paced	the node's own thread
 *	late_told ..	the thread that holds the team (team_hold.c)
 *	times[slot]	the sender: the sender's part of `start`, before the packet; the receiver:
 *			the end, before popping the packet
 *	due		of a worker, its own thread
 *
 *	edges
 *	R1 -> A1, R2 -> A2, R3 -> A3	of the ring: carry times[slot] with the slot, both ways
 *	due is relaxed: only a timeout depends on due
 */

struct pace {
	struct pacing given;
	struct timepiece timepiece;
	struct timespec epoch;
	double *times;	     /* for each slot of each ring */
	_Atomic double *due; /* for each worker: when to go on, as known at the last wait */
};

struct instruction_state {
	double start;	   /* the earliest start that links and ports allow */
	double there;	   /* when the bytes that the instruction reads are there */
	uint32_t missing;  /* predecessors that are not done */
	uint32_t position; /* for a packet that was sent: the ring's position after the packet */
	bool sent;
};

struct paced {
	struct instruction_state *state;
	uint32_t *active; /* instructions that miss no predecessor and are not done */
	size_t actives, undone, room;
	double began, until;	      /* until: the end of the last packet so far */
	_Atomic double late, spent;   /* seconds, of all operations */
	double late_told, spent_told; /* the parts of both that team_pace has counted */
	double counted;		      /* lateness is counted up to this time */
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

/* Returns the address of the time that belongs to a slot of a ring. */
static inline double *time_of(const struct team *team, const struct ring *ring, uint32_t position)
{
	size_t offset = (size_t)((const unsigned char *)ring - team->links.rings);

	return &team->pace->times[offset / team->links.ring_stride * ring->capacity +
				  (position & (ring->capacity - 1))];
}

#endif
