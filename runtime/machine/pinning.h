/* Chooses the cpu of each thread of a team, and binds threads to cpus. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_PINNING_H
#define RUNTIME_MACHINE_PINNING_H

#include <pthread.h>
#include "runtime/machine/cpus.h"

/* What a second team may change in the order of a list: nothing, as the application chose the list;
 * take cpus that are free first; take cpus of free cores first. */
enum spread {
	SPREAD_NONE,
	SPREAD_CPUS,
	SPREAD_CORES
};

/* A list of cpus, with the system's numbers. Thread t gets cpu number t modulo count, if no other
 * team is open (cpu_loads.h). With an empty list no thread is bound. */
struct pins {
	int count;
	size_t room;
	int *number;
	enum spread spread;
};

/* Reads NULL or "auto", "none", "0,2-5", or expressions of likwid. "auto" takes distinct cores
 * first, near cores next to each other; under likwid-pin, the cpus of likwid-pin's list, in the
 * order of that list.
 *
 *	S0:0-3, L:S0:0-3	the usable cpus of socket 0 by index, physical cores first
 *	0-3, L:0-3		the system's numbers; by index in the whole node
 *	E:N:4, E:N:4:1:2	the first 4, siblings together; 4 in chunks of 1 out of each 2
 *	M:scatter, M:scatter:4	a cpu from each memory domain in turn, physical cores first
 *	S0:0@S1:0		the second list after the first
 *
 * with N the node, S a socket, D a die, C a last-level cache, M a memory domain. Returns 0,
 * -ENOMEM, or -EINVAL with the part that is wrong. */
int pins_read(struct pins *pins, const struct cpus *cpus, const char *text);
void pins_free(struct pins *pins);

/* Binds the thread to that cpu. Returns false if the system refuses. */
bool thread_bind(pthread_t thread, int number);

/* Threads with these attributes are bound to that cpu. Returns 0 or an error number; a system that
 * refuses the cpu refuses the threads. */
int attributes_bind(pthread_attr_t *attributes, int number);

/* Appends a cpu to the list. Returns 0 or -ENOMEM. */
int pins_add(struct pins *pins, int number);

/* Reads an expression of likwid. Returns 0, -ENOMEM or -EINVAL. */
int pins_expression(struct pins *pins, const struct cpus *cpus, const char *text);

/* Reads "0,2-5" and passes each number to `add`, which refuses a number by -errno. */
typedef int add_function(void *to, int number);
int list_read(const char *text, add_function *add, void *to);

#endif
