/* A carrier is a library of messages between processes, as a small table of functions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_CARRIER_H
#define RUNTIME_WIRE_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "plan/collective.h"

struct piece {
	unsigned char *address;
	size_t bytes;
};

/* The messages of a channel and a tag arrive in the order of sending. */
enum channel_of_carrier {
	PARCELS,
	BODIES,
	CARRIER_CHANNELS
};

enum {
	ANY_PROCESS = -1, /* of a reception: with any tag as well */
	COMMON_TURNS = 128,	 /* bytes that processes of a host share (shared_turns.c) */
	SHARED_INPUTS = 8,	 /* of each process, as is PROCESS_TURNS */
	SHARED_INPUT = 16384 + 48, /* bytes of each; not a power of two, or the sets of caches would
				   * be those of a few lines */
	SHARED_INPUT_BYTES = SHARED_INPUT + 16,
	PROCESS_TURNS = 64 + SHARED_INPUTS * SHARED_INPUT_BYTES
};

static inline size_t common_bytes(int processes)
{
	return COMMON_TURNS + (size_t)processes * PROCESS_TURNS;
}

/* A message that is sent or received. The carrier uses the memory from `start` until `poll` returns
 * the carriage. */
struct carriage {
	bool sends;
	bool brief; /* a small piece is sent, and nobody waits for its end */
	bool kept; /* started again and again with the same fields, until `stop` */
	enum channel_of_carrier channel;
	int process, tag;
	int came_tag;	  /* set by `poll`, of a reception from any process: the message's tag */
	size_t came;	  /* ... and its bytes */
	const struct piece *piece; /* all but the last piece may have any length */
	size_t pieces;
	int kind;		/* the caller's */
	int place;		/* the carrier's; -1: not under way */
	void *owner;		/* the caller's */
	bool cancelled;		/* set by `poll`: ended without a message, or by one of no bytes */
	bool prepared, cancels; /* the carrier's, as is the request of a carriage that is kept */
	void *request;
};

typedef void carriage_ended(void *owner, struct carriage *carriage);

/* A collective as the carrier's own library carries it out, for each process. */
struct native_call {
	enum collective collective;
	const void *in; /* never in place */
	void *out;
	size_t count; /* of a block: elements of `type`; bytes of a collective that does not fold */
	int type;	  /* GROVE_F64, ... */
	const char *fold; /* "sum", ...: the name of a built-in fold; NULL: nothing is folded */
	int root;	  /* a process */
	int root_node;
	bool shared;	  /* in memory that all processes share, not by the library */
	const struct folding *folding; /* of a shared call that folds */
	uint64_t fingerprint;
};

/* Only one thread at a time calls these functions. Each returns 0, or -errno with a
 * line in `why`. */
struct carrier {
	int process, processes;
	int most_tag;
	double cores; /* of this process; a core that several processes may use counts in shares */
	bool taken;   /* a team owns the carrier and closes it */
	bool alone;   /* the other processes do not take part in closing the team */
	bool any_order; /* sums and products of the library may round in any order */
	/* Memory that all processes share, zeros at first; NULL: some are on other hosts. */
	void *common;
	/* For simulated processes: time passes inside `poll` alone. A process waits inside `poll`,
	 * and does not measure how long others wait. A `poll` that does not wait takes time,
	 * too. */
	bool sleeps;
	int (*start)(struct carrier *carrier, struct carriage *carriage);
	/* Calls ended(owner, carriage) for each carriage that has ended. Tests up to that many
	 * times while none has, and then tests those that are brief, unless `looks` is 1; with 0,
	 * tests these alone. With `wait`, waits for at least one. `ended` may start carriages. */
	int (*poll)(
		struct carrier *carrier, int looks, bool wait, carriage_ended *ended, void *owner);
	/* Finds a message of a body that has come and that no reception is for: fills in its
	 * channel, process, tag, and `came`. */
	bool (*finds)(struct carrier *carrier, struct carriage *carriage);
	/* Asks that a reception end without a message. `poll` returns the carriage in any case.
	 * Where several receptions are for equal messages, the last reception is cancelled first:
	 * the other receptions then get the same messages as before. NULL: the library cannot, and
	 * the sender's process ends receptions by messages of no bytes. */
	int (*cancel)(struct carrier *carrier, struct carriage *carriage);
	/* Ends a carriage that is kept, under way or not. */
	void (*stop)(struct carrier *carrier, struct carriage *carriage);
	/* Collectives of the carrier's own library; NULL: there are none. `offers` tells whether
	 * the library has one that does what the verb does, but for the order of folds; it looks at
	 * no buffer. In `perform` all
	 * processes take part, and a process waits until it has its result. `fold` folds `count`
	 * elements of `in` and of `out` into `out`, as the library's collectives do. */
	bool (*offers)(const struct carrier *carrier, const struct native_call *call);
	int (*perform)(struct carrier *carrier, const struct native_call *call);
	int (*fold)(struct carrier *carrier, const struct native_call *call);
	/* Ends receptions that will never end otherwise, and frees the carrier. */
	void (*close)(struct carrier *carrier);
	char why[256];
};

#endif
