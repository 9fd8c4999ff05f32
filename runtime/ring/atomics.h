/* The few atomic accesses that grove uses, named after what they promise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_ATOMICS_H
#define RUNTIME_ATOMICS_H

/* A thread reads a word that only it writes, or one whose value orders nothing: load_own,
 * store_own. A word that publishes other memory: store_release, and load_acquire to see it.
 * Words of which all threads must agree on one order: store_ordered and load_ordered. There are no
 * fences, which sanitizers do not see, but one pair of barriers on which no other memory depends:
 * barrier_light, which only keeps the compiler from moving accesses across it, and barrier_heavy,
 * which makes every thread of the process pass a full fence, wherever it is. Of two threads, one
 * at either barrier, the later sees what the other stored before its own (park.h).
 *
 * The interleaving explorer of the tests takes the place of these accesses to try all their
 * orders and outcomes, and weakens each in turn. */

/* Asks for a line that this thread is going to write: no access, so it orders nothing. The
 * builtin's second argument makes no difference where every x86 processor is meant. */
static inline void prefetch_write(const void *p)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__("prefetchw %0" ::"m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1);
#endif
}

#ifdef GROVE_EXPLORER
#include "tests/explorer/atomics.h"
#else

#include <stdatomic.h>

#define load_own(p) atomic_load_explicit(p, memory_order_relaxed)
#define store_own(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define load_acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define store_release(p, v) atomic_store_explicit(p, v, memory_order_release)
#define load_ordered(p) atomic_load_explicit(p, memory_order_seq_cst)
#define store_ordered(p, v) atomic_store_explicit(p, v, memory_order_seq_cst)
#define exchange_own(p, v) atomic_exchange_explicit(p, v, memory_order_relaxed)
#define add_own(p, v) atomic_fetch_add_explicit(p, v, memory_order_relaxed)
#define add_acquire(p, v) atomic_fetch_add_explicit(p, v, memory_order_acquire)
#define add_release(p, v) atomic_fetch_add_explicit(p, v, memory_order_release)
#define exchange_ordered(p, v) atomic_exchange_explicit(p, v, memory_order_seq_cst)
#define add_ordered(p, v) atomic_fetch_add_explicit(p, v, memory_order_seq_cst)

/* Both name a word, the same one, by which the explorer knows that they belong together. */
#define barrier_light(p) ((void)(p), atomic_signal_fence(memory_order_seq_cst))
#define barrier_heavy(p) ((void)(p), barrier_everywhere())

/* The system call behind barrier_heavy (park.c). */
void barrier_everywhere(void);

#endif
#endif
