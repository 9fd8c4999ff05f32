/* Pinning: which cpu each thread of a team is bound to. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PIN_H
#define RUNTIME_PIN_H

#include <pthread.h>
#include <hwloc.h>

struct pins {
	int *cpu; /* of each thread, as the system numbers them; -1: not bound */
	int threads;
};

/* How many threads can run at once: usable cpus, or less where a quota says so. */
int cores_usable(void);

/* Reads NULL or "auto", "none", "0,2-5" or a likwid expression. 0, -EINVAL or -ENOMEM. */
int pins_choose(struct pins *pins, const char *text, int threads);
void pins_free(struct pins *pins);

/* Binds the thread to that cpu; false when the system does not let it. */
int thread_pin(pthread_t thread, int cpu);

#endif
