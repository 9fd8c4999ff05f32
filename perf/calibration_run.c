/* Measures a pair of cpus of each class, a single thread, and memcpy on 1 and 2 cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/link_costs.h"
#include "perf/calibration_run.h"
#include "perf/clock.h"
#include "perf/link_probe.h"
#include "perf/data/huge_pages.h"
#include "perf/stats.h"
#include "runtime/machine/cpus.h"

enum {
	CACHED = 1 << 19, /* source and destination together stay in a core's own caches */
	CACHED_TIMES = 64,
	MEMORY_LEAST = 1 << 26,
	MEMORY_MOST = 1 << 28,
	REPETITIONS = 9
};

/* ---- memcpy ---- */

struct copying {
	struct team *team;
	size_t bytes; /* of all cores together */
	int times;
	int cores; /* 1 or 2 */
	unsigned char *from[2], *to[2];
	double sample[REPETITIONS]; /* bytes a second */
};

/* Times copies. Each core copies memory that the core itself has written. */
static int copy(struct worker *me, void *argument)
{
	struct copying *c = argument;
	int v = worker_number(me), error = 0;
	size_t share = c->bytes / (size_t)c->cores;

	if (v < c->cores) {
		memset(c->from[v], 1, share);
		memset(c->to[v], 2, share);
	}
	for (int k = -1; k < REPETITIONS && !error; k++) {
		double begin;

		error = worker_meet(me);
		begin = clock_seconds();
		for (int i = 0; i < c->times && v < c->cores; i++)
			memcpy(c->to[v], c->from[v], share);
		if (!error)
			error = worker_meet(me);
		if (v == 0 && k >= 0)
			c->sample[k] = (double)c->bytes * c->times / (clock_seconds() - begin);
	}
	return error;
}

static int measure_copy(double *rate, const int cpus[2], size_t bytes, int times, int cores)
{
	struct copying c = { .bytes = bytes, .times = times, .cores = cores };
	char pin[64];
	struct team_options options = { .threads = 2, .pin = pin, .timeout = 10 };
	int error = network_open(&options.net, "gh:2");

	snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
	for (int v = 0; v < cores; v++) {
		c.from[v] = huge_pages_map(bytes / (size_t)cores);
		c.to[v] = huge_pages_map(bytes / (size_t)cores);
		if (!c.from[v] || !c.to[v])
			error = -ENOMEM;
	}
	if (!error)
		error = team_open(&c.team, &options);
	if (!error)
		error = team_dispatch(c.team, copy, &c);
	if (!error)
		*rate = stats_median(c.sample, REPETITIONS);
	team_close(c.team);
	for (int v = 0; v < cores; v++) {
		huge_pages_unmap(c.from[v], bytes / (size_t)cores);
		huge_pages_unmap(c.to[v], bytes / (size_t)cores);
	}
	return error;
}

static int measure_copies(struct copy_limits *copy, const int cpus[2], size_t cache)
{
	size_t memory = cache < MEMORY_LEAST  ? MEMORY_LEAST
			: cache > MEMORY_MOST ? MEMORY_MOST
					      : cache;
	int error = 0;

	for (int cores = 1; cores <= 2 && !error; cores++) {
		error = measure_copy(&copy->cached[cores - 1], cpus, (size_t)CACHED * (size_t)cores,
			CACHED_TIMES, cores);
		if (!error)
			error = measure_copy(&copy->memory[cores - 1], cpus, memory, 1, cores);
	}
	return error;
}

/* ---- Links ---- */

static enum pair_class class_of(const char *shared)
{
	static const struct {
		const char *shared;
		enum pair_class class;
	} classes[] = { { "core", SAME_L2 }, { "L2", SAME_L2 }, { "L3", SAME_L3 },
		{ "machine", OTHER_PACKAGE } };

	for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
		if (!strcmp(classes[i].shared, shared))
			return classes[i].class;
	return SAME_PACKAGE;
}

static int measure_pair(struct machine *machine, const struct link_pair *pair, size_t cache)
{
	struct link_class *class = &machine->class[class_of(pair->shared)];
	struct link_costs costs = { .folded_tau = machine->class[SAME_THREAD].tau,
		.packet = 2 * machine->packet };
	int error = costs_measure(&costs, LINK, pair->cpus, cache);

	if (!error)
		error = costs_measure(&costs, MEMORY, pair->cpus, cache);
	if (!error)
		error = costs_measure(&costs, BOTH, pair->cpus, cache);
	if (!error)
		error = costs_measure(&costs, CROSSINGS, pair->cpus, cache);
	if (!error)
		error = costs_measure(&costs, FOLDS, pair->cpus, cache);
	if (error)
		return error;
	*class = (struct link_class){
		.beta = costs.beta, .tau = costs.tau, .memory_tau = costs.memory_tau
	};
	machine->beta = class->beta;
	machine->tau = class->tau;
	machine->serial = costs.serial;
	machine->fold = costs.fold;
	machine->crossing[0] = costs.crossing[0];
	machine->crossing[1] = costs.crossing[1];
	return 0;
}

static int measure_thread(struct machine *machine, size_t cache)
{
	static const int anywhere[2] = { -1, -1 };
	struct link_costs costs = { 0 };
	int error = costs_measure(&costs, FOLDED, anywhere, cache);

	if (!error)
		error = costs_measure(&costs, PIECES, anywhere, cache);
	if (error)
		return error;
	machine->class[SAME_THREAD] =
		(struct link_class){ .beta = costs.packet, .tau = costs.folded_tau };
	machine->packet = costs.packet / 2; /* at each end */
	machine->piece = costs.piece;
	machine->beta = costs.packet;
	machine->tau = costs.folded_tau;
	return 0;
}

int calibrate(struct machine *machine, calibrate_watcher *watcher)
{
	const struct cpus *cpus = cpus_machine();
	size_t cache = cpus && cpus->cache ? cpus->cache : (size_t)1 << 25;
	struct link_pair *pair = NULL;
	int pairs = cpus ? link_pairs(&pair, NULL) : -ENOMEM, error;
	char text[80];

	*machine = (struct machine){ .name = "here", .text = "", .citation = "" };
	if (pairs < 0 && pairs != -ENODEV)
		return pairs;
	watcher("nodes of one thread");
	error = measure_thread(machine, cache);
	/* Pairs are sorted, the nearest first, so the values of the farthest pair remain. */
	for (int i = 0; i < pairs && !error; i++) {
		snprintf(text, sizeof text, "cpus %d and %d, which share the %s", pair[i].cpus[0],
			pair[i].cpus[1], pair[i].shared);
		watcher(text);
		error = measure_pair(machine, &pair[i], cache);
	}
	if (!error && pairs > 0) {
		watcher("memcpy by one core and by two");
		error = measure_copies(&machine->copy, pair[pairs - 1].cpus, cache);
	}
	free(pair);
	return error;
}
