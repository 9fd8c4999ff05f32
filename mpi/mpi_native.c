/* Calls the MPI's own collectives for verbs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove.h>
#include <limits.h>
#include <string.h>
#include "mpi/mpi_native.h"

/* ---- Elements ---- */

static MPI_Datatype integer_of(int type)
{
	switch (type) {
	case GROVE_U8:
		return MPI_UINT8_T;
	case GROVE_I8:
		return MPI_INT8_T;
	case GROVE_U16:
		return MPI_UINT16_T;
	case GROVE_I16:
		return MPI_INT16_T;
	case GROVE_U32:
		return MPI_UINT32_T;
	case GROVE_I32:
		return MPI_INT32_T;
	case GROVE_U64:
		return MPI_UINT64_T;
	case GROVE_I64:
		return MPI_INT64_T;
	default:
		return MPI_DATATYPE_NULL;
	}
}

static MPI_Datatype float_of(int type)
{
	return type == GROVE_F32    ? MPI_FLOAT
	       : type == GROVE_F64  ? MPI_DOUBLE
	       : type == GROVE_C64  ? MPI_C_FLOAT_COMPLEX
	       : type == GROVE_C128 ? MPI_C_DOUBLE_COMPLEX
				    : MPI_DATATYPE_NULL;
}

/* Folds of integers do not round, and are the same in any order. The least and the greatest of
 * floats are not: MPI does not say which zero, or which NaN, is the result. */
static struct native_elements elements_of(const struct native_call *call)
{
	static const struct {
		const char *name;
		MPI_Op op;
		bool of_floats;
	} folds[] = { { "sum", MPI_SUM, true }, { "prod", MPI_PROD, true },
		{ "min", MPI_MIN, false }, { "max", MPI_MAX, false }, { "and", MPI_BAND, false },
		{ "or", MPI_BOR, false }, { "xor", MPI_BXOR, false } };
	struct native_elements e = { MPI_BYTE, MPI_OP_NULL };

	if (!call->fold)
		return e;
	e.type = integer_of(call->type);
	for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++) {
		if (strcmp(call->fold, folds[i].name) != 0)
			continue;
		e.op = folds[i].op;
		if (e.type == MPI_DATATYPE_NULL && folds[i].of_floats)
			e.type = float_of(call->type);
	}
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

/* MPI counts in an int, and some of its algorithms count the blocks of all ranks. */
bool native_offers(const struct carrier *carrier, const struct native_call *call)
{
	struct native_elements e = elements_of(call);
	bool rounds = call->fold && integer_of(call->type) == MPI_DATATYPE_NULL;

	return calls[call->collective].call &&
	       call->count <= (size_t)(INT_MAX / carrier->processes) &&
	       e.type != MPI_DATATYPE_NULL && (!call->fold || e.op != MPI_OP_NULL) &&
	       (!rounds || carrier->any_order);
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
