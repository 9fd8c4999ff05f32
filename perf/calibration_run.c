/* Measures all costs of this machine: start-ups and copies, for a pair of cpus of each class. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory_budget.h"
#include "perf/calibration_run.h"
#include "perf/copy_probe.h"
#include "perf/link_probe.h"
#include "perf/start_up_probe.h"
#include "runtime/machine/cpus.h"

enum {
	BUFFERS = 4, /* of a probe, each as large as the largest copy */
	FEW_BYTES = 4 << 20,
	FEWEST = 6, /* samples */
	FEWEST_LARGE = 3
};

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

static int measure_way(struct measured_costs *costs, enum pair_class class,
	struct copy_probe *probe, enum copy_way way)
{
	struct pair_costs *pair = &costs->pair[way <= COPY_WITHIN_TWO ? SAME_THREAD : class];
	int error = 0;

	for (int cell = 0; cell < DATA_STATES * COPY_SIZES && !error; cell++) {
		int i = cell % COPY_SIZES;
		struct copy_trial trial = { .way = way,
			.state = (enum data_state)(cell / COPY_SIZES),
			.bytes = copy_size(i),
			.seconds = 4e-3,
			.fewest = copy_size(i) > FEW_BYTES ? FEWEST_LARGE : FEWEST };

		if (trial.bytes <= probe->most && copy_probe_can(way, trial.state, trial.bytes))
			error = copy_probe_run(probe, &trial, &pair->copy[way][trial.state][i]);
	}
	return error;
}

/* Returns the largest measured size of which four buffers fit well in memory. */
static size_t largest_copy(void)
{
	size_t left = memory_budget_left();
	int i = COPY_SIZES - 1;

	while (i > 0 && copy_size(i) > left / BUFFERS / 4)
		i--;
	return copy_size(i);
}

/* Measures the ways from `way` to before `end`. */
static int measure_copies(
	struct measured_costs *costs, enum pair_class class, const int *cpus, int way, int end)
{
	struct copy_probe probe = { 0 };
	int error = copy_probe_open(&probe, cpus, largest_copy());

	for (; way < end && !error; way++)
		error = measure_way(costs, class, &probe, (enum copy_way)way);
	copy_probe_close(&probe);
	return error;
}

static int measure_pair(struct measured_costs *costs, const struct link_pair *pair, bool first)
{
	enum pair_class class = class_of(pair->shared);
	int error = start_ups_of_pair(&costs->pair[class], pair->cpus);

	return error ? error
		     : measure_copies(costs, class, pair->cpus, first ? COPY_WITHIN : COPY_ONE_END,
			       COPY_WAYS);
}

int calibrate(struct measured_costs *costs, calibrate_watcher *watcher)
{
	struct link_pair *pair = NULL;
	int pairs = cpus_machine() ? link_pairs(&pair, NULL) : -ENOMEM, error;
	char text[80];

	*costs = (struct measured_costs){ 0 };
	if (pairs < 0 && pairs != -ENODEV)
		return pairs;
	watcher("nodes of one thread");
	error = start_ups_of_thread(&costs->pair[SAME_THREAD]);
	for (int i = 0; i < pairs && !error; i++) {
		snprintf(text, sizeof text, "cpus %d and %d, which share the %s", pair[i].cpus[0],
			pair[i].cpus[1], pair[i].shared);
		watcher(text);
		error = measure_pair(costs, &pair[i], i == 0);
	}
	if (!error && pairs == -ENODEV)
		error = measure_copies(costs, SAME_THREAD, NULL, COPY_WITHIN, COPY_WITHIN_TWO);
	free(pair);
	return error;
}
