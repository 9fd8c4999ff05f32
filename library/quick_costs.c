/* Measures few costs quickly, with few samples of each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "library/machine/copy_probe.h"
#include "library/quick_costs.h"
#include "library/start_ups.h"

enum {
	BATCHES = 5, /* of packets */
	SAMPLES = 3, /* of a copy */
	SIZES = 3
};

static const size_t sizes[SIZES] = { 1 << 12, 1 << 16, QUICK_BYTES };

static bool is_measured(bool alone, enum copy_way way)
{
	if (alone)
		return way == COPY_WITHIN;
	return way != COPY_PAST && way != COPY_BOTH_PAST && way != COPY_EXCHANGE_PAST;
}

/* Copies of fresh data leave the data resident. */
static int copies(struct measured_costs *costs, struct copy_probe *probe)
{
	int error = 0;

	for (int i = 0; i < COPY_WAYS * SIZES * DATA_COLD && !error; i++) {
		struct copy_trial trial = { .way = (enum copy_way)(i / (SIZES * DATA_COLD)),
			.state = (enum data_state)(i % DATA_COLD),
			.bytes = sizes[i / DATA_COLD % SIZES],
			.fewest = SAMPLES };
		enum pair_class class = trial.way <= COPY_WITHIN_TWO ? SAME_THREAD : SAME_L3;

		if (is_measured(probe->alone, trial.way))
			error = copy_probe_run(probe, &trial,
				&costs->pair[class].copy[trial.way][trial.state]
							[copy_size_number(trial.bytes)]);
	}
	return error;
}

static int measure_copies(struct measured_costs *costs, const int *cpus)
{
	struct copy_probe probe;
	int error = copy_probe_open(&probe, cpus, QUICK_BYTES);

	if (!error)
		error = copies(costs, &probe);
	copy_probe_close(&probe);
	return error;
}

static int measure_starts(struct measured_costs *costs, const int *cpus)
{
	static const int anywhere[2] = { -1, -1 };
	struct pair_costs *thread = &costs->pair[SAME_THREAD];
	int end = cpus ? START_LINE : START_INLINE, error = 0;

	for (int i = 0; i < end && !error; i++) {
		struct pair_costs *pair = i < START_INLINE ? thread : &costs->pair[SAME_L3];

		error = start_up_measure(
			(enum start_up)i, thread, cpus ? cpus : anywhere, BATCHES, &pair->start[i]);
	}
	return error;
}

int quick_costs(struct measured_costs *costs, const int *cpus)
{
	int error;

	*costs = (struct measured_costs){ 0 };
	error = measure_starts(costs, cpus);
	return error ? error : measure_copies(costs, cpus);
}
