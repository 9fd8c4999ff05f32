/* Measures link costs with collectives on small teams made for the purpose. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "library/link_costs.h"
#include "library/microbenchmark.h"

/* All costs come from collectives, run as applications run them: in batches, on a team made for the
 * measurement. The lower quartile of the batches counts. */

enum {
	SMALL = 8,
	ALONE = 1 << 15, /* too small for the two ends of a link to copy together */
	LARGE = 1 << 22,
	LARGE_ENOUGH = 1 << 20 /* smaller blocks stay in the receiver's own cache */
};
static const size_t sizes[] = { 1 << 16, 1 << 18, 1 << 20, LARGE };

/* Measures the start-up time. Each exchange waits for the exchange before, so each takes a
 * start-up. */
static int measure_exchange(struct link_costs *costs, const int cpus[2], int threads)
{
	struct microbenchmark t = { .network = "gh:2",
		.threads = threads,
		.collective = ALLTOALL,
		.algorithm = "bfs",
		.bytes = SMALL,
		.batches = TRIAL_BATCHES,
		.operations = 100 };
	int error = microbenchmark_run(&t, cpus);

	if (!error && threads == 1)
		costs->packet = microbenchmark_usual(&t) / 2; /* an exchange is two packets */
	else if (!error)
		costs->beta = microbenchmark_usual(&t);
	return error;
}

static struct microbenchmark send_of(int threads, size_t bytes)
{
	return (struct microbenchmark){ .network = "gh:2",
		.threads = threads,
		.collective = BROADCAST,
		.algorithm = "sbt",
		.bytes = bytes,
		.batches = 11,
		.operations = 1 };
}

/* Measures the time of a byte and the peak rate over several sizes; the best size counts. Sizes
 * that a cache holds better give a lower time for a byte or a higher peak. */
static int measure_sends(struct link_costs *costs, const int cpus[2], int threads)
{
	int error = 0;

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && !error; i++) {
		struct microbenchmark t = send_of(threads, sizes[i]);
		double bytes = (double)sizes[i];

		error = microbenchmark_run(&t, cpus);
		if (error)
			break;
		if (threads == 1 && (!i || microbenchmark_usual(&t) / bytes < costs->folded_tau))
			costs->folded_tau = microbenchmark_usual(&t) / bytes;
		if (threads > 1 && sizes[i] >= LARGE_ENOUGH && bytes / t.seconds[0] > costs->peak)
			costs->peak = bytes / t.seconds[0];
	}
	return error;
}

/* Measures tau, the time of a byte that another core has just written. Four nodes on two threads
 * pass a message along a path that crosses between the threads once. The message is so small that
 * only the receiver's core copies it. The known cost of the path's two ends within a thread is
 * subtracted. (The other core must have written the bytes just now: this core's cache still holds
 * older bytes that this core has read before, and these cost far less.) */
static int measure_fresh(struct link_costs *costs, const int cpus[2])
{
	struct microbenchmark t = send_of(2, ALONE);
	int error;

	t.network = "cube:2";
	t.algorithm = "brg";
	error = microbenchmark_run(&t, cpus);
	if (error)
		return error;
	costs->tau = (microbenchmark_usual(&t) - costs->beta) / ALONE - 2 * costs->folded_tau;
	if (costs->tau < costs->folded_tau)
		costs->tau = costs->folded_tau;
	return 0;
}

int costs_measure(struct link_costs *costs, enum measured what, const int cpus[2])
{
	int threads = what == FOLDED ? 1 : 2;
	int error = measure_exchange(costs, cpus, threads);

	if (!error)
		error = measure_sends(costs, cpus, threads);
	return error || what == FOLDED ? error : measure_fresh(costs, cpus);
}
