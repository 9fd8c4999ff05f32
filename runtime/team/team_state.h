/* A team from inside: its workers, the job they do, and the word that ends everything. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_CREW_H
#define RUNTIME_CREW_H

#include <pthread.h>
#include "runtime/team/node_state.h"

enum {
	REASON = 512
};

/* How long a thread that must wait stays awake. */
struct patience {
	uint32_t spins;	     /* looks at what it waits for, before the clock is read at all */
	int64_t spin, awake; /* nanoseconds: until it yields between looks; until it parks */
};

/* The owner of a run of nodes, and of the one word on which it parks: a thread of the team's own,
 * or, in a team without threads, the place that a caller's thread takes by team_attach. */
struct worker {
	struct parker parker;
	struct team *team;
	int number, first, nodes;
	int cpu;	    /* -1: not pinned */
	pthread_t handle;   /* of the team's own thread, to join it */
	_Atomic pthread_t self; /* who it belongs to, while it is inside */
	bool started;	    /* there is a handle */
	_Atomic bool inside; /* in a body, or attached */
	bool several;	     /* its thread is, or was, other workers of the team as well */
	uint32_t job;	    /* the last one begun */
	struct node **busy; /* those of its nodes that have not ended their programs */
	int busy_nodes;
	uint32_t phase;		/* of worker_meet */
	struct worker *next;	/* of the workers that this thread is attached as */
	_Atomic uint32_t stepped; /* the node that it carries out, or did last: of several */
	_Atomic uint32_t taken; /* by an attached thread */
};

/* who writes what
 *	job, body, argument	the thread that holds the team (hold.c): one at a time
 *	running			the dispatcher, before the job; then every worker counts down
 *	taken			an attached thread: 1 when it comes, 0 when it leaves
 *	self, inside		the worker's own thread; others compare them with themselves
 *	failing			whoever fails first, by exchange; the dispatcher, when it mends
 *	reason, result, fault	the winner of that exchange
 *	arrived, met		workers, in worker_meet
 *
 * edges
 *	D1 -> D2	job		body and argument, to the workers
 *	D3 -> D4	running		all that the bodies did, to the dispatcher
 *	X1 -> X2	fault		reason, to everyone
 *	M1 -> M1	arrived		what workers did before they met, to the last of them
 *	M2 -> M3	met		and from the last to all
 *	T1 -> T2	taken		the node, from the thread that leaves to the one that comes
 * D1, X and M3's partner are ordered accesses because somebody may be parked on them (park.h); D3 is
 * followed by parker_wake, whose barrier does as much.
 */
struct team {
	struct network net;
	struct patience call, idle, dispatch; /* in a call; between jobs; for the dispatcher */
	double timeout;
	int threads, workers;
	struct node *node;
	struct worker *worker;
	struct port *port;
	struct node **busy;
	unsigned char *rings;
	size_t rings_bytes, ring_stride;
	uint32_t capacity, eager_bytes; /* of each ring (ring.h) */
	size_t cached;	  /* bytes of a node's buffers that may stay in the last-level cache */
	size_t own_cache; /* bytes of the cache that a core has for itself */
	uint32_t process; /* the generation of forks it was opened in */
	void *kept;
	void (*release)(void *);
	struct pace *pace; /* pace.c; NULL: as fast as the machine goes */

	worker_body *body;
	void *argument;
	_Atomic uint32_t held;	  /* a thread runs, measures or closes the team: hold.h */
	_Atomic uint32_t closing; /* no job follows, and nobody attaches */
	int state;		  /* the holder's, of cancellation */
	_Alignas(128) _Atomic uint32_t job;	/* counts */
	_Alignas(128) _Atomic uint32_t running; /* workers that have not ended it */
	struct parker dispatcher;

	_Alignas(128) _Atomic int fault; /* 0, or the errno that calls return */
	_Atomic uint32_t failing;
	_Atomic uint32_t fatal; /* the team can only be closed */
	int result;		/* what team_dispatch returns for it, -errno */
	char reason[REASON];

	_Alignas(128) _Atomic uint32_t arrived;
	_Alignas(128) _Atomic uint32_t met;
};

#endif
