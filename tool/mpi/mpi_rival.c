/* Calls the MPI's own collective, or its messages, for the work of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include "base/error.h"
#include "perf/timing/session.h"
#include "runtime/team/team.h"
#include "tool/mpi/local_work.h"
#include "tool/mpi/message_calls.h"
#include "tool/mpi/mpi_rival.h"

/* The work of the row, and the meetings of this rank's threads. */
static struct rank_work work;
static const struct call_of_mpi *called;
static atomic_int waiting, meetings;

/* Returns the elements that a rank contributes to a fold. */
static void *mine(const struct rank_work *w)
{
	return w->memory.nodes > 1 ? w->memory.held : w->memory.in;
}

static int times(const struct rank_work *w, int blocks)
{
	return w->count * blocks;
}

/* ---- The calls: blocks of all nodes of a rank are one block of MPI ---- */

static void broadcast(const struct rank_work *w)
{
	MPI_Bcast(out_of(w, w->rank == w->root ? w->root_node : 0), w->count, w->elements.type,
		w->root, MPI_COMM_WORLD);
}

static void reduce(const struct rank_work *w)
{
	MPI_Reduce(mine(w), w->memory.out, w->count, w->elements.type, w->elements.op, w->root,
		MPI_COMM_WORLD);
}

static void scatter(const struct rank_work *w)
{
	int count = times(w, w->memory.nodes);

	MPI_Scatter(w->memory.in, count, w->elements.type, w->memory.out, count, w->elements.type,
		w->root, MPI_COMM_WORLD);
}

static void gather(const struct rank_work *w)
{
	int count = times(w, w->memory.nodes);

	MPI_Gather(w->memory.in, count, w->elements.type, w->memory.out, count, w->elements.type,
		w->root, MPI_COMM_WORLD);
}

static void allgather(const struct rank_work *w)
{
	int count = times(w, w->memory.nodes);

	MPI_Allgather(w->memory.in, count, w->elements.type, w->memory.out, count, w->elements.type,
		MPI_COMM_WORLD);
}

static void reducescatter(const struct rank_work *w)
{
	MPI_Reduce_scatter_block(mine(w), w->memory.out, times(w, w->memory.nodes),
		w->elements.type, w->elements.op, MPI_COMM_WORLD);
}

static void allreduce(const struct rank_work *w)
{
	MPI_Allreduce(
		mine(w), w->memory.out, w->count, w->elements.type, w->elements.op, MPI_COMM_WORLD);
}

static void alltoall(const struct rank_work *w)
{
	int count = times(w, w->memory.nodes * w->memory.nodes);

	MPI_Alltoall(w->memory.in, count, w->elements.type, w->memory.out, count, w->elements.type,
		MPI_COMM_WORLD);
}

static void scan(const struct rank_work *w)
{
	if (w->memory.nodes > 1)
		MPI_Exscan(out_of(w, w->memory.nodes - 1), w->memory.held, w->count,
			w->elements.type, w->elements.op, MPI_COMM_WORLD);
	else
		MPI_Scan(w->memory.in, w->memory.out, w->count, w->elements.type, w->elements.op,
			MPI_COMM_WORLD);
}

static void exscan(const struct rank_work *w)
{
	MPI_Exscan(
		mine(w), w->memory.out, w->count, w->elements.type, w->elements.op, MPI_COMM_WORLD);
}

static void barrier(const struct rank_work *w)
{
	(void)w;
	MPI_Barrier(MPI_COMM_WORLD);
}

static const struct call_of_mpi {
	enum collective collective;
	const char *name, *name_of_many; /* of a rank with one node, and with several */
	local_work *before;
	void (*call)(const struct rank_work *work);
	local_work *after;
} calls[] = {
	{ BROADCAST, "MPI_Bcast", "MPI_Bcast", NULL, broadcast, copy_to_nodes },
	{ REDUCE, "MPI_Reduce", "MPI_Reduce", fold_inputs, reduce, NULL },
	{ SCATTER, "MPI_Scatter", "MPI_Scatter", NULL, scatter, NULL },
	{ GATHER, "MPI_Gather", "MPI_Gather", NULL, gather, NULL },
	{ ALLGATHER, "MPI_Allgather", "MPI_Allgather", NULL, allgather, copy_to_nodes },
	{ REDUCESCATTER, "MPI_Reduce_scatter_block", "MPI_Reduce_scatter_block", fold_inputs,
		reducescatter, NULL },
	{ ALLREDUCE, "MPI_Allreduce", "MPI_Allreduce", fold_inputs, allreduce, copy_to_nodes },
	{ ALLTOALL, "MPI_Alltoall", "MPI_Alltoall", NULL, alltoall, NULL },
	{ SCAN, "MPI_Scan", "MPI_Exscan", fold_prefixes, scan, join_prefixes },
	{ EXSCAN, "MPI_Exscan", "MPI_Exscan", fold_prefixes_before, exscan, join_prefixes_before },
	{ BARRIER, "MPI_Barrier", "MPI_Barrier", NULL, barrier, NULL },
};

static const struct call_of_mpi *call_of(const struct session *session)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (calls[i].collective == session->pattern.problem.collective)
			return &calls[i];
	return NULL;
}

/* ---- The row ---- */

static void close_work(void)
{
	rank_memory_close(&work.memory);
	mpi_elements_free(&work.elements);
	message_calls_close();
	called = NULL;
}

/* Messages lie in the buffers of the nodes. */
static int open_messages(char *name, size_t size, const struct session *session)
{
	const struct sized_buffers *own;
	int ranks, error;

	MPI_Comm_rank(MPI_COMM_WORLD, &work.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	error = message_calls_open(session, ranks);
	if (error)
		return error;
	own = &session->sizes->node[work.rank];
	work.memory = (struct rank_memory){ .first = work.rank,
		.nodes = 1,
		.ranks = ranks,
		.in = session->buffers.node[work.rank].in,
		.out = session->buffers.node[work.rank].out,
		.in_bytes = own->input,
		.out_bytes = own->output };
	snprintf(name, size, "%s", message_calls_name(session));
	return 0;
}

static int open_work(const struct session *session)
{
	const struct pattern *pattern = &session->pattern;
	int ranks, nodes;

	MPI_Comm_rank(MPI_COMM_WORLD, &work.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	nodes = pattern->problem.net.nodes / ranks;
	work.session = session;
	work.root = pattern->problem.root / nodes;
	work.root_node = pattern->problem.root % nodes;
	mpi_elements_find(&work.elements, pattern->fold ? &session->plan->folding : NULL,
		collective_joins(pattern->problem.collective));
	if (pattern->bytes / work.elements.element > (size_t)(INT_MAX / nodes / nodes))
		return why(EINVAL, "MPI's own collectives count up to %d elements", INT_MAX);
	work.count = (int)(pattern->bytes / work.elements.element);
	return rank_memory_open(&work.memory, session, work.rank, ranks, &work.elements);
}

static int open(char *name, size_t size, const struct session *session)
{
	const struct call_of_mpi *call = call_of(session);
	int error;

	close_work();
	snprintf(name, size, "MPI");
	if (session->form.messages)
		return open_messages(name, size, session);
	if (!call)
		return why(EINVAL, "MPI has no collective that does the work of %s",
			collective_name(session->pattern.problem.collective));
	if (session->sizes)
		return why(EINVAL, "MPI's own collective is not measured for blocks with sizes");
	error = open_work(session);
	if (error) {
		close_work();
		return error;
	}
	called = call;
	snprintf(name, size, "%s", work.memory.nodes > 1 ? call->name_of_many : call->name);
	return 0;
}

static void fill(const struct session *session)
{
	rank_memory_fill(&work.memory, session, &work.elements);
}

static void give(const struct session *session)
{
	rank_memory_return(&work.memory, session, &work.elements);
}

static void keep(const struct session *session, int thread)
{
	rank_memory_keep(&work.memory, session, thread, team_threads(session->team));
}

/* Meets the threads of this rank. While a thread is in MPI, no other thread may be in MPI: the
 * meeting of the team's threads calls MPI as well. */
static void meet(int threads)
{
	int before = atomic_load(&meetings);

	if (threads == 1)
		return;
	if (atomic_fetch_add(&waiting, 1) == threads - 1) {
		atomic_store(&waiting, 0);
		atomic_fetch_add(&meetings, 1);
		return;
	}
	while (atomic_load(&meetings) == before)
		sched_yield();
}

static void call(const struct session *session, int thread)
{
	struct thread_share share = { thread, team_threads(session->team) };

	if (session->form.messages) {
		message_calls_run(session, work.rank);
		return;
	}
	if (called->before)
		called->before(&work, share);
	meet(share.threads);
	if (!thread)
		called->call(&work);
	meet(share.threads);
	if (called->after)
		called->after(&work, share);
}

const struct rival mpi_rival = { open, fill, keep, call, give, close_work };
