/* The atomic accesses that grove uses, each named after its purpose. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_ATOMICS_H
#define RUNTIME_RING_ATOMICS_H

/* load_own and store_own are for a word that only the calling thread writes, and for a word whose
 * value orders no other memory. store_release is for a word that publishes other memory, and
 * load_acquire reads such a word. store_ordered and load_ordered are for words on whose order all
 * threads must agree.
 *
 * There are no fences, because sanitizers do not see fences. There is a pair of barriers instead,
 * and no other memory depends on the pair. barrier_light only keeps the compiler from moving
 * accesses across the barrier. barrier_heavy makes every thread of the process pass a full fence,
 * wherever that thread is. Suppose that each of two threads stores a word, passes a barrier (one
 * thread the light barrier, the other the heavy barrier), and then loads the other thread's word.
 * At least one of the two threads then sees the other thread's store (park.h).
 *
 * The interleaving explorer of the tests replaces these accesses. The explorer tries all orders and
 * outcomes, and weakens each access in turn. */

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
#define replace_own(p, from, to)                                                                   \
	atomic_compare_exchange_strong_explicit(                                                   \
		p, from, to, memory_order_relaxed, memory_order_relaxed)
#define add_own(p, v) atomic_fetch_add_explicit(p, v, memory_order_relaxed)
#define add_acquire(p, v) atomic_fetch_add_explicit(p, v, memory_order_acquire)
#define add_release(p, v) atomic_fetch_add_explicit(p, v, memory_order_release)
#define add_acquire_release(p, v) atomic_fetch_add_explicit(p, v, memory_order_acq_rel)
#define exchange_ordered(p, v) atomic_exchange_explicit(p, v, memory_order_seq_cst)
#define add_ordered(p, v) atomic_fetch_add_explicit(p, v, memory_order_seq_cst)

/* Both barriers of a pair name the same word. The explorer needs the name to match the two. */
#define barrier_light(p) ((void)(p), atomic_signal_fence(memory_order_seq_cst))
#define barrier_heavy(p) ((void)(p), barrier_everywhere())

/* The system call that barrier_heavy makes (park.c). */
void barrier_everywhere(void);

#endif
#endif
