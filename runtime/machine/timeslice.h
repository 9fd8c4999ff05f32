/* Slices: how long a thread may keep a core when it gets one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_TIMESLICE_H
#define RUNTIME_MACHINE_TIMESLICE_H

#include <stdint.h>

/* The calling thread asks for slices of that length. A thread that works little and waits for instants
 * is served sooner with short ones (Linux 6.12 and later; others do not mind). It gets no more
 * time, and needs no privilege. */
void timeslice_ask(uint64_t nanoseconds);

#endif
