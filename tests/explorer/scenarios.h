/* Senders and receivers on the real ring and parker, and the mistakes they can be made to make. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_SCENARIOS_H
#define TESTS_EXPLORER_SCENARIOS_H

#include "tests/explorer/explorer.h"

/* How a scenario waits and what it sends; then, the mistakes. */
enum flag {
	RECEIVER_PARKS = 1 << 0, /* else it spins */
	SENDER_PARKS = 1 << 1,	 /* the same */
	LENT = 1 << 2,		 /* the packets are the sender's memory, in two extents */
	GIVES_UP = 1 << 3,	 /* the sender revokes what it has lent */
	WRAPS = 1 << 4,		 /* the positions pass 2^32 */
	SHARED = 1 << 5,   /* each extent of what is lent is a part, which the sender may land */
	BACKWARD = 1 << 6, /* its parts are landed from the middle outward */
	MIRROR = 1 << 7,   /* by the receiver from the last on, by the sender from the first */
	NO_SECOND_LOOK = 1 << 8,  /* the waiter, after it has announced itself */
	NO_WAKE = 1 << 9,	  /* the sender does not ask whether somebody sleeps */
	NO_POP_WAKE = 1 << 10,	  /* nor does the receiver */
	WAKE_FIRST = 1 << 11,	  /* the sender wakes, and then publishes */
	NO_AWAKE = 1 << 12,	  /* S3 without the store */
	AWAKE_LAST = 1 << 13,	  /* S3 with the store after the call */
	PUSH_EARLY = 1 << 14,	  /* the packet is published before it is written */
	POP_EARLY = 1 << 15,	  /* the packet is given back before it is read */
	NO_RETURN = 1 << 16,	  /* lent memory is used again at once */
	NO_CLAIM = 1 << 17,	  /* the receiver reads whatever the claim says */
	SPLIT_CLAIM = 1 << 18,	  /* a load and a store instead of the exchange */
	REVOKE_BLINDLY = 1 << 19, /* the sender does not look whether the receiver was first */
	OVERFULL = 1 << 20,	  /* the sender does not ask for room */
	NO_POP = 1 << 21,	  /* the receiver keeps what it has read */
	WRONG_VALUE = 1 << 22,	  /* the sender writes another value */
	PARKS_AGAIN = 1 << 23,	  /* the receiver believes that no wake-up comes late */
	SPLIT_SHARE = 1 << 24,	  /* a part is claimed by a load and a store */
	OPEN_EARLY = 1 << 25,	  /* parts may be claimed before it is said where they go */
	NO_SHARE_WAIT = 1 << 26,  /* the receiver does not wait for the parts of the sender */
	SAME_PART = 1 << 27,	  /* the sender begins with the receiver's first part */
	RETURN_EARLY = 1 << 28,	  /* the packet after the one that was read is given back, too */
	OTHER_ORDER = 1 << 29, /* the sender lands its parts in the usual order, whatever is said */
	SAME_SLOT = 1 << 30    /* no mistake: three packets share a slot */
};

/* How two nodes land a lent packet and give up (leaving.c). */
enum leaving {
	TO_AND_FRO = 1,		    /* it is the turn of the order that goes back */
	BESIDE = 1 << 1,	    /* the receiver copies bytes of its own meanwhile */
	UNSHARED = 1 << 2,	    /* too small for parts */
	IN_FOLD = 1 << 3,	    /* threads end where they fold a packet */
	SENDER_GIVES_UP = 1 << 4,   /* once it has looked whether it may help */
	RECEIVER_GIVES_UP = 1 << 5, /* where it would wait */
	READ_IN_PLACE = 1 << 6,
	STARTED = 1 << 7, /* the threads are the team's own */
	HALVES = 1 << 8	  /* each folds a half for both */
};

/* Beside NO_CLAIM and NO_RETURN, the mistake of who gives up while others read (reaches.c). */
enum reaching {
	LOOK_EARLY = 1 /* it looks for readers, and then says so */
};

/* Turns in memory that processes share (sharing.c). */
enum sharing {
	FROM_ROOT = 1,	     /* broadcasts; else each process needs the input of each */
	ENTERS = 1 << 1,     /* all enter the library, or none */
	ENDS_EARLY = 1 << 2, /* the second process makes one turn less, and then ends */
	DOUBTED = 1 << 3,    /* somebody doubts the second turn */
	NO_MEETING = 1 << 4  /* a mistake: it waits for itself alone */
};

/* Nodes of a process that make a call together (grouping.c). */
enum grouping {
	TEAM_FAILS = 1 /* where a node would wait */
};

/* The mistakes of a node that goes, and of the node that waits for it (departing.c). */
enum departing {
	GO_FIRST = 1,	     /* the node says that it has gone, and then sends */
	GO_MUTELY = 1 << 1,  /* it wakes nobody */
	COUNT_LATE = 1 << 2, /* the sleeper counts itself when it has announced itself */
	GONE_FIRST = 1 << 3  /* the waiter does not look at its event again */
};

extern const struct scenario scenarios[];
extern const int scenario_count;
extern const struct scenario small_scenarios[];
extern const int small_scenario_count;

/* One of the above with a mistake: it must fail, with a text that begins like this. */
struct mistake {
	struct scenario scenario;
	const char *failure;
};

extern const struct mistake mistakes[];
extern const int mistake_count;

/* One ring: stream.c. */
void stream_prepare(const struct scenario *scenario);
void stream_send(void);
void stream_receive(void);

/* Threads that park for more than one ring: two_rings.c. */
void two_rings_prepare(const struct scenario *scenario);
void two_rings_send_first(void);
void two_rings_send_second(void);
void two_rings_receive(void);
void ping_pong_prepare(const struct scenario *scenario);
void ping_pong_left(void);
void ping_pong_right(void);

/* Two nodes of a team: leaving.c. */
void leaving_prepare(const struct scenario *scenario);
void leaving_send(void);
void leaving_receive(void);
void leaving_exchange_first(void);
void leaving_exchange_second(void);
void leaving_halve_first(void);
void leaving_halve_second(void);
void leaving_read(void);
void leaving_lend(void);
void leaving_guest(void);
void leaving_next_guest(void);
void leaving_worker_first(void);
void leaving_worker_second(void);
void leaving_dispatch(void);

/* A node that goes: departing.c. */
void departing_prepare(const struct scenario *scenario);
void departing_send(void);
void departing_receive(void);

/* A node that looks in vain finds its team failed: waits.c. */
extern bool waits_give_up;

/* Two processes of a host: sharing.c. */
void sharing_prepare(const struct scenario *scenario);
void sharing_first(void);
void sharing_second(void);
void sharing_doubt(void);
void sharing_finish(void);

/* Two nodes of a process: grouping.c. */
void grouping_prepare(const struct scenario *scenario);
void grouping_first(void);
void grouping_second(void);

/* A reader by reference, and an owner who gives up: reaches.c. */
void reaches_prepare(const struct scenario *scenario);
void reaches_read(void);
void reaches_give_up(void);

#endif
