/* Dependences are the reasons for which an instruction must wait for other instructions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_DEPENDENCE_H
#define PLAN_PROGRAM_DEPENDENCE_H

#include "plan/program/program.h"

/* The reason for which an instruction depends on an earlier instruction.
 *	MEMORY	the instruction overwrites bytes that the earlier instruction reads or writes,
 *		or uses the same ring: only the order counts
 *	BYTES	the instruction reads bytes that the earlier instruction writes
 *	PORTS	both need the same link or port by the problem's models: the instruction
 *		begins when the earlier instruction ends
 */
enum dependence {
	MEMORY,
	BYTES,
	PORTS
};

struct successor {
	uint32_t instruction;
	uint32_t why;
};

/* The dependences of a program as a graph. The successors of instruction i are successor[first[i]]
 * ... successor[first[i + 1] - 1], and predecessors[i] counts the instructions on which i depends.
 * An executor that respects the graph may ignore the order of the program. */
struct dependences {
	size_t *first;		/* [instructions + 1] */
	uint32_t *predecessors; /* [instructions] */
	struct successor *successor;
	bool coupled; /* ports other than ALL: packets depend on the ports of both ends */
};

/* Finds the dependences of a program, with the ports and the duplex of the problem. in_place: input
 * and output are the same memory. Returns 0, or -ENOMEM with why. dependences_free accepts NULL. */
int dependences_make(struct dependences **dependences, const struct program *program,
	const struct problem *problem, bool in_place);
void dependences_free(struct dependences *dependences);

#endif
