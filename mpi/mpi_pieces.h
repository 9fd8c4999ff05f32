/* Describes the memory of a message as an MPI library needs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_PIECES_H
#define MPI_MPI_PIECES_H

#include <mpi.h>
#include <stdbool.h>
#include "runtime/wire/carrier.h"

/* Returns true if the message needs no derived type: the bytes lie in one piece, and MPI can count
 * the bytes. */
bool pieces_are_one(const struct carriage *carriage);

/* Makes a type of all pieces, relative to MPI_BOTTOM. The caller frees the type. Returns an error
 * of MPI. */
int pieces_type(MPI_Datatype *type, const struct carriage *carriage);

#endif
