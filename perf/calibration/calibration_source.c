/* Measures the quantities of a calibration on this machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory_budget.h"
#include "base/monotonic.h"
#include "library/machine/bare_line.h"
#include "library/start_ups.h"
#include "perf/calibration/calibration_run.h"
#include "library/machine/copy_probe.h"
#include "perf/calibration/place_probe.h"
#include "perf/calibration/link_probe.h"
#include "runtime/machine/cpus.h"

enum {
	BUFFERS = 4,	     /* of a probe, each as large as the largest copy */
	MEMORY_SHARE = 4,    /* of the free memory: the probe takes at most one part */
	FAR_BYTES = 4 << 20, /* buffers of a pair that is not the nearest */
	SMALL_SIZE = 5,	     /* up to this number of a size, small samples */
	MEDIUM_SIZE = 6,
	LINE_TRIPS = 32 * BOUNCE_LINES /* of a sample */
};

struct probing {
	struct copy_probe probe[PAIR_CLASSES]; /* SAME_THREAD: of a single core */
	int cpus[PAIR_CLASSES][2];
	struct measurable machine;
	double begin; /* before memory is mapped, which takes time of the limit */
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

/* ---- Measuring ---- */

/* Large copies have few samples, without warm-up copies: fresh data needs none, and resident copies
 * follow fresh copies. */
static struct copy_trial trial_of(const struct measurand *m)
{
	struct copy_trial trial = { .way = (enum copy_way)m->number,
		.state = m->state,
		.bytes = copy_size(m->size),
		.seconds = 3e-3,
		.fewest = 7,
		.warmup = 1 };

	if (m->size > SMALL_SIZE)
		trial.fewest = 5;
	if (m->size > MEDIUM_SIZE) {
		trial.fewest = 3;
		trial.warmup = 0;
	}
	return trial;
}

static int measure(void *self, const struct measurand *m, const struct measured_costs *so_far,
	struct quantity *quantity)
{
	struct probing *probing = self;
	struct copy_probe *probe = &probing->probe[m->pair];
	struct copy_trial trial;

	if (m->kind == MEASURE_PLACE)
		return place_probe_read(probe, (enum byte_place)m->number, quantity);
	if (m->kind == MEASURE_START && m->number == START_LINE)
		return bare_line_team_trip(probe->team, LINE_TRIPS, quantity);
	if (m->kind == MEASURE_START)
		return start_up_measure((enum start_up)m->number, &so_far->pair[SAME_THREAD],
			probing->cpus[m->pair], START_BATCHES, quantity);
	trial = trial_of(m);
	return copy_probe_run(probe, &trial, quantity);
}

static bool has_pair(const struct probing *probing)
{
	for (int i = SAME_THREAD + 1; i < PAIR_CLASSES; i++)
		if (probing->machine.pair[i])
			return true;
	return false;
}

static int trip(void *self, double *seconds)
{
	struct probing *probing = self;
	enum pair_class class = SAME_THREAD + 1;
	struct quantity trip;
	int error;

	while (!probing->machine.pair[class])
		class ++;
	error = bare_line_team_trip(probing->probe[class].team, BOUNCE_LINES, &trip);
	*seconds = trip.seconds;
	return error;
}

static double seconds(void *self)
{
	return monotonic_seconds() - ((struct probing *)self)->begin;
}

static double lost(void *self)
{
	const struct probing *probing = self;
	double all = 0, away = 0;

	for (int i = 0; i < PAIR_CLASSES; i++) {
		all += probing->probe[i].elapsed;
		away += probing->probe[i].lost;
	}
	return all > 0 ? away / all : 0;
}

/* ---- Opening and closing ---- */

/* Returns the largest measured size of which four buffers fit well in memory. */
static size_t largest_copy(void)
{
	size_t left = memory_budget_left();
	int i = COPY_SIZES - 1;

	while (i > 0 && copy_size(i) > left / BUFFERS / MEMORY_SHARE)
		i--;
	return copy_size(i);
}

static int open_probe(struct probing *probing, enum pair_class class, const int *cpus, size_t most)
{
	if (cpus)
		memcpy(probing->cpus[class], cpus, sizeof probing->cpus[class]);
	probing->machine.pair[class] = true;
	return copy_probe_open(&probing->probe[class], cpus, most);
}

/* Pairs are sorted, the nearest first. The first pair of a class counts. */
static int open_pairs(struct probing *probing, const struct link_pair *pair, int pairs)
{
	size_t most = probing->machine.most;
	int error = 0;

	for (int i = 0; i < pairs && !error; i++) {
		enum pair_class class = class_of(pair[i].shared);

		if (!probing->machine.pair[class])
			error = open_probe(probing, class, pair[i].cpus, most);
		if (most > FAR_BYTES)
			most = FAR_BYTES;
	}
	return error;
}

static int probing_open(struct probing *probing)
{
	struct link_pair *pair = NULL;
	int pairs = cpus_machine() ? link_pairs(&pair, NULL) : -ENOMEM, error;

	probing->machine.most = largest_copy();
	probing->machine.cache = cpus_machine() ? cpus_machine()->cache : 0;
	probing->machine.flushes = lines_flushing() != FLUSHING_NONE;
	probing->cpus[SAME_THREAD][0] = probing->cpus[SAME_THREAD][1] = -1;
	if (pairs < 0 && pairs != -ENODEV)
		return pairs;
	error = pairs > 0 ? open_pairs(probing, pair, pairs)
			  : open_probe(probing, SAME_THREAD, NULL, probing->machine.most);
	free(pair);
	return error;
}

int calibrate(struct calibration *calibration, calibration_watcher *watcher)
{
	static struct probing probing;
	struct calibration_source here = {
		.self = &probing, .measure = measure, .seconds = seconds, .lost = lost
	};
	struct measurand *list = NULL;
	int error, count;

	probing.begin = monotonic_seconds();
	error = probing_open(&probing);
	count = error ? error : measurands_list(&list, &probing.machine);
	here.trip = has_pair(&probing) ? trip : NULL;
	error = count < 0 ? count : calibration_run(calibration, list, count, &here, watcher);
	free(list);
	for (int i = 0; i < PAIR_CLASSES; i++)
		copy_probe_close(&probing.probe[i]);
	return error;
}
