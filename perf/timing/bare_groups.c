/* Lists the bytes that a row must bring to other nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "perf/timing/bare_groups.h"
#include "perf/data/buffer_walk.h"
#include "runtime/node/team_state.h"

/* ---- Copies: a group for each source and each thread that needs the source ---- */

/* A block of an output that comes from another node. */
struct bare_delivery {
	int reader, owner; /* threads */
	const unsigned char *from;
	unsigned char *to;
};

static int compare(const void *x, const void *y)
{
	const struct bare_delivery *a = x, *b = y;

	if (a->reader != b->reader)
		return a->reader < b->reader ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

/* Returns true if block i of node v's output is copied from another node, and finds the copy. */
static bool delivery_of(struct bare_delivery *d, const struct session *s, int v, int i)
{
	const struct problem *problem = &s->pattern.problem;
	struct source source = source_of(problem, v, i);
	const struct pattern_buffers *at;

	if (source.from < 0 || source.from == v)
		return false;
	at = &s->buffers.node[source.from];
	*d = (struct bare_delivery){ s->thread[v], s->thread[source.from],
		collective_in_output(problem->collective) ? at->out : at->in,
		s->buffers.node[v].out + (size_t)i * s->pattern.bytes };
	d->from += (size_t)source.block * s->pattern.bytes;
	return true;
}

static size_t count_blocks(const struct problem *problem)
{
	size_t count = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		count += (size_t)semantics_output_blocks(problem, v);
	return count;
}

static size_t list_deliveries(struct bare_delivery *list, const struct session *s)
{
	const struct problem *problem = &s->pattern.problem;
	size_t count = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		for (int i = 0; i < semantics_output_blocks(problem, v); i++)
			count += delivery_of(&list[count], s, v, i);
	return count;
}

static int add_copies(struct bare_work *bare, const struct session *s)
{
	struct bare_delivery *list = array_new(count_blocks(&s->pattern.problem), sizeof *list);
	size_t count = list ? list_deliveries(list, s) : 0;
	int error = list ? 0 : why(ENOMEM, "no memory to list the copies of a row");

	qsort(list, count, sizeof *list, compare);
	for (size_t i = 0; i < count && !error; i++) {
		const struct bare_delivery *d = &list[i];
		bool again = i && d->reader == d[-1].reader && d->from == d[-1].from;

		if (!again)
			error = bare_begin(bare, d->reader, d->owner);
		if (!error)
			error = bare_add(bare, again ? NULL : d->from, d->to);
	}
	free(list);
	return error;
}

/* ---- Folds: a group for each result and each thread ---- */

/* Returns true if node v's result is the fold of that block of nodes 0 ... nodes - 1. */
static bool is_result(const struct session *s, int v, int block, int nodes)
{
	const struct problem *problem = &s->pattern.problem;
	struct source source = source_of(problem, v, 0);

	return semantics_output_blocks(problem, v) && source.from < 0 && source.block == block &&
	       source.nodes == nodes;
}

static bool is_source(const struct session *s, int u, int thread, enum bare_piece piece)
{
	if (piece == PIECE_OWN)
		return s->thread[u] == thread;
	return !u || s->thread[u] != s->thread[u - 1]; /* the first node of its thread */
}

/* Adds the steps of a thread for a result: sources in the order of the nodes, and each place as
 * soon as its sources are combined. Only the first place needs bytes of other threads. */
static int add_fold(struct bare_work *bare, const struct session *s, int thread, int block,
	enum bare_piece piece)
{
	const struct problem *problem = &s->pattern.problem;
	int nodes = problem->net.nodes, error = bare_begin(bare, thread, -1);

	for (int u = 0; u < nodes && !error; u++) {
		if (is_source(s, u, thread, piece))
			error = bare_add(bare,
				s->buffers.node[u].in + (size_t)block * s->pattern.bytes, NULL);
		if (u + 1 < nodes && !collective_joins(problem->collective))
			continue;
		for (int v = 0; v < nodes && !error; v++) {
			if (s->thread[v] != thread || !is_result(s, v, block, u + 1))
				continue;
			error = bare_add(bare, NULL, s->buffers.node[v].out);
			if (piece == PIECE_CROSSING)
				return error;
		}
	}
	return error;
}

/* Adds the steps that combine an input of each thread, and write the sum for each thread. */
static int add_shared(struct bare_work *bare, const struct session *s)
{
	const struct problem *problem = &s->pattern.problem;
	int nodes = problem->net.nodes, error = bare_begin(bare, 0, -1);

	for (int u = 0; u < nodes && !error; u++)
		if (is_source(s, u, 0, PIECE_CROSSING))
			error = bare_add(bare, s->buffers.node[u].in, NULL);
	for (int v = 0; v < nodes && !error; v++)
		if (is_source(s, v, 0, PIECE_CROSSING))
			error = bare_add(bare, NULL, s->buffers.node[v].out);
	return error;
}

/* Removes the last group if the group combines nothing, or if its thread needs no result of other
 * threads. Own pieces are done by their thread alone. */
static void judge_last(struct bare_work *bare, enum bare_piece piece)
{
	struct bare_group *last = &bare->group[bare->groups - 1];
	const struct bare_step *end = &bare->step[last->first + last->steps - 1];

	if (piece == PIECE_OWN)
		last->owner = last->reader;
	if (last->steps > 1 && (piece == PIECE_OWN || end->to))
		return;
	if (piece == PIECE_CROSSING && end->to && last->reader)
		return; /* a copy of the result of thread 0 */
	bare->steps = last->first;
	bare->groups--;
}

static int add_folds(struct bare_work *bare, const struct session *s, enum bare_piece piece)
{
	const struct problem *problem = &s->pattern.problem;
	int blocks = semantics_input_blocks(problem, 0), error = 0;

	if (piece == PIECE_SHARED)
		return problem->collective == ALLREDUCE && bare->threads > 1 ? add_shared(bare, s)
									     : 0;
	for (int t = 0; t < bare->threads; t++)
		for (int block = 0; block < blocks && !error; block++) {
			error = add_fold(bare, s, t, block, piece);
			if (!error)
				judge_last(bare, piece);
		}
	return error;
}

int bare_of_problem(struct bare_work *bare, const struct session *session, enum bare_piece piece)
{
	const struct problem *problem = &session->pattern.problem;
	int error = bare_open(
		bare, session->pattern.bytes, &session->plan->folding, session->team->threads);

	if (!error && collective_folds(problem->collective) == (piece != PIECE_COPIES))
		error = piece == PIECE_COPIES ? add_copies(bare, session)
					      : add_folds(bare, session, piece);
	if (error)
		bare_close(bare);
	return error;
}

/* Blocks with sizes: all bytes of outputs but those that come from the node itself. */
static double sized_delivered(const struct session *session)
{
	const struct problem *problem = &session->pattern.problem;
	double bytes = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		for (int i = 0; i < semantics_output_blocks(problem, v); i++)
			if (source_of(problem, v, i).from != v)
				bytes += (double)session->sizes->node[v].out_bytes[i];
	return bytes;
}

double problem_delivered(const struct problem *problem, size_t bytes)
{
	size_t blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		for (int i = 0; i < semantics_output_blocks(problem, v); i++) {
			struct source source = source_of(problem, v, i);

			blocks += source.from >= 0 ? source.from != v
						   : source.nodes > 1 || (source.nodes && v);
		}
	return (double)blocks * (double)bytes;
}

double bare_delivered(const struct session *session)
{
	return session->sizes ? sized_delivered(session)
			      : problem_delivered(
					&session->pattern.problem, session->pattern.bytes);
}
