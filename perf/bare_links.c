/* Copies the bytes of a row's busiest links, without plan and packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "library/machine/huge_pages.h"
#include "perf/bare_links.h"
#include "perf/data/buffers.h"
#include "runtime/node/team_state.h"

/* Of the links that lead to a thread, one that carries most bytes. */
struct busy_link {
	size_t bytes;
	int owner; /* thread at the other end */
};

/* Counts the bytes that node v receives from each node. */
static void count_received(size_t *received, const struct program *program)
{
	for (size_t k = 0; k < program->instructions; k++) {
		const struct instruction *i = &program->instruction[k];

		if (i->action == TAKE_PACKET || instruction_folds(i) || i->action == DROP_PACKET)
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

/* Maps the memory of all groups, and lists the copies. */
static int map_links(struct bare_work *links, const struct busy_link *busiest)
{
	size_t end = 0, at = 0;

	for (int t = 0; t < links->threads; t++)
		for (int k = 0; k < 2 && busiest[t].bytes == links->bytes; k++)
			buffer_place(&end, links->bytes);
	links->memory_bytes = end;
	links->memory = huge_pages_map(end);
	if (!links->memory)
		return -ENOMEM;
	for (int t = 0; t < links->threads; t++) {
		unsigned char *from, *to;
		int error;

		if (busiest[t].bytes != links->bytes)
			continue;
		from = (unsigned char *)links->memory + buffer_place(&at, links->bytes);
		to = (unsigned char *)links->memory + buffer_place(&at, links->bytes);
		error = bare_begin(links, t, busiest[t].owner);
		if (!error)
			error = bare_add(links, from, to);
		if (error)
			return error;
	}
	return 0;
}

/* Gives the memory its pages, by the threads that own the memory. */
static int fill(struct worker *me, void *argument)
{
	const struct bare_work *links = argument;

	for (size_t i = 0; i < links->groups; i++) {
		const struct bare_step *step = &links->step[links->group[i].first];

		if (links->group[i].owner == me->number)
			memset((void *)(uintptr_t)step->from, 1, links->bytes);
		if (links->group[i].reader == me->number)
			memset(step->to, 0, links->bytes);
	}
	return 0;
}

int bare_of_links(struct bare_work *links, const struct session *session)
{
	size_t nodes = (size_t)session->pattern.problem.net.nodes, bytes = 0;
	int threads = session->team->threads, error = 0;
	struct busy_link *busiest = array_zeros((size_t)threads, sizeof *busiest);
	size_t *received = array_zeros(nodes, sizeof *received);

	if (!busiest || !received)
		error = why(ENOMEM, "no memory to find the busiest links");
	else
		find_busiest(busiest, received, session);
	for (int t = 0; t < threads && !error; t++)
		bytes = busiest[t].bytes > bytes ? busiest[t].bytes : bytes;
	if (bytes)
		error = bare_open(links, bytes, NULL, threads);
	if (bytes && !error)
		error = map_links(links, busiest);
	free(busiest);
	free(received);
	return error ? error : team_dispatch(session->team, fill, links);
}
