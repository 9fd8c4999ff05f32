/* Lists the packets of a schedule by node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "plan/lists/schedule_index.h"
#include "base/error.h"

int schedule_index(struct schedule *s)
{
	size_t nodes = (size_t)s->problem.net.nodes, *next = calloc(nodes + 2, sizeof *next);

	s->index_of = malloc((s->packets * 2 + 1) * sizeof *s->index_of);
	if (!next || !s->index_of) {
		free(next);
		return why(ENOMEM, "no memory for the index of a schedule");
	}
	for (size_t i = 0; i < s->packets; i++) {
		next[s->packet[i].from + 2]++;
		next[s->packet[i].to + 2]++;
	}
	for (size_t v = 2; v < nodes + 2; v++)
		next[v] += next[v - 1];
	for (size_t i = 0; i < s->packets; i++) {
		s->index_of[next[s->packet[i].from + 1]++] = (uint32_t)i;
		s->index_of[next[s->packet[i].to + 1]++] = (uint32_t)i;
	}
	s->first_of = next;
	return 0;
}
