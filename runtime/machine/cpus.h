/* Describes the cpus of this machine: which cpus this process may use, and where the cpus are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_CPUS_H
#define RUNTIME_MACHINE_CPUS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The kinds of parts of a machine that hold cpus. The first kinds have letters in expressions of
 * likwid. There, a machine without dies has its sockets as dies, and a machine without caches has
 * its sockets as last-level caches. */
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
	int sibling;	     /* number among the usable cpus of its core: 0, 1, ... */
	int domain[DOMAINS]; /* the part of each kind in which the cpu lies; -1: in none */
};

enum {
	CPUS_MOST = 1 << 13, /* more than Linux can have */
	CPUS_WORD = sizeof(unsigned long) * CHAR_BIT,
	CPUS_MODEL = 128,
	CPUS_LIST = 1 << 12, /* characters of a list of cpus: a page, as in the kernel's files */
	CACHE_LEVELS = 4
};

/* A set of cpus, with the system's numbers. */
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

/* Returns the first cpu of the set from `number` on, or CPUS_MOST. */
static inline int cpu_set_next(const struct cpu_set *set, int number)
{
	while (number < CPUS_MOST && !cpu_set_has(set, number))
		number += set->word[number / CPUS_WORD] ? 1 : CPUS_WORD - number % CPUS_WORD;
	return number;
}

/* The cpus in compact order: neighbours share as much as possible, and siblings of a core are
 * adjacent. */
struct cpus {
	int count, usable;
	int threads; /* that can run at once: usable cpus, or fewer by a quota of a control group */
	struct cpu *cpu;
	int domains[DOMAINS];	    /* the parts of each kind; 0 for L3 and L2: not known */
	bool dies;		    /* the machine has dies that are not sockets */
	bool hidden;		    /* the system does not tell which cpus share a core */
	size_t cache;		    /* bytes of a last-level cache; 0: not known */
	size_t own_cache;	    /* a core's share of the second level; 0: not known */
	size_t level[CACHE_LEVELS]; /* bytes of the first cpu's cache of level 2, and of level 3 */
};

/* Reads the cpus of this machine and this process. Returns 0, or -ENOMEM with why. */
int cpus_read(struct cpus *cpus);
void cpus_free(struct cpus *cpus);

/* Returns the cpu of that number, or NULL. */
const struct cpu *cpu_numbered(const struct cpus *cpus, int number);

/* Marks exactly the cpus of the set as usable. */
void cpus_use(struct cpus *cpus, const struct cpu_set *usable);

/* Return this machine, which is never written afterwards: when cpus_machine_anew, cpus_read or
 * cores_usable has met a new cpu, another machine is returned. No cpu is marked as usable. Return
 * NULL with why when there is no memory. */
const struct cpus *cpus_machine(void);
const struct cpus *cpus_machine_anew(void);

/* Writes words that tell a machine from other machines: the model of the processor, the numbers of
 * packages, cores, cpus and caches, and the sizes of the caches. For this machine (cpus_key) every
 * process gets the same words, whichever cpus the process may use. Returns 0, or -ENOMEM with
 * why. */
int cpus_key(char *key, size_t size);
void cpus_key_of(char *key, size_t size, const struct cpus *cpus, const char *model);

/* Returns `threads` of the cpus that cpus_read would read now. */
int cores_usable(void);

#endif
