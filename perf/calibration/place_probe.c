/* Reads bytes from each place where they can be, by the clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "perf/timing/clock.h"
#include "library/machine/cache_lines.h"
#include "perf/calibration/place_probe.h"
#include "runtime/machine/cpus.h"
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
	return (double)(clock_ticks(clock) - begin) * clock->tick - clock_cost();
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

int place_probe_read(struct copy_probe *probe, enum byte_place place, struct quantity *quantity)
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
