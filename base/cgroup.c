/* Reads the limits of this process's control groups and of all groups above. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/cgroup.h"
#include "base/small_file.h"

/* /proc/self/cgroup has a line for each hierarchy: "4:memory:/a/b" for version 1, with the folder
 * groups/memory/a/b, and "0::/a/b" for version 2, with the folder groups/a/b (or groups/unified). A
 * limit may stand at any level, and the least limit of the path counts. In a container the path may
 * not be visible. The root of the path is then read, which in a container is the container's own
 * group. */

enum {
	PATH = 512,
	LINES = 1 << 12
};

static const char *process_folder = "/proc/self", *groups_folder = "/sys/fs/cgroup";

static _Atomic double known_quota = NAN; /* NAN: not yet read */

void cgroup_root(const char *process, const char *groups)
{
	known_quota = NAN;
	process_folder = process;
	groups_folder = groups;
}

static bool file_read(
	char *text, size_t size, const char *folder, const char *path, const char *file)
{
	char name[2 * PATH];

	return snprintf(name, sizeof name, "%s%s/%s", folder, path, file) < (int)sizeof name &&
	       small_file_line(text, size, name) > 0;
}

/* Reads the first two numbers of a file; "max" is an infinite number. Returns how many there
 * are. */
static int numbers_read(double number[2], const char *folder, const char *path, const char *file)
{
	char text[64], *at = text, *end;
	int words = 0;

	if (!file_read(text, sizeof text, folder, path, file))
		return 0;
	for (; words < 2 && *at; at += strspn(at, " \t")) {
		number[words] = strtod(at, &end);
		if (end == at)
			number[words] = INFINITY;
		words++;
		at += strcspn(at, " \t");
	}
	return words;
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
	double period = quota > 0 ? number_read(folder, path, "cpu.cfs_period_us") : INFINITY;

	return period > 0 && isfinite(period) ? quota / period : INFINITY;
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

/* Returns the least limit of the path and of all folders above. */
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

/* Returns true if the controller is among the names in "cpu,cpuacct". */
static bool named(const char *names, const char *controller)
{
	size_t length = strlen(controller);

	for (const char *at = names; (at = strstr(at, controller)); at += length)
		if ((at == names || at[-1] == ',') && (at[length] == ',' || !at[length]))
			return true;
	return false;
}

/* A group of this process. */
struct group {
	char folder[2 * PATH]; /* of the group's hierarchy */
	char *path;	       /* in that folder */
	bool second;	       /* of version 2 */
};

/* Finds the group in a line of /proc/self/cgroup. Returns true if the group has the controller. */
static bool group_of(struct group *group, char *line, const char *controller)
{
	char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;

	if (!path)
		return false;
	*names++ = '\0';
	*path++ = '\0';
	group->path = strcmp(path, "/") ? path : path + 1;
	group->second = !*names;
	snprintf(group->folder, sizeof group->folder, "%s%s%s", groups_folder, *names ? "/" : "",
		names);
	return !*names || named(names, controller);
}

static void lines_read(char *lines, size_t size)
{
	char name[PATH];

	snprintf(name, sizeof name, "%s/cgroup", process_folder);
	small_file_read(lines, size, name);
}

/* Returns the least limit of the groups in the lines, which are cut. */
static double lines_limit(
	char *lines, const char *controller, limit_function *v1, limit_function *v2)
{
	double least = INFINITY;
	struct group group;
	char *line;

	while ((line = strsep(&lines, "\n")))
		if (group_of(&group, line, controller))
			least = fmin(least,
				limit_least(group.second ? v2 : v1, group.folder, group.path));
	return least;
}

static double group_limit(const char *controller, limit_function *v1, limit_function *v2)
{
	char lines[LINES];

	lines_read(lines, sizeof lines);
	return lines_limit(lines, controller, v1, v2);
}

/* Reads the list of the nearest group that has a list, from this group upwards. */
static bool cpuset_found(char *list, size_t size, struct group *group)
{
	static const char *const files[] = { "cpuset.effective_cpus", "cpuset.cpus",
		"cpuset.cpus.effective" };
	char *slash;

	do {
		for (int i = group->second ? 2 : 0; i < (group->second ? 3 : 2); i++)
			if (file_read(list, size, group->folder, group->path, files[i]) && *list)
				return true;
		slash = strrchr(group->path, '/');
		if (slash)
			*slash = '\0';
	} while (slash);
	return false;
}

/* Whoever asks for the cpus asks for their quota next, which stands in the same lines. */
bool cgroup_cpuset(char *list, size_t size)
{
	char lines[LINES], again[LINES], *rest = lines, *line;
	struct group group;

	lines_read(lines, sizeof lines);
	if (isnan(known_quota))
		known_quota = lines_limit(strcpy(again, lines), "cpu", quota_v1, quota_v2);
	while ((line = strsep(&rest, "\n")))
		if (group_of(&group, line, "cpuset") && cpuset_found(list, size, &group))
			return true;
	return false;
}

static size_t whole(double number)
{
	return number < (double)(SIZE_MAX / 2) ? (size_t)number : SIZE_MAX;
}

double cgroup_cpus(void)
{
	return group_limit("cpu", quota_v1, quota_v2);
}

double cgroup_cpus_once(void)
{
	double quota = known_quota;

	if (isnan(quota))
		known_quota = quota = cgroup_cpus();
	return quota;
}

size_t cgroup_memory(void)
{
	return whole(group_limit("memory", memory_v1, memory_v2));
}

size_t cgroup_pids(void)
{
	return whole(group_limit("pids", pids, pids));
}
