/* Measures what a link of a team costs, and predicts the time of plans with it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/why.h"
#include "library/keep.h"
#include "library/pace.h"
#include "library/public.h"
#include "plan/estimate.h"
#include "plan/promise.h"
#include "runtime/cpus.h"

/* Two nodes exchange 8 bytes again and again: each exchange waits for the one before, so one takes a
 * start-up; beta is the median of short batches. Then one sends to the other what caches hold: tau
 * and the peak are those of the size that goes best. Last, when it is asked for, more than caches
 * hold. */
enum {
	SMALL = 8,
	EXCHANGES = 100, /* a batch */
	BATCHES = 21,
	SENDS = 11,
	LARGE = 1 << 22,
	LARGE_ENOUGH = 1 << 20, /* smaller blocks stay in the receiver's own cache */
	HUGE_SENDS = 3,
	HUGE = 1 << 26,
	HUGE_PACKET = 1 << 20
};
static const size_t sizes[] = { 1 << 16, 1 << 18, 1 << 20, LARGE };

/* What a piece of a packet costs beside its bytes: an instruction's extent on both sides. */
static const double PIECE = 1e-8;

/* LINK: two threads. FOLDED: two nodes of one thread. MEMORY: two threads, beyond the caches. */
enum measured {
	LINK,
	FOLDED,
	MEMORY
};

struct measurement {
	struct team *team;
	struct grove_plan *exchange, *send;
	unsigned char *buffer[2]; /* of each node, twice `room` bytes */
	size_t room;
	enum measured what;
	struct link_costs costs;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int prepare(struct worker *me, struct measurement *m, const struct grove_plan *plan,
	size_t bytes, struct call *call)
{
	int first = worker_first(me), error = 0;
	bool one = plan == m->send; /* it has one buffer */

	for (int i = 0; i < worker_nodes(me) && !error; i++) {
		unsigned char *buffer = m->buffer[first + i];

		error = node_prepare(team_node(m->team, first + i), plan, one ? NULL : buffer,
			one ? buffer : buffer + m->room, bytes, 0, &call[i]);
	}
	return error;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int measure_exchange(struct worker *me, struct measurement *m)
{
	struct call call[2];
	double seconds[BATCHES];
	int error = prepare(me, m, m->exchange, SMALL, call);

	for (int batch = -3; batch < BATCHES && !error; batch++) {
		double begin = now();

		for (int i = 0; i < EXCHANGES && !error; i++)
			error = worker_call(me, call);
		if (batch >= 0)
			seconds[batch] = (now() - begin) / EXCHANGES;
	}
	if (error || worker_number(me) != 0)
		return error;
	qsort(seconds, BATCHES, sizeof *seconds, compare_doubles);
	if (m->what == FOLDED)
		m->costs.packet = seconds[BATCHES / 2] / 2; /* an exchange is two packets */
	else
		m->costs.beta = seconds[BATCHES / 2];
	return 0;
}

/* The median of some sends, and the best of them. */
static int time_sends(struct worker *me, struct measurement *m, size_t bytes, int sends,
	double *median, double *best)
{
	struct call call[2];
	double seconds[SENDS];
	int error = prepare(me, m, m->send, bytes, call);

	for (int i = -2; i < sends && !error; i++) {
		double begin = now();

		error = worker_call(me, call);
		if (i >= 0)
			seconds[i] = now() - begin;
	}
	if (error || worker_number(me) != 0)
		return error;
	qsort(seconds, (size_t)sends, sizeof *seconds, compare_doubles);
	*median = seconds[sends / 2];
	*best = seconds[0];
	return 0;
}

/* A size that caches hold better than the ones before makes tau smaller, or the peak larger. */
static int measure_sends(struct worker *me, struct measurement *m)
{
	int error = 0;

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && !error; i++) {
		double bytes = (double)sizes[i], median = 0, best = 0;

		error = time_sends(me, m, sizes[i], SENDS, &median, &best);
		if (error || worker_number(me) != 0)
			continue;
		if (!i || median / bytes < m->costs.tau)
			m->costs.tau = median / bytes;
		if (sizes[i] >= LARGE_ENOUGH && bytes / best > m->costs.peak)
			m->costs.peak = bytes / best;
	}
	return error;
}

static int measure(struct worker *me, void *argument)
{
	struct measurement *m = argument;
	double median = 0, best = 0;
	int error;

	if (m->what == MEMORY) {
		error = time_sends(me, m, HUGE, HUGE_SENDS, &median, &best);
		if (worker_number(me) == 0)
			m->costs.memory_tau = median / HUGE;
		return error;
	}
	error = measure_exchange(me, m);
	return error || m->what == FOLDED ? error : measure_sends(me, m);
}

/* Two nodes, on threads pinned as the first two of the team are, or on one. */
static int open_pair(struct team **pair, const struct team *team, bool folded)
{
	char pin[64];
	struct team_options options = { .threads = folded || team_threads(team) == 1 ? 1 : 2,
		.timeout = 10 };
	int one = -1, two = -1, error = network_open(&options.net, "gh:2");

	if (team_threads(team) > 1 && !folded) {
		one = team_pinned(team, 0);
		two = team_pinned(team, 1);
	}
	snprintf(pin, sizeof pin, "%d,%d", one, two);
	options.pin = one >= 0 && two >= 0 && one != two ? pin : "auto";
	return error ? error : team_open(pair, &options);
}

static int measure_pair(struct measurement *m)
{
	struct problem problem = { .collective = ALLTOALL,
		.algorithm = "bfs",
		.ports = ALL,
		.duplex = FULL,
		.net = *team_network(m->team) };
	int error = library_attach(m->team);

	m->room =
		m->what == MEMORY ? HUGE / 2 : LARGE; /* a send uses the node's two halves as one */
	m->buffer[0] = malloc(4 * m->room);
	if (!error && !m->buffer[0])
		error = why(ENOMEM, "no memory to measure a link");
	if (!error) {
		memset(m->buffer[0], 1,
			4 * m->room); /* pages that are never written are one page */
		m->buffer[1] = m->buffer[0] + 2 * m->room;
	}
	if (!error)
		error = plan_wrap(&m->exchange, &problem, 0, NULL, 0, SMALL);
	problem.collective = BROADCAST;
	if (!error)
		error = plan_wrap(
			&m->send, &problem, 0, NULL, LARGE, LARGE); /* in packets of that size */
	if (!error)
		error = team_dispatch(m->team, measure, m);
	grove_plan_free(m->exchange);
	grove_plan_free(m->send);
	return error;
}

static int measure_on(const struct team *team, enum measured what, struct link_costs *costs)
{
	struct measurement m = { .what = what, .costs = *costs };
	int error = open_pair(&m.team, team, what == FOLDED);

	if (error)
		return error;
	error = measure_pair(&m);
	team_close(m.team);
	free(m.buffer[0]);
	if (!error)
		*costs = m.costs;
	return error;
}

int team_costs(struct team *team, bool memory, struct link_costs *costs)
{
	struct kept_team *k = team_kept(team);
	struct link_costs measured = k->costs;
	struct grove_pace pace;
	int error = 0;

	if (pace_of(team, &pace)) {
		*costs = pace_costs(&pace);
		return 0;
	}
	if (!(measured.peak > 0)) {
		error = measure_on(team, LINK, &measured);
		if (!error)
			error = measure_on(team, FOLDED, &measured);
	}
	if (!error && memory && !(measured.memory_tau > 0))
		error = measure_on(team, MEMORY, &measured);
	if (!error)
		*costs = k->costs = measured;
	return error;
}

/* The last-level cache, read once. */
static size_t cache_of(struct kept_team *kept)
{
	struct cpus cpus;

	if (!kept->cache && !cpus_read(&cpus)) {
		kept->cache = cpus.cache ? cpus.cache : (size_t)1 << 24;
		cpus_free(&cpus);
	}
	return kept->cache;
}

/* Whether the buffers of all nodes together are more than that. */
static bool beyond_caches(struct kept_team *kept, const struct problem *problem, size_t bytes)
{
	double blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		blocks += promise_input_blocks(problem, v) + promise_output_blocks(problem, v);
	return blocks * (double)bytes > (double)cache_of(kept);
}

static int predict_paced(
	const struct grove_plan *plan, size_t bytes, const struct grove_pace *pace, double *seconds)
{
	struct simulation simulation;
	int error = plan_simulate(plan, bytes, plan->problem.root, pace, &simulation);

	if (!error)
		*seconds = simulation.asynchronous;
	return error;
}

/* Of threads. */
static int predict(struct team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	struct binding binding = plan_binding(plan, bytes, plan->problem.root);
	bool memory = beyond_caches(team_kept(team), &plan->problem, bytes);
	int threads = team_threads(team), cores = cores_usable();
	struct link_costs costs;
	struct rates rates;
	int error = team_costs(team, memory, &costs);

	if (error)
		return error;
	if (!plan->plan)
		return why(EINVAL, "there is no prediction for a plan from a file");
	if (threads <= 0)
		threads = team_network(team)->nodes;
	if (memory)
		threads = 1; /* which all threads share */
	rates = (struct rates){ costs.beta, memory ? costs.memory_tau : costs.tau,
		threads < cores ? threads : cores, PIECE, costs.packet };
	*seconds = plan_estimate(plan->plan, &binding, &rates);
	return 0;
}

int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	struct grove_pace pace;

	return pace_of(team, &pace) ? predict_paced(plan, bytes, &pace, seconds)
				    : predict(team, plan, bytes, seconds);
}

int grove_predict(
	struct grove_team *team, const struct grove_plan *plan, size_t bytes, double *seconds)
{
	if (!team || !plan || !seconds)
		return why(EINVAL, "grove_predict: an argument is NULL");
	return plan_predict(team_inside(team), plan, bytes, seconds);
}

int grove_link_peak(struct grove_team *team, double *bytes_per_second)
{
	struct link_costs costs;
	int error;

	if (!team || !bytes_per_second)
		return why(EINVAL, "grove_link_peak: an argument is NULL");
	error = team_costs(team_inside(team), false, &costs);
	if (!error)
		*bytes_per_second = costs.peak;
	return error;
}
