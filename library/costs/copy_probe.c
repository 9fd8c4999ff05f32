/* Times bare copies between two cores: each way, state of the data and size by itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/costs/copy_probe.h"
#include "library/machine/cache_lines.h"
#include "library/machine/huge_pages.h"
#include "library/costs/samples.h"

enum {
	PAST_LEAST = 1 << 16 /* smaller copies past the caches are usual copies */
};

bool copy_probe_differs(enum copy_way way, size_t bytes)
{
	return (way != COPY_PAST && way != COPY_BOTH_PAST && way != COPY_EXCHANGE_PAST) ||
	       bytes >= PAST_LEAST;
}

static int side_of(const struct copy_probe *probe, const struct worker *me)
{
	return probe->alone ? BARE_RECEIVER : worker_number(me);
}

/* ---- The state of the data ---- */

/* Brings this core's buffers into the state. Resident data is left as the last copy left it. */
static void prepare(const struct copy_trial *trial, int v, size_t bytes)
{
	const struct copy_side *side = &trial->probe->side[v];
	size_t in = bare_copy_reads(trial->way, v) ? bytes : 0;
	size_t out = bare_copy_writes(trial->way, v) ? bytes : 0;

	if (trial->state == DATA_FRESH) {
		lines_read(side->out, out);
		lines_rewrite(side->in, in);
	} else if (trial->state == DATA_COLD) {
		lines_flush(trial->probe->flushing, side->in, in);
		lines_flush(trial->probe->flushing, side->out, out);
	}
}

/* ---- A trial ---- */

/* The clock can not time a small copy alone, so a sample has several places. */
static double time_copies(const struct copy_probe *probe, const struct bare_copy *copy, int v)
{
	double begin = monotonic_seconds(), seconds;

	bare_copy_run(copy, v);
	seconds = monotonic_seconds() - begin - probe->reading;
	return fmax(0, seconds) / (double)bare_copy_places(copy->bytes);
}

/* The receiver decides how many samples there are, from the time of the first sample. */
static void choose_samples(struct copy_trial *trial, double seconds)
{
	double most = trial->seconds / fmax(seconds, 1e-9);

	trial->samples = most > COPY_SAMPLES ? COPY_SAMPLES : (int)most;
	if (trial->samples < trial->fewest)
		trial->samples = trial->fewest;
}

static double thread_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Takes the samples, from -warmup on. The sample before the first sample chooses the number. */
static int sample(struct worker *me, struct copy_trial *trial, int v)
{
	double *seconds = trial->probe->sample[v].seconds, begin = monotonic_seconds();
	int first = -trial->warmup, error = 0;
	const struct bare_copy copy = { trial->way, trial->bytes, trial->probe->side };
	bool works = bare_copy_works(trial->way, v);

	for (int k = first; k < trial->samples && !error; k++) {
		prepare(trial, v, trial->bytes * bare_copy_places(trial->bytes));
		error = worker_meet(me);
		if (!error)
			seconds[k < 0 ? 0 : k] = works ? time_copies(trial->probe, &copy, v) : 0;
		if (k == first && v == BARE_RECEIVER)
			choose_samples(trial, monotonic_seconds() - begin);
		if (!error)
			error = worker_meet(me);
	}
	return error;
}

/* A core of a trial never sleeps, so time without the core is time of other work. */
static int run(struct worker *me, void *argument)
{
	struct copy_trial *trial = argument;
	int v = side_of(trial->probe, me);
	double begin = monotonic_seconds(), busy = thread_seconds(), elapsed;
	int error = sample(me, trial, v);

	elapsed = monotonic_seconds() - begin;
	trial->probe->sample[v].lost = fmax(0, elapsed - (thread_seconds() - busy));
	if (v == BARE_RECEIVER)
		trial->probe->elapsed += elapsed;
	return error;
}

int copy_probe_run(struct copy_probe *probe, struct copy_trial *trial, struct quantity *quantity)
{
	double slower[COPY_SAMPLES];
	int error;

	trial->probe = probe;
	trial->samples = 1;
	error = team_dispatch(probe->team, run, trial);
	if (error)
		return error;
	probe->lost += fmax(probe->sample[BARE_SENDER].lost, probe->sample[BARE_RECEIVER].lost);
	for (int k = 0; k < trial->samples; k++)
		slower[k] = fmax(probe->sample[BARE_SENDER].seconds[k],
			probe->sample[BARE_RECEIVER].seconds[k]);
	*quantity = samples_quantity(slower, (size_t)trial->samples);
	return 0;
}

/* ---- Opening and closing ---- */

/* Returns the seconds of a reading of the clock: the least of many. */
static double reading_cost(void)
{
	double cost = 1;

	for (int i = 0; i < 100; i++) {
		double begin = monotonic_seconds();

		cost = fmin(cost, monotonic_seconds() - begin);
	}
	return cost;
}

/* Each core writes its own buffers first, so that their memory is near. */
static int touch(struct worker *me, void *argument)
{
	struct copy_probe *probe = argument;
	struct copy_side *side = &probe->side[side_of(probe, me)];

	memset(side->in, 0, probe->most);
	memset(side->out, 0, probe->most);
	return 0;
}

int copy_probe_open(struct copy_probe *probe, const int cpus[2], size_t most)
{
	char pin[64];
	struct team_options options = {
		.threads = cpus ? 2 : 1, .wait = WAIT_SPIN, .timeout = 10, .caller_waits = true
	};
	int error = network_open(&options.net, "gh:2");

	*probe = (struct copy_probe){ .most = most,
		.alone = !cpus,
		.reading = reading_cost(),
		.flushing = lines_flushing() };
	if (cpus && cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1]) {
		snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
		options.pin = pin;
	}
	for (int v = 0; v < 2; v++) {
		probe->side[v].in = huge_pages_map(most);
		probe->side[v].out = huge_pages_map(most);
		if (!probe->side[v].in || !probe->side[v].out)
			return -ENOMEM;
	}
	if (!error)
		error = team_open(&probe->team, &options);
	return error ? error : team_dispatch(probe->team, touch, probe);
}

void copy_probe_close(struct copy_probe *probe)
{
	team_close(probe->team);
	for (int v = 0; v < 2; v++) {
		huge_pages_unmap(probe->side[v].in, probe->most);
		huge_pages_unmap(probe->side[v].out, probe->most);
	}
}
