/* Dependences: what each instruction of a program must wait for, beside its place in the order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_DEPENDENCE_H
#define PLAN_PROGRAM_DEPENDENCE_H

#include "plan/program/program.h"

/* Why an instruction comes behind another one.
 *	MEMORY	it overwrites what that one reads or writes, or uses the same ring: order alone
 *	BYTES	it reads what that one writes: it has its bytes when they are there
 *	PORTS	a link or a port that both need, by the problem's models: it begins when that one ends */
enum dependence {
	MEMORY,
	BYTES,
	PORTS
};

struct successor {
	uint32_t instruction;
	uint32_t why;
};

/* A program's dependences as a graph: each instruction's successors are
 * successor[first[i]] ... successor[first[i + 1] - 1], and predecessors[i] is how many come before
 * it. An instruction that is done when all its predecessors are needs nothing else of the order. */
struct dependences {
	size_t *first;		/* [instructions + 1] */
	uint32_t *predecessors; /* [instructions] */
	struct successor *successor;
	bool coupled; /* what a packet may do depends on both of its ends: ports that are not ALL */
};

/* Ports and duplex are those of the problem. in_place: input and output are the same memory. 0 or
 * -ENOMEM with why; dependences_free takes NULL. */
int dependences_make(struct dependences **dependences, const struct program *program,
	const struct problem *problem, bool in_place);
void dependences_free(struct dependences *dependences);

#endif
