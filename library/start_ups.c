/* Times packets within a thread and between two threads, by small collectives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/library_internal.h"
#include "library/start_ups.h"
#include "library/machine/bare_line.h"
#include "runtime/node/team_state.h"

enum {
	INLINE_BYTES = 8,
	EAGER_BYTES = 256,
	LENT_BYTES = 1088, /* the ring's memory holds packets of up to 1024 bytes */
	MOST_NODES = 16,
	MOST_BLOCKS = 2 * MOST_NODES, /* of a node, in input and output together */
	WARM_BATCHES = 60	      /* a core that was idle is slow at first */
};

static const double least = 1e-10; /* seconds, where noise exceeds a difference of times */

/* A start-up is the time of a collective, less a number of packets and calls within a thread, and
 * divided by a number. Many packets in one call tell the packet. Each of 64 packets has 7 pieces
 * besides the first. */
static const struct start_up_trial {
	enum collective collective;
	const char *network, *algorithm;
	int threads;
	size_t bytes;
	int packets, calls, parts, operations; /* operations: of a batch */
} trials[START_UPS] = {
	[START_PACKET] = { ALLTOALL, "gh:8", "sbt", 1, INLINE_BYTES, 0, 0, 8 * 7, 5 },
	[START_CALL] = { PERMUTE, "cube:1", "bfs", 1, INLINE_BYTES, 2, 0, 2, 25 },
	[START_PIECE] = { ALLTOALL, "cube:4", "sbt", 1, INLINE_BYTES, 64, 16, 64 * 7, 5 },
	[START_FOLD] = { REDUCE, "cube:1", "sbt", 1, INLINE_BYTES, 1, 2, 1, 25 },
	[START_INLINE] = { PERMUTE, "cube:1", "bfs", 2, INLINE_BYTES, 0, 0, 1, 25 },
	[START_INLINE_FOUR] = { PERMUTE, "cube:3", "bfs", 2, INLINE_BYTES, 0, 0, 1, 25 },
	[START_EAGER] = { PERMUTE, "cube:1", "bfs", 2, EAGER_BYTES, 0, 0, 1, 25 },
	[START_EAGER_FOUR] = { PERMUTE, "cube:3", "bfs", 2, EAGER_BYTES, 0, 0, 1, 25 },
	[START_LENT] = { PERMUTE, "cube:1", "bfs", 2, LENT_BYTES, 0, 0, 1, 25 },
};

/* A trial on its team. */
struct running {
	const struct start_up_trial *trial;
	int batches;
	struct team *team;
	struct grove_plan *plan;
	struct call call[MOST_NODES];
	unsigned char *memory;
	double seconds[START_BATCHES]; /* for each operation of a batch */
};

/* Blocks are forwarded by copy, so that links carry the bytes. */
static int make_plan(struct running *r)
{
	static const int across[2][8] = { { 1, 0 }, { 4, 5, 6, 7, 0, 1, 2, 3 } };
	static const struct rates rates;
	const struct network *net = &r->team->net;
	struct problem problem = {
		.collective = r->trial->collective, .net = *net, .ports = ALL, .duplex = FULL
	};
	int error;

	if (collective_permutes(problem.collective))
		problem.permutation = (int *)(uintptr_t)across[net->nodes == 8];
	snprintf(problem.algorithm, sizeof problem.algorithm, "%s", r->trial->algorithm);
	error = plan_wrap_for(&r->plan, &problem, GROVE_F64, GROVE_SUM, 0, r->trial->bytes, &rates);
	if (!error)
		r->plan->forward = FORWARD_COPY;
	return error;
}

/* Writes each page of the buffers: the system maps all pages that were never written to the same
 * page. */
static int prepare(struct running *r, const int cpus[2])
{
	size_t bytes = r->trial->bytes, room = MOST_NODES * MOST_BLOCKS * bytes;
	int error = measuring_team_open(
		&r->team, r->trial->network, r->trial->threads, cpus, WAIT_AUTO);

	if (!error)
		error = library_attach(r->team);
	if (!error)
		error = make_plan(r);
	if (error)
		return error;
	r->memory = malloc(room);
	if (!r->memory)
		return why(ENOMEM, "no memory to measure a link: %zu bytes", room);
	memset(r->memory, 1, room);
	for (int v = 0; v < r->team->net.nodes && !error; v++) {
		unsigned char *in = r->memory + (size_t)v * MOST_BLOCKS * bytes;

		error = node_prepare(&r->team->node[v], r->plan, in, in + MOST_NODES * bytes, bytes,
			&r->call[v]);
	}
	return error;
}

static int run(struct worker *me, void *running)
{
	struct running *r = running;
	int operations = r->trial->operations, error = 0;

	for (int batch = -WARM_BATCHES; batch < r->batches && !error; batch++) {
		double begin = monotonic_seconds();

		for (int i = 0; i < operations && !error; i++)
			error = worker_call(me, &r->call[me->first]);
		if (batch >= 0 && me->number == 0)
			r->seconds[batch] = (monotonic_seconds() - begin) / operations;
	}
	return error;
}

static void finish(struct running *r)
{
	team_close(r->team);
	grove_plan_free(r->plan);
	free(r->memory);
}

/* Returns a sample without its packets and calls, for one part. */
static double part_of(const struct start_up_trial *trial, double sample, double packet, double call)
{
	return fmax(least, (sample - trial->packets * packet - trial->calls * call) / trial->parts);
}

int start_up_measure(enum start_up start, const struct pair_costs *thread, const int cpus[2],
	int batches, struct quantity *quantity)
{
	const struct quantity *packet = &thread->start[START_PACKET],
			      *call = &thread->start[START_CALL];
	struct running running = { .trial = &trials[start], .batches = batches };
	struct quantity whole;
	int error = prepare(&running, cpus);

	if (!error)
		error = team_dispatch(running.team, run, &running);
	finish(&running);
	if (error)
		return error;
	whole = samples_quantity(running.seconds, (size_t)batches);
	*quantity = (struct quantity){ part_of(running.trial, whole.seconds, packet->seconds,
					       call->seconds),
		part_of(running.trial, whole.low, packet->high, call->high),
		part_of(running.trial, whole.high, packet->low, call->low) };
	return 0;
}
