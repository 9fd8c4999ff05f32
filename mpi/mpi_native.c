/* Calls the MPI's own collectives for verbs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove.h>
#include <limits.h>
#include <string.h>
#include "mpi/mpi_native.h"

/* ---- Elements ---- */

/* MPI_LONG_INT has a long. */
#if LONG_MAX == INT64_MAX
#define I64_I32 MPI_LONG_INT
#else
#define I64_I32 MPI_DATATYPE_NULL
#endif

MPI_Datatype type_of_mpi(int type)
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

MPI_Op operation_of_mpi(const char *fold, bool bools)
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

static bool is_integer(int type)
{
	return type >= GROVE_U8 && type <= GROVE_I64;
}

static bool is_float(int type)
{
	return type == GROVE_F32 || type == GROVE_F64 || type == GROVE_C64 || type == GROVE_C128;
}

/* Folds of integers do not round, and are the same in any order. The least and the greatest of
 * floats are not: MPI does not say which zero, or which NaN, is the result. */
static struct native_elements elements_of(const struct native_call *call)
{
	struct native_elements e = { MPI_BYTE, MPI_OP_NULL };

	if (!call->fold)
		return e;
	e.op = operation_of_mpi(call->fold, false);
	e.type = is_integer(call->type) ||
				 (is_float(call->type) && (e.op == MPI_SUM || e.op == MPI_PROD))
			 ? type_of_mpi(call->type)
			 : MPI_DATATYPE_NULL;
	return e;
}

/* ---- Calls ---- */

static const char *const names[COLLECTIVE_KINDS] = { [BROADCAST] = "MPI_Bcast",
	[REDUCE] = "MPI_Reduce",
	[SCATTER] = "MPI_Scatter",
	[GATHER] = "MPI_Gather",
	[ALLGATHER] = "MPI_Allgather",
	[REDUCESCATTER] = "MPI_Reduce_scatter_block",
	[ALLREDUCE] = "MPI_Allreduce",
	[ALLTOALL] = "MPI_Alltoall",
	[SCAN] = "MPI_Scan",
	[EXSCAN] = "MPI_Exscan",
	[BARRIER] = "MPI_Barrier" };

const char *collective_of_mpi(enum collective collective)
{
	return names[collective];
}

/* MPI counts in an int, and some of its algorithms count the blocks of all ranks. */
bool native_offers(const struct carrier *carrier, const struct native_call *call)
{
	struct native_elements e = elements_of(call);

	return names[call->collective] && call->count <= (size_t)(INT_MAX / carrier->processes) &&
	       e.type != MPI_DATATYPE_NULL && (!call->fold || e.op != MPI_OP_NULL);
}

static int call_folds(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	int count = (int)c->count;

	switch (c->collective) {
	case REDUCE:
		return MPI_Reduce(c->in, c->out, count, e->type, e->op, c->root, comm);
	case REDUCESCATTER:
		return MPI_Reduce_scatter_block(c->in, c->out, count, e->type, e->op, comm);
	case ALLREDUCE:
		return MPI_Allreduce(c->in, c->out, count, e->type, e->op, comm);
	case SCAN:
		return MPI_Scan(c->in, c->out, count, e->type, e->op, comm);
	default:
		return MPI_Exscan(c->in, c->out, count, e->type, e->op, comm);
	}
}

int native_call_with(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	MPI_Datatype type = e->type;
	int count = (int)c->count, root = c->root;

	switch (c->collective) {
	case BROADCAST:
		return MPI_Bcast(c->out, count, type, root, comm);
	case SCATTER:
		return MPI_Scatter(c->in, count, type, c->out, count, type, root, comm);
	case GATHER:
		return MPI_Gather(c->in, count, type, c->out, count, type, root, comm);
	case ALLGATHER:
		return MPI_Allgather(c->in, count, type, c->out, count, type, comm);
	case ALLTOALL:
		return MPI_Alltoall(c->in, count, type, c->out, count, type, comm);
	case BARRIER:
		return MPI_Barrier(comm);
	default:
		return call_folds(c, e, comm);
	}
}

int native_perform(const struct native_call *call, MPI_Comm comm)
{
	struct native_elements e = elements_of(call);

	return native_call_with(call, &e, comm);
}

int native_fold(const struct native_call *call)
{
	struct native_elements e = elements_of(call);

	return MPI_Reduce_local(call->in, call->out, (int)call->count, e.type, e.op);
}
