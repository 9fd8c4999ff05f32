/* Finds the MPI's type of elements and the MPI's operation of a fold, or makes both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/data/element_values.h"
#include "tool/mpi/mpi_elements.h"

/* Returns the bytes after the parts of an element. */
static size_t gap_of(const struct element_shape *shape, size_t element)
{
	return shape->kind == PAIRS ? element - type_bytes(shape->part) - type_bytes(shape->index)
				    : 0;
}

/* ---- A type and an operation of one's own ---- */

static const struct folding *folded; /* MPI passes nothing to an operation but the elements */

/* MPI's order: the values in `in` are of lower ranks. */
static void fold(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	folding_apply(folded, inout, in, inout, (size_t)*count * folded->element);
}

/* All folds of the command commute. */
static void make(struct mpi_elements *elements, const struct folding *folding)
{
	folded = folding;
	*elements = (struct mpi_elements){ .made = true };
	MPI_Type_contiguous((int)folding->element, MPI_BYTE, &elements->native.type);
	MPI_Type_commit(&elements->native.type);
	MPI_Op_create(fold, 1, &elements->native.op);
}

void mpi_elements_find(struct mpi_elements *elements, const struct folding *folding, bool all_bits)
{
	const struct element_shape *shape = folding ? element_shape(folding->type) : NULL;

	*elements = (struct mpi_elements){ .native = { MPI_BYTE, MPI_OP_NULL } };
	if (!folding)
		return;
	elements->bools = shape->kind == BOOLS;
	elements->gap = gap_of(shape, folding->element);
	elements->native = (struct native_elements){ type_of_mpi(folding->type),
		operation_of_mpi(folding->fold.name, elements->bools) };
	if (elements->native.type == MPI_DATATYPE_NULL || elements->native.op == MPI_OP_NULL ||
		(all_bits && (elements->bools || elements->gap)))
		make(elements, folding);
}

void mpi_elements_free(struct mpi_elements *elements)
{
	if (elements->made) {
		MPI_Op_free(&elements->native.op);
		MPI_Type_free(&elements->native.type);
	}
	*elements = (struct mpi_elements){ 0 };
}
