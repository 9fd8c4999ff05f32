/* Finds the least values of all ranks while other messages move. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_LEAST_H
#define MPI_MPI_LEAST_H

#include "runtime/wire/carrier.h"

/* In round k each rank sends the least values known so far to the rank at distance 2^k behind:
 * after the last round each rank knows the least values of all ranks. MPI_Iallreduce would do, but
 * the MPI_Iallreduce of SimGrid is wrong with MPI_IN_PLACE, and lets nothing else move in
 * MPI_Waitany. */
struct least {
	struct carrier *carrier;
	struct carriage *whole; /* NULL: no such operation is under way */
	int64_t *values;
	int count, far, pending;  /* pending: messages of the round */
	int64_t *sent, *received; /* [room] */
	int room;
	struct piece piece[2];
	struct carriage message[2];
};

/* Each returns 0, or -errno with a line in the carrier's `why`. */
int least_begin(struct least *least, int64_t *values, int count, struct carriage *whole);
/* Takes a message of this operation that has ended, and sets *over after the last message. */
int least_go_on(struct least *least, bool *over);
void least_free(struct least *least);

#endif
