/* Calls the MPI's own collective, or its messages, for the work of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include "base/error.h"
#include "mpi/mpi_native.h"
#include "perf/timing/session.h"
#include "runtime/team/team.h"
#include "tool/mpi/local_work.h"
#include "tool/mpi/message_calls.h"
#include "tool/mpi/mpi_rival.h"

/* The work of the row, and the meetings of this rank's threads. */
static struct rank_work work;
static const struct call_of_mpi *called;
static atomic_int waiting, meetings;

/* ---- The call: blocks of all nodes of a rank are one block of MPI ---- */

static const struct call_of_mpi {
	enum collective collective;
	local_work *before, *after;
} calls[] = {
	{ BROADCAST, NULL, copy_to_nodes },
	{ REDUCE, fold_inputs, NULL },
	{ SCATTER, NULL, NULL },
	{ GATHER, NULL, NULL },
	{ ALLGATHER, NULL, copy_to_nodes },
	{ REDUCESCATTER, fold_inputs, NULL },
	{ ALLREDUCE, fold_inputs, copy_to_nodes },
	{ ALLTOALL, NULL, NULL },
	{ SCAN, fold_prefixes, join_prefixes },
	{ EXSCAN, fold_prefixes_before, join_prefixes_before },
	{ BARRIER, NULL, NULL },
};

static const struct call_of_mpi *call_of(const struct session *session)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (calls[i].collective == session->pattern.problem.collective)
			return &calls[i];
	return NULL;
}

/* A scan over ranks with several nodes folds what lower ranks have. */
static enum collective over_ranks(enum collective collective, int nodes)
{
	return collective == SCAN && nodes > 1 ? EXSCAN : collective;
}

/* Returns the number of blocks of nodes in a block of a rank. */
static int blocks_of(enum collective collective, int nodes)
{
	switch (collective) {
	case SCATTER:
	case GATHER:
	case ALLGATHER:
	case REDUCESCATTER:
		return nodes;
	case ALLTOALL:
		return nodes * nodes;
	default:
		return 1;
	}
}

static struct native_call native_of(const struct rank_work *w, enum collective collective)
{
	int nodes = w->memory.nodes;
	bool held = nodes > 1 && collective_folds(collective);
	struct native_call call = { .collective = over_ranks(collective, nodes),
		.in = held ? w->memory.held : w->memory.in,
		.out = w->memory.out,
		.count = (size_t)w->count * (size_t)blocks_of(collective, nodes),
		.root = w->root };

	if (collective == BROADCAST) {
		call.out = out_of(w, w->rank == w->root ? w->root_node : 0);
	} else if (collective == SCAN && nodes > 1) {
		call.in = out_of(w, nodes - 1);
		call.out = w->memory.held;
	}
	return call;
}

static void call_mpi(const struct rank_work *w, enum collective collective)
{
	const struct native_call call = native_of(w, collective);
	const struct native_elements elements = { w->elements.type, w->elements.op };

	native_call_with(&call, &elements, MPI_COMM_WORLD);
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
	snprintf(name, size, "%s",
		collective_of_mpi(over_ranks(call->collective, work.memory.nodes)));
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
		call_mpi(&work, called->collective);
	meet(share.threads);
	if (called->after)
		called->after(&work, share);
}

const struct rival mpi_rival = { open, fill, keep, call, give, close_work };
