/* Hashes words and bytes, alike in every process and on every machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Adds a word to a hash. Different words give different hashes, and so do different hashes before
 * the word: what differs in a single word never has the same hash, and all else only by chance. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

/* Mixes the bits of a word, the finaliser of SplitMix64 (Steele, Lea, Flood 2014): different words
 * give different results, and words that are alike give results that are not. */
static inline uint64_t hash_mix(uint64_t word)
{
	word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
	word = (word ^ word >> 27) * 0x94d049bb133111ebu;
	return word ^ word >> 31;
}

#define HASH_BEGIN UINT64_C(14695981039346656037)

/* Adds bytes to a hash, of which the first is HASH_BEGIN (FNV-1a). */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
	return hash;
}

#endif
