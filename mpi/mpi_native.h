/* The MPI's own collectives, for verbs of teams with a node in each rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_NATIVE_H
#define MPI_MPI_NATIVE_H

#include <mpi.h>
#include "runtime/wire/carrier.h"

/* Returns true if the MPI has such a collective, whatever order it folds in. */
bool native_offers(const struct carrier *carrier, const struct native_call *call);

/* Makes a call that the MPI offers, in all ranks of the communicator. Returns the MPI's error. */
int native_perform(const struct native_call *call, MPI_Comm comm);

/* Folds count elements of `in` and of `out` into `out`, by the MPI's operation. Returns the MPI's
 * error. */
int native_fold(const struct native_call *call);

/* The MPI's type of the elements, and its operation if they are folded. */
struct native_elements {
	MPI_Datatype type;
	MPI_Op op;
};

/* Does the same with a type and an operation of the caller. `count` counts these elements. */
int native_call_with(
	const struct native_call *call, const struct native_elements *elements, MPI_Comm comm);

/* Return the MPI's own, or MPI_DATATYPE_NULL and MPI_OP_NULL. */
MPI_Datatype type_of_mpi(int type);
MPI_Op operation_of_mpi(const char *fold, bool bools);

/* Returns the name of the MPI's collective, "MPI_Bcast", or NULL if there is none. */
const char *collective_of_mpi(enum collective collective);

#endif
