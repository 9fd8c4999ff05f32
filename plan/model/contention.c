/* Adds up the bytes that pass the connections of caches and packages in each step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/model/contention.h"

struct connection {
	uint32_t step;
	/* the end of earlier steps; this step's first start, and all its seconds */
	double before, begin, sum;
};

static double seconds_of(const struct contention *sharing, int level)
{
	return sharing->machine->class[sharing->machine->hierarchy.class[level]].shared;
}

int contention_open(struct contention *sharing, const struct machine *machine)
{
	const struct hierarchy *h = &machine->hierarchy;

	*sharing = (struct contention){ .machine = machine, .step = 1 };
	for (int level = 0; level < h->levels; level++) {
		size_t domains = (size_t)(hierarchy_cores(h) / hierarchy_within(h, level));

		if (!(seconds_of(sharing, level) > 0))
			continue;
		sharing->out[level] = calloc(domains, sizeof *sharing->out[level]);
		sharing->in[level] = calloc(domains, sizeof *sharing->in[level]);
		if (!sharing->out[level] || !sharing->in[level]) {
			contention_free(sharing);
			return why(ENOMEM, "no memory to simulate %zu domains", domains);
		}
	}
	return 0;
}

void contention_free(struct contention *sharing)
{
	for (int level = 0; level < HIERARCHY_LEVELS; level++) {
		free(sharing->out[level]);
		free(sharing->in[level]);
	}
	*sharing = (struct contention){ 0 };
}

void contention_step(struct contention *sharing)
{
	sharing->step++;
}

static double until(const struct connection *connection)
{
	double begin =
		connection->begin > connection->before ? connection->begin : connection->before;

	return begin + connection->sum;
}

static void use(struct connection *connection, uint32_t step, double seconds, double begin)
{
	if (connection->step != step)
		*connection = (struct connection){
			.step = step, .before = until(connection), .begin = begin
		};
	if (begin < connection->begin)
		connection->begin = begin;
	connection->sum += seconds;
}

void contention_add(struct contention *sharing, int from, int to, size_t bytes, double begin)
{
	const struct hierarchy *h = &sharing->machine->hierarchy;

	for (int level = hierarchy_apart(h, from, to); level < h->levels; level++) {
		int within = hierarchy_within(h, level);
		double seconds = seconds_of(sharing, level) * (double)bytes;

		if (!sharing->out[level])
			continue;
		use(&sharing->out[level][from / within], sharing->step, seconds, begin);
		use(&sharing->in[level][to / within], sharing->step, seconds, begin);
	}
}

double contention_until(const struct contention *sharing, int from, int to)
{
	const struct hierarchy *h = &sharing->machine->hierarchy;
	double latest = 0;

	for (int level = hierarchy_apart(h, from, to); level < h->levels; level++) {
		int within = hierarchy_within(h, level);
		double out, in;

		if (!sharing->out[level])
			continue;
		out = until(&sharing->out[level][from / within]);
		in = until(&sharing->in[level][to / within]);
		latest = out > latest ? out : latest;
		latest = in > latest ? in : latest;
	}
	return latest;
}
