/* Expected packets are the large packets that a program receives, with the moments at which the
 * places of the packets are free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROGRAM_EXPECTED_H
#define PLAN_PROGRAM_EXPECTED_H

#include "plan/program/program.h"

/* When the first `free` instructions of the program are done, no instruction before the packet's
 * instruction uses the place of the packet any more: the packet may arrive there. A packet that is
 * folded or dropped has no separate place in the program, and `free` is 0. */
struct expected_packet {
	uint32_t instruction, free;
};

/* The expected packets of port p are packet[first[p]] ... packet[first[p + 1] - 1], in order. */
struct expected {
	uint32_t *first; /* [ports + 1] */
	struct expected_packet *packet;
};

/* Finds the packets of more than inline_bytes that a program by copy receives; *expected is NULL if
 * it receives none. in_place: input and output are the same memory. Returns 0, or -ENOMEM with why.
 * expected_free accepts NULL. */
int expected_make(struct expected **expected, const struct program *program, int ports,
	size_t inline_bytes, bool in_place);
void expected_free(struct expected *expected);

#endif
