/* Times packets within a thread and between two threads, by small collectives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "library/microbenchmark.h"
#include "perf/start_up_probe.h"
#include "perf/stats.h"

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
	int packets, parts;
} trials[START_UPS] = {
	[START_PACKET] = { PERMUTE, "cube:1", "bfs", 1, INLINE_BYTES, 0, 2 },
	[START_PIECE] = { ALLTOALL, "cube:4", "sbt", 1, INLINE_BYTES, 64, 64 * 8 },
	[START_FOLD] = { REDUCE, "cube:1", "sbt", 1, INLINE_BYTES, 1, 1 },
	[START_INLINE] = { PERMUTE, "cube:1", "bfs", 2, INLINE_BYTES, 0, 1 },
	[START_INLINE_FOUR] = { PERMUTE, "cube:3", "bfs", 2, INLINE_BYTES, 0, 1 },
	[START_EAGER] = { PERMUTE, "cube:1", "bfs", 2, EAGER_BYTES, 0, 1 },
	[START_EAGER_FOUR] = { PERMUTE, "cube:3", "bfs", 2, EAGER_BYTES, 0, 1 },
	[START_LENT] = { PERMUTE, "cube:1", "bfs", 2, LENT_BYTES, 0, 1 },
};

int start_up_measure(enum start_up start, const struct quantity *packet, const int cpus[2],
	struct quantity *quantity)
{
	const struct start_up_trial *trial = &trials[start];
	struct microbenchmark t = { .network = trial->network,
		.threads = trial->threads,
		.collective = trial->collective,
		.algorithm = trial->algorithm,
		.bytes = trial->bytes,
		.batches = TRIAL_BATCHES,
		.operations = 50 };
	int error = microbenchmark_run(&t, cpus);
	struct stats stats;

	if (error)
		return error;
	stats = stats_of(t.seconds, (size_t)t.batches);
	*quantity = (struct quantity){
		fmax(least, (stats.median - trial->packets * packet->seconds) / trial->parts),
		fmax(least, (stats.ci_low - trial->packets * packet->high) / trial->parts),
		fmax(least, (stats.ci_high - trial->packets * packet->low) / trial->parts)
	};
	return 0;
}
