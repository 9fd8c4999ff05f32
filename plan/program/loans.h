/* Loans are packets with bytes that are lent until the node has awaited the return of the bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_LOANS_H
#define PLAN_PROGRAM_LOANS_H

#include "plan/program/program.h"

struct lent_packet {
	uint32_t instruction;
	uint32_t nth; /* among the packets sent through the same port */
};

/* The loans that are not back, at some instruction of a program. */
struct loans {
	const struct program *program;
	struct lent_packet *out;
	size_t outs;
	uint32_t *sent; /* [ports] packets so far */
};

/* Begins at the first instruction. Returns 0, or -ENOMEM with why. loans_close accepts a struct of
 * zeros. */
int loans_open(struct loans *loans, const struct program *program);
void loans_close(struct loans *loans);

/* Instruction i sends a packet, which lends bytes or not. */
void loans_send(struct loans *loans, size_t i, bool lends);

/* Instruction `await` awaits returns: calls back(owner, await, instruction) for each instruction
 * with a loan that ends. Returns 0, or the first error of `back`. */
int loans_end(struct loans *loans, size_t await,
	int (*back)(void *owner, size_t await, uint32_t instruction), void *owner);

#endif
