/* Limits: refuses a team that this machine cannot hold, and names the largest that it can. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "base/size.h"
#include "base/why.h"
#include "runtime/cgroup.h"
#include "runtime/crew.h"
#include "runtime/limits.h"

/* Rings want 64 slots (with 8 they reach a quarter of their rate), but a network with very many
 * links gets smaller ones: by that no plan can deadlock, it only waits more often. A thread takes
 * two maps, its stack and the guard behind it, and some pages of stack.                          */
enum {
	SLOTS = 64,
	SLOTS_LEAST = 4,
	ODD_LINES = 128, /* in a stride: an odd number of lines (memory.c) */
	EAGER = 1024,	      /* bytes of a slot's buffer, ... */
	EAGER_MOST = 1 << 24, /* ... where all rings take no more than this */
	MAPS_OF_THREAD = 2,
	THREAD_BYTES = 32 << 10
};
enum {
	MAPS_SPARE = 1000,
	THREADS_SPARE = 200
};

/* The number behind `name` in a file of the system, or `otherwise`. */
static size_t system_number(const char *path, const char *name, size_t otherwise)
{
	size_t length = strlen(name), number = otherwise;
	char line[256];
	FILE *file = fopen(path, "re");

	if (!file)
		return otherwise;
	while (fgets(line, sizeof line, file))
		if (!strncmp(line, name, length) && sscanf(line + length, "%zu", &number) == 1)
			break;
	fclose(file);
	return number;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t less(size_t a, size_t b)
{
	return a > b ? a - b : 0;
}

void limits_read(struct limits *limits)
{
	struct rlimit user;
	size_t threads = system_number("/proc/sys/kernel/threads-max", "", SIZE_MAX);
	size_t maps = system_number("/proc/sys/vm/max_map_count", "", SIZE_MAX);
	size_t memory = system_number("/proc/meminfo", "MemAvailable:", SIZE_MAX >> 10) << 10;

	threads = least(threads, system_number("/proc/sys/kernel/pid_max", "", SIZE_MAX));
	threads = least(threads, cgroup_pids());
	if (!getrlimit(RLIMIT_NPROC, &user) && user.rlim_cur != RLIM_INFINITY)
		threads = least(threads, user.rlim_cur);
	if (!getrlimit(RLIMIT_AS, &user) && user.rlim_cur != RLIM_INFINITY)
		memory = least(memory, user.rlim_cur);
	limits->threads = less(threads, THREADS_SPARE);
	limits->maps = less(maps, MAPS_SPARE);
	limits->memory = least(memory, cgroup_memory()) / 2;
}

static void rings_measure(struct demand *demand, uint32_t eager)
{
	demand->eager_bytes = eager;
	demand->ring_stride =
		(sizeof(struct ring) + demand->capacity * (sizeof(struct slot) + eager)) | ODD_LINES;
	demand->rings_bytes = demand->links * demand->ring_stride;
}

/* Bytes of a team; SIZE_MAX when they are beyond counting. */
static size_t demand_bytes(
	struct demand *demand, const struct network *net, int threads, size_t limit)
{
	size_t nodes = (size_t)net->nodes, fixed;

	if (!size_multiply(&demand->links, nodes, (size_t)net->ports))
		return SIZE_MAX;
	fixed = nodes * (sizeof(struct node) + sizeof(void *)) +
		nodes * run_apart((size_t)net->ports, sizeof(struct port)) * sizeof(struct port) +
		(threads ? (size_t)threads : nodes) * (sizeof(struct worker) + 128) +
		(size_t)threads * THREAD_BYTES;
	for (demand->capacity = SLOTS;; demand->capacity /= 2) {
		rings_measure(demand, EAGER);
		if (demand->rings_bytes > EAGER_MOST)
			rings_measure(demand, 0);
		if (demand->rings_bytes <= limit / 8 || demand->capacity == SLOTS_LEAST)
			return fixed + demand->rings_bytes;
	}
}

enum bound {
	FITS,
	TOO_MANY_THREADS,
	TOO_MANY_MAPS,
	TOO_MUCH_MEMORY
};

static enum bound demand_bound(
	struct demand *demand, const struct limits *limits, const struct network *net, int threads)
{
	if ((size_t)threads > limits->threads)
		return TOO_MANY_THREADS;
	if ((size_t)threads * MAPS_OF_THREAD > limits->maps)
		return TOO_MANY_MAPS;
	if (demand_bytes(demand, net, threads, limits->memory) > limits->memory)
		return TOO_MUCH_MEMORY;
	return FITS;
}

/* Threads of a smaller network: one for each node stays that, a number stays that number. */
static bool network_fits(
	const struct limits *limits, const struct network *net, const char *name, int threads)
{
	struct network smaller;
	struct demand demand;

	if (network_open(&smaller, name))
		return false;
	if (threads == net->nodes || threads > smaller.nodes)
		threads = smaller.nodes;
	return demand_bound(&demand, limits, &smaller, threads) == FITS;
}

/* The largest network of the kind that fits: "gh:2x3x4" loses digits from its end; then the one
 * number left, of "cube:20" or "gh:600", is made smaller. False when not even that helps. */
static bool largest_fitting(char name[NETWORK_NAME], const struct limits *limits,
	const struct network *net, int threads)
{
	char *number, *cross;
	int low = 0, high, middle;

	snprintf(name, NETWORK_NAME, "%s", net->name);
	number = strchr(name, ':');
	if (!number++)
		return false;
	while ((cross = strrchr(number, 'x'))) {
		*cross = '\0';
		if (network_fits(limits, net, name, threads))
			return true;
	}
	high = atoi(number);
	while (low + 1 < high) {
		middle = low + (high - low) / 2;
		snprintf(number, NETWORK_NAME - (size_t)(number - name), "%d", middle);
		if (network_fits(limits, net, name, threads))
			low = middle;
		else
			high = middle;
	}
	snprintf(number, NETWORK_NAME - (size_t)(number - name), "%d", low);
	return network_fits(limits, net, name, threads);
}

static int demand_refuse(enum bound bound, const struct limits *limits, const struct network *net,
	int threads, size_t bytes, const char *advice)
{
	switch (bound) {
	case TOO_MANY_THREADS:
		return why(EAGAIN,
			"%s: %d threads are more than the %zu this process may start; %s",
			net->name, threads, limits->threads, advice);
	case TOO_MANY_MAPS:
		return why(EAGAIN,
			"%s: %d threads need %zu memory maps, this process may have %zu "
			"(vm.max_map_count); %s",
			net->name, threads, (size_t)threads * MAPS_OF_THREAD, limits->maps, advice);
	default:
		return why(ENOMEM,
			"%s: its links and nodes need %zu MiB of memory, %zu are there for it; %s",
			net->name, bytes >> 20, limits->memory >> 20, advice);
	}
}

int demand_meet(
	struct demand *demand, const struct limits *limits, const struct network *net, int threads)
{
	enum bound bound = demand_bound(demand, limits, net, threads);
	char name[NETWORK_NAME], advice[NETWORK_NAME + 64] = "no network of the kind fits";

	if (bound == FITS)
		return 0;
	if (largest_fitting(name, limits, net, threads))
		snprintf(advice, sizeof advice, "the largest that fits is %s%s", name,
			threads == net->nodes ? ", or take fewer threads" : "");
	return demand_refuse(bound, limits, net, threads,
		demand_bytes(demand, net, threads, limits->memory), advice);
}
