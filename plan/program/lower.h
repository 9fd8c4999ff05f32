/* The state of lowering a tape: a node's program while the program is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_LOWER_H
#define PLAN_PROGRAM_LOWER_H

#include "plan/program/block_map.h"
#include "plan/program/program.h"
#include "plan/runs.h"

/* Bytes lent by a packet of this node: packet number nth through the port. */
struct loan {
	uint32_t space, port, nth;
	size_t offset, bytes;
};

static inline bool loan_meets(const struct loan *loan, const struct extent *e)
{
	return loan->space == e->space && loan->offset < e->offset + e->bytes &&
	       e->offset < loan->offset + loan->bytes;
}

/* A run that a node sends or receives, with its last operations of both kinds; 0: none. */
struct run_use {
	struct run run;
	size_t sent, received; /* 1 + the operation's number */
};

struct lower {
	const struct problem *problem;
	const struct lowering *lowering;
	const struct tape *tape;
	size_t bytes; /* of a block */
	int v;
	/* in place, results overlap the inputs: results stay in scratch until all loans are back */
	bool late;
	/* in place, without folds: the own block lies in its place from the beginning */
	bool keeps;
	/* a packet of this time was taken into scratch, and so must be all later packets of this
	 * time */
	bool waiting;
	bool own_copied;
	size_t whole; /* scratch for the only block of a collective; SIZE_MAX: none yet */
	struct program *program;
	size_t instructions_room, extents_room;
	struct block_map places;
	struct runs runs; /* of a prefix fold: the runs that have places */
	struct run_use
		*use; /* the same: all runs of the tape and the result; NULL: not yet known */
	size_t uses;  /* 0: there are too many */
	struct loan *loan;
	size_t loans, loans_room;
	/* [ports] packets sent, and the last of these packets that lent bytes */
	uint32_t *sent, *lent;
	struct instruction *after; /* instructions of this time that follow all receives */
	size_t afters, afters_room;
};

/* Return the bytes of a block, and the place of block number `index` of the input or output. */
static inline size_t lower_bytes(const struct lower *l, uint64_t block)
{
	return l->lowering->sizes ? l->lowering->sizes->bytes[block] : l->bytes;
}

static inline size_t lower_input_at(const struct lower *l, int64_t index)
{
	return l->lowering->sizes ? l->lowering->sizes->in_at[index] : (size_t)index * l->bytes;
}

static inline size_t lower_output_at(const struct lower *l, int64_t index)
{
	return l->lowering->sizes ? l->lowering->sizes->out_at[index] : (size_t)index * l->bytes;
}

/* Returns true for a prefix fold, in which a node joins runs. */
static inline bool lower_joins(const struct lower *l)
{
	return collective_joins(l->problem->collective);
}

/* Allocates the arrays, which are never NULL, so that pointers into an empty program are valid. */
int lower_open(struct lower *l);

/* Functions of type int return 0, or -errno with why. These three add an instruction in order,
 * an instruction that follows all receives of this time, and a run of bytes for the next
 * instruction. */
int lower_add(struct lower *l, struct instruction i);
int lower_add_after(struct lower *l, struct instruction i);
int lower_extent(struct lower *l, uint32_t space, size_t offset, size_t bytes);

/* Returns the offset of scratch that nothing else uses. */
size_t lower_scratch(struct lower *l, size_t bytes);

/* Returns the place for bytes of a block that come to this node: in the output if the bytes must
 * end there, else in scratch. */
struct block_place lower_place(struct lower *l, uint64_t block, size_t begin, size_t end);

/* Returns the instruction for a packet with extents that begin here. */
struct instruction lower_instruction(struct lower *l, const struct tape_op *op);

/* Copies the node's own block to the output. */
int lower_own(struct lower *l);

/* Says that from now on bytes of a block lie at this place. In a prefix fold they are a run, of
 * which others may be made. */
int lower_put(struct lower *l, struct block_place place);

/* Prefix folds only: makes the bytes of a range that the node lacks by joining runs. */
int lower_joined(struct lower *l, const struct range *range);

/* What becomes of a packet: it is taken, or folded after the node's bytes or before them. */
enum arrival {
	TAKEN,
	FOLDED_BEHIND,
	FOLDED_BEFORE
};

/* Prefix folds only: lower_joins_packet says whether all of the packet's runs are joined as they
 * arrive, each with the run on its left (FOLDED_BEHIND) or on its right. lower_join then finds, for
 * bytes of a range from `begin` on, where the run beside lies, and where the joined run comes to
 * lie, which the node has from now on. */
int lower_joins_packet(struct lower *l, const struct tape_op *op, enum arrival *how);
int lower_join(struct lower *l, const struct tape_op *op, const struct range *r, enum arrival how,
	size_t begin, struct extent *to, struct extent *with);

/* Folds the blocks that all nodes have for this node, in the order of the nodes. */
int lower_collected(struct lower *l);

/* Lowers the whole tape with zero-copy forwarding, and the meeting at its end. */
int lower_zero_copy(struct lower *l);
int lower_meeting(struct lower *l);

/* Reads the blocks of `count` nodes from `origin` on, which all lie at `from` in their memory, to
 * one place after another. */
int lower_reads(struct lower *l, int origin, uint32_t count, size_t to, size_t from);

int lower_send(struct lower *l, const struct tape_op *op);
int lower_receive(struct lower *l, const struct tape_op *op);

#endif
