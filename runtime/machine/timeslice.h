/* Asks the scheduler for slices: the time for which a thread may keep a core. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_TIMESLICE_H
#define RUNTIME_MACHINE_TIMESLICE_H

#include <stdint.h>

/* Asks for slices of that length for the calling thread. A thread that works little and waits for
 * instants is served sooner with short slices (Linux 6.12 and later; earlier kernels ignore the
 * wish). The thread gets no more time in total, and needs no privilege. */
void timeslice_ask(uint64_t nanoseconds);

#endif
