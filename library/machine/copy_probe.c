/* Times bare copies between two cores: each way, state of the data and size by itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include "base/monotonic.h"
#include "grove.h"
#include "library/machine/copy_probe.h"
#include "library/machine/bare_line.h"
#include "library/machine/huge_pages.h"
#include "runtime/kernels/copy.h"
#include "runtime/kernels/fold.h"
#include "runtime/node/team_state.h"

enum {
	PAST_LEAST = 1 << 16, /* smaller copies past the caches are usual copies */
	AROUND = 1 << 14,     /* bytes of all places together */
	PLACE_STEP = 5	      /* from a place to the next: odd, and no neighbour */
};

enum {
	SENDER,
	RECEIVER
};

/* ---- Bare copies: without packets, by one core or by two ---- */

enum source {
	OWN_INPUT,
	OTHERS_INPUT,
	SENDERS_INPUT
};

/* The part of a core: everything, a half, or nothing. */
enum share {
	BY_RECEIVER,
	BY_HALVES,
	BY_EACH
};

static const struct {
	enum source source;
	enum share share;
	bool past, folds;
} ways[COPY_WAYS] = {
	[COPY_WITHIN] = { OWN_INPUT, BY_RECEIVER, false, false },
	[COPY_WITHIN_TWO] = { OWN_INPUT, BY_EACH, false, false },
	[COPY_ONE_END] = { SENDERS_INPUT, BY_RECEIVER, false, false },
	[COPY_BOTH_ENDS] = { SENDERS_INPUT, BY_HALVES, false, false },
	[COPY_EXCHANGE] = { OTHERS_INPUT, BY_EACH, false, false },
	[COPY_PAST] = { SENDERS_INPUT, BY_RECEIVER, true, false },
	[COPY_BOTH_PAST] = { SENDERS_INPUT, BY_HALVES, true, false },
	[COPY_EXCHANGE_PAST] = { OTHERS_INPUT, BY_EACH, true, false },
	[COPY_FOLD] = { SENDERS_INPUT, BY_RECEIVER, false, true },
	[COPY_FOLD_BOTH] = { SENDERS_INPUT, BY_HALVES, false, true },
};

/* A copy of that size has several places, one after another. All lines of all places stay in the
 * first cache, and the order of the places keeps the processor from reading ahead. */
static size_t places_of(size_t bytes)
{
	return bytes < AROUND ? AROUND / bytes : 1;
}

/* Return true if the core's input is read, if its output is written, and if the core copies. */
static bool reads_input(enum copy_way way, int core)
{
	switch (ways[way].source) {
	case OWN_INPUT:
		return core == RECEIVER || ways[way].share == BY_EACH;
	case OTHERS_INPUT:
		return true;
	default:
		return core == SENDER || ways[way].folds;
	}
}

static bool writes_output(enum copy_way way, int core)
{
	return core == RECEIVER || ways[way].share == BY_EACH;
}

static bool takes_part(enum copy_way way, int core)
{
	return core == RECEIVER || ways[way].share != BY_RECEIVER;
}

static const struct copy_side *source_of(const struct copy_trial *trial, int core)
{
	switch (ways[trial->way].source) {
	case OWN_INPUT:
		return &trial->probe->side[core];
	case OTHERS_INPUT:
		return &trial->probe->side[!core];
	default:
		return &trial->probe->side[SENDER];
	}
}

/* Does the core's part at all places, which take places * bytes of each buffer. */
static void copy_places(const struct copy_trial *trial, int core)
{
	bool half = ways[trial->way].share == BY_HALVES;
	const struct copy_side *owner =
		&trial->probe->side[ways[trial->way].share == BY_EACH ? core : RECEIVER];
	size_t places = places_of(trial->bytes), bytes = trial->bytes / (half ? 2 : 1);
	const unsigned char *from = source_of(trial, core)->in;
	struct folding folding;

	if (ways[trial->way].folds)
		folding_resolve(&folding, GROVE_F64, GROVE_SUM);
	for (size_t i = 0; i < places; i++) {
		size_t at = i * PLACE_STEP % places * trial->bytes +
			    (half && core == SENDER ? bytes : 0);

		if (ways[trial->way].folds)
			folding_apply(&folding, owner->out + at, owner->in + at, from + at, bytes);
		else
			copy_bytes(owner->out + at, from + at, bytes, ways[trial->way].past);
	}
}

bool copy_probe_differs(enum copy_way way, size_t bytes)
{
	return !ways[way].past || bytes >= PAST_LEAST;
}

static int side_of(const struct copy_probe *probe, const struct worker *me)
{
	return probe->alone ? RECEIVER : me->number;
}

/* ---- The state of the data ---- */

/* Brings this core's buffers into the state. Resident data is left as the last copy left it. */
static void prepare(const struct copy_trial *trial, int v, size_t bytes)
{
	const struct copy_side *side = &trial->probe->side[v];
	size_t in = reads_input(trial->way, v) ? bytes : 0;
	size_t out = writes_output(trial->way, v) ? bytes : 0;

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
static double time_copies(const struct copy_trial *trial, int v)
{
	double begin = monotonic_seconds(), seconds;

	copy_places(trial, v);
	seconds = monotonic_seconds() - begin - trial->probe->reading;
	return fmax(0, seconds) / (double)places_of(trial->bytes);
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
	bool works = takes_part(trial->way, v);

	for (int k = first; k < trial->samples && !error; k++) {
		prepare(trial, v, trial->bytes * places_of(trial->bytes));
		error = worker_meet(me);
		if (!error)
			seconds[k < 0 ? 0 : k] = works ? time_copies(trial, v) : 0;
		if (k == first && v == RECEIVER)
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
	if (v == RECEIVER)
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
	probe->lost += fmax(probe->sample[SENDER].lost, probe->sample[RECEIVER].lost);
	for (int k = 0; k < trial->samples; k++)
		slower[k] =
			fmax(probe->sample[SENDER].seconds[k], probe->sample[RECEIVER].seconds[k]);
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
	int error;

	*probe = (struct copy_probe){ .most = most,
		.alone = !cpus,
		.reading = reading_cost(),
		.flushing = lines_flushing() };
	for (int v = 0; v < 2; v++) {
		probe->side[v].in = huge_pages_map(most);
		probe->side[v].out = huge_pages_map(most);
		if (!probe->side[v].in || !probe->side[v].out)
			return -ENOMEM;
	}
	error = measuring_team_open(&probe->team, "gh:2", cpus ? 2 : 1, cpus, WAIT_SPIN);
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
