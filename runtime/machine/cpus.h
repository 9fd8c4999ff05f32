/* The cpus of this machine: which of them this process may use, and where they are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_CPUS_H
#define RUNTIME_MACHINE_CPUS_H

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The parts of a machine that hold cpus. The first ones have letters in expressions of likwid; there the
 * die of a machine without dies is its socket, and so is the last-level cache of one without caches. */
enum domain {
	DOMAIN_NODE,
	DOMAIN_SOCKET,
	DOMAIN_DIE,
	DOMAIN_CACHE,
	DOMAIN_MEMORY,
	DOMAIN_L3,
	DOMAIN_L2,
	DOMAIN_CORE,
	DOMAINS
};

struct cpu {
	int number;	     /* as the system counts */
	bool usable;	     /* by this process */
	int sibling;	     /* among the usable ones of its core: 0, 1, ... */
	int domain[DOMAINS]; /* the part of each kind that it lies in; -1: in none */
};

enum {
	CPUS_MOST = 1 << 13, /* more than Linux can have */
	CPUS_WORD = sizeof(unsigned long) * CHAR_BIT,
	CPUS_MODEL = 128,
	CPUS_LIST = 1 << 12, /* characters of a list of them: a page, as the kernel's files have */
	CACHE_LEVELS = 4
};

/* A set of cpus, as the system counts them. */
struct cpu_set {
	unsigned long word[CPUS_MOST / CPUS_WORD];
};

static inline bool cpu_set_has(const struct cpu_set *set, int number)
{
	return number >= 0 && number < CPUS_MOST &&
	       set->word[number / CPUS_WORD] >> number % CPUS_WORD & 1;
}

static inline void cpu_set_add(struct cpu_set *set, int number)
{
	if (number >= 0 && number < CPUS_MOST)
		set->word[number / CPUS_WORD] |= 1UL << number % CPUS_WORD;
}

/* In compact order: neighbours share as much as they can, siblings of a core come together. */
struct cpus {
	int count, usable;
	struct cpu *cpu;
	int domains[DOMAINS];	    /* how many there are of each kind; 0 of L3 and L2: not known */
	bool dies;		    /* the machine has dies that are no sockets */
	size_t cache;		    /* bytes of one last-level cache; 0: not known */
	size_t own_cache;	    /* of the second level, one core's share; 0: not known */
	size_t level[CACHE_LEVELS]; /* bytes of the first cpu's data cache of each level, 1 to 3 */
	char model[CPUS_MODEL];	    /* of the processor, in words; "": not known */
};

/* The cpus of this machine and this process. 0 or -ENOMEM with why. */
int cpus_read(struct cpus *cpus);
void cpus_free(struct cpus *cpus);

/* The cpu of that number, or NULL. */
const struct cpu *cpu_numbered(const struct cpus *cpus, int number);

/* Marks as usable those of the set alone. */
void cpus_use(struct cpus *cpus, const struct cpu_set *usable);

/* This machine, read once and never written, in which no cpu is marked as usable; NULL with why where there is
 * no memory. */
const struct cpus *cpus_machine(void);

/* What tells a machine from others, in words: the model of its processor, how many packages, cores, cpus
 * and caches there are, and how large those are. Of this machine the same for every process, whatever it may
 * use: 0 or -ENOMEM with why. */
int cpus_key(char *key, size_t size);
void cpus_key_of(char *key, size_t size, const struct cpus *cpus);

/* How many threads can run at once: usable cpus, or less by a quota of a control group. */
int cores_usable(void);

/* Binds the thread to that cpu; false when the system does not do it. */
bool thread_bind(pthread_t thread, int number);

#endif
