/* The MPI's own collectives, for verbs of teams with a node in each rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MPI_MPI_NATIVE_H
#define MPI_MPI_NATIVE_H

#include <mpi.h>
#include "runtime/wire/carrier.h"

/* Returns true if the MPI has such a collective. Sums and products that round count only if
 * carrier->any_order. */
bool native_offers(const struct carrier *carrier, const struct native_call *call);

/* Carries out a call that the MPI offers, in all ranks of the communicator. Returns the MPI's
 * error. */
int native_perform(const struct native_call *call, MPI_Comm comm);

/* Folds count elements of `in` and of `out` into `out`, by the MPI's operation. Returns the MPI's
 * error. */
int native_fold(const struct native_call *call);

/* Returns the name of the collective, "MPI_Bcast". */
const char *collective_of_mpi(const struct native_call *call);

#endif
