/* Calls the MPI's own collective, or its messages, for the work of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/handles.h"
#include "library/machine/huge_pages.h"
#include "library/native_work.h"
#include "perf/data/buffers.h"
#include "perf/timing/session.h"
#include "runtime/team/team.h"
#include "tool/mpi/message_calls.h"
#include "tool/mpi/mpi_elements.h"
#include "tool/mpi/ranks.h"

/* The work of the row, for this rank: the library's own (native_work.h), but with the MPI's own
 * type and operation for every element that MPI has. */
static struct native_call call_of_node;
static struct native_work work;
static struct native_buffers *buffers; /* [nodes] of the rank */
static struct mpi_elements elements;

/* The memory of the rank: its input and output where the nodes' blocks do not lie side by side, and
 * copies of bools, of which MPI folds 0 and 1 alone. */
static struct {
	unsigned char *all;
	size_t bytes, out, bools; /* where the parts begin */
	size_t each;		  /* bools of a node; 0: no copies */
} held;

/* The meetings of this rank's threads. */
static atomic_int waiting, meetings;

/* ---- The row ---- */

static void close_work(void)
{
	huge_pages_unmap(held.all, held.bytes);
	mpi_elements_free(&elements);
	message_calls_close();
	free(buffers);
	memset(&held, 0, sizeof held);
	buffers = NULL;
	work = (struct native_work){ 0 };
}

static int first_node(void)
{
	return work.process * work.nodes;
}

static int open_memory(const struct session *session)
{
	size_t nodes = (size_t)work.nodes;

	held.each = elements.bools ? pattern_input_bytes(&session->pattern, first_node()) : 0;
	buffer_place(&held.bytes, work.in);
	held.out = buffer_place(&held.bytes, work.out);
	held.bools = buffer_place(&held.bytes, nodes * held.each);
	if (work.in + work.out + held.each) {
		held.all = huge_pages_map(held.bytes);
		if (!held.all)
			return -ENOMEM;
	}
	buffers = calloc(nodes, sizeof *buffers);
	if (!buffers)
		return why(ENOMEM, "no memory for a list of buffers");
	for (int k = 0; k < work.nodes; k++) {
		const struct pattern_buffers *node = &session->buffers.node[first_node() + k];

		buffers[k] = (struct native_buffers){ node->in, node->out };
		if (held.each)
			buffers[k].in = held.all + held.bools + (size_t)k * held.each;
	}
	work.node = buffers;
	native_work_hold(&work, held.all, held.all + held.out);
	return 0;
}

static int open_work(const struct session *session)
{
	const struct pattern *pattern = &session->pattern;
	const struct folding *folding = pattern->fold ? &session->plan->folding : NULL;
	int nodes = pattern->problem.net.nodes / ranks_count();
	size_t count = pattern->bytes / (folding ? folding->element : 1);

	if (count > (size_t)(INT_MAX / nodes / nodes))
		return why(EINVAL, "MPI's own collectives count up to %d elements", INT_MAX);
	mpi_elements_find(&elements, folding, collective_joins(pattern->problem.collective));
	call_of_node = (struct native_call){ .collective = pattern->problem.collective,
		.count = count,
		.type = pattern->type,
		.fold = folding ? folding->fold.name : NULL,
		.folding = folding,
		.root = pattern->problem.root / nodes,
		.root_node = pattern->problem.root };
	work = (struct native_work){ .call = &call_of_node,
		.nodes = nodes,
		.process = ranks_own(),
		.processes = ranks_count() };
	native_work_open(&work);
	return open_memory(session);
}

static int open(char *name, size_t size, const struct session *session)
{
	enum collective collective = session->pattern.problem.collective;
	int error;

	close_work();
	snprintf(name, size, "MPI");
	if (session->form.messages) {
		error = message_calls_open(session, ranks_count());
		if (!error)
			snprintf(name, size, "%s", message_calls_name(session));
		return error;
	}
	if (!collective_of_mpi(collective))
		return why(EINVAL, "MPI has no collective that does the work of %s",
			collective_name(collective));
	if (session->sizes)
		return why(EINVAL, "MPI's own collective is not measured for blocks with sizes");
	error = open_work(session);
	if (error)
		close_work();
	else
		snprintf(name, size, "%s", collective_of_mpi(work.own.collective));
	return error;
}

static void fill(const struct session *session)
{
	unsigned char *bools = held.all + held.bools;

	for (int k = 0; k < work.nodes; k++)
		for (size_t i = 0; i < held.each; i++)
			*bools++ = session->buffers.node[first_node() + k].in[i] != 0;
	if (work.nodes)
		native_work_pack(&work);
}

/* MPI leaves any bytes in the gaps of elements. */
static void give(const struct session *session)
{
	size_t element = elements.gap ? call_of_node.folding->element : 0;

	if (work.nodes)
		native_work_unpack(&work);
	for (int k = 0; k < work.nodes && elements.gap; k++) {
		size_t bytes = pattern_output_bytes(&session->pattern, first_node() + k);

		for (size_t end = element; end <= bytes; end += element)
			memset(buffers[k].out + end - elements.gap, 0, elements.gap);
	}
}

/* ---- The operation ---- */

/* Returns a thread's part of held memory, and sets *part to the bytes of the part. */
static void *held_part(size_t begin, size_t bytes, int thread, int threads, size_t *part)
{
	*part = bytes / (size_t)threads;
	return *part ? held.all + begin + *part * (size_t)thread : NULL;
}

/* An all-to-all of several nodes uses no memory but the rank's. */
static void keep(const struct session *session, int thread)
{
	int all = grove_team_threads(team_outside(session->team));
	struct kept_memory kept = { 0 };

	if (!work.out || call_of_node.collective != ALLTOALL)
		session_keep(session, thread);
	kept.out = held_part(held.out, work.out, thread, all, &kept.out_bytes);
	if (work.in && !call_of_node.fold)
		kept.in = held_part(0, work.in, thread, all, &kept.in_bytes);
	else
		kept.scratch = held_part(0, work.in, thread, all, &kept.scratch_bytes);
	if (held.each)
		kept.in = held_part(
			held.bools, (size_t)work.nodes * held.each, thread, all, &kept.in_bytes);
	if (!held.all)
		return;
	data_keep(&session->keeper, &kept);
	data_keep_end(&session->keeper);
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
	struct thread_share share = { thread, grove_team_threads(team_outside(session->team)) };

	if (session->form.messages) {
		message_calls_run(session, ranks_own());
		return;
	}
	native_work_fold(&work, share);
	meet(share.threads);
	if (!thread)
		native_call_with(&work.own, &elements.native, MPI_COMM_WORLD);
	meet(share.threads);
	native_work_give(&work, share);
}

const struct rival mpi_rival = { open, fill, keep, call, give, close_work };
