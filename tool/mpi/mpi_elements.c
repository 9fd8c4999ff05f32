/* Finds the MPI's type of elements and the MPI's operation of a fold, or makes both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mpi/mpi_native.h"
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
	MPI_Type_contiguous((int)folding->element, MPI_BYTE, &elements->type);
	MPI_Type_commit(&elements->type);
	MPI_Op_create(fold, 1, &elements->op);
	elements->made = true;
	elements->bools = false;
	elements->gap = 0;
}

void mpi_elements_find(struct mpi_elements *elements, const struct folding *folding, bool all_bits)
{
	const struct element_shape *shape = folding ? element_shape(folding->type) : NULL;

	*elements = (struct mpi_elements){ .type = MPI_BYTE, .op = MPI_OP_NULL, .element = 1 };
	if (!folding)
		return;
	elements->element = folding->element;
	elements->type = type_of_mpi(folding->type);
	elements->bools = shape->kind == BOOLS;
	elements->gap = gap_of(shape, elements->element);
	elements->op = operation_of_mpi(folding->fold.name, elements->bools);
	if (elements->type == MPI_DATATYPE_NULL || elements->op == MPI_OP_NULL ||
		(all_bits && (elements->bools || elements->gap)))
		make(elements, folding);
}

void mpi_elements_free(struct mpi_elements *elements)
{
	if (elements->made) {
		MPI_Op_free(&elements->op);
		MPI_Type_free(&elements->type);
	}
	*elements = (struct mpi_elements){ 0 };
}
