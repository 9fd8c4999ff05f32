/* Finds conditions that a reader of an application's figures must know. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include "apps/app_flags.h"
#include "apps/app_memory.h"

static const double MOST_WAITED = 0.05; /* of the time of each thread */
static const double NOISY_HALF = 0.1;	/* half of the interval, as a share of the median */
static const double LEAST_MOVE = 1.5;	/* of a barrier's time */

enum {
	BARRIERS = 99 /* timed in a look */
};

const char *app_flag_name(int bit)
{
	static const char *const names[] = { "folded", "few_samples", "noisy", "loaded", "moved" };

	return bit >= 0 && bit < (int)(sizeof names / sizeof names[0]) ? names[bit] : NULL;
}

/* Reads the second number of the file, in nanoseconds. */
static double waited_by(const char *thread)
{
	char path[64];
	unsigned long long wait = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", thread);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (fscanf(file, "%*u %llu", &wait) != 1)
		wait = 0;
	fclose(file);
	return 1e-9 * (double)wait;
}

static double waited_by_all(void)
{
	DIR *threads = opendir("/proc/self/task");
	const struct dirent *thread;
	double seconds = 0;

	while (threads && (thread = readdir(threads)))
		if (thread->d_name[0] != '.')
			seconds += waited_by(thread->d_name);
	if (threads)
		closedir(threads);
	return seconds;
}

static struct interval time_barriers(struct app_session *s)
{
	struct grove_buffers *none = memory((size_t)s->nodes, sizeof *none);
	double seconds[BARRIERS];

	for (int v = 0; v < s->nodes; v++)
		none[v] = (struct grove_buffers){ NULL, NULL };
	for (int k = 0; k < BARRIERS; k++)
		need_done(grove_team_time(s->team, s->barrier, none, 0, &seconds[k]));
	free(none);
	return interval_of(seconds, BARRIERS);
}

struct app_sight sight_now(struct app_session *s)
{
	struct app_sight sight = { .at = seconds_now(), .waited = waited_by_all() };

	if (s->threads > 1)
		sight.barrier = time_barriers(s);
	return sight;
}

static bool is_moved(const struct interval *before, const struct interval *after)
{
	const struct interval *less = before->median < after->median ? before : after;
	const struct interval *more = less == before ? after : before;

	return less->count && more->count && less->high < more->low &&
	       more->median > LEAST_MOVE * less->median;
}

int flags_of_interval(const struct interval *time)
{
	int flags = time->count < INTERVAL_FEWEST ? APP_FEW_SAMPLES : 0;

	return interval_share(time) > NOISY_HALF ? flags | APP_NOISY : flags;
}

int flags_of(const struct app_session *s, const struct interval *time,
	const struct app_sight *before, const struct app_sight *after)
{
	double spent = after->at - before->at, waited = after->waited - before->waited;
	int flags = flags_of_interval(time);

	if (s->threads < s->nodes)
		flags |= APP_FOLDED;
	if (waited > MOST_WAITED * spent * s->threads)
		flags |= APP_LOADED;
	if (is_moved(&before->barrier, &after->barrier))
		flags |= APP_MOVED;
	return flags;
}
