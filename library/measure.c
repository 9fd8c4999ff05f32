/* Measures what links of a team cost: between threads, within one, beyond the caches, for each piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/why.h"
#include "library/measure.h"
#include "plan/promise.h"

/* Everything is measured by collectives, as they will run: on a team of its own, in batches of which
 * the lower quartile counts. */

enum {
	SMALL = 8,
	NOT_INLINE = 256,
	BATCHES = 21,
	LARGE = 1 << 22,
	LARGE_ENOUGH = 1 << 20, /* smaller blocks stay in the receiver's own cache */
	HUGE_LEAST = 1 << 26,
	HUGE_MOST = 1 << 28
};
static const size_t sizes[] = { 1 << 16, 1 << 18, 1 << 20, LARGE };

struct trial {
	const char *network;
	int threads;
	enum collective collective;
	const char *algorithm;
	size_t bytes;
	int batches, operations; /* of each batch */

	struct team *team;
	struct grove_plan *plan;
	unsigned char *memory;
	struct grove_buffers *buffers; /* of each node */
	double seconds[BATCHES];       /* of one operation, sorted at the end */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int run(struct worker *me, void *argument)
{
	enum {
		MOST = 16,
		WARM = 2,
		WARM_SMALL = 60 /* batches: a core that was idle is slow at first */
	};
	struct trial *t = argument;
	struct call call[MOST];
	int first = worker_first(me), error = 0;

	for (int i = 0; i < worker_nodes(me) && !error; i++)
		error = node_prepare(team_node(t->team, first + i), t->plan,
			t->buffers[first + i].in, t->buffers[first + i].out, t->bytes, 0, &call[i]);
	for (int batch = t->operations > 1 ? -WARM_SMALL : -WARM; batch < t->batches && !error;
		batch++) {
		double begin = now();

		for (int i = 0; i < t->operations && !error; i++)
			error = worker_call(me, call);
		if (batch >= 0 && worker_number(me) == 0)
			t->seconds[batch] = (now() - begin) / t->operations;
	}
	return error;
}

/* Pages that are never written are one page. */
static int allocate(struct trial *t)
{
	const struct problem *problem = &t->plan->problem;
	size_t nodes = (size_t)problem->net.nodes, room = 0;
	unsigned char *at;

	for (int v = 0; v < problem->net.nodes; v++)
		room += (size_t)(promise_input_blocks(problem, v) +
				 promise_output_blocks(problem, v)) *
			t->bytes;
	t->buffers = calloc(nodes, sizeof *t->buffers);
	at = t->memory = malloc(room);
	if (!t->buffers || !t->memory)
		return why(ENOMEM, "no memory to measure a link: %zu bytes", room);
	memset(t->memory, 1, room);
	for (int v = 0; v < problem->net.nodes; v++) {
		bool one = problem->collective == BROADCAST;

		t->buffers[v].in = one ? NULL : at;
		if (!one)
			at += (size_t)promise_input_blocks(problem, v) * t->bytes;
		t->buffers[v].out = at;
		at += (size_t)promise_output_blocks(problem, v) * t->bytes;
	}
	return 0;
}

static int open_trial(struct trial *t, const int cpus[2])
{
	static const int across[2][8] = { { 1, 0 }, { 4, 5, 6, 7, 0, 1, 2, 3 } };
	const struct rates nothing = { .beta = 1e-7, .tau = 1e-10, .threads = t->threads };
	struct team_options options = { .threads = t->threads, .pin = "auto", .timeout = 10 };
	struct problem problem = { .collective = t->collective, .ports = ALL, .duplex = FULL };
	char pin[64];
	int error = network_open(&options.net, t->network);

	snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
	if (t->threads > 1 && cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1])
		options.pin = pin;
	problem.net = options.net;
	problem.permutation =
		t->collective == PERMUTE ? (int *)(uintptr_t)across[options.net.nodes == 8] : NULL;
	snprintf(problem.algorithm, sizeof problem.algorithm, "%s", t->algorithm);
	if (!error)
		error = team_open(&t->team, &options);
	if (!error)
		error = library_attach(t->team);
	if (!error)
		error = plan_wrap_for(&t->plan, &problem, 0, NULL, 0, t->bytes, &nothing);
	return error ? error : allocate(t);
}

static int measure(struct trial *t, const int cpus[2])
{
	int error = open_trial(t, cpus);

	if (!error)
		error = team_dispatch(t->team, run, t);
	if (!error)
		qsort(t->seconds, (size_t)t->batches, sizeof *t->seconds, compare_doubles);
	grove_plan_free(t->plan);
	team_close(t->team);
	free(t->memory);
	free(t->buffers);
	return error;
}

/* The lower quartile: what other programs take of the cores is none of the link's. */
static double usual(const struct trial *t)
{
	return t->seconds[t->batches / 4];
}

/* Each exchange waits for the one before, so one takes a start-up. */
static int measure_exchange(struct link_costs *costs, const int cpus[2], int threads)
{
	struct trial t = { .network = "gh:2",
		.threads = threads,
		.collective = ALLTOALL,
		.algorithm = "bfs",
		.bytes = SMALL,
		.batches = BATCHES,
		.operations = 100 };
	int error = measure(&t, cpus);

	if (!error && threads == 1)
		costs->packet = usual(&t) / 2; /* an exchange is two packets */
	else if (!error)
		costs->beta = usual(&t);
	return error;
}

static struct trial send_of(int threads, size_t bytes)
{
	return (struct trial){ .network = "gh:2",
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
		struct trial t = send_of(threads, sizes[i]);
		double bytes = (double)sizes[i];

		error = measure(&t, cpus);
		if (error)
			break;
		if (threads == 1 && (!i || usual(&t) / bytes < costs->folded_tau))
			costs->folded_tau = usual(&t) / bytes;
		if (threads > 1 && sizes[i] >= LARGE_ENOUGH && bytes / t.seconds[0] > costs->peak)
			costs->peak = bytes / t.seconds[0];
	}
	return error;
}

/* One node of each thread sends to the other's, or four do at once: each has its own line to wait for. */
static int measure_crossing(
	struct crossing_cost *crossing, double packet, const int cpus[2], size_t bytes)
{
	struct trial one = { .network = "cube:1",
		.threads = 2,
		.collective = PERMUTE,
		.algorithm = "bfs",
		.bytes = bytes,
		.batches = BATCHES,
		.operations = 100 };
	struct trial four = one;
	double first, further;
	int error = measure(&one, cpus);

	four.network = "cube:3";
	if (!error)
		error = measure(&four, cpus);
	if (error)
		return error;
	first = usual(&one) - packet;
	further = (usual(&four) - usual(&one)) / 3 - packet;
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
 * once. What its two ends take within a thread is known. */
static int measure_fresh(struct link_costs *costs, const int cpus[2])
{
	int error = 0;

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && !error; i++) {
		struct trial t = send_of(2, sizes[i]);
		double bytes = (double)sizes[i], tau;

		t.network = "cube:2";
		t.algorithm = "brg";
		error = measure(&t, cpus);
		tau = (usual(&t) - costs->beta) / bytes - 2 * costs->folded_tau;
		if (!error && (!i || tau < costs->tau))
			costs->tau = tau > costs->folded_tau ? tau : costs->folded_tau;
	}
	return error;
}

/* Both buffers together are twice what the caches hold. */
static int measure_memory(struct link_costs *costs, const int cpus[2], size_t cache)
{
	size_t bytes = cache > HUGE_MOST ? HUGE_MOST : cache < HUGE_LEAST ? HUGE_LEAST : cache;
	struct trial t = send_of(2, bytes);
	int error;

	t.batches = 3;
	error = measure(&t, cpus);
	if (!error)
		costs->memory_tau = usual(&t) / (double)bytes;
	return error;
}

/* Each node sends and receives at once, beside one that only sends. */
static int measure_both(struct link_costs *costs, const int cpus[2])
{
	struct trial one = send_of(2, LARGE), both = send_of(2, LARGE);
	int error = measure(&one, cpus);
	double more;

	both.collective = PERMUTE;
	both.algorithm = "bfs";
	if (!error)
		error = measure(&both, cpus);
	if (error)
		return error;
	more = usual(&both) / usual(&one) - 1;
	costs->serial = more < 0 ? 0 : more > 1 ? 1 : more;
	return 0;
}

/* The packets of an exchange along a tree carry up to eight blocks each: what is left of its time when
 * each packet has had its own. */
static int measure_pieces(struct link_costs *costs, const int cpus[2])
{
	const double packets = 16 * 4, pieces = packets * 8;
	struct trial t = { .network = "cube:4",
		.threads = 1,
		.collective = ALLTOALL,
		.algorithm = "sbt",
		.bytes = SMALL,
		.batches = BATCHES,
		.operations = 20 };
	double left;
	int error = measure(&t, cpus);

	if (error)
		return error;
	left = usual(&t) - packets * costs->packet;
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
	case PIECES:
		return measure_pieces(costs, cpus);
	default:
		error = measure_exchange(costs, cpus, threads);
		if (!error)
			error = measure_sends(costs, cpus, threads);
		return error || what == FOLDED ? error : measure_fresh(costs, cpus);
	}
}
