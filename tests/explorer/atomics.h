/* The accesses of runtime/ring/atomics.h, each handed to the explorer with its order and its site.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_ATOMICS_H
#define TESTS_EXPLORER_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From weak to strong, but that neither of ACQUIRE and RELEASE is the weaker. An exchange may be
 * both. ORDERED is seq_cst. */
enum order {
	RELAXED,
	ACQUIRE,
	RELEASE,
	ACQUIRE_RELEASE,
	ORDERED
};

/* Where an access stands in the source: what the test names it by, and weakens it by. */
struct site {
	const char *file, *function;
	int line;
};

#define SITE (&(const struct site){ __FILE__, __func__, __LINE__ })

uint32_t explorer_load(_Atomic uint32_t *word, enum order order, const struct site *site);
void explorer_store(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site);
uint32_t explorer_exchange(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site);
uint32_t explorer_add(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site);

/* What fails has stored the same value again. */
bool explorer_replace(_Atomic uint32_t *word, uint64_t *from, uint32_t value, enum order order,
	const struct site *site);

/* A word of another size is known by its first bytes, at most four of them. */
_Atomic uint32_t *explorer_word(const volatile void *word, size_t bytes);
#define WORD(p) explorer_word(p, sizeof *(p))
#define VALUE(v) ((uint32_t)(v))

#define load_own(p) explorer_load(WORD(p), RELAXED, SITE)
#define store_own(p, v) explorer_store(WORD(p), VALUE(v), RELAXED, SITE)
#define load_acquire(p) explorer_load(WORD(p), ACQUIRE, SITE)
#define store_release(p, v) explorer_store(WORD(p), VALUE(v), RELEASE, SITE)
#define load_ordered(p) explorer_load(p, ORDERED, SITE)
#define store_ordered(p, v) explorer_store(p, v, ORDERED, SITE)
#define exchange_own(p, v) explorer_exchange(p, v, RELAXED, SITE)
#define replace_own(p, from, v) explorer_replace(WORD(p), from, VALUE(v), RELAXED, SITE)
#define add_own(p, v) explorer_add(p, v, RELAXED, SITE)
#define add_acquire(p, v) explorer_add(p, v, ACQUIRE, SITE)
#define add_release(p, v) explorer_add(p, v, RELEASE, SITE)
#define add_acquire_release(p, v) explorer_add(p, v, ACQUIRE_RELEASE, SITE)
#define exchange_ordered(p, v) explorer_exchange(p, v, ORDERED, SITE)
#define add_ordered(p, v) explorer_add(p, v, ORDERED, SITE)

/* Of two exchanges of one word, the later reads the earlier and synchronizes with it: what a pair
 * of fences does, and all that the barriers promise. */
#define barrier_light(p) explorer_add(p, 0, ACQUIRE_RELEASE, SITE)
#define barrier_heavy(p) explorer_add(p, 0, ACQUIRE_RELEASE, SITE)

#endif
