/* Expected packets are the large ones that a program receives, with the moments at which their places
 * are free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_EXPECTED_H
#define PLAN_PROGRAM_EXPECTED_H

#include "plan/program/program.h"

/* When the first `free` instructions of the program are done, no instruction before this one uses
 * the place of the packet any more: the packet may arrive there. A packet that is folded or dropped
 * has no place of its own in the program, and `free` is 0. */
struct expected_packet {
	uint32_t instruction, free;
};

/* Those through port p are packet[first[p]] ... packet[first[p + 1] - 1], in their order. */
struct expected {
	uint32_t *first; /* [ports + 1] */
	struct expected_packet *packet;
};

/* Finds the packets of more than inline_bytes that a program by copy receives; *expected is NULL if
 * there is none. in_place: input and output are the same memory. Returns 0, or -ENOMEM with why.
 * expected_free accepts NULL. */
int expected_make(struct expected **expected, const struct program *program, int ports,
	size_t inline_bytes, bool in_place);
void expected_free(struct expected *expected);

#endif
