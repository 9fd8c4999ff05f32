/* Times packets within a thread and between two threads, by small collectives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "library/microbenchmark.h"
#include "library/start_ups.h"

enum {
	INLINE_BYTES = 8,
	EAGER_BYTES = 256,
	LENT_BYTES = 1088 /* the ring's memory holds packets of up to 1024 bytes */
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

/* Returns the rank of the sample below which the median lies with a probability of 2.5 %, by the
 * normal approximation of the binomial distribution. */
static int interval_rank(int samples)
{
	return (int)fmax(0, (samples - 1 - 1.96 * sqrt(samples)) / 2);
}

/* Returns a sorted sample without its packets and calls, for one part. */
static double part_of(const struct start_up_trial *trial, double sample, double packet, double call)
{
	return fmax(least, (sample - trial->packets * packet - trial->calls * call) / trial->parts);
}

int start_up_measure(enum start_up start, const struct pair_costs *thread, const int cpus[2],
	int batches, struct quantity *quantity)
{
	const struct start_up_trial *trial = &trials[start];
	struct microbenchmark t = { .network = trial->network,
		.threads = trial->threads,
		.collective = trial->collective,
		.algorithm = trial->algorithm,
		.bytes = trial->bytes,
		.batches = batches,
		.operations = trial->operations };
	int error = microbenchmark_run(&t, cpus), rank = interval_rank(batches);
	const struct quantity *packet = &thread->start[START_PACKET],
			      *call = &thread->start[START_CALL];
	const double *sorted = t.seconds;

	if (error)
		return error;
	*quantity = (struct quantity){ part_of(trial, sorted[batches / 2], packet->seconds,
					       call->seconds),
		part_of(trial, sorted[rank], packet->high, call->high),
		part_of(trial, sorted[batches - 1 - rank], packet->low, call->low) };
	return 0;
}
