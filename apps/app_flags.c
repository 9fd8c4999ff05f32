/* Finds conditions that a reader of an application's figures must know. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <stdio.h>
#include "apps/app_flags.h"

static const double MOST_WAITED = 0.05; /* of the time of each thread */
static const double NOISY_HALF = 0.1;	/* half of the interval, as a share of the median */

const char *app_flag_name(int bit)
{
	static const char *const names[] = { "folded", "few_samples", "noisy", "loaded" };

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

double flags_waited(void)
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

int flags_of_interval(const struct interval *time)
{
	int flags = time->count < INTERVAL_FEWEST ? APP_FEW_SAMPLES : 0;

	return interval_share(time) > NOISY_HALF ? flags | APP_NOISY : flags;
}

int flags_of(const struct app_session *s, const struct interval *time, double spent, double waited)
{
	int flags = flags_of_interval(time);

	if (s->threads < s->nodes)
		flags |= APP_FOLDED;
	if (waited > MOST_WAITED * spent * s->threads)
		flags |= APP_LOADED;
	return flags;
}
