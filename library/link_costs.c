/* Measures what links of a team cost: between threads, within one, beyond the caches, for each piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "library/link_costs.h"
#include "library/microbenchmark.h"

/* Everything is measured by collectives, as they will run: on a team of its own, in batches of which
 * the lower quartile counts. */

enum {
	SMALL = 8,
	NOT_INLINE = 256,
	ALONE = 1 << 15, /* less than both ends of a link land together */
	LARGE = 1 << 22,
	LARGE_ENOUGH = 1 << 20, /* smaller blocks stay in the receiver's own cache */
	HUGE_LEAST = 1 << 26,
	HUGE_MOST = 1 << 28
};
static const size_t sizes[] = { 1 << 16, 1 << 18, 1 << 20, LARGE };

/* Each exchange waits for the one before, so one takes a start-up. */
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

/* A size that caches hold better than the ones before makes a byte cheaper, or the peak larger. */
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

/* One node of each thread sends to the other's, or four do at once: each has its own line to wait for. */
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
	double first, further;
	int error = microbenchmark_run(&one, cpus);

	four.network = "cube:3";
	if (!error)
		error = microbenchmark_run(&four, cpus);
	if (error)
		return error;
	first = microbenchmark_usual(&one) - packet;
	further = (microbenchmark_usual(&four) - microbenchmark_usual(&one)) / 3 - packet;
	crossing->stall = further < 0 ? 0 : further > first ? first : further;
	crossing->way = first > crossing->stall ? first - crossing->stall : 1e-10;
	return 0;
}

static int measure_crossings(struct link_costs *costs, const int cpus[2])
{
	int error = measure_crossing(&costs->crossing[0], costs->packet, cpus, SMALL);

	return error ? error
		     : measure_crossing(&costs->crossing[1], costs->packet, cpus, NOT_INLINE);
}

/* What another core has just written: four nodes on two threads pass a message along a path that crosses
 * once, small enough that the receiver's core alone lands it. What its two ends take within a thread is
 * known. (What the other core wrote long ago, and this one has read since, lies in its own cache as well: on
 * two cores with a slow way between them 0.03 ns a byte in place of 0.27.) */
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

/* Along a path to its end and back, through four nodes of each thread: what is left of its time when the
 * packets, and the ways between the threads, have had their own. */
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
	left = microbenchmark_usual(&t) - 2 * hops * costs->packet - 2 * (crossing->way + crossing->stall);
	costs->fold = left > 0 ? left / hops : 0;
	return 0;
}

/* Both buffers together are twice what the caches hold. */
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

/* Each node sends and receives at once, beside one that only sends. */
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

/* The packets of an exchange along a tree carry up to eight blocks each: what is left of its time when
 * each packet has had its own. */
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
