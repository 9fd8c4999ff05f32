/* Measures link costs with collectives on small teams made for the purpose. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "library/link_costs.h"
#include "library/microbenchmark.h"
#include "plan/model/calibration.h"

/* All costs come from collectives, run as applications run them: in batches, on a team made for the
 * measurement. The lower quartile of the batches counts. */

enum {
	SMALL = 8,
	NOT_INLINE = 256,
	ALONE = 1 << 15, /* too small for the two ends of a link to copy together */
	LARGE = 1 << 22,
	LARGE_ENOUGH = 1 << 20, /* smaller blocks stay in the receiver's own cache */
	HUGE_LEAST = 1 << 26,
	HUGE_MOST = 1 << 28
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

/* Measures a message between two threads: first from a single node of each thread, then from four
 * nodes of each thread at once. The four messages wait on four cache lines. */
static int measure_crossing(
	struct link_loop_cost *crossing, double packet, const int cpus[2], size_t bytes)
{
	struct microbenchmark one = { .network = "cube:1",
		.threads = 2,
		.collective = PERMUTE,
		.algorithm = "bfs",
		.bytes = bytes,
		.batches = TRIAL_BATCHES,
		.operations = 100 };
	struct microbenchmark four = one;
	int error = microbenchmark_run(&one, cpus);

	four.network = "cube:3";
	if (!error)
		error = microbenchmark_run(&four, cpus);
	if (error)
		return error;
	crossing_split(crossing, microbenchmark_usual(&one), microbenchmark_usual(&four), packet);
	return 0;
}

static int measure_crossings(struct link_costs *costs, const int cpus[2])
{
	int error = measure_crossing(&costs->crossing[0], costs->packet, cpus, SMALL);

	return error ? error
		     : measure_crossing(&costs->crossing[1], costs->packet, cpus, NOT_INLINE);
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

/* Measures the cost of a fold. An allreduce runs along a path to the end and back, through four
 * nodes of each thread. The result is the time that remains after subtracting the cost of the
 * packets and of the crossings between the threads. */
static int measure_folds(struct link_costs *costs, const int cpus[2])
{
	const struct link_loop_cost *crossing = &costs->crossing[0];
	const double hops = 7;
	struct microbenchmark t = { .network = "cube:3",
		.threads = 2,
		.collective = ALLREDUCE,
		.algorithm = "brg-rb",
		.bytes = SMALL,
		.batches = TRIAL_BATCHES,
		.operations = 100 };
	double left;
	int error = microbenchmark_run(&t, cpus);

	if (error)
		return error;
	left = microbenchmark_usual(&t) - 2 * hops * costs->packet -
	       2 * (crossing->way + crossing->stall);
	costs->fold = left > 0 ? left / hops : 0;
	return 0;
}

/* Measures memory_tau with two buffers that together have twice the size of the caches. */
static int measure_memory(struct link_costs *costs, const int cpus[2], size_t cache)
{
	size_t bytes = cache > HUGE_MOST ? HUGE_MOST : cache < HUGE_LEAST ? HUGE_LEAST : cache;
	struct microbenchmark t = send_of(2, bytes);
	int error;

	t.batches = 3;
	error = microbenchmark_run(&t, cpus);
	if (!error)
		costs->memory_tau = microbenchmark_usual(&t) / (double)bytes;
	return error;
}

/* Measures the cost of a second direction: a permutation in which each node sends and receives at
 * once, against a broadcast in which each node only sends or receives. */
static int measure_both(struct link_costs *costs, const int cpus[2])
{
	struct microbenchmark one = send_of(2, LARGE), both = send_of(2, LARGE);
	int error = microbenchmark_run(&one, cpus);
	double more;

	both.collective = PERMUTE;
	both.algorithm = "bfs";
	if (!error)
		error = microbenchmark_run(&both, cpus);
	if (error)
		return error;
	more = microbenchmark_usual(&both) / microbenchmark_usual(&one) - 1;
	costs->serial = more < 0 ? 0 : more > 1 ? 1 : more;
	return 0;
}

/* Measures the cost of a piece of a packet. The packets of an all-to-all along a tree carry up to
 * eight blocks each. The result is the time that remains after subtracting the cost of the
 * packets. */
static int measure_pieces(struct link_costs *costs, const int cpus[2])
{
	const double packets = 16 * 4, pieces = packets * 8;
	struct microbenchmark t = { .network = "cube:4",
		.threads = 1,
		.collective = ALLTOALL,
		.algorithm = "sbt",
		.bytes = SMALL,
		.batches = TRIAL_BATCHES,
		.operations = 20 };
	double left;
	int error = microbenchmark_run(&t, cpus);

	if (error)
		return error;
	left = microbenchmark_usual(&t) - packets * costs->packet;
	costs->piece = left > 0 ? left / pieces : 0;
	return 0;
}

int costs_measure(struct link_costs *costs, enum measured what, const int cpus[2], size_t cache)
{
	int threads = what == FOLDED ? 1 : 2;
	int error;

	switch (what) {
	case MEMORY:
		return measure_memory(costs, cpus, cache);
	case CROSSINGS:
		return measure_crossings(costs, cpus);
	case BOTH:
		return measure_both(costs, cpus);
	case FOLDS:
		return measure_folds(costs, cpus);
	case PIECES:
		return measure_pieces(costs, cpus);
	default:
		error = measure_exchange(costs, cpus, threads);
		if (!error)
			error = measure_sends(costs, cpus, threads);
		return error || what == FOLDED ? error : measure_fresh(costs, cpus);
	}
}
