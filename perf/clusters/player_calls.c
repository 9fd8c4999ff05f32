/* Calls MPI's own collectives, beside which plans are timed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include "perf/clusters/player_calls.h"

/* An operation that computes nothing: SimGrid charges no time for folds, and neither shall the
 * simulation take time for the folds of a thousand nodes. */
static void compute_nothing(void *in, void *result, int *count, MPI_Datatype *type)
{
	(void)in;
	(void)result;
	(void)count;
	(void)type;
}

static int call(const struct problem *problem, void *in, void *out, size_t bytes, MPI_Op op)
{
	MPI_Comm world = MPI_COMM_WORLD;
	MPI_Datatype type = MPI_UNSIGNED_CHAR;
	int n = (int)bytes, root = problem->root;

	switch (problem->collective) {
	case BROADCAST:
		return MPI_Bcast(out, n, type, root, world);
	case REDUCE:
		return MPI_Reduce(in, out, n, type, op, root, world);
	case SCATTER:
		return MPI_Scatter(in, n, type, out, n, type, root, world);
	case GATHER:
		return MPI_Gather(in, n, type, out, n, type, root, world);
	case ALLGATHER:
		return MPI_Allgather(in, n, type, out, n, type, world);
	case REDUCESCATTER:
		return MPI_Reduce_scatter_block(in, out, n, type, op, world);
	case ALLREDUCE:
		return MPI_Allreduce(in, out, n, type, op, world);
	case ALLTOALL:
		return MPI_Alltoall(in, n, type, out, n, type, world);
	case SCAN:
		return MPI_Scan(in, out, n, type, op, world);
	case EXSCAN:
		return MPI_Exscan(in, out, n, type, op, world);
	case BARRIER:
		return MPI_Barrier(world);
	default:
		return 1;
	}
}

int player_call(const struct problem *problem, void *in, void *out, size_t bytes, bool timed)
{
	MPI_Op op = MPI_SUM;
	int failed;

	if (timed)
		MPI_Op_create(compute_nothing, 1, &op);
	failed = call(problem, in, out, bytes, op);
	if (timed)
		MPI_Op_free(&op);
	return failed;
}
