/* The state of a node: links, place in the program, and progress that other threads may read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_NODE_STATE_H
#define RUNTIME_NODE_NODE_STATE_H

#include <stdint.h>
#include "plan/program/program.h"
#include "runtime/ring/atomics.h"
#include "runtime/ring/ring.h"
#include "runtime/node/copy_trial.h"
#include "runtime/node/drive_state.h"
#include "runtime/node/call.h"

/* The two directions of a link, and the rings' positions when the current operation first used the
 * link. */
struct port {
	struct ring *out, *in;
	uint64_t operation;	 /* the operation that `sent` and `received` belong to */
	uint32_t sent, received; /* out's tail and in's taken at that time */
};

/* The call that a node makes in operation `first` and repeats until the next record. Several
 * records are kept, because a sender runs ahead of the receiver that finds the difference. */
struct call_record {
	_Atomic uint64_t first;	      /* an operation; 0: no record */
	_Atomic uint64_t fingerprint; /* of the call, without its number */
	const char *_Atomic name;
	_Atomic size_t bytes;
	_Atomic uint64_t nodes; /* root, and destination << 32 */
	_Atomic uint64_t how;	/* as in the call */
};

enum {
	RECORDS = 16
}; /* a power of two */

enum {
	OTHER_TAGS = 4 /* more are not told */
};

enum {
	NO_PARTNER,
	ANY_PARTNER,
	FIRST_PARTNER
};

/* Written by the node's thread, read by any thread that looks for a culprit (wait_report.h). */
struct progress {
	_Alignas(128) _Atomic uint64_t moves; /* instructions done: the sign of progress */
	_Atomic uint64_t entered, left;	      /* operations: the last begun, the last ended */
	_Atomic uint32_t waiting; /* 1 + the action of the waiting instruction; 0: the node runs */
	_Atomic uint32_t peer, port, packet; /* of that instruction */
	/* Where the ring must be for a sender to go on: its head_slot to send a packet, its head
	 * after all returns; or the number of the slot at which a receiver looks. */
	_Atomic uint32_t position;
	_Atomic uint32_t shared; /* the packet has arrived, and both ends copy it */
	/* runtime/messages: the node whose message this node waits for, or, unless `listener`, the
	 * node that must take a message; NO_PARTNER, ANY_PARTNER, or FIRST_PARTNER + the number. */
	_Atomic uint32_t partner, listener;
	/* Of a listener: the tag that it asks for, and the tags of messages that have come. */
	_Atomic int tag, others, other[OTHER_TAGS];
	_Atomic uint32_t gone; /* departure.h */
	struct call_record record[RECORDS];
};

/* The calls of a node, by number and fingerprint. */
struct node_calls {
	uint64_t fingerprint; /* of the call, with the operation number folded in */
	uint64_t operation;   /* counts from 1 */
	uint64_t called;      /* the fingerprint of the last call, without its number */
	uint64_t history;     /* the sum of all fingerprints: equal if all calls were equal */
	uint32_t records;     /* written so far */
};

/* How the node's operation copies bytes. */
struct node_copying {
	bool past;  /* stores go past the caches: copy.h */
	bool alone; /* the receiver alone copies a packet */
	struct way_trials trials;
};

/* The fold of which the peer does a half, as the last lent packet says. */
struct node_half {
	const struct instruction *fold; /* NULL: none */
	bool done;			/* this node waits for the peer's half */
};

/* What a node has started and not yet ended. */
struct node_started {
	struct pending in_call;		      /* the operation of the call in which the node is */
	struct pending_call *oldest, *newest; /* the collectives that the node has started */
	bool away;	/* the operation is a started one, and no step of it is being made */
	int open;	/* calls of which the body has not yet learned the end */
	int open_below; /* the same of its nodes in sub-teams, for a node at the top */
};

/* What other nodes read of a node in zero-copy programs. The address is written only when it
 * changes: otherwise each operation would take the line from all the cores that keep a copy. */
struct node_lent {
	_Alignas(128) unsigned char *address;	/* of this node's memory */
	const struct sized_block *blocks;	/* that other nodes read there */
	_Alignas(128) _Atomic uint32_t reading; /* read_guard.h */
};

/* The links from and to a node, by port. */
struct node_links {
	struct port *port;
	struct link_use *uses; /* of the links to this node; NULL: not watched */
};

/* Messages of any node. */
struct node_anyone {
	struct message_request *waiting; /* receivers, the oldest first */
	int from;			 /* the node of the last one */
};

struct node {
	_Alignas(128) const struct instruction *next, *end;
	const struct instruction *sent; /* the last send, until node_follow has prefetched lines */
	const struct extent *extent;
	unsigned char *space[SPACES];
	const struct sized_block *outputs; /* the blocks of the output, in a call of sized blocks */
	const struct folding *folding;
	struct node_calls calls;
	uint64_t moves;
	size_t read; /* bytes of the next instruction that were read in earlier turns */
	struct node_half half;
	struct node_copying copying;
	struct node_links links;
	const struct program *program; /* NULL between operations */
	size_t scratch;		       /* bytes at space[SCRATCH] */
	struct worker *worker;
	struct drive *drive; /* of the node's thread */
	struct team *team;
	int number;
	struct node_anyone anyone;
	void *kept; /* of library/ */
	struct node_started started;
	struct paced *paced; /* pace.c; NULL: the team is not paced */
	struct node_lent lent;
	struct progress news;
};

#endif
