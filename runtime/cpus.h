/* The cpus of this machine: which of them this process may use, and where they are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_CPUS_H
#define RUNTIME_CPUS_H

#include <hwloc.h>
#include <pthread.h>
#include <stdbool.h>

/* The parts of a machine that hold cpus, by the letters that likwid gives them. */
enum domain {
	DOMAIN_NODE,
	DOMAIN_SOCKET,
	DOMAIN_DIE,
	DOMAIN_CACHE,
	DOMAIN_MEMORY,
	DOMAINS
};

struct cpu {
	int number;	     /* as the system counts */
	bool usable;	     /* by this process */
	int sibling;	     /* among the usable ones of its core: 0, 1, ... */
	int domain[DOMAINS]; /* the part of each kind that it lies in */
};

/* In compact order: neighbours share as much as they can, siblings of a core come together. */
struct cpus {
	int count, usable;
	struct cpu *cpu;
	int domains[DOMAINS]; /* how many there are of each kind */
	size_t cache;	      /* bytes of one last-level cache; 0: not known */
	size_t own_cache;     /* of the second level, one core's share; 0: not known */
};

/* This machine, read once and never written; NULL when it cannot be read. */
hwloc_topology_t machine_topology(void);

/* The cpus of this machine and this process; those of any topology, for tests. 0 or -ENOMEM. */
int cpus_read(struct cpus *cpus);
int cpus_of(struct cpus *cpus, hwloc_topology_t topology, hwloc_const_bitmap_t usable);
void cpus_free(struct cpus *cpus);

/* What tells this machine from others, in words: the model of its processor, how many packages,
 * cores, cpus and caches there are, and how large those are. The same for every process, whatever it
 * may use. 0 or -ENOMEM with why. */
int cpus_key(char *key, size_t size);

/* How many threads can run at once: usable cpus, or less by a quota of a control group. */
int cores_usable(void);

/* Binds the thread to that cpu; false when the system does not do it. */
bool thread_bind(pthread_t thread, int number);

#endif
