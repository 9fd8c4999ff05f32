/* Refuses a team that this machine cannot hold, and names the largest network that fits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "base/arith.h"
#include "base/cgroup.h"
#include "base/memory_budget.h"
#include "base/size.h"
#include "base/error.h"
#include "runtime/node/team_state.h"
#include "runtime/node/team_limits.h"
#include "topology/largest_network.h"

/* Rings should have 64 slots (8 slots: two thirds of the rate of small packets). A network with
 * very many links gets smaller rings. Smaller rings cannot make a plan deadlock; the plan only
 * waits more often. A thread takes two maps, for the stack and for the guard page, and some pages
 * of stack. */
enum {
	SLOTS = 64,
	SLOTS_LEAST = 4,
	ODD_LINES = 128,      /* in a stride: an odd number of lines (team_memory.c) */
	EAGER = 1024,	      /* bytes of a slot's buffer, ... */
	EAGER_MOST = 1 << 24, /* ... where all rings take no more than this */
	MAPS_OF_THREAD = 2,
	THREAD_BYTES = 32 << 10
};
enum {
	MAPS_SPARE = 1000,
	THREADS_SPARE = 200
};
enum {
	SMALL_THREADS = 16,
	SMALL_BYTES = 64 << 20 /* the rings take an eighth at most */
};

void limits_read(struct limits *limits)
{
	struct rlimit user;
	size_t threads = system_number("/proc/sys/kernel/threads-max", "", SIZE_MAX);
	size_t maps = system_number("/proc/sys/vm/max_map_count", "", SIZE_MAX);

	threads = size_least(threads, system_number("/proc/sys/kernel/pid_max", "", SIZE_MAX));
	threads = size_least(threads, cgroup_pids());
	if (!getrlimit(RLIMIT_NPROC, &user) && user.rlim_cur != RLIM_INFINITY)
		threads = size_least(threads, user.rlim_cur);
	limits->threads = size_less(threads, THREADS_SPARE);
	limits->maps = size_less(maps, MAPS_SPARE);
	limits->memory = memory_budget_left() / 2;
}

static void rings_measure(struct demand *demand, uint32_t eager)
{
	demand->eager_bytes = eager;
	demand->ring_stride =
		(sizeof(struct ring) + demand->capacity * sizeof(struct slot)) | ODD_LINES;
	demand->eager_stride =
		eager ? (sizeof(struct ring) + (size_t)demand->capacity * eager) | ODD_LINES : 0;
	demand->rings_bytes = demand->links * (demand->ring_stride + demand->eager_stride);
}

/* Returns the bytes that a team needs; SIZE_MAX when the number is too large to be represented. */
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

/* The context in which smaller networks are tried. */
struct wanted_rings {
	const struct limits *limits;
	const struct network *net;
	int threads;
};

/* With a thread for each node, a smaller network has a thread for each of its nodes, too. Any other
 * number of threads stays the same. */
static bool smaller_fits(const struct network *smaller, const void *context)
{
	const struct wanted_rings *wanted = context;
	int threads = wanted->threads;
	struct demand demand;

	if (threads == wanted->net->nodes || threads > smaller->nodes)
		threads = smaller->nodes;
	return demand_bound(&demand, wanted->limits, smaller, threads) == FITS;
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
			"%s: links and nodes need %zu MiB of memory, %zu are available; %s",
			net->name, bytes >> 20, limits->memory >> 20, advice);
	}
}

int demand_meet(
	struct demand *demand, const struct limits *limits, const struct network *net, int threads)
{
	enum bound bound = demand_bound(demand, limits, net, threads);
	struct wanted_rings wanted = { limits, net, threads };
	char advice[NETWORK_ADVICE], more[NETWORK_ADVICE + 32];

	if (bound == FITS)
		return 0;
	snprintf(more, sizeof more, "%s%s", network_advice(advice, net, smaller_fits, &wanted),
		threads == net->nodes ? ", or take fewer threads" : "");
	return demand_refuse(bound, limits, net, threads,
		demand_bytes(demand, net, threads, limits->memory), more);
}

/* Reading the limits takes some 0.1 ms, as long as starting a few threads. */
int demand_measure(struct demand *demand, const struct network *net, int threads)
{
	static const struct limits small = { SMALL_THREADS, SIZE_MAX, SMALL_BYTES };
	struct limits limits;

	if (demand_bound(demand, &small, net, threads) == FITS && demand->capacity == SLOTS)
		return 0;
	limits_read(&limits);
	return demand_meet(demand, &limits, net, threads);
}
