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

static int broadcast(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Bcast(c->out, (int)c->count, e->type, c->root, comm);
}

static int reduce(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Reduce(c->in, c->out, (int)c->count, e->type, e->op, c->root, comm);
}

static int scatter(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Scatter(
		c->in, (int)c->count, e->type, c->out, (int)c->count, e->type, c->root, comm);
}

static int gather(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Gather(
		c->in, (int)c->count, e->type, c->out, (int)c->count, e->type, c->root, comm);
}

static int allgather(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Allgather(c->in, (int)c->count, e->type, c->out, (int)c->count, e->type, comm);
}

static int reducescatter(
	const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Reduce_scatter_block(c->in, c->out, (int)c->count, e->type, e->op, comm);
}

static int allreduce(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Allreduce(c->in, c->out, (int)c->count, e->type, e->op, comm);
}

static int alltoall(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Alltoall(c->in, (int)c->count, e->type, c->out, (int)c->count, e->type, comm);
}

static int scan(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Scan(c->in, c->out, (int)c->count, e->type, e->op, comm);
}

static int exscan(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	return MPI_Exscan(c->in, c->out, (int)c->count, e->type, e->op, comm);
}

static int barrier(const struct native_call *c, const struct native_elements *e, MPI_Comm comm)
{
	(void)c, (void)e;
	return MPI_Barrier(comm);
}

static const struct {
	const char *name;
	int (*call)(const struct native_call *call, const struct native_elements *elements,
		MPI_Comm comm);
} calls[COLLECTIVE_KINDS] = { [BROADCAST] = { "MPI_Bcast", broadcast },
	[REDUCE] = { "MPI_Reduce", reduce },
	[SCATTER] = { "MPI_Scatter", scatter },
	[GATHER] = { "MPI_Gather", gather },
	[ALLGATHER] = { "MPI_Allgather", allgather },
	[REDUCESCATTER] = { "MPI_Reduce_scatter_block", reducescatter },
	[ALLREDUCE] = { "MPI_Allreduce", allreduce },
	[ALLTOALL] = { "MPI_Alltoall", alltoall },
	[SCAN] = { "MPI_Scan", scan },
	[EXSCAN] = { "MPI_Exscan", exscan },
	[BARRIER] = { "MPI_Barrier", barrier } };

const char *collective_of_mpi(enum collective collective)
{
	return calls[collective].name;
}

/* Two numbers have one sum and one product in either order, but for products of complex numbers,
 * which are sums of products. */
static bool one_order(const struct carrier *carrier, const struct native_call *call)
{
	bool is_complex = call->type == GROVE_C64 || call->type == GROVE_C128;

	return carrier->processes == 2 && !(is_complex && strcmp(call->fold, "sum"));
}

/* MPI counts in an int, and some of its algorithms count the blocks of all ranks. */
bool native_offers(const struct carrier *carrier, const struct native_call *call)
{
	struct native_elements e = elements_of(call);
	bool rounds = call->fold && is_float(call->type);

	return calls[call->collective].call &&
	       call->count <= (size_t)(INT_MAX / carrier->processes) &&
	       e.type != MPI_DATATYPE_NULL && (!call->fold || e.op != MPI_OP_NULL) &&
	       (!rounds || carrier->any_order || one_order(carrier, call));
}

int native_call_with(
	const struct native_call *call, const struct native_elements *elements, MPI_Comm comm)
{
	return calls[call->collective].call(call, elements, comm);
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
