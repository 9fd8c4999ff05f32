/* Reads from the system how much memory this process may still take. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/arith.h"
#include "base/cgroup.h"
#include "base/small_file.h"
#include "base/memory_budget.h"

size_t system_number(const char *path, const char *name, size_t otherwise)
{
	char text[4096];
	size_t number;
	const char *at = small_file_read(text, sizeof text, path) > 0 ? strstr(text, name) : NULL;

	return at && sscanf(at + strlen(name), "%zu", &number) == 1 ? number : otherwise;
}

/* The bytes that this process has: address space, resident memory, and private data. */
struct taken {
	size_t addresses, resident, data;
};

static struct taken taken_now(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct taken taken = { 0 };
	char text[256];

	if (small_file_read(text, sizeof text, "/proc/self/statm") <= 0 ||
		sscanf(text, "%zu %zu %*u %*u %*u %zu", &taken.addresses, &taken.resident,
			&taken.data) != 3)
		return (struct taken){ 0 };
	return (struct taken){ taken.addresses * page, taken.resident * page, taken.data * page };
}

/* Returns the rest of a limit of this process. */
static size_t left_of(int resource, size_t taken)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return SIZE_MAX;
	return size_less(limit.rlim_cur, taken);
}

size_t memory_budget_left(void)
{
	size_t machine = system_number("/proc/meminfo", "MemAvailable:", SIZE_MAX >> 10) << 10;
	struct taken taken = taken_now();
	size_t group = cgroup_memory();

	if (group != SIZE_MAX)
		machine = size_least(machine, size_less(group, taken.resident));
	machine = size_least(machine, left_of(RLIMIT_AS, taken.addresses));
	return size_least(machine, left_of(RLIMIT_DATA, taken.data));
}
