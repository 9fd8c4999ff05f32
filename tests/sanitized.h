/* Whether a sanitizer is built in, and which cases a sweep takes then. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __has_feature
#define SANITIZED_ADDRESS __has_feature(address_sanitizer)
#define SANITIZED_THREAD __has_feature(thread_sanitizer)
#else
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED_ADDRESS 1
#else
#define SANITIZED_ADDRESS 0
#endif
#ifdef __SANITIZE_THREAD__
#define SANITIZED_THREAD 1
#else
#define SANITIZED_THREAD 0
#endif
#endif

#define SANITIZED (SANITIZED_ADDRESS || SANITIZED_THREAD)

/* Natively every case of a sweep. Sanitized programs are 3 to 20 times slower, and their subject is
 * the code that runs, not each figure that it gives: one case of four, at irregular distances, so
 * that they do not fall in step with the loops around. */
static inline bool is_sampled(void)
{
	static uint32_t cases;

	return !SANITIZED || cases++ * UINT32_C(2654435761) < UINT32_C(1) << 30;
}

#endif
