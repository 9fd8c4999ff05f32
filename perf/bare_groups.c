/* Lists the bytes that a row must bring to other nodes, and the bytes of its busiest links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "perf/bare_groups.h"
#include "perf/data/buffer_walk.h"
#include "perf/data/huge_pages.h"

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

/* Adds the steps of a thread for a result: sources in the order of the nodes, and each place as soon
 * as its sources are combined. Only the first place needs bytes of other threads. */
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
		bare, session->pattern.bytes, &session->plan->folding, team_threads(session->team));

	if (!error && collective_folds(problem->collective) == (piece != PIECE_COPIES))
		error = piece == PIECE_COPIES ? add_copies(bare, session)
					      : add_folds(bare, session, piece);
	if (error)
		bare_close(bare);
	return error;
}

double bare_delivered(const struct session *session)
{
	const struct problem *problem = &session->pattern.problem;
	size_t blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		for (int i = 0; i < semantics_output_blocks(problem, v); i++) {
			struct source source = source_of(problem, v, i);

			blocks += source.from >= 0 ? source.from != v
						   : source.nodes > 1 || (source.nodes && v);
		}
	return (double)blocks * (double)session->pattern.bytes;
}

/* ---- Links ---- */

/* A link with the most bytes of those that lead to a thread. */
struct busy_link {
	size_t bytes;
	int owner; /* thread at the other end */
};

/* Counts the bytes that node v receives from each node. */
static void count_received(size_t *received, const struct program *program)
{
	for (size_t k = 0; k < program->instructions; k++) {
		const struct instruction *i = &program->instruction[k];

		if (i->action == TAKE_PACKET || i->action == FOLD_PACKET ||
			i->action == DROP_PACKET)
			received[i->peer] += i->bytes;
	}
}

/* Keeps the busiest link to each thread; among equal links a link from another thread. */
static void find_busiest(struct busy_link *busiest, size_t *received, const struct session *s)
{
	int nodes = s->pattern.problem.net.nodes;

	for (int v = 0; v < nodes; v++) {
		struct busy_link *link = &busiest[s->thread[v]];

		memset(received, 0, (size_t)nodes * sizeof *received);
		count_received(received, s->calls[v].program);
		for (int u = 0; u < nodes; u++)
			if (received[u] > link->bytes ||
				(received[u] && received[u] == link->bytes &&
					s->thread[u] != s->thread[v]))
				*link = (struct busy_link){ received[u], s->thread[u] };
	}
}

static int map_links(
	struct bare_links *links, const struct busy_link *busiest, size_t bytes, int threads)
{
	size_t end = 0, at = 0;
	int count = 0, error = bare_open(&links->copies, bytes, NULL, threads);

	for (int t = 0; t < threads; t++)
		count += busiest[t].bytes == bytes;
	for (int k = 0; k < 2 * count; k++)
		buffer_place(&end, bytes);
	links->memory_bytes = end;
	links->memory = error ? NULL : huge_pages_map(end);
	if (!error && !links->memory)
		error = -ENOMEM;
	for (int t = 0; t < threads && !error; t++) {
		unsigned char *from, *to;

		if (busiest[t].bytes != bytes)
			continue;
		from = (unsigned char *)links->memory + buffer_place(&at, bytes);
		to = (unsigned char *)links->memory + buffer_place(&at, bytes);
		error = bare_begin(&links->copies, t, busiest[t].owner);
		if (!error)
			error = bare_add(&links->copies, from, to);
	}
	return error;
}

int bare_of_links(struct bare_links *links, const struct session *session)
{
	size_t nodes = (size_t)session->pattern.problem.net.nodes, bytes = 0;
	int threads = team_threads(session->team), error = 0;
	struct busy_link *busiest = array_zeros((size_t)threads, sizeof *busiest);
	size_t *received = array_zeros(nodes, sizeof *received);

	*links = (struct bare_links){ 0 };
	if (!busiest || !received)
		error = why(ENOMEM, "no memory to find the busiest links");
	else
		find_busiest(busiest, received, session);
	for (int t = 0; t < threads && !error; t++)
		bytes = busiest[t].bytes > bytes ? busiest[t].bytes : bytes;
	if (bytes)
		error = map_links(links, busiest, bytes, threads);
	free(busiest);
	free(received);
	if (error)
		bare_links_close(links);
	return error;
}

void bare_links_close(struct bare_links *links)
{
	bare_close(&links->copies);
	huge_pages_unmap(links->memory, links->memory_bytes);
	*links = (struct bare_links){ 0 };
}
