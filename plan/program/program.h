/* The program: a tape lowered to instructions on one node's memory. It is what runs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_PROGRAM_H
#define PLAN_PROGRAM_PROGRAM_H

#include "plan/matrix.h"
#include "plan/semantics.h"
#include "plan/tape.h"

/* A node's memory: its own two buffers, and what the runtime lends it. */
enum space {
	INPUT,
	OUTPUT,
	SCRATCH,
	SPACES
};

struct extent {
	size_t offset, bytes;
	uint32_t space;
};

enum action {
	SEND_PACKET, /* port: the bytes of `extents` in their order */
	TAKE_PACKET, /* port: copy to `extents` */
	FOLD_PACKET, /* port: extents = left combined with what comes */
	DROP_PACKET, /* port: what comes is not needed */
	AWAIT_RETURN, /* port: until the first `count` packets that this program sent there are back */
	COPY_BYTES, /* extents = left */
	FOLD_BYTES, /* extents = left combined with right */
	READ_BYTES /* extents = left, which are extents of the node `peer`, as far off as it may be.
			In a transposition (struct turning) their bytes are those of one row of each:
			extents' rows are left's columns */
};

/* left (and right) are runs of extents of the same number and lengths as `extents`. */
struct instruction {
	uint16_t action, port;
	uint32_t count;		       /* extents, or packets of AWAIT_RETURN */
	uint32_t extents, left, right; /* first of each run */
	uint32_t peer;		       /* the node at the other end: for messages; READ_BYTES */
	size_t bytes;
};

/* How the blocks that a transposition reads lie. */
struct turning {
	size_t item; /* bytes; 0: no transposition */
	size_t in_stride, out_stride;
};

/* Before a program ends, all that it lent has come back: its last instructions are AWAIT_RETURN. */
struct program {
	size_t instructions, extents;
	struct instruction *instruction;
	struct extent *extent;
	size_t scratch;	      /* bytes of SCRATCH */
	size_t input, output; /* bytes that it reads or writes there: sizes of the buffers */
	bool by_reference;    /* others may read its memory, and it theirs, until it has ended */
	uint32_t lends;	      /* by reference: the space that they read; SPACES: none */
	struct turning turning;
	uint64_t hash;	      /* of the operation: equal on all nodes that run the same one */
	struct dependences *dependences; /* dependence.h; NULL where nobody asked for them */
};

/* What crosses links on a block's way from its origin: its bytes, or word that they are there. */
enum forward {
	FORWARD_COPY,
	FORWARD_REFERENCE,
	FORWARD_AUTO /* whichever is expected to be faster */
};

struct lowering {
	size_t inline_bytes; /* packets up to this size are copied into the ring, not lent */
	bool in_place;	     /* input and output are the same memory */
	bool by_reference;   /* a block's bytes move once, from where it begins to where it ends;
			        -EINVAL where bytes are combined on their way */
	const struct matrix *matrix; /* by reference: blocks are transposed as they are read, and own
					ones are read, too; NULL: as they are */
	bool apart;	     /* what changes bytes that are there is taken aside first: so a packet
			        that comes before those bytes holds up no other behind it */
};

/* Node v's program. 0, -EINVAL or -ENOMEM with why; program_free takes NULL. */
int program_lower(struct program **program, const struct problem *problem, const struct tape *tape,
	const struct binding *binding, const struct lowering *lowering, int v);
void program_free(struct program *program);

/* Proves that no instruction writes bytes that are lent, and that all is back in the end. 0, -EINVAL
 * with why, or -ENOMEM. program_lower has done it. */
int program_check(const struct program *program, size_t inline_bytes);

#endif
