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
#include "perf/calibration/link_probe.h"
#include "runtime/machine/cpus.h"
#include "perf/timing/clock.h"
#include "library/machine/cache_lines.h"
#include "runtime/node/team_state.h"

enum {
	SAMPLES = 9,
	OWN_SHARE = 4,	     /* of a core's own cache, for bytes that stay there */
	OWN_LEAST = 1 << 18, /* bytes of that cache, where the system does not tell */
	EVICTING_CACHES = 4  /* times the own cache, read to evict everything else */
};

struct line_reading {
	struct copy_probe *probe;
	enum byte_place place;
	size_t bytes, own_cache;
	double seconds[SAMPLES];
};

/* The other core brings the bytes to their place. */
static void bring(const struct line_reading *r)
{
	const struct copy_side *side = &r->probe->side[0];

	if (r->place == PLACE_READ || r->place == PLACE_MEMORY)
		lines_flush(r->probe->flushing, side->in, r->bytes);
	else if (r->place != PLACE_OWN)
		lines_rewrite(side->in, r->bytes);
	if (r->place == PLACE_READ)
		lines_read(side->in, r->bytes);
	else if (r->place == PLACE_SHARED)
		lines_read(side->out, EVICTING_CACHES * r->own_cache);
}

/* Reads all words, as fast as a copy reads. */
static uint64_t read_words(const unsigned char *from, size_t bytes)
{
	const uint64_t *word = (const void *)from;
	uint64_t sum = 0;

	for (size_t i = 0; i < bytes / sizeof *word; i++)
		sum ^= word[i];
	return sum;
}

static double time_reading(const struct line_reading *r)
{
	const struct clock *clock = clock_get();
	const unsigned char *from = r->probe->side[0].in;
	uint64_t begin, sum = r->place == PLACE_OWN ? read_words(from, r->bytes) : 0;

	begin = clock_ticks(clock);
	sum ^= read_words(from, r->bytes);
	__asm__ volatile("" : : "r"(sum));
	return (double)(clock_ticks(clock) - begin) * clock->tick - clock->cost;
}

static int read_samples(struct worker *me, void *argument)
{
	struct line_reading *r = argument;
	int error = 0;

	for (int k = -1; k < SAMPLES && !error; k++) {
		if (!me->number)
			bring(r);
		error = worker_meet(me);
		if (!error && me->number)
			r->seconds[k < 0 ? 0 : k] = time_reading(r) / (double)r->bytes;
		if (!error)
			error = worker_meet(me);
	}
	return error;
}

/* Measures the seconds for a byte at the place, on the cores of the probe. Returns 0 or -errno with
 * why. */
static int line_probe_place(
	struct copy_probe *probe, enum byte_place place, struct quantity *quantity)
{
	size_t own = cpus_machine() ? cpus_machine()->own_cache : 0;
	struct line_reading r = { .probe = probe, .place = place };
	int error;

	r.own_cache = own ? own : OWN_LEAST;
	if (r.own_cache > probe->most / EVICTING_CACHES)
		r.own_cache = probe->most / EVICTING_CACHES;
	r.bytes = r.own_cache / OWN_SHARE;
	error = team_dispatch(probe->team, read_samples, &r);
	if (!error)
		*quantity = samples_quantity(r.seconds, SAMPLES);
	return error;
}

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
		return line_probe_place(probe, (enum byte_place)m->number, quantity);
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
