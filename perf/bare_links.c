/* Copies the bytes of a row's busiest links, without plan and packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "perf/bare_links.h"
#include "perf/data/buffers.h"
#include "library/machine/huge_pages.h"

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
