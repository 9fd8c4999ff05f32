/* A program is a tape lowered to instructions on a node's memory, ready to run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_PROGRAM_H
#define PLAN_PROGRAM_PROGRAM_H

#include "plan/forward.h"
#include "plan/matrix.h"
#include "plan/semantics.h"
#include "plan/tape.h"

/* A node's memory: two buffers of the caller, and scratch of the runtime. */
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
	SEND_PACKET, /* port: the bytes of `extents`, in order */
	TAKE_PACKET, /* port: copy to `extents` */
	FOLD_PACKET, /* port: extents = left combined with the packet */
	FOLD_BEFORE, /* port: extents = the packet combined with right */
	DROP_PACKET, /* port: the packet is not needed */
	/* port: until the first `count` packets of this program through the port are back */
	AWAIT_RETURN,
	COPY_BYTES, /* extents = left */
	FOLD_BYTES, /* extents = left combined with right */
	/* extents = left, which are extents of the node `peer`, at any distance. The `right` nodes
	 * after `peer` follow: each has a block at the place of `left`, and `extents` holds all
	 * blocks in a row. In a transposition (struct turning) both extents give the bytes of a
	 * row: the rows of `extents` are the columns of `left`. */
	READ_BYTES,
	/* Where each block has a size of its own, the offset of an extent is the place of a block
	 * among the blocks of its buffer. READ_BLOCK: block `extents` = block `left` of the node
	 * `peer`. MATCH_SIZES: both ends of each READ_BLOCK after this instruction have said the
	 * same size. */
	READ_BLOCK,
	MATCH_SIZES
};

/* `left` and `right` are runs of extents, equal to `extents` in number and lengths, but for
 * READ_BYTES. */
struct instruction {
	uint8_t action;
	bool combined; /* of a packet: its receiver combines bytes, or may do so */
	uint16_t port;
	uint32_t count;		       /* extents, or packets of AWAIT_RETURN */
	uint32_t extents, left, right; /* the first of each run */
	uint32_t peer;		       /* the node at the other end, also of READ_BYTES */
	size_t bytes;
};

/* Returns true if the instruction folds a packet, with the operand that instruction_operand
 * names. */
static inline bool instruction_folds(const struct instruction *i)
{
	return i->action == FOLD_PACKET || i->action == FOLD_BEFORE;
}

static inline uint32_t instruction_operand(const struct instruction *i)
{
	return i->action == FOLD_BEFORE ? i->right : i->left;
}

/* Returns true if the instruction reads the memory of another node. */
static inline bool instruction_reads(const struct instruction *i)
{
	return i->action == READ_BYTES || i->action == READ_BLOCK;
}

/* The layout of blocks that a transposition reads. */
struct turning {
	size_t item; /* bytes; 0: no transposition */
	size_t in_stride, out_stride;
};

/* All loans of a program are back before the program ends: the last instructions are
 * AWAIT_RETURN. */
struct program {
	struct binding binding; /* of the tape; without its sizes */
	size_t instructions, extents;
	struct instruction *instruction;
	struct extent *extent;
	size_t scratch;	      /* bytes of SCRATCH */
	size_t input, output; /* bytes of each buffer that the program reads or writes */
	bool by_reference;    /* nodes may read each other's memory until the program has ended */
	uint32_t lends;	      /* by_reference: the space that other nodes read; SPACES: no space */
	bool in_turns; /* by_reference: the nodes of a thread read the same blocks, part by part */
	struct turning turning;
	uint64_t hash;	/* of the operation: equal on all nodes that run the same operation */
	uint32_t users; /* that keep the program beside its cache */
	bool dropped;	/* by the cache: the last user frees the program */
	/* Of blocks with sizes of their own: a hash of their places; and the program before it got
	 * the sizes of a call, which this program owns. Else 0 and NULL. */
	uint64_t places;
	struct program *pattern;
	struct dependences *dependences; /* dependence.h; NULL unless asked for */
	struct expected *expected;	 /* expected.h; NULL unless asked for */
};

/* Blocks with sizes of their own, all of which are known. */
struct block_sizes {
	const size_t *bytes;	      /* of each block, by its number */
	const size_t *in_at, *out_at; /* the places of the blocks in the node's buffers */
};

struct lowering {
	size_t inline_bytes; /* packets up to this size are copied into the ring, and not lent */
	bool in_place;	     /* input and output are the same memory */
	bool own_stays;	     /* the own block lies in the output from the beginning */
	/* zero-copy: the bytes of a block move once, from the origin to the destination; -EINVAL
	 * for collectives that combine bytes on the way */
	bool by_reference;
	/* by_reference: each block has a size of its own, and the nodes say the sizes with each
	 * call; the binding has blocks of 1 byte */
	bool sized;
	const struct block_sizes *sizes; /* by copy; NULL: blocks of equal size, or `sized` */
	int beside; /* by_reference: the nodes after this node on the same thread */
	/* by_reference: blocks are transposed by their readers, and a node's own block is read like
	 * other blocks; NULL: no transposition */
	const struct matrix *matrix;
	/* packets that change bytes of the node are taken into scratch first, so that a packet
	 * before the bytes are ready does not delay the next packet */
	bool apart;
};

/* Makes the program of node v. Returns 0, -EINVAL or -ENOMEM with why. program_free accepts
 * NULL. */
int program_lower(struct program **program, const struct problem *problem, const struct tape *tape,
	const struct binding *binding, const struct lowering *lowering, int v);
void program_free(struct program *program);

/* Returns true if other nodes' programs that are lowered so are images of this one. Then
 * program_image makes the program of node `to` from that of node `from`. Returns 0, or -ENOMEM with
 * why. */
bool program_has_images(const struct plan *plan, const struct program *program,
	const struct problem *problem, const struct lowering *lowering);
int program_image(struct program **program, const struct program *of, const struct problem *problem,
	const struct lowering *lowering, int from, int to);

/* Proves that no instruction writes to lent bytes, and that all loans are back at the end. Returns
 * 0, -EINVAL with why, or -ENOMEM. program_lower calls this function. */
int program_check(const struct program *program, size_t inline_bytes);

#endif
