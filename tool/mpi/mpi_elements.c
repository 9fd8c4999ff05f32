/* Finds the MPI's type of elements and the MPI's operation of a fold, or makes both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <string.h>
#include "perf/data/element_values.h"
#include "tool/mpi/mpi_elements.h"

/* MPI_LONG_INT has a long. */
#if LONG_MAX == INT64_MAX
#define I64_I32 MPI_LONG_INT
#else
#define I64_I32 MPI_DATATYPE_NULL
#endif

static MPI_Datatype type_of(int type)
{
	const MPI_Datatype types[GROVE_TYPES] = { [GROVE_U8] = MPI_UINT8_T,
		[GROVE_I8] = MPI_INT8_T,
		[GROVE_U16] = MPI_UINT16_T,
		[GROVE_I16] = MPI_INT16_T,
		[GROVE_U32] = MPI_UINT32_T,
		[GROVE_I32] = MPI_INT32_T,
		[GROVE_U64] = MPI_UINT64_T,
		[GROVE_I64] = MPI_INT64_T,
		[GROVE_F32] = MPI_FLOAT,
		[GROVE_F64] = MPI_DOUBLE,
		[GROVE_F16] = MPI_DATATYPE_NULL,
		[GROVE_BF16] = MPI_DATATYPE_NULL,
		[GROVE_C64] = MPI_C_FLOAT_COMPLEX,
		[GROVE_C128] = MPI_C_DOUBLE_COMPLEX,
		[GROVE_BOOL] = MPI_C_BOOL,
		[GROVE_I32_I32] = MPI_2INT,
		[GROVE_F32_I32] = MPI_FLOAT_INT,
		[GROVE_I64_I32] = I64_I32,
		[GROVE_F64_I32] = MPI_DOUBLE_INT,
		[GROVE_I64_I64] = MPI_DATATYPE_NULL,
		[GROVE_F64_I64] = MPI_DATATYPE_NULL };

	return (size_t)type < GROVE_TYPES ? types[type] : MPI_DATATYPE_NULL;
}

static MPI_Op op_of(const char *fold, bool bools)
{
	const struct {
		const char *name;
		MPI_Op op;
	} folds[] = { { "sum", MPI_SUM }, { "prod", MPI_PROD }, { "min", MPI_MIN },
		{ "max", MPI_MAX }, { "and", bools ? MPI_LAND : MPI_BAND },
		{ "or", bools ? MPI_LOR : MPI_BOR }, { "xor", bools ? MPI_LXOR : MPI_BXOR },
		{ "minloc", MPI_MINLOC }, { "maxloc", MPI_MAXLOC } };

	for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
		if (!strcmp(fold, folds[i].name))
			return folds[i].op;
	return MPI_OP_NULL;
}

/* Returns the bytes behind the parts of an element. */
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
	elements->type = type_of(folding->type);
	elements->bools = shape->kind == BOOLS;
	elements->gap = gap_of(shape, elements->element);
	elements->op = op_of(folding->fold.name, elements->bools);
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
