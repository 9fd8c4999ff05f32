/* The MPI's type of elements and the operation with which the MPI's own collectives fold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_MPI_ELEMENTS_H
#define TOOL_MPI_MPI_ELEMENTS_H

#include <mpi.h>
#include <stdbool.h>
#include "mpi/mpi_native.h"
#include "runtime/kernels/fold.h"

struct mpi_elements {
	struct native_elements native; /* MPI_OP_NULL: nothing is folded */
	bool made;	/* MPI has no such type: type and operation are made, and must be freed */
	bool bools;	/* MPI folds bools of 0 and 1 alone */
	size_t gap;	/* bytes at the end of an element that belong to no part: MPI leaves any
			 * bytes there */
};

/* Finds the MPI's own type and operation, or makes a type of as many bytes and an operation that
 * calls grove's kernel. `folding` is borrowed until mpi_elements_free; NULL: bytes that are not
 * folded. If `all_bits` is set, elements that are only copied keep every bit, which MPI does not
 * promise of bools other than 0 and 1 and of gaps. At most one made operation exists at a time. */
void mpi_elements_find(struct mpi_elements *elements, const struct folding *folding, bool all_bits);
void mpi_elements_free(struct mpi_elements *elements); /* all zeros are fine */

#endif
