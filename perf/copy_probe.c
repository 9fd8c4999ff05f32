/* Times bare copies between two cores: each way, state of the data and size by itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "grove.h"
#include "perf/clock.h"
#include "perf/copy_probe.h"
#include "perf/data/cache_lines.h"
#include "perf/data/huge_pages.h"
#include "perf/stats.h"
#include "runtime/kernels/copy.h"
#include "runtime/kernels/fold.h"

/* The clock can not time a copy of 1 KiB alone, so a sample of small copies has several, from and
 * to different places. The places are so few that all lines stay in the first cache, and their
 * order keeps the processor from reading ahead. */

enum {
	SENDER,
	RECEIVER,
	AROUND = 1 << 14,    /* bytes of all places together */
	PLACE_STEP = 5,	     /* from a place to the next: odd, and no neighbour */
	PAST_LEAST = 1 << 16 /* smaller copies past the caches are usual copies */
};

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

bool copy_probe_differs(enum copy_way way, size_t bytes)
{
	return !ways[way].past || bytes >= PAST_LEAST;
}

static int side_of(const struct copy_probe *probe, const struct worker *me)
{
	return probe->alone ? RECEIVER : worker_number(me);
}

/* ---- The state of the data ---- */

static bool uses_input(enum copy_way way, int v)
{
	switch (ways[way].source) {
	case OWN_INPUT:
		return v == RECEIVER || ways[way].share == BY_EACH;
	case OTHERS_INPUT:
		return true;
	default:
		return v == SENDER || ways[way].folds;
	}
}

static bool uses_output(enum copy_way way, int v)
{
	return v == RECEIVER || ways[way].share == BY_EACH;
}

/* Brings this core's buffers into the state. Resident data is left as the last copy left it. */
static void prepare(const struct copy_trial *trial, int v, size_t bytes)
{
	const struct copy_side *side = &trial->probe->side[v];
	size_t in = uses_input(trial->way, v) ? bytes : 0;
	size_t out = uses_output(trial->way, v) ? bytes : 0;

	if (trial->state == DATA_FRESH) {
		lines_read(side->out, out);
		lines_rewrite(side->in, in);
	} else if (trial->state == DATA_COLD) {
		lines_flush(trial->probe->flushing, side->in, in);
		lines_flush(trial->probe->flushing, side->out, out);
	}
}

/* ---- The copies ---- */

struct copying {
	unsigned char *to;
	const unsigned char *from, *own; /* own: what is combined with `from`, or NULL */
	struct folding folding;
	bool past;
};

/* Finds what a core copies. Returns false for a core that has nothing to do. */
static bool copying_of(struct copying *c, const struct copy_trial *trial, int v)
{
	const struct copy_side *side = trial->probe->side, *from = &side[v];
	int owner = ways[trial->way].share == BY_EACH ? v : RECEIVER;

	if (ways[trial->way].source == OTHERS_INPUT)
		from = &side[!v];
	else if (ways[trial->way].source == SENDERS_INPUT)
		from = &side[SENDER];
	*c = (struct copying){ .to = side[owner].out,
		.from = from->in,
		.own = ways[trial->way].folds ? side[RECEIVER].in : NULL,
		.past = ways[trial->way].past };
	folding_resolve(&c->folding, GROVE_F64, GROVE_SUM);
	return v == RECEIVER || ways[trial->way].share != BY_RECEIVER;
}

static void copy_part(const struct copying *c, size_t begin, size_t bytes)
{
	if (c->own)
		folding_apply(&c->folding, c->to + begin, c->own + begin, c->from + begin, bytes);
	else
		copy_bytes(c->to + begin, c->from + begin, bytes, c->past);
}

static size_t places_of(size_t bytes)
{
	return bytes < AROUND ? AROUND / bytes : 1;
}

static double time_copies(const struct copying *c, const struct copy_trial *trial, int v)
{
	const struct clock *clock = clock_get();
	bool half = ways[trial->way].share == BY_HALVES;
	size_t places = places_of(trial->bytes), bytes = half ? trial->bytes / 2 : trial->bytes;
	size_t begin = half && v == SENDER ? bytes : 0;
	uint64_t start = clock_ticks(clock), end;

	for (size_t i = 0; i < places; i++)
		copy_part(c, i * PLACE_STEP % places * trial->bytes + begin, bytes);
	end = clock_ticks(clock);
	return fmax(0, (double)(end - start) * clock->tick - clock->cost) / (double)places;
}

/* ---- A trial ---- */

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
	double *seconds = trial->probe->side[v].seconds, begin = clock_seconds();
	int first = -trial->warmup, error = 0;
	struct copying copying;
	bool works = copying_of(&copying, trial, v);

	for (int k = first; k < trial->samples && !error; k++) {
		prepare(trial, v, trial->bytes * places_of(trial->bytes));
		error = worker_meet(me);
		if (!error)
			seconds[k < 0 ? 0 : k] = works ? time_copies(&copying, trial, v) : 0;
		if (k == first && v == RECEIVER)
			choose_samples(trial, clock_seconds() - begin);
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
	double begin = clock_seconds(), busy = thread_seconds(), elapsed;
	int error = sample(me, trial, v);

	elapsed = clock_seconds() - begin;
	trial->probe->side[v].lost = fmax(0, elapsed - (thread_seconds() - busy));
	if (v == RECEIVER)
		trial->probe->elapsed += elapsed;
	return error;
}

int copy_probe_run(struct copy_probe *probe, struct copy_trial *trial, struct quantity *quantity)
{
	double slower[COPY_SAMPLES];
	struct stats stats;
	int error;

	trial->probe = probe;
	trial->samples = 1;
	error = team_dispatch(probe->team, run, trial);
	if (error)
		return error;
	probe->lost += fmax(probe->side[SENDER].lost, probe->side[RECEIVER].lost);
	for (int k = 0; k < trial->samples; k++)
		slower[k] = fmax(probe->side[SENDER].seconds[k], probe->side[RECEIVER].seconds[k]);
	stats = stats_of(slower, (size_t)trial->samples);
	*quantity = (struct quantity){ stats.median, stats.ci_low, stats.ci_high };
	return 0;
}

/* ---- Opening and closing ---- */

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
	struct team_options options = { .threads = cpus ? 2 : 1, .wait = WAIT_SPIN, .timeout = 10 };
	int error = network_open(&options.net, "gh:2");

	*probe = (struct copy_probe){ .most = most, .alone = !cpus, .flushing = lines_flushing() };
	if (cpus) {
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
