/* The keys of examples/sample_sort.cc for programs of other libraries, and the check of their
 * order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PROGRAMS_SORT_KEYS_H
#define PERF_PEERS_PROGRAMS_SORT_KEYS_H

#include <algorithm>
#include <stdint.h>
#include <stddef.h>
#include <vector>

using sort_key = uint64_t;

inline sort_key key_at(std::size_t k)
{
	sort_key x = (k + 1) * 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9u;
	return x ^ x >> 29;
}

/* Returns true if result[count] are the keys that std::sort puts at first ... first + count - 1. */
inline bool keys_right(
	const sort_key *result, std::size_t first, std::size_t count, std::size_t keys)
{
	std::vector<sort_key> right(keys);

	for (std::size_t k = 0; k < keys; k++)
		right[k] = key_at(k);
	std::sort(right.begin(), right.end());
	return first + count <= keys && std::equal(result, result + count, right.begin() + first);
}

#endif
