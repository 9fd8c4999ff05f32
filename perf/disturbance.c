/* Notices disturbances of a measurement: other load, cores that moved, a lower frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/array.h"
#include "base/error.h"
#include "base/small_file.h"
#include "library/machine/bare_line.h"
#include "perf/timing/clock.h"
#include "perf/disturbance.h"
#include "perf/timing/session.h"
#include "runtime/node/team_state.h"

enum {
	MULTIPLICATIONS = 20000, /* about 30 us */
	TRIES = 3,
	SAMPLES = 24 /* of a line's trips; the first is a warm-up */
};

static const double MOST_LOAD = 0.05;	  /* share of a thread's time */
static const double MOST_SLOWER = 1.1;	  /* arithmetic, against the quickest so far */
static const double LEAST_MOVE = 1.15;	  /* of a line's round trip */
static const double TIME_SLICE = 3e-3;	  /* seconds, where only their number is known */
static const double LEAST_STOLEN = 0.015; /* seconds; the system counts hundredths */

struct watch {
	struct team *team;
	int threads;
	bool own_cores;
	struct team_sight before, after, *now;
	double *quickest;    /* of each thread */
	struct bounce *line; /* of each pair of threads */
};

/* ---- A look ---- */

/* Reads the second number, in nanoseconds, of "ran waited slices". Without such a file each
 * involuntary switch counts as a time slice. */
static double waited(void)
{
	struct rusage usage;
	char text[96];
	unsigned long long wait;

	if (small_file_line(text, sizeof text, "/proc/thread-self/schedstat") > 0 &&
		sscanf(text, "%*u %llu", &wait) == 1)
		return 1e-9 * (double)wait;
	return getrusage(RUSAGE_THREAD, &usage) ? 0 : TIME_SLICE * (double)usage.ru_nivcsw;
}

/* Reads the eighth number of the first line: the ticks that the hypervisor took from all cpus. */
static double stolen(void)
{
	char text[256];
	unsigned long long ticks;

	if (small_file_line(text, sizeof text, "/proc/stat") <= 0 ||
		sscanf(text, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
		return 0;
	return (double)ticks / (double)sysconf(_SC_CLK_TCK) / (double)sysconf(_SC_NPROCESSORS_ONLN);
}

static double arithmetic(void)
{
	const struct clock *clock = clock_get();
	double least = INFINITY;

	for (int k = 0; k < TRIES; k++) {
		uint64_t x = clock_ticks(clock), begin = x;

		for (int i = 0; i < MULTIPLICATIONS; i++) {
			x = x * 6364136223846793005u + 1;
			__asm__ volatile("" : "+r"(x)); /* none is left out or done at once */
		}
		least = fmin(least, (double)(clock_ticks(clock) - begin) * clock->tick);
	}
	return least;
}

/* The samples are too short to be alike, but one of many may be interrupted. */
static struct stats trips(struct bounce *line)
{
	const struct clock *clock = clock_get();
	double sample[SAMPLES];
	struct stats stats;

	for (int k = 0; k < SAMPLES; k++) {
		uint64_t begin = clock_ticks(clock);

		bounce_ask(line, BOUNCE_LINES);
		sample[k] = (double)(clock_ticks(clock) - begin) * clock->tick / BOUNCE_LINES;
	}
	stats = stats_of(sample + 1, SAMPLES - 1);
	stats.ci_low -= clock->step / BOUNCE_LINES;
	stats.ci_high += clock->step / BOUNCE_LINES;
	return stats;
}

static int look(struct worker *me, void *argument)
{
	struct watch *watch = argument;
	int number = me->number;
	struct bounce *line = &watch->line[number / 2];
	struct sight *sight = &watch->now->sight[number];

	sight->waited = waited();
	sight->arithmetic = arithmetic();
	watch->quickest[number] = fmin(watch->quickest[number], sight->arithmetic);
	sight->trip.samples = 0;
	if (watch->own_cores && number % 2)
		bounce_answer(line, SAMPLES * BOUNCE_LINES);
	else if (watch->own_cores && number + 1 < watch->threads)
		sight->trip = trips(line);
	return 0;
}

static int look_now(struct watch *watch, struct team_sight *now)
{
	watch->now = now;
	now->at = monotonic_seconds();
	now->stolen = stolen();
	return team_dispatch(watch->team, look, watch);
}

int watch_begin(struct watch *watch)
{
	return look_now(watch, &watch->before);
}

int watch_end(struct watch *watch)
{
	return look_now(watch, &watch->after);
}

/* ---- Judging ---- */

static bool is_loaded(const struct team_sight *before, const struct team_sight *after, int threads)
{
	double time = after->at - before->at, taken = after->stolen - before->stolen, wait = 0;

	for (int t = 0; t < threads; t++)
		wait += (after->sight[t].waited - before->sight[t].waited) / threads;
	return wait > MOST_LOAD * time || (taken > LEAST_STOLEN && taken > MOST_LOAD * time);
}

static bool is_moved(const struct stats *before, const struct stats *after)
{
	const struct stats *less = before->median < after->median ? before : after;
	const struct stats *more = less == before ? after : before;

	return less->samples && more->samples && less->ci_high < more->ci_low &&
	       more->median > LEAST_MOVE * less->median;
}

int disturbances(const struct team_sight *before, const struct team_sight *after, int threads,
	const double *quickest)
{
	int flags = is_loaded(before, after, threads) ? FLAG_LOADED : 0;

	for (int t = 0; t < threads; t++) {
		double least = MOST_SLOWER * quickest[t];

		if (is_moved(&before->sight[t].trip, &after->sight[t].trip))
			flags |= FLAG_MOVED;
		if (before->sight[t].arithmetic > least || after->sight[t].arithmetic > least)
			flags |= FLAG_THROTTLED;
	}
	return flags;
}

/* Threads that share cpus wait for each other, so their waiting says nothing about other load. */
int watch_flags(const struct watch *watch)
{
	int flags = disturbances(&watch->before, &watch->after, watch->threads, watch->quickest);

	return watch->own_cores ? flags : flags & ~FLAG_LOADED;
}

struct stats watch_trip(const struct watch *watch)
{
	struct stats both[2] = { watch->before.sight[0].trip, watch->after.sight[0].trip };

	if (!both[0].samples || !both[1].samples)
		return (struct stats){ .samples = 0 };
	return (struct stats){ .median = (both[0].median + both[1].median) / 2,
		.ci_low = fmin(both[0].ci_low, both[1].ci_low),
		.ci_high = fmax(both[0].ci_high, both[1].ci_high),
		.min = fmin(both[0].min, both[1].min),
		.p99 = fmax(both[0].p99, both[1].p99),
		.samples = both[0].samples + both[1].samples };
}

/* ---- Opening and closing ---- */

int watch_open(struct watch **watch, struct team *team)
{
	size_t threads = (size_t)team->threads;
	struct watch *new = calloc(1, sizeof *new);

	*watch = new;
	if (!new)
		return why(ENOMEM, "no memory to watch a team");
	new->team = team;
	new->threads = (int)threads;
	new->own_cores =
		!(session_flags(team) & (FLAG_OVERSUBSCRIBED | FLAG_UNPINNED | FLAG_SHARED));
	new->before.sight = calloc(threads, sizeof *new->before.sight);
	new->after.sight = calloc(threads, sizeof *new->after.sight);
	new->quickest = calloc(threads, sizeof *new->quickest);
	new->line = array_zeros_aligned(threads / 2 + 1, sizeof *new->line);
	if (!new->before.sight || !new->after.sight || !new->quickest || !new->line) {
		watch_close(new);
		*watch = NULL;
		return why(ENOMEM, "no memory to watch %zu threads", threads);
	}
	for (size_t t = 0; t < threads; t++)
		new->quickest[t] = INFINITY;
	return 0;
}

void watch_close(struct watch *watch)
{
	if (!watch)
		return;
	free(watch->before.sight);
	free(watch->after.sight);
	free(watch->quickest);
	free(watch->line);
	free(watch);
}
