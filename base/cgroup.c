/* Control groups: reads the limits of this process and of all groups above it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/cgroup.h"

/* /proc/self/cgroup has a line for each hierarchy: "4:memory:/a/b" of version 1, whose folder is
 * groups/memory/a/b, and "0::/a/b" of version 2, whose folder is groups/a/b (or groups/unified).
 * A limit may stand at any level: the least of the path counts. In a container the path may not be
 * visible; then its root is looked at, which there is the container's own group.              */

enum {
	PATH = 512
};

static const char *process_folder = "/proc/self", *groups_folder = "/sys/fs/cgroup";

void cgroup_root(const char *process, const char *groups)
{
	process_folder = process;
	groups_folder = groups;
}

/* The first two numbers of a file; "max" is an infinite one. How many there are. */
static int numbers_read(double number[2], const char *folder, const char *path, const char *file)
{
	char name[2 * PATH], word[2][32];
	FILE *stream;
	int words;

	if (snprintf(name, sizeof name, "%s%s/%s", folder, path, file) >= (int)sizeof name)
		return 0;
	stream = fopen(name, "re");
	if (!stream)
		return 0;
	words = fscanf(stream, "%31s %31s", word[0], word[1]);
	fclose(stream);
	for (int i = 0; i < words; i++)
		if (sscanf(word[i], "%lf", &number[i]) != 1)
			number[i] = INFINITY;
	return words > 0 ? words : 0;
}

static double number_read(const char *folder, const char *path, const char *file)
{
	double number[2];

	return numbers_read(number, folder, path, file) ? number[0] : INFINITY;
}

static double quota_v2(const char *folder, const char *path)
{
	double number[2];

	return numbers_read(number, folder, path, "cpu.max") == 2 ? number[0] / number[1]
								  : INFINITY;
}

static double quota_v1(const char *folder, const char *path)
{
	double quota = number_read(folder, path, "cpu.cfs_quota_us");
	double period = number_read(folder, path, "cpu.cfs_period_us");

	return quota > 0 && period > 0 && isfinite(period) ? quota / period : INFINITY;
}

static double memory_v2(const char *folder, const char *path)
{
	return number_read(folder, path, "memory.max");
}

static double memory_v1(const char *folder, const char *path)
{
	return number_read(folder, path, "memory.limit_in_bytes");
}

static double pids(const char *folder, const char *path)
{
	return number_read(folder, path, "pids.max");
}

typedef double limit_function(const char *folder, const char *path);

/* The least limit of the path and of all above it. */
static double limit_least(limit_function *limit, const char *folder, char *path)
{
	double least = limit(folder, path);
	char *slash;

	while ((slash = strrchr(path, '/'))) {
		*slash = '\0';
		least = fmin(least, limit(folder, path));
	}
	return least;
}

/* Is the controller one of the names in "cpu,cpuacct"? */
static bool named(const char *names, const char *controller)
{
	size_t length = strlen(controller);

	for (const char *at = names; (at = strstr(at, controller)); at += length)
		if ((at == names || at[-1] == ',') && (at[length] == ',' || !at[length]))
			return true;
	return false;
}

static double line_limit(char *line, const char *controller, limit_function *v1, limit_function *v2)
{
	char folder[2 * PATH], *names = strchr(line, ':'),
			       *path = names ? strchr(names + 1, ':') : NULL;

	if (!path)
		return INFINITY;
	*names++ = '\0';
	*path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	if (*names) {
		snprintf(folder, sizeof folder, "%s/%s", groups_folder, names);
		return named(names, controller) ? limit_least(v1, folder, path) : INFINITY;
	}
	return limit_least(v2, groups_folder, path);
}

static double group_limit(const char *controller, limit_function *v1, limit_function *v2)
{
	char name[PATH], line[PATH];
	double least = INFINITY;
	FILE *file;

	snprintf(name, sizeof name, "%s/cgroup", process_folder);
	file = fopen(name, "re");
	if (!file)
		return least;
	while (fgets(line, sizeof line, file))
		least = fmin(least, line_limit(line, controller, v1, v2));
	fclose(file);
	return least;
}

static size_t whole(double number)
{
	return number < (double)(SIZE_MAX / 2) ? (size_t)number : SIZE_MAX;
}

double cgroup_cpus(void)
{
	return group_limit("cpu", quota_v1, quota_v2);
}

size_t cgroup_memory(void)
{
	return whole(group_limit("memory", memory_v1, memory_v2));
}

size_t cgroup_pids(void)
{
	return whole(group_limit("pids", pids, pids));
}
