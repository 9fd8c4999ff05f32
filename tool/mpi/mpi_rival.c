/* Calls the collective of the MPI itself that does the work of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "perf/timing/session.h"
#include "runtime/kernels/fold.h"
#include "tool/mpi/mpi_rival.h"

/* What a call of MPI takes. The ranks are the nodes, in their order. */
struct work {
	void *in, *out;
	int count, root; /* count: elements of a block */
	MPI_Datatype type;
	MPI_Op fold;
};

static int element_type(MPI_Datatype *type, enum grove_type of)
{
	const MPI_Datatype types[] = { [GROVE_U8] = MPI_UINT8_T,
		[GROVE_I8] = MPI_INT8_T,
		[GROVE_U16] = MPI_UINT16_T,
		[GROVE_I16] = MPI_INT16_T,
		[GROVE_U32] = MPI_UINT32_T,
		[GROVE_I32] = MPI_INT32_T,
		[GROVE_U64] = MPI_UINT64_T,
		[GROVE_I64] = MPI_INT64_T,
		[GROVE_F32] = MPI_FLOAT,
		[GROVE_F64] = MPI_DOUBLE };

	if ((size_t)of >= sizeof types / sizeof types[0])
		return why(EINVAL, "MPI's own collectives have no elements of %s", type_name(of));
	*type = types[of];
	return 0;
}

static int fold_of(MPI_Op *op, const struct grove_fold *fold)
{
	const struct {
		const char *name;
		MPI_Op op;
	} folds[] = { { "sum", MPI_SUM }, { "prod", MPI_PROD }, { "min", MPI_MIN },
		{ "max", MPI_MAX }, { "and", MPI_BAND }, { "or", MPI_BOR }, { "xor", MPI_BXOR } };

	for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
		if (!strcmp(fold->name, folds[i].name)) {
			*op = folds[i].op;
			return 0;
		}
	return why(EINVAL, "MPI's own collectives have no fold %s", fold->name);
}

/* ---- The calls ---- */

static void broadcast(const struct work *w)
{
	MPI_Bcast(w->out, w->count, w->type, w->root, MPI_COMM_WORLD);
}

static void reduce(const struct work *w)
{
	MPI_Reduce(w->in, w->out, w->count, w->type, w->fold, w->root, MPI_COMM_WORLD);
}

static void scatter(const struct work *w)
{
	MPI_Scatter(w->in, w->count, w->type, w->out, w->count, w->type, w->root, MPI_COMM_WORLD);
}

static void gather(const struct work *w)
{
	MPI_Gather(w->in, w->count, w->type, w->out, w->count, w->type, w->root, MPI_COMM_WORLD);
}

static void allgather(const struct work *w)
{
	MPI_Allgather(w->in, w->count, w->type, w->out, w->count, w->type, MPI_COMM_WORLD);
}

static void reducescatter(const struct work *w)
{
	MPI_Reduce_scatter_block(w->in, w->out, w->count, w->type, w->fold, MPI_COMM_WORLD);
}

static void allreduce(const struct work *w)
{
	MPI_Allreduce(w->in, w->out, w->count, w->type, w->fold, MPI_COMM_WORLD);
}

static void alltoall(const struct work *w)
{
	MPI_Alltoall(w->in, w->count, w->type, w->out, w->count, w->type, MPI_COMM_WORLD);
}

static void barrier(const struct work *w)
{
	(void)w;
	MPI_Barrier(MPI_COMM_WORLD);
}

static const struct call_of_mpi {
	enum collective collective;
	const char *name;
	void (*call)(const struct work *work);
} calls[] = {
	{ BROADCAST, "MPI_Bcast", broadcast },
	{ REDUCE, "MPI_Reduce", reduce },
	{ SCATTER, "MPI_Scatter", scatter },
	{ GATHER, "MPI_Gather", gather },
	{ ALLGATHER, "MPI_Allgather", allgather },
	{ REDUCESCATTER, "MPI_Reduce_scatter_block", reducescatter },
	{ ALLREDUCE, "MPI_Allreduce", allreduce },
	{ ALLTOALL, "MPI_Alltoall", alltoall },
	{ BARRIER, "MPI_Barrier", barrier },
};

static const struct call_of_mpi *call_of(const struct session *session)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (calls[i].collective == session->pattern.problem.collective)
			return &calls[i];
	return NULL;
}

/* ---- The row ---- */

static int read_work(struct work *work, const struct session *session)
{
	const struct pattern *pattern = &session->pattern;
	size_t element = pattern->fold ? type_bytes(pattern->type) : 1;
	int rank, error = 0;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	*work = (struct work){ .in = session->buffers.node[rank].in,
		.out = session->buffers.node[rank].out,
		.root = pattern->problem.root,
		.type = MPI_BYTE };
	if (pattern->fold)
		error = element_type(&work->type, pattern->type);
	if (!error && pattern->fold)
		error = fold_of(&work->fold, pattern->fold);
	if (error)
		return error;
	if (pattern->bytes / element > INT_MAX)
		return why(EINVAL, "MPI's own collectives count up to %d elements", INT_MAX);
	work->count = (int)(pattern->bytes / element);
	return 0;
}

static int find(char *name, size_t size, const struct session *session)
{
	const struct call_of_mpi *call = call_of(session);
	const struct network *net = &session->pattern.problem.net;
	struct work work;
	int ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	snprintf(name, size, "%s", call ? call->name : "MPI");
	if (!call || session->sizes)
		return why(EINVAL, "MPI's own collective is not measured for this row");
	if (net->nodes != ranks)
		return why(EINVAL,
			"MPI's own collectives have a part for each rank: %s has %d nodes for %d "
			"ranks",
			net->name, net->nodes, ranks);
	return read_work(&work, session);
}

static void call(const struct session *session)
{
	struct work work;

	if (!read_work(&work, session))
		call_of(session)->call(&work);
}

const struct rival mpi_rival = { find, call };
