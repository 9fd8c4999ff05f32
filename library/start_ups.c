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

/* A start-up is the time of a collective, less a number of packets within a thread, and divided by
 * a number. */
static const struct start_up_trial {
	enum collective collective;
	const char *network, *algorithm;
	int threads;
	size_t bytes;
	int packets, parts, operations; /* operations: of a batch */
} trials[START_UPS] = {
	[START_PACKET] = { PERMUTE, "cube:1", "bfs", 1, INLINE_BYTES, 0, 2, 25 },
	[START_PIECE] = { ALLTOALL, "cube:4", "sbt", 1, INLINE_BYTES, 64, 64 * 8, 5 },
	[START_FOLD] = { REDUCE, "cube:1", "sbt", 1, INLINE_BYTES, 1, 1, 25 },
	[START_INLINE] = { PERMUTE, "cube:1", "bfs", 2, INLINE_BYTES, 0, 1, 25 },
	[START_INLINE_FOUR] = { PERMUTE, "cube:3", "bfs", 2, INLINE_BYTES, 0, 1, 25 },
	[START_EAGER] = { PERMUTE, "cube:1", "bfs", 2, EAGER_BYTES, 0, 1, 25 },
	[START_EAGER_FOUR] = { PERMUTE, "cube:3", "bfs", 2, EAGER_BYTES, 0, 1, 25 },
	[START_LENT] = { PERMUTE, "cube:1", "bfs", 2, LENT_BYTES, 0, 1, 25 },
};

/* Returns the rank of the sample below which the median lies with a probability of 2.5 %, by the
 * normal approximation of the binomial distribution. */
static int interval_rank(int samples)
{
	return (int)fmax(0, (samples - 1 - 1.96 * sqrt(samples)) / 2);
}

int start_up_measure(enum start_up start, const struct quantity *packet, const int cpus[2],
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
	const double *sorted = t.seconds;

	if (error)
		return error;
	*quantity = (struct quantity){
		fmax(least,
			(sorted[batches / 2] - trial->packets * packet->seconds) / trial->parts),
		fmax(least, (sorted[rank] - trial->packets * packet->high) / trial->parts),
		fmax(least,
			(sorted[batches - 1 - rank] - trial->packets * packet->low) / trial->parts)
	};
	return 0;
}
