/* One node's program while it is made: what its rooms share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_LOWER_H
#define PLAN_PROGRAM_LOWER_H

#include "plan/program/block_map.h"
#include "plan/program/program.h"
#include "plan/runs.h"

/* Bytes that a packet of this node has lent: the nth that it sent through the port. */
struct loan {
	uint32_t space, port, nth;
	size_t offset, bytes;
};

struct lower {
	const struct problem *problem;
	const struct lowering *lowering;
	const struct tape *tape;
	size_t bytes; /* of one block */
	int v;
	bool late;    /* results stay in scratch until all is back: in place, overlapping */
	bool waiting; /* a packet of this time was taken into scratch: so must those behind it */
	bool own_copied;
	bool whole_known;
	size_t whole; /* scratch for a collective's only block, in one piece */
	struct program *program;
	size_t instructions_room, extents_room;
	struct block_map places;
	struct runs runs; /* of a prefix fold: those that have places */
	struct loan *loan;
	size_t loans, loans_room;
	uint32_t *sent, *lent;	   /* [ports] packets sent, and the last of them that lent */
	struct instruction *after; /* of this time, behind all that is received */
	size_t afters, afters_room;
};

/* Arrays that are never NULL: a program of nothing begins and ends somewhere, too. */
int lower_open(struct lower *l);

/* All of these return 0, or -errno with why. Instructions in their order; behind all that is received
 * at this time; a run of bytes for the instruction that comes next. */
int lower_add(struct lower *l, struct instruction i);
int lower_add_after(struct lower *l, struct instruction i);
int lower_extent(struct lower *l, uint32_t space, size_t offset, size_t bytes);

/* An offset in scratch that nothing else uses. */
size_t lower_scratch(struct lower *l, size_t bytes);

/* Where bytes of a block that come to this node go: to the output, if they must end there. */
struct block_place lower_place(struct lower *l, uint64_t block, size_t begin, size_t end);

/* A packet's instruction, whose extents begin here. */
struct instruction lower_instruction(struct lower *l, const struct tape_op *op);

/* The own block, from wherever it is to the output. */
int lower_own(struct lower *l);

/* Of prefix folds: notes a run that has come to its place; makes the bytes of a range that are not there, by joining
 * runs. They do nothing in other collectives. */
int lower_has_run(struct lower *l, const struct block_place *place);
int lower_joined(struct lower *l, const struct range *range);

/* All that the tape says, by reference. */
int lower_zero_copy(struct lower *l);

int lower_send(struct lower *l, const struct tape_op *op);
int lower_receive(struct lower *l, const struct tape_op *op);

#endif
