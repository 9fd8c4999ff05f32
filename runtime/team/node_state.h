/* A node from inside: its links, where it is in its program, and what others may read of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_H
#define RUNTIME_NODE_H

#include <stdint.h>
#include "plan/program/program.h"
#include "runtime/ring/atomics.h"
#include "runtime/ring/ring.h"
#include "runtime/team/team.h"

/* The two directions of one link, and where they stood when the current operation first used it. */
struct port {
	struct ring *out, *in;
	uint64_t operation;	 /* the one that `sent` and `received` belong to */
	uint32_t sent, received; /* out's tail and in's head, then */
};

/* What a node calls from an operation on, until it calls something else. Several are kept, because a
 * sender runs ahead of the receiver that finds the difference. */
struct record {
	_Atomic uint64_t first;	      /* operation; 0: nothing is here */
	_Atomic uint64_t fingerprint; /* of the call, without its number */
	const char *_Atomic name;
	_Atomic size_t bytes;
	_Atomic uint64_t nodes; /* root, and destination << 32 */
	_Atomic uint64_t how;	/* as in the call */
};

enum {
	RECORDS = 16
}; /* a power of two */

/* Written by the node's thread, read by whoever looks for a culprit (report.h). */
struct news {
	_Alignas(128) _Atomic uint64_t moves; /* instructions done: the sign of progress */
	_Atomic uint64_t entered, left;	      /* operations: the last begun, the last ended */
	_Atomic uint32_t waiting; /* 1 + the action of the instruction it waits in; 0: it runs */
	_Atomic uint32_t peer, port, packet; /* of that instruction */
	_Atomic uint32_t position; /* of the ring's head: with it a sender can go on */
	_Atomic uint32_t shared;   /* the packet is there, and its sender lands parts of it */
	struct record record[RECORDS];
};

struct node {
	_Alignas(128) const struct instruction *next, *end;
	const struct instruction *sent; /* the last send, while lines for one like it are not asked for */
	const struct extent *extent;
	unsigned char *space[SPACES];
	const struct folding *folding;
	uint64_t fingerprint; /* of the call, with the operation number folded in */
	uint64_t operation;   /* counts from 1 */
	uint64_t called;      /* the fingerprint of the last call, without its number */
	uint64_t history;     /* the sum of all fingerprints: equal where all calls were */
	uint32_t records;     /* written so far */
	uint64_t moves;
	bool past; /* the operation touches more than caches hold: copy.h */
	struct port *port;
	const struct program *program; /* NULL between operations */
	size_t scratch;		       /* bytes at space[SCRATCH] */
	struct worker *worker;
	struct team *team;
	int number;
	void *kept;
	struct paced *paced; /* pace.c; NULL: the team has no pace */
	/* By reference others read this node's memory. Written where the addresses change alone, or a
	 * line that all others keep would be theirs no more at each operation. */
	_Alignas(128) unsigned char *lends;
	_Alignas(128) _Atomic uint32_t reading; /* reach.h */
	struct news news;
};

#endif
