/* The state of a team: its workers, their job, and the word that ends all operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_TEAM_STATE_H
#define RUNTIME_NODE_TEAM_STATE_H

#include <pthread.h>
#include "runtime/node/node_state.h"

enum {
	REASON = 512
};

/* CLOSING: no job follows, and no thread can attach. HEALING: threads that attach wait. */
enum closing {
	OPEN,
	CLOSING,
	HEALING
};

/* The time for which a waiting thread stays awake. */
struct backoff {
	uint32_t spins;	     /* looks at the event before the clock is read at all */
	int64_t spin, awake; /* nanoseconds of waiting until the thread yields; until it parks */
};

/* A worker owns a run of nodes and the word on which its thread parks. A worker is a thread of the
 * team's own or, in a team without threads, the place that a caller's thread takes by
 * team_attach. */
struct worker {
	struct parker own_parker;
	struct parker *parker; /* on which the thread sleeps: its own, or that of the node above */
	struct team *team;
	int number, first, nodes;
	_Atomic int cpu;	/* -1: not pinned; of a primary thread: left free for it */
	pthread_t handle;	/* of the team's own thread, for joining */
	_Atomic pthread_t self; /* the thread that is the worker, while `inside` */
	_Atomic int clock;	/* of that thread's processor time: outside.c */
	bool started;		/* `handle` is valid; never of the primary thread */
	bool ended;		/* the thread has ended in a body */
	_Atomic bool inside;	/* in a body, or attached */
	bool several;		/* the thread is, or was, other workers of the team as well */
	_Atomic uint32_t job;	/* the last job begun */
	void *kept;		/* of library/, for the nodes of the thread */
	struct drive *drive;	/* own_drive, or that of the node above */
	struct drive own_drive;
	uint32_t phase;	     /* of worker_meet */
	struct worker *next; /* of the workers that this thread is attached as */
	struct node *above;  /* the node as which the thread entered a sub-team; NULL elsewhere */
	_Atomic uint32_t taken;	    /* by an attached thread */
	_Atomic int64_t idle_since; /* standstill.h */
};

/* The links of a team, between the nodes of this process. */
struct team_links {
	struct port *port;
	unsigned char *rings;
	size_t rings_bytes, ring_stride;
	uint32_t capacity, eager_bytes; /* of each ring (ring.h) */
	size_t own_cache;		/* bytes of the cache that a core has for itself */
	size_t folded_body;		/* port.h; the same in all processes */
	struct link_use *uses;		/* link_watch.c; NULL: never watched */
};

/* What a team over several processes has besides; NULL and 0 in all other teams. */
struct team_spread {
	const struct transport *transport; /* to other processes; NULL: all nodes are here */
	struct wires *wires;		   /* of the transport */
	bool oversubscribed;		   /* the threads share cores */
	_Atomic uint32_t pumping;	   /* then a single thread at a time carries packets */
	const int *process_of;		   /* of each node, while the team is opened; NULL: here */
	int process_here;
	int *places;		 /* of a sub-team with nodes in several processes: process_of */
	struct worker elsewhere; /* the worker of the nodes of other processes */
};

/* Where a team stands among the teams that its nodes split (sub_team.c). */
struct team_family {
	/* The team above, the teams directly below, and the next team of the same list. */
	struct team *above, *below, *beside;
	struct team *spare; /* teams directly below that all nodes have left, the newest first */
	pthread_mutex_t below_lock;
	_Atomic uint32_t members; /* nodes of a sub-team that have not left */
};

/* The times for which threads of a team wait. */
struct team_times {
	struct backoff call, idle, dispatch; /* in a call; between jobs; for the dispatcher */
	double timeout;
};

/* A single thread at a time runs, measures or frees a team (team_hold.h). */
struct team_hold {
	_Atomic uint32_t held;
	int state; /* the holder's cancellation state */
};

/* Where the workers of a job wait for one another (worker_meet). */
struct team_meeting {
	_Alignas(128) _Atomic uint32_t arrived;
	_Alignas(128) _Atomic uint32_t met;
};

/* Bodies that share a thread, and who watches over them. */
struct team_bodies {
	struct helper *helper;	 /* NULL: none */
	struct outside *outside; /* NULL: bodies have not yet shared a thread */
	size_t stack;		 /* bytes of a body's stack */
	struct crew *crew;	 /* [threads]; NULL: not yet used, or a thread for each node */
};

/* What a job calls: `all` on each worker, which may call `each` on each node, and either of these
 * `outer`. Workers read all this beside the job's number. From the caller's stack it would come
 * line by line, and each line would tell where the next one is. */
struct job_body {
	worker_body *all;
	node_body *each;
	outer_body *outer;
	void *argument;
};

/* What the workers of a team do now. A worker that begins a job reads the first line alone. */
struct team_job {
	_Alignas(128) _Atomic uint32_t number; /* counts */
	_Atomic uint32_t closing;	       /* enum closing */
	struct job_body body;
	_Alignas(128) _Atomic uint32_t running; /* workers that have not ended the job */
	struct parker dispatcher;
	_Alignas(128) _Atomic bool blocking; /* the job's bodies may call blocking verbs */
};

/* Why a team has failed. */
struct team_fault {
	_Alignas(128) _Atomic int error; /* 0, or the errno that calls return */
	_Atomic uint32_t failing;
	int result; /* the value, -errno, that team_dispatch returns after the abort */
	char reason[REASON];
};

/* writers
 *	job.number, job.body	the thread that holds the team (team_hold.c): one at a time
 *	job.running		the dispatcher, before the job; then every worker counts down
 *	job, idle_since		the worker's own thread
 *	taken			an attached thread: 1 when it comes, 0 when it leaves
 *	cpu			the thread that opens the team; then the holder (threads_make_room)
 *	spread.pumping		waiting threads, by exchange (wait.c); it orders nothing
 *	self, inside		the worker's own thread; other threads compare themselves with self
 *	fault.failing		the first thread that fails, by exchange; the holder, to heal
 *	fault			the winner of that exchange
 *	meeting			workers, in worker_meet
 *
 * edges
 *	D1 -> D2	job.number	body and argument, to the workers
 *	D3 -> D4	job.running	all that the bodies did, to the dispatcher
 *	X1 -> X2	fault.error	reason, to all threads
 *	M1 -> M1	arrived		all that workers did before the meeting, to the last worker
 *	M2 -> M3	met		and from the last worker to all workers
 *	T1 -> T2	taken		the node, from the thread that leaves to the one that comes
 *
 * X and M3's partner are ordered accesses because a thread may be parked on them (park.h). D1 and
 * D3 are followed by parker_wake, whose barrier has the same effect. */
struct team {
	struct network net;
	struct team_times times;
	int threads; /* of its own; 0 for GROVE_CALLER */
	int workers;
	int cores;	/* at most that many threads of the team run at once */
	int here;	/* nodes of this process */
	int primary_at; /* the cpu on which the primary thread was last */
	bool primary;	/* worker 0 is the thread that runs a job */
	struct node *node;
	struct worker *worker;
	struct team_links links;
	struct team_spread spread;
	uint32_t process; /* the generation of forks in which the team was opened */
	void *kept;	  /* of library/ */
	void (*release)(void *), (*renew)(void *);
	struct pace *pace;	   /* pace.c; NULL: as fast as the machine goes */
	struct channels *channels; /* channel.c; NULL: the team has no messages */
	struct team_family family;
	struct team_bodies bodies;

	struct team_hold hold;
	struct team_job job;
	struct team_fault fault;

	_Alignas(128) _Atomic uint32_t sleepers; /* departure.h; of the family, at the top */

	struct team_meeting meeting;
};

/* Returns true if the worker is the thread that runs the job, and not a thread of the team's
 * own. */
static inline bool worker_is_primary(const struct worker *me)
{
	return me->team->primary && me->number == 0;
}

#endif
